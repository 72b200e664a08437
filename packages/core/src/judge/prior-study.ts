import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import type { FitContext } from "../learners/learner.js";
import type { PriorAdvice } from "../prior/belief/advice.js";
import type { ScoreComparison } from "../prior/belief/fair-labels.js";
import type { KnownPrior, KnownPriorOptions } from "../prior/belief/known-prior.js";
import type { BeliefSummary } from "../prior/belief/summary.js";
import type { PriorEstimate } from "../prior/estimators/estimate.js";
import type { PriorBelief } from "../scores/prior-belief.js";
import type { Scenario } from "../scores/scenario.js";
import type { LabelledBias } from "./held-out/labelled-bias.js";

/** The fixed setting to show how much depends on the prior: only the trend matters. */
export const STUDY_SETTING = { degree: 1, lambda: 1e-3 } as const;

/** How many unlabeled bags would be predicted positive at this prior. */
export interface Sensitivity {
  readonly prior: number;
  readonly predictedPositive: number;
}

export interface PriorStudyOptions extends Omit<KnownPriorOptions, "audited"> {
  /**
   * Also what is possible if positives that score high, or low, were up to so many times as likely to be
   * labelled as others: a number from 1 to 100. 1 gives the interval without. Default: not looked at.
   */
  readonly labelledBias?: number | undefined;
  /** The feature with the probability that a positive bag is labelled, as for `auto`. Default none. */
  readonly propensity?: string | undefined;
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /** Counts such as "7/30", or reviewers' answers about single bags. */
  readonly audited?: KnownPriorOptions["audited"] | readonly Answer[];
  /** Also run the classic estimators, and ten trainings of `puSkc`, for comparison. Default false. */
  readonly estimators?: boolean | undefined;
}

/** Everything that you and the data say about the prior. */
export interface PriorStudy {
  readonly unlabeled: number;
  readonly known: KnownPrior;
  /** The evidence of the data combined with what you know, by Bayes' rule. */
  readonly belief: PriorBelief;
  readonly summary: BeliefSummary;
  /** The belief as lines of text. */
  readonly picture: readonly string[];
  readonly advice: PriorAdvice;
  /** What is possible if labels are biased; null unless you ask with `labelledBias`. */
  readonly labelledBias: LabelledBias | null;
  /**
   * Whether the positives that reviewers found score as the labelled ones; null without answers
   * about single bags, or with too few positives.
   */
  readonly comparison: ScoreComparison | null;
  readonly notes: readonly Note[];
  /** Empty unless you ask for `estimators`, and so is `sensitivity`. */
  readonly estimates: readonly PriorEstimate[];
  readonly sensitivity: readonly Sensitivity[];
}

/**
 * What to believe about the prior: the belief of `auto`, at the cost of its cross-fitting. Reviewers'
 * answers count as an audit, and in the case-control scenario they also become labels, so reviewed
 * bags are no longer unlabeled.
 *
 * With `labelledBias`, also how much of it depends on fair labels (`priorIfBiased`).
 *
 * With `estimators`, also all estimators side by side, and how the number of predicted positives
 * changes with the prior. They use the same bags and scaling as `puSkc`, and leave out known
 * negatives. That takes several times as long as the belief. Above 20,000 bags they use a
 * sample, and a note says so.
 */
export async function studyPrior(
  bags: BagSet,
  options: PriorStudyOptions = {},
  context: Pick<FitContext, "signal" | "onProgress"> = {},
): Promise<PriorStudy> {
  // Loaded on demand, because most programs never use it.
  const { runPriorStudy } = await import("./prior-study-run.js");
  return runPriorStudy(bags, options, context, STUDY_SETTING);
}
