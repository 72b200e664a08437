import { InputError } from "../../base/errors.js";
import type { Threshold } from "../../model/threshold.js";
import { type EvaluationPrior, statedPrior } from "../../prior/belief/used-prior.js";
import { allKnown, type BagScores, countsOf } from "../../scores/bag-scores.js";
import { byScore } from "../../scores/classification.js";
import { type Cut, cutsOf, dividing } from "../../scores/cuts.js";
import { probabilitiesAt } from "../../scores/hidden-probabilities.js";
import { heldOutMeasures, type Measure, recallOf } from "../../scores/pu-measures.js";
import { labelledShare } from "../../scores/scenario.js";
import { knownMeasures } from "../held-out/known-labels.js";
import { noPrior } from "../held-out/missing-errors.js";
import { parseThresholdRule, ruleText, type ThresholdRule } from "./threshold-rule.js";
import { becauseText, expectedText } from "./threshold-words.js";

export interface ThresholdOptions {
  /**
   * An exact share, a range as text such as "0.1..0.4", or the result of `priorOf`; of a belief,
   * the mean is used. Null, the default: unknown, and then precision is unknown too.
   */
  readonly prior?: number | string | EvaluationPrior | null | undefined;
  /** The scores of the bags that a budget is for. Default: the held-out unlabeled bags. */
  readonly review?: ArrayLike<number> | undefined;
  /**
   * Bootstrap samples for the intervals; 0 for none. Default 500, fewer for more than 5,000 bags.
   */
  readonly bootstrap?: number | undefined;
  /** The share of intervals that should cover the truth. Default 0.9. */
  readonly level?: number | undefined;
  /** Of the bootstrap. Default 0. */
  readonly seed?: number | undefined;
}

/**
 * What to expect at a threshold, from the held-out bags that chose it, and therefore slightly too
 * good.
 */
export interface ExpectedAt {
  /** The share of the sample of p(X) that is called positive. */
  readonly positiveRate: Measure;
  readonly recall: Measure;
  /** The mean probability of the bags called positive, or prior x recall / rate without probabilities; null if the prior is unknown. */
  readonly precision: Measure | null;
  /**
   * The largest share of the positives that the bags called positive can contain if the prior is
   * right: rate / prior. If recall, which is that of the labelled positives, is larger, precision
   * is clipped. Null if the prior is unknown.
   */
  readonly mostRecall: number | null;
}

/** A threshold, and what to expect there; null without held-out scores. */
export interface ChosenThreshold extends Threshold {
  readonly expected: ExpectedAt | null;
}

/** Risks or shares that differ by less are equal. */
const EQUAL = 1e-12;

/**
 * The threshold that a rule chooses from held-out scores. S is the sample of p(X), r(t) = mean_P[g
 * >= t], q(t) = mean_S[g >= t]. If the scores come with probabilities and the prior is known, r(t) is the share of the
 * expected positives instead.
 *
 * - `default`: 0. `score=V`: V.
 * - `prior`: minimises |q - prior|. `risk`: minimises 2 prior (1 - r) + q - prior.
 * - `precision=V`: the lowest t with an expected precision, prior r / q, of at least V.
 * - `recall=V`: the highest t with r >= V.
 * - `budget=K`: the K highest unlabeled bags, or those of `review`; never more, so a tie at the
 *   edge is left out.
 *
 * All except `default` and `score` lie midway between two scores. Without held-out scores (`held`
 * is null), these two work, and `budget` with `review`. Throws an InputError for an unknown rule,
 * an unreachable precision, and a missing prior. Costs one sort, and O(bags) for each bootstrap
 * sample.
 */
export function chooseThreshold(held: BagScores | null, rule: string, options: ThresholdOptions = {}): ChosenThreshold {
  const parsed = parseThresholdRule(rule);
  const prior = resolved(held, options.prior);
  const { value, because } = placed(held, parsed, { prior, review: options.review });
  const expected = held && expectedAt(held, value, { ...options, prior });
  const reason = [because, ...(held && expected ? [expectedText(held, value, expected)] : [])].join("; ");
  return { value, rule: ruleText(parsed), reason, expected };
}

/** Recall, rate and, with a prior, precision at a threshold, with bootstrap intervals. */
export function expectedAt(
  held: BagScores,
  threshold: number,
  { prior, bootstrap, level, seed }: Omit<ThresholdOptions, "prior" | "review"> & { prior: EvaluationPrior | null },
): ExpectedAt {
  const options = { threshold, bootstrap, level, seed };
  if (prior === null) {
    const { positiveRate, recall } = recallOf(held, options);
    return { positiveRate, recall, precision: null, mostRecall: null };
  }
  const { positiveRate, recall, precision } = allKnown(held)
    ? knownMeasures(held, options)
    : heldOutMeasures(held, { prior: prior.value, belief: prior.belief, ...options });
  return { positiveRate, recall, precision, mostRecall: Math.min(1, positiveRate.value / prior.value) };
}

