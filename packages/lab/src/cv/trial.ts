import type { BagSet } from "@bagwise/core/bags";
import { type SharedWork, sharedWork } from "@bagwise/core/learners";
import { type FinishedTrial, type RunTrialOptions, timeTrial } from "../trials/trial.js";
import { cvFolds } from "./folds.js";
import { cvLearner, parseCvMethod } from "./method.js";
import { type CvResult, type CvSpec, cvFoldName, cvLearnerSeed } from "./spec.js";

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
  const { training, test, shared } = foldBags(bags, spec);
  const positiveShare = training.positive().size / training.size;
  const learner = cvLearner(parseCvMethod(spec.method), { positiveShare, seed: cvLearnerSeed(spec) });
  return { learner, training, test, shared, ownThreshold: true } as const;
}

/** The bags of one fold, and what the methods that are trained on them share. */
interface FoldBags {
  readonly training: BagSet;
  readonly test: BagSet;
  readonly shared: SharedWork;
}

/** The fold of the last trial, because trials of a fold mostly follow each other; others would take memory. */
let last: { readonly of: BagSet; readonly name: string; readonly fold: FoldBags } | undefined;

function foldBags(bags: BagSet, spec: CvSpec): FoldBags {
  const name = cvFoldName(spec);
  if (last?.of === bags && last.name === name) return last.fold;
  last = undefined;
  const foldOf = cvFolds(bags, spec);
  const training = bags.filter((i) => foldOf[i] !== spec.fold);
  const test = bags.filter((i) => foldOf[i] === spec.fold);
  last = { of: bags, name, fold: { training, test, shared: sharedWork(training) } };
  return last.fold;
}
