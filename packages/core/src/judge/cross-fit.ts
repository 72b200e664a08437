import type { BagSet } from "../bags/bag-set.js";
import type { OnNote } from "../base/note.js";
import type { FitContext, Learner } from "../learners/learner.js";
import type { NegativeUse } from "../learners/shared/training-bags.js";
import type { BagScores } from "../scores/bag-scores.js";
import type { Scenario } from "../scores/scenario.js";

export interface CrossFitOptions extends Pick<FitContext, "signal" | "onProgress" | "execute"> {
  /**
   * From 2 to the number of positive bags. Default 5, or the number of positive bags if that is
   * smaller.
   */
  readonly folds?: number | undefined;
  /** The seed of the folds. Default 0. */
  readonly seed?: number | undefined;
  /** How the bags were sampled. Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /**
   * What the learner does with known negatives. Default "use": they are held out like the other
   * bags.
   */
  readonly negatives?: NegativeUse | undefined;
  /**
   * Receives notes about near-copies in different folds, as in `train`. Default: near-copies are
   * not looked for.
   */
  readonly onNote?: OnNote | undefined;
}

/**
 * Held-out scores of all bags: the learner is fitted again without each fold, including everything
 * it chooses, so this is nested cross-validation and works for every learner. Bags of one group
 * stay together; give near-copies a common group first (`groupCopies`).
 *
 * Scores of different fits go into one ranking, so they must be comparable. Log-odds (`auto`) and
 * decision values of a classifier (`pu-skc`) are. For `lsdd`, `dsdd` and `pu-mil`, whose unit is a
 * density or a confidence that each fit scales by itself, the sign is comparable, and the ranking
 * only roughly. A fit sees fewer bags than the model, so the scores are those of a slightly worse
 * one.
 *
 * Throws an InputError if nothing can be held out, or if a score is not finite. Costs one fit for
 * each fold.
 */
export async function crossFit(learner: Learner, bags: BagSet, options: CrossFitOptions = {}): Promise<BagScores> {
  const { runCrossFit } = await import("./cross-fit-run.js");
  return runCrossFit(learner, bags, options);
}
