import type { BagSet } from "../../bags/bag-set.js";
import { LABEL_CODE } from "../../bags/label.js";
import type { FitContext } from "../../learners/learner.js";
import { learnerByName } from "../../learners/registry.js";
import type { Model } from "../../model/model.js";
import { evaluate } from "../../scores/classification.js";
import { dataSetByName } from "../data/data-sets.js";
import { drawBags } from "../data/draw-bags.js";
import { type DrawSpec, drawSeed } from "../data/draw-spec.js";
import { methodByName } from "./methods.js";
import type { TrialResult, TrialSpec, TrialTiming } from "./trial.js";

/** What is needed while a trial runs and changes nothing of its result. */
export interface RunTrialOptions extends Pick<FitContext, "signal" | "onProgress"> {
  /** A clock, in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

export interface FinishedTrial {
  readonly result: TrialResult;
  readonly timing: Omit<TrialTiming, "id">;
}

/**
 * Draws the bags of a trial, trains its method, and judges it on the test bags. The result is the
 * same bits whenever and wherever it runs; only the timing is not. `bags` are those of the trial's
 * data set. Rejects with an InputError for names that do not exist, and when the signal is aborted.
 */
export async function runTrial(bags: BagSet, spec: TrialSpec, options: RunTrialOptions = {}): Promise<FinishedTrial> {
  const { now = () => performance.now(), signal, onProgress } = options;
  signal?.throwIfAborted();
  const method = methodByName(spec.method);
  const learner = learnerByName(method.learner).create(
    method.options({
      dataset: dataSetByName(spec.dataset),
      truePrior: spec.prior,
      priorEstimate: spec.priorEstimate,
      centres: spec.centres,
      seed: learnerSeed(spec),
    }),
  );
  const start = now();
  const { training, test } = drawBags(bags, spec);
  const drawn = now();
  const model = await learner.fit(training, { signal, onProgress, findCopies: false });
  const trained = now();
  const scores = model.scores(test);
  const scored = now();
  const timing = { draw: (drawn - start) / 1000, train: (trained - drawn) / 1000, score: (scored - trained) / 1000 };
  return { result: resultOf(model, scores, test), timing };
}

/** How a model did on test bags, from its scores of them. */
export function resultOf({ card }: Model, scores: Float64Array, test: BagSet): TrialResult {
  const truth = test.labels().map((label) => LABEL_CODE[label]);
  const { accuracy, balancedAccuracy, auc, averagePrecision, confusion } = evaluate(scores, truth);
  const { status, relativeGap } = card.certificate;
  return {
    accuracy,
    balancedAccuracy,
    auc,
    averagePrecision,
    positiveRate: (confusion.truePositive + confusion.falsePositive) / test.size,
    usedPrior: card.prior?.value ?? null,
    chosen: sayable(card.chosen),
    status,
    relativeGap: Number.isFinite(relativeGap) ? relativeGap : null,
  };
}

/** Numbers and texts alone, and no number that JSON cannot say. */
function sayable(chosen: Readonly<Record<string, unknown>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]): [string, number | string][] => {
      if (typeof value === "string") return [[name, value]];
      return typeof value === "number" ? [[name, Number.isFinite(value) ? value : String(value)]] : [];
    }),
  );
}

/**
 * Not the seed of the draw: what the learner draws must have nothing to do with which bags it got.
 */
export function learnerSeed(spec: DrawSpec): number {
  return (drawSeed(spec) ^ 0x9e3779b9) >>> 0;
}
