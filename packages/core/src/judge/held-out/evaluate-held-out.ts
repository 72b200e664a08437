import type { Note } from "../../base/note.js";
import { badOption, integer, number, type OptionsOf, readOptions } from "../../base/option.js";
import type { Model } from "../../model/model.js";
import { type EvaluationPrior, priorOf, statedPrior } from "../../prior/belief/used-prior.js";
import { type BagScores, bagScores, countsOf, type GivenScores } from "../../scores/bag-scores.js";
import { heldOutMeasures, type PuMeasures, recallOf, usualBootstrap } from "../../scores/pu-measures.js";
import { labelledShare, type Scenario } from "../../scores/scenario.js";
import { type TopK, topK } from "../../scores/top-k.js";
import { evaluationNotes, notesWithoutPrior } from "./evaluation-notes.js";
import { noHeldOut, noPrior } from "./missing-errors.js";
import { type SensitivityRow, sensitivity } from "./sensitivity.js";

/** The numeric options, described for the command line and for checks. */
export const EVALUATE_OPTIONS = {
  /** The share of intervals that should cover the truth, above 0 and below 1. Default 0.9. */
  level: number({
    default: 0.9,
    range: { min: 0.01, max: 0.999 },
    help: "the share of intervals that should cover the truth",
  }),
  /**
   * Bootstrap samples for the intervals; 0 for none. Default 500, or fewer for more than 5,000
   * bags, but at least 100.
   */
  bootstrap: integer({
    default: null,
    range: { min: 0, max: 100_000 },
    help: "bootstrap samples for the intervals (default: 500, fewer for more than 5,000 bags)",
  }),
  /** Default 0. */
  seed: integer({ default: 0, range: { min: 0, max: 2 ** 32 - 1 }, help: "the seed of the bootstrap" }),
};

/** The threshold if neither a model nor you give one. */
const THRESHOLD = 0;

export interface EvaluateOptions extends OptionsOf<typeof EVALUATE_OPTIONS> {
  /**
   * An exact share, a range as text such as "0.1..0.4", or the result of `priorOf`. Default: the
   * model's prior. Required for scores without a model.
   */
  readonly prior?: number | string | EvaluationPrior | undefined;
  /**
   * A bag is called positive if its score is at least this. Default: the model's threshold, or 0.
   */
  readonly threshold?: number | undefined;
  /** The numbers of reviewed bags to count positives for. Default `usualTops`. */
  readonly top?: readonly number[] | undefined;
  /** Priors for the sensitivity table. Default: ten, see `sensitivityPriors`. */
  readonly priors?: readonly number[] | undefined;
}

/** Everything that held-out scores and a prior say about a model. */
export interface HeldOutEvaluation {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative: number;
  /**
   * The number of independent bags or groups: that of the bags, unless some share a group or are
   * copies.
   */
  readonly independent: { readonly positive: number; readonly unlabeled: number };
  readonly scenario: Scenario;
  readonly threshold: number;
  readonly level: number;
  readonly bootstrap: number;
  readonly seed: number;
  readonly prior: EvaluationPrior;
  readonly measures: PuMeasures;
  /** The accuracy of always predicting the more likely class, at this prior. */
  readonly constantGuess: number;
  readonly top: readonly TopK[];
  /** What each measure would be at other priors, without intervals. */
  readonly sensitivity: readonly SensitivityRow[];
  readonly notes: readonly Note[];
}

/**
 * Measures, expected positives at the top of the ranking, and their sensitivity to the prior, from
 * held-out scores. Pass a model, which keeps them, or `model.heldOut`, the result of `crossFit`, or
 * scores of bags that are new to a model. All intervals come from the same guesses
 * (`hiddenCounts`): whole clusters are resampled, and if the prior is a belief, every guess draws
 * its own prior. Throws an InputError without positive or unlabeled scores, for a model without
 * held-out scores, and without a prior (use `evaluateWithoutPrior` then). Costs about bootstrap x 2
 * passes over the bags.
 */
export function evaluateHeldOut(judged: GivenScores | Model, options: EvaluateOptions = {}): HeldOutEvaluation {
  const { held, prior: own, threshold, level, bootstrap, seed } = resolved(judged, options);
  const said = options.prior ?? own;
  if (said === undefined || said === null)
    throw noPrior("the prior is unknown, and precision, accuracy and AUC depend on it");
  const prior =
    typeof said === "object" ? said : statedPrior(said, { labelled: labelledShare(countsOf(held), held.scenario) });
  const shared = { level, bootstrap, seed };
  const known = { ...shared, prior: prior.value, belief: prior.belief };
  const tops = checkedTops(options.top, held.unlabeled.length);
  const measures = heldOutMeasures(held, { ...known, threshold });
  const found: Omit<HeldOutEvaluation, "notes"> = {
    ...described(held),
    threshold,
    ...shared,
    prior,
    measures,
    constantGuess: Math.max(prior.value, 1 - prior.value),
    top: topK(held, { ...known, k: tops }),
    sensitivity: sensitivity(held, { threshold, prior, priors: options.priors, top: tops }),
  };
  return { ...found, notes: evaluationNotes(found) };
}

