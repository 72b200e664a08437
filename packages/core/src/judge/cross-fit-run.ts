import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";
import type { Learner } from "../learners/learner.js";
import { copiesApart } from "../learners/shared/copies-apart.js";
import { trainingFolds } from "../learners/shared/folds.js";
import { signedBags } from "../learners/shared/signed-bags.js";
import { trainingBags } from "../learners/shared/training-bags.js";
import { areFinite, type BagScores, scoresByLabel } from "../scores/bag-scores.js";
import type { CrossFitOptions } from "./cross-fit.js";

/** The work of `crossFit`. */
export async function runCrossFit(learner: Learner, all: BagSet, options: CrossFitOptions): Promise<BagScores> {
  const {
    folds: number,
    seed = 0,
    scenario = "case-control",
    negatives = "use",
    signal,
    onProgress,
    execute,
    onNote,
  } = options;
  // Known negatives alone are for a learner from positive and negative bags.
  const alone = negatives === "use" && all.unlabeled().size === 0 && all.negative().size > 0;
  const { bags } = alone ? signedBags(all, { negatives, unlabeledAs: "negative" }) : trainingBags(all, { negatives });
  if (bags.positive().size < 2)
    throw new InputError({
      code: "folds",
      message: "there is only one positive bag, and holding it out leaves none to learn from",
      remedy: "Label more positive bags.",
    });
  const folds = trainingFolds(bags, { folds: number, seed });
  if (folds === undefined)
    throw new InputError({
      code: "folds",
      message: "there are too few bags to hold some out",
      remedy: `Give at least two positive and two other bags${bags.grouped ? ", in different groups" : ""}.`,
    });
  for (const note of copiesApart(bags, folds, { findCopies: onNote !== undefined })) onNote?.(note);
  const scores = new Float64Array(bags.size);
  for (let fold = 0; fold < folds.folds; fold++) {
    signal?.throwIfAborted();
    const model = await learner.fit(
      bags.filter((i) => folds.of[i] !== fold),
      {
        signal,
        execute,
        findCopies: false,
        judge: false,
        // The bags of an audit are spread over the folds; its size was checked in the training.
        auditedFrom: Number.POSITIVE_INFINITY,
        onProgress: ({ done, total }) =>
          onProgress?.({ step: `fold ${fold + 1} of ${folds.folds}`, done: fold + done / total, total: folds.folds }),
      },
    );
    const held = Array.from(folds.of.keys()).filter((i) => folds.of[i] === fold);
    model.scores(bags.subset(held)).forEach((score, k) => {
      scores[held[k]] = score;
    });
    onProgress?.({ step: `fold ${fold + 1} of ${folds.folds}`, done: fold + 1, total: folds.folds });
  }
  const found = scoresByLabel(scores, { bags, scenario });
  if (areFinite(found)) return found;
  throw new InputError({
    code: "score-not-finite",
    message: "the score of a held-out bag is not a finite number",
    remedy: "Scale the features, or leave out bags with very large values.",
  });
}
