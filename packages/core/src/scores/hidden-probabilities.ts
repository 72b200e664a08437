import { exp, log } from "../base/portable-math.js";
import { type BagScores, countsOf } from "./bag-scores.js";
import { byScore } from "./classification.js";
import { labelledInSample, positivesAmongUnlabeled } from "./scenario.js";

/** How likely each unlabeled bag is positive, by a model that knows more than the order of the scores. */
export interface HiddenProbabilities {
  /** In the order of the unlabeled scores. */
  readonly unlabeled: Float64Array;
  /** The prior that they were made with. */
  readonly prior: number;
}

/** Priors that differ by less are the same. */
const SAME = 1e-9;
/** The largest shift of log-odds, which no probability withstands. */
const FURTHEST = 80;
const HALVINGS = 100;

/**
 * The probability of each unlabeled bag at a prior. At the prior that they were made with, they are what a model says of
 * these bags. At another prior all log-odds move by the same amount, so that the expected number of positives changes as
 * that prior changes it. Undefined if the scores come without probabilities, or if all are 0. Costs 100 passes over the bags for
 * another prior.
 */
export function probabilitiesAt(scores: BagScores, prior: number): Float64Array | undefined {
  const { probabilities, scenario } = scores;
  if (probabilities === undefined) return undefined;
  const { unlabeled, prior: own } = probabilities;
  const total = sum(unlabeled);
  if (!(total > 0)) return undefined;
  if (Math.abs(own - prior) < SAME) return unlabeled;
  const counts = countsOf(scores);
  const [before, wanted] = [own, prior].map((pi) => positivesAmongUnlabeled(counts, scenario, pi));
  if (!(before > 0)) return unlabeled;
  return movedTo(unlabeled, Math.min(unlabeled.length, (wanted / before) * total));
}

/** The probabilities with log-odds that are moved together, so that they add up to `total`. */
function movedTo(probabilities: Float64Array, total: number): Float64Array {
  const at = (shift: number) => probabilities.map((p) => moved(p, shift));
  let [low, high] = [-FURTHEST, FURTHEST];
  for (let k = 0; k < HALVINGS && high - low > SAME; k++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) < total) low = middle;
    else high = middle;
  }
  return at((low + high) / 2);
}

/** Certain answers stay. */
function moved(probability: number, shift: number): number {
  if (probability <= 0 || probability >= 1) return probability;
  return 1 / (1 + exp(-(log(probability / (1 - probability)) + shift)));
}

/** What to expect of the sample of p(X) if bags are called positive from a score on. */
export interface ExpectedCounts {
  readonly size: number;
  readonly positives: number;
  readonly called: number;
  /** How many of the positives are called positive. */
  readonly found: number;
}

/** The expected counts by the probabilities of the unlabeled bags. In a single set, the other labels are known. */
export function expectedCounts(
  { scenario, positive, unlabeled, negative }: BagScores,
  probabilities: Float64Array,
  threshold: number,
): ExpectedCounts {
  const above = (scores: Float64Array) => scores.reduce((count, score) => (score >= threshold ? count + 1 : count), 0);
  const known = labelledInSample(scenario);
  return {
    size: unlabeled.length + (known ? positive.length + negative.length : 0),
    positives: sum(probabilities) + (known ? positive.length : 0),
    called: above(unlabeled) + (known ? above(positive) + above(negative) : 0),
    found:
      probabilities.reduce((total, p, i) => (unlabeled[i] >= threshold ? total + p : total), 0) +
      (known ? above(positive) : 0),
  };
}

/** The probabilities from the highest score to the lowest. */
export function byFallingScore(probabilities: Float64Array, { unlabeled }: Pick<BagScores, "unlabeled">): Float64Array {
  return Float64Array.from(byScore(unlabeled), (i) => probabilities[i]);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
