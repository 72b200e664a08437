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

/** The options that are numbers, described for the command line and for checking. */
export const EVALUATE_OPTIONS = {
  /** The share of intervals that should cover the truth, above 0 and below 1. Default 0.9. */
  level: number({
    default: 0.9,
    range: { min: 0.01, max: 0.999 },
    help: "the share of intervals that should cover the truth",
  }),
  /**
   * Bootstrap samples for the intervals; 0 for none. Default 500, fewer for more than 5,000 bags
   * but at least 100.
   */
  bootstrap: integer({
    default: null,
    range: { min: 0, max: 100_000 },
    help: "bootstrap samples for the intervals (default: 500, fewer for more than 5,000 bags)",
  }),
  /** Default 0. */
  seed: integer({ default: 0, range: { min: 0, max: 2 ** 32 - 1 }, help: "the seed of the bootstrap" }),
};

/** A bag is called positive from this score on, where neither a model nor a user says otherwise. */
const THRESHOLD = 0;

export interface EvaluateOptions extends OptionsOf<typeof EVALUATE_OPTIONS> {
  /**
   * An exact share, a range as text, such as "0.1..0.4", or what `priorOf` says of a model's card.
   * Default: that of the model; scores alone need it.
   */
  readonly prior?: number | string | EvaluationPrior | undefined;
  /** A bag is called positive when its score is at least this. Default that of the model, or 0. */
  readonly threshold?: number | undefined;
  /** The numbers of reviewed bags for which positives are counted. Default `usualTops`. */
  readonly top?: readonly number[] | undefined;
  /** Priors to look at; default ten, as `sensitivityPriors` says. */
  readonly priors?: readonly number[] | undefined;
}

/** All that held-out scores and a prior say of a model. */
export interface HeldOutEvaluation {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative: number;
  /**
   * Bags or groups that are independent witnesses; as many as bags unless some are of one group, or
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
  /** The accuracy of always giving the likelier answer, if the prior is as it is taken to be. */
  readonly constantGuess: number;
  readonly top: readonly TopK[];
  /** What each measure would be at other priors; values alone. */
  readonly sensitivity: readonly SensitivityRow[];
  readonly notes: readonly Note[];
}

/**
 * Measures, positives expected at the top and their sensitivity to the prior, from scores of
 * held-out bags: a model, which keeps them, or `model.heldOut`, `crossFit`, or scores of bags that
 * are new to a model. Every interval comes from the same guesses (`hiddenCounts`): whole clusters
 * are drawn, and where the prior is a belief every guess has a prior of its own. An InputError
 * without a positive or an unlabeled score, for a model that keeps none, and where no prior is
 * known: `evaluateWithoutPrior` says what needs none. Costs about bootstrap x 2 passes over the
 * bags.
 */
export function evaluateHeldOut(judged: GivenScores | Model, options: EvaluateOptions = {}): HeldOutEvaluation {
  const { held, prior: own, threshold, level, bootstrap, seed } = resolved(judged, options);
  const said = options.prior ?? own;
  if (said === undefined || said === null)
    throw noPrior("no share of positives is known, and without one precision, accuracy and AUC are not either");
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

/** Of what bags the scores are. */
function described(
  held: BagScores,
): Pick<HeldOutEvaluation, "positive" | "unlabeled" | "negative" | "independent" | "scenario"> {
  return { ...countsOf(held), independent: independent(held), scenario: held.scenario };
}

/** What held-out scores say where nobody knows the prior. */
export interface EvaluationWithoutPrior
  extends Pick<
    HeldOutEvaluation,
    "positive" | "unlabeled" | "negative" | "independent" | "scenario" | "threshold" | "level" | "bootstrap" | "seed"
  > {
  readonly prior: null;
  readonly measures: Pick<PuMeasures, "recall" | "positiveRate" | "leeLiu">;
  /**
   * What all measures would be at priors from 0.1 to 0.9, but for those that a single set excludes;
   * values alone.
   */
  readonly sensitivity: readonly SensitivityRow[];
  readonly notes: readonly Note[];
}

/**
 * Recall, the rate of positive answers and Lee and Liu's score, which need no prior, and what the
 * others would be at any. As `evaluateHeldOut` otherwise.
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

/** Where nobody knows the prior, measures are shown for all of these. */
const ANY_PRIORS: readonly number[] = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/** The scores to judge by, and the numbers of the options, checked. */
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
  // Programs in JavaScript hand over anything.
  const given: unknown = judged;
  if (typeof given !== "object" || given === null)
    throw badOption("held", judged, "a model, or its heldOut, which is null for a model that keeps none");
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
 * 10, 20, 50, 100, 200, ... as far as there are unlabeled bags; all of them where they are fewer
 * than 10.
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