interface Known {
  readonly prior: EvaluationPrior | null;
  readonly review: ArrayLike<number> | undefined;
}

function placed(held: BagScores | null, rule: ThresholdRule, { prior, review }: Known) {
  if (rule.kind === "default") return { value: 0, because: becauseText(rule) };
  if (rule.kind === "score") return { value: rule.value, because: becauseText(rule) };
  if (rule.kind === "budget" && review !== undefined) return byBudget(review, rule, "bags to review");
  if (held === null) throw needsHeldOut(ruleText(rule));
  if (rule.kind === "budget") return byBudget(held.unlabeled, rule, "unlabeled bags");
  const probabilities = prior === null ? undefined : probabilitiesAt(held, prior.value);
  const { cuts, positives, size } = cutsOf(held, probabilities);
  if (rule.kind === "recall") {
    const wanted = rule.value * positives - EQUAL * positives;
    const cut = cuts.find(({ positive }) => positive >= wanted) ?? cuts[cuts.length - 1];
    return { value: cut.value, because: becauseText(rule, probabilities ? {} : { found: cut.positive, positives }) };
  }
  if (prior === null)
    throw noPrior(
      `the rule ${ruleText(rule)} needs the prior, which is unknown`,
      ", or use one of the rules recall, budget and score, which need no prior",
    );
  const pi = prior.value;
  const share = probabilities === undefined ? pi : positives / size;
  if (rule.kind === "precision") {
    const precision = ({ positive, sample }: Cut) => Math.min(1, (share * (positive / positives) * size) / sample);
    const calling = cuts.filter(({ sample }) => sample > 0);
    const cut = calling.findLast((each) => precision(each) >= rule.value - EQUAL);
    if (cut === undefined) {
      const best = calling.reduce((most, each) => Math.max(most, precision(each)), Number.NEGATIVE_INFINITY);
      throw unreachable(rule.value, best, pi);
    }
    return { value: cut.value, because: becauseText(rule, { pi }) };
  }
  const rate = ({ sample }: Cut) => sample / size;
  const off = (cut: Cut) =>
    rule.kind === "prior" ? Math.abs(rate(cut) - pi) : 2 * share * (1 - cut.positive / positives) + rate(cut) - share;
  // Among equals, the fewest positive calls; among those, the most positives found.
  const best = cuts.reduce((one, other) => {
    const less = off(other) - off(one);
    return less < -EQUAL || (less < EQUAL && other.sample === one.sample && other.positive > one.positive)
      ? other
      : one;
  });
  return { value: best.value, because: becauseText(rule, { pi, risk: off(best) }) };
}

function byBudget(scores: ArrayLike<number>, rule: ThresholdRule & { readonly value: number }, what: string) {
  const falling = Float64Array.from(byScore(scores), (i) => scores[i]);
  if (falling.length === 0) throw nothingToReview();
  let called = Math.min(rule.value, falling.length);
  // Tied bags are called positive together or not at all.
  if (called < falling.length) while (called > 0 && falling[called - 1] === falling[called]) called--;
  const distinctAbove = new Set(falling.subarray(0, called)).size;
  const value = dividing(falling)[distinctAbove];
  return { value, because: becauseText(rule, { called, bags: falling.length, what }) };
}

function resolved(held: BagScores | null, prior: ThresholdOptions["prior"]): EvaluationPrior | null {
  if (prior === undefined || prior === null) return null;
  if (typeof prior === "object") return prior;
  return statedPrior(prior, { labelled: held === null ? 0 : labelledShare(countsOf(held), held.scenario) });
}

function unreachable(wanted: number, best: number, pi: number): InputError {
  return new InputError({
    code: "precision-unreachable",
    message: `no threshold reaches a precision of ${wanted}: with a prior of ${short(pi)} the best is ${short(best)}`,
    remedy: `Ask for at most ${Math.floor(100 * best) / 100}, use a budget such as budget=20, or review 30 random bags, so that the prior is known better.`,
  });
}

function needsHeldOut(rule: string): InputError {
  return new InputError({
    code: "no-held-out",
    message: `the rule ${rule} needs held-out scores, and the model has none`,
    remedy:
      "Give positive and unlabeled bags that are new to the model, or set the threshold yourself, such as score=0.3.",
  });
}

function nothingToReview(): InputError {
  return new InputError({
    code: "nothing-to-review",
    message: "there is no bag to review",
    remedy: "Give bags that are not labelled positive.",
  });
}

const short = (value: number) => String(Number(value.toFixed(3)));
