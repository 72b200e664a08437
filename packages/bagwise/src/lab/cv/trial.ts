import type { BagSet } from "../../bags/bag-set.js";
import { type FinishedTrial, type RunTrialOptions, timeTrial } from "../trials/trial.js";
import { cvFolds } from "./folds.js";
import { cvLearner, parseCvMethod } from "./method.js";
import { type CvResult, type CvSpec, cvLearnerSeed } from "./spec.js";

/**
 * Trains a method on all folds but one, and tests it on that one; the same bits whenever and wherever
 * it runs. The learner sees the training bags alone: it scales, weighs and chooses on them. `bags`
 * have all labels. Rejects with an InputError for unknown names and too few bags, and on abort.
 */
export async function runCvTrial(
  bags: BagSet,
  spec: CvSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CvResult>> {
  const { ready, result, timing } = await timeTrial(() => readyTrial(bags, spec), options);
  return { result: { ...result, test: ready.test.size }, timing };
}

function readyTrial(bags: BagSet, spec: CvSpec) {
  const foldOf = cvFolds(bags, spec);
  const training = bags.filter((i) => foldOf[i] !== spec.fold);
  const test = bags.filter((i) => foldOf[i] === spec.fold);
  const positiveShare = training.positive().size / training.size;
  const learner = cvLearner(parseCvMethod(spec.method), { positiveShare, seed: cvLearnerSeed(spec) });
  return { learner, training, test, ownThreshold: true } as const;
}
