import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { auc } from "@bagwise/core/scores";
import { quantile } from "@bagwise/core/statistics";
import { cvLearner, parseCvMethod } from "../cv/method.js";
import { type FinishedTrial, type RunTrialOptions, timeTrial } from "../trials/trial.js";
import { CHECK_SIZES, drawCheck } from "./draw.js";
import { type CheckResult, type CheckSpec, checkLearnerSeed, checkSeed } from "./spec.js";

/** A raised bag has a higher score than this share of the negative test bags. */
export const ABOVE = 0.95;

/**
 * Draws the bags of a check, trains a method on them, and tests it on each kind of test bags; the same
 * bits whenever and wherever it runs. A method whose decisions need the prior is told that of the
 * unlabeled bags, unless it is to estimate it. Rejects with an InputError for unknown names, and on
 * abort.
 */
export async function runCheckTrial(
  spec: CheckSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CheckResult>> {
  const { ready, model, result, timing } = await timeTrial(() => readyTrial(spec), options);
  const { tests, raised } = ready.drawn;
  const scored = Object.entries(tests).map(([name, { bags }]) => ({ name, bags, scores: model.scores(bags) }));
  const aucs = Object.fromEntries(scored.map(({ name, bags, scores }) => [name, auc(scores, truthOf(bags))]));
  const [own] = scored;
  const before = own.scores.filter((_, i) => own.bags.labelOf(i) === "negative");
  return {
    result: { ...result, aucs, raised: raised && raisedShare(before, model.scores(raised.bags)) },
    timing,
  };
}

function readyTrial(spec: CheckSpec) {
  const drawn = drawCheck(spec.dataset, { labels: spec.labels, seed: checkSeed(spec) });
  const learner = cvLearner(parseCvMethod(spec.method), {
    positiveShare: CHECK_SIZES.prior,
    seed: checkLearnerSeed(spec),
  });
  return { learner, training: drawn.training.bags, test: drawn.tests.own.bags, ownThreshold: true, drawn } as const;
}

/**
 * The share of negative bags that, with a positive instance added, have a higher score than they had,
 * and a higher one than 95 % of the negative bags had.
 */
export function raisedShare(before: Float64Array, after: Float64Array): number {
  const bar = quantile(before, ABOVE);
  return after.filter((score, i) => score > before[i] && score > bar).length / after.length;
}

function truthOf(bags: BagSet): number[] {
  return bags.labels().map((label) => LABEL_CODE[label]);
}
