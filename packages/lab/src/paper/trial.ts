import type { BagSet } from "@bagwise/core/bags";
import { learnerByName } from "@bagwise/core/learners";
import { dataSetByName } from "../datasets/data-sets.js";
import { drawBags } from "../draws/draw-bags.js";
import type { DrawSpec, Protocol } from "../draws/draw-spec.js";
import { methodByName } from "../methods/methods.js";
import {
  type AnyRecord,
  type FinishedTrial,
  learnerSeed,
  type RunTrialOptions,
  type TrialResult,
  timeTrial,
} from "../trials/trial.js";

/** The accuracy table, the sweep over the number of labelled bags, the time of a training. */
export const EXPERIMENTS = ["paper", "labels", "time"] as const;
export type ExperimentKind = (typeof EXPERIMENTS)[number];

/** One unit of work, as plain data: one method on one drawn training and test set. */
export interface TrialSpec extends DrawSpec {
  readonly experiment: ExperimentKind;
  readonly protocol: Protocol;
  /** The name of a method, as in `METHODS`. */
  readonly method: string;
  /** What the method knows about the prior: `true`, `as-printed` or another estimator. */
  readonly priorEstimate: string;
  /** The most kernel centres of a method on instances; null for each method's own. */
  readonly centres: number | null;
}

/** A finished trial of the paper's experiments, as in `results.jsonl`. */
export type TrialRecord = AnyRecord<TrialSpec, TrialResult>;

/**
 * Draws the bags of a trial, trains its method, and evaluates it on the test bags; the same bits
 * whenever and wherever it runs. Rejects with an InputError for unknown names, and on abort.
 */
export async function runTrial(bags: BagSet, spec: TrialSpec, options: RunTrialOptions = {}): Promise<FinishedTrial> {
  const { learner: name, options: optionsFor } = methodByName(spec.method);
  const learner = learnerByName(name).create(
    optionsFor({
      dataset: dataSetByName(spec.dataset),
      truePrior: spec.prior,
      priorEstimate: spec.priorEstimate,
      centres: spec.centres,
      seed: learnerSeed(spec),
    }),
  );
  const { result, timing } = await timeTrial(() => ({ learner, ...drawBags(bags, spec) }), options);
  return { result, timing };
}
