import type { BagSet } from "../bags/bag-set.js";
import type { OnNote } from "../base/note.js";
import type { FitContext, Learner } from "../learners/learner.js";
import type { NegativeUse } from "../learners/shared/training-bags.js";
import type { BagScores } from "../scores/bag-scores.js";
import type { Scenario } from "../scores/scenario.js";

export interface CrossFitOptions extends Pick<FitContext, "signal" | "onProgress" | "execute"> {
  /**
   * At least 2 and at most the number of positive bags. Default 5, or as many as there are positive
   * bags if that is less.
   */
  readonly folds?: number | undefined;
  /** For dealing the folds. Default 0. */
  readonly seed?: number | undefined;
  /** How the bags came about, for what is made of the scores. Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /**
   * What the learner does with known negatives. Default "use": they are held out as bags of their
   * own kind.
   */
  readonly negatives?: NegativeUse | undefined;
  /**
   * Told of near-copies that stand in different folds, as `train` notes them. Default: nobody is,
   * and none are looked for.
   */
  readonly onNote?: OnNote | undefined;
}

/**
 * The scores of all bags by a learner that has not seen them: the learner is fitted anew without
 * each fold, with all that it chooses, so that this is nested cross-validation and works for every
 * learner. Bags of one group are never apart; give near-copies a common group first
 * (`groupCopies`).
 *
 * Scores of different fits are put into one ranking, so they must mean the same in each. Log-odds
 * (`auto`) and decision values of a classifier (`pu-skc`) do; for `lsdd`, `dsdd` and `pu-mil`,
 * whose unit is a density or a confidence that each fit scales for itself, the sign is comparable
 * and the ranking only roughly. A fit has fewer bags than the model has, so that the scores are
 * those of a slightly worse one.
 *
 * An InputError when nothing can be held out, and where a score is not finite. Costs one fit for
 * each fold.
 */
export async function crossFit(learner: Learner, bags: BagSet, options: CrossFitOptions = {}): Promise<BagScores> {
  const { runCrossFit } = await import("./cross-fit-run.js");
  return runCrossFit(learner, bags, options);
}