/** Which bags the scores belong to. */
function described(
  held: BagScores,
): Pick<HeldOutEvaluation, "positive" | "unlabeled" | "negative" | "independent" | "scenario"> {
  return { ...countsOf(held), independent: independent(held), scenario: held.scenario };
}

/** What held-out scores say if the prior is unknown. */
export interface EvaluationWithoutPrior
  extends Pick<
    HeldOutEvaluation,
    "positive" | "unlabeled" | "negative" | "independent" | "scenario" | "threshold" | "level" | "bootstrap" | "seed"
  > {
  readonly prior: null;
  readonly measures: Pick<PuMeasures, "recall" | "positiveRate" | "leeLiu">;
  /**
   * What all measures would be at priors from 0.1 to 0.9, except those that a single set excludes;
   * without intervals.
   */
  readonly sensitivity: readonly SensitivityRow[];
  readonly notes: readonly Note[];
}

/**
 * The measures that need no prior: recall, the rate of positive predictions, and Lee and Liu's
 * score, and what the others would be at various priors. Otherwise like `evaluateHeldOut`.
 */
export function evaluateWithoutPrior(
  judged: GivenScores | Model,
  options: Omit<EvaluateOptions, "prior"> = {},
): EvaluationWithoutPrior {
  const { held, threshold, level, bootstrap, seed } = resolved(judged, options);
  const labelled = labelledShare(countsOf(held), held.scenario);
  const priors = options.priors ?? ANY_PRIORS.filter((pi) => pi >= labelled);
  const found = {
    ...described(held),
    threshold,
    level,
    bootstrap,
    seed,
    prior: null,
    measures: recallOf(held, { threshold, level, bootstrap, seed }),
    sensitivity: sensitivity(held, { threshold, priors, top: checkedTops(options.top, held.unlabeled.length) }),
  };
  return { ...found, notes: notesWithoutPrior(found) };
}

/** The priors to show if it is unknown. */
const ANY_PRIORS: readonly number[] = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/** The scores and the checked numeric options. */
function resolved(judged: GivenScores | Model, options: EvaluateOptions) {
  const { held, prior, threshold } = partsOf(judged);
  for (const [name, scores] of Object.entries({ positive: held.positive, unlabeled: held.unlabeled }))
    if (scores.length === 0) throw badOption("held", `without ${name} scores`, "at least one score of each kind");
  const {
    level,
    bootstrap = usualBootstrap(held),
    seed,
  } = readOptions(EVALUATE_OPTIONS, {
    level: options.level,
    bootstrap: options.bootstrap,
    seed: options.seed,
  });
  return { held, prior, threshold: options.threshold ?? threshold, level, bootstrap, seed };
}

function partsOf(judged: GivenScores | Model): { held: BagScores; prior?: EvaluationPrior | null; threshold: number } {
  // Programs in JavaScript may pass anything.
  const given: unknown = judged;
  if (typeof given !== "object" || given === null)
    throw badOption("held", judged, "a model with held-out scores, or its heldOut");
  if ("card" in judged) {
    const { heldOut, card, threshold } = judged;
    if (heldOut === null) throw noHeldOut(judged);
    return { held: heldOut, prior: card.prior && priorOf(card.prior), threshold };
  }
  const isList = (list: unknown) => typeof list === "object" && list !== null && "length" in list;
  if (!isList(judged.positive) || !isList(judged.unlabeled))
    throw badOption("held", "no scores", "a model, or lists of scores, positive and unlabeled");
  return { held: bagScores(judged), threshold: THRESHOLD };
}

function checkedTops(top: readonly number[] | undefined, unlabeled: number): readonly number[] {
  const tops = top ?? usualTops(unlabeled);
  const wrong = tops.find((k) => !(Number.isInteger(k) && k >= 1 && k <= unlabeled));
  if (wrong === undefined) return tops;
  throw badOption("top", wrong, `a whole number from 1 to ${unlabeled}, the number of unlabeled bags`);
}

/**
 * 10, 20, 50, 100, 200, ... up to the number of unlabeled bags; just that number if it is below 10.
 */
export function usualTops(unlabeled: number): number[] {
  const tops = [1, 2, 3, 4, 5, 6, 7].flatMap((power) => [1, 2, 5].map((first) => first * 10 ** power));
  return unlabeled < 10 ? [unlabeled] : tops.filter((k) => k <= unlabeled);
}

function independent({ positive, unlabeled, clusters }: BagScores) {
  const of = (from: number, size: number) =>
    new Set(Array.from({ length: size }, (_, i) => clusters?.[from + i] ?? from + i)).size;
  return { positive: of(0, positive.length), unlabeled: of(positive.length, unlabeled.length) };
}
