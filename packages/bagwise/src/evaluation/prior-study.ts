import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import type { FitContext } from "../learners/learner.js";
import type { PriorAdvice } from "../prior/belief/advice.js";
import type { KnownPrior, KnownPriorOptions } from "../prior/belief/known-prior.js";
import type { BeliefSummary } from "../prior/belief/summary.js";
import type { PriorEstimate } from "../prior/estimators/estimate.js";
import type { PriorBelief } from "../scores/prior-belief.js";
import type { Scenario } from "../scores/scenario.js";

/**
 * What is fitted to see how much depends on the prior: one setting, because only the trend matters.
 */
export const STUDY_SETTING = { degree: 1, lambda: 1e-3 } as const;

/** How many of the unlabeled bags would be called positive if the prior were this. */
export interface Sensitivity {
  readonly prior: number;
  readonly predictedPositive: number;
}

export interface PriorStudyOptions extends Omit<KnownPriorOptions, "audited"> {
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /** Counts such as "7/30", or what reviewers said of single bags. */
  readonly audited?: KnownPriorOptions["audited"] | readonly Answer[];
}

/** Everything the data, and the user, tell about the prior. */
export interface PriorStudy {
  readonly unlabeled: number;
  readonly known: KnownPrior;
  /** What to believe: evidence from the data and what the user knows, combined by Bayes. */
  readonly belief: PriorBelief;
  readonly summary: BeliefSummary;
  /** The belief as lines of text. */
  readonly picture: readonly string[];
  readonly advice: PriorAdvice;
  readonly notes: readonly Note[];
  readonly estimates: readonly PriorEstimate[];
  readonly sensitivity: readonly Sensitivity[];
}

/**
 * What is to be believed of the prior, every estimator side by side, on the bags that, and scaled
 * as, `puSkc` uses, and how the number of predicted positives changes over a range of priors.
 * Estimators and predictions leave known negatives out; what is believed is what `auto` believes.
 * Reviewers' answers count as an audit; in the case-control scenario they are labels too, and
 * reviewed bags are no longer unlabeled. Costs all estimators with their intervals and ten small
 * trainings: seconds for a few hundred bags.
 */
export async function studyPrior(
  bags: BagSet,
  options: PriorStudyOptions = {},
  context: Pick<FitContext, "signal" | "onProgress"> = {},
): Promise<PriorStudy> {
  // Loaded when it is needed, because most users of the package never ask.
  const { runPriorStudy } = await import("./prior-study-run.js");
  return runPriorStudy(bags, options, context, STUDY_SETTING);
}
