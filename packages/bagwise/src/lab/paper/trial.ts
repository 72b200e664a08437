import type { NoiseWay } from "../data/augment.js";
import type { Protocol } from "../data/protocol.js";

/**
 * The kinds of experiment: the accuracy table, the sweep over the number of labelled bags, the time
 * of a training.
 */
export const EXPERIMENTS = ["paper", "labels", "time"] as const;
export type ExperimentKind = (typeof EXPERIMENTS)[number];

/**
 * One unit of work, as plain data: one method on one drawn training and test set. Its hash names
 * it.
 */
export interface TrialSpec {
  readonly experiment: ExperimentKind;
  /** The name of a data set, as in `DATA_SETS`. */
  readonly dataset: string;
  readonly protocol: Protocol;
  /** The true share of positives in the unlabeled and in the test bags. */
  readonly prior: number;
  readonly labeled: number;
  readonly unlabeled: number;
  readonly test: number;
  readonly noise: NoiseWay;
  /** From 0. */
  readonly trial: number;
  /**
   * The seed of the whole experiment. What is drawn depends on everything above and on it, but not
   * on the method.
   */
  readonly seed: number;
  /** The name of a method, as in `METHODS`. */
  readonly method: string;
  /** What the method is told of the prior: `true`, `as-printed` or another estimator. */
  readonly priorEstimate: string;
  /** The most kernel centres of a method on instances; null for each method's own. */
  readonly centres: number | null;
}

/** What a trial gave; the same bytes whenever and wherever it runs. */
export interface TrialResult {
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly auc: number;
  readonly averagePrecision: number;
  /** The share of the test bags that were called positive. */
  readonly positiveRate: number;
  /** The prior that the method used; null for one that needs none. */
  readonly usedPrior: number | null;
  /** The hyper-parameters that were chosen. */
  readonly chosen: Readonly<Record<string, number | string>>;
  /** How the training problem was solved. */
  readonly status: string;
  readonly relativeGap: number | null;
}

/** A finished trial, as in `results.jsonl`. */
export interface TrialRecord {
  /** The hash of the specification and the content of the data. */
  readonly id: string;
  readonly spec: TrialSpec;
  readonly result: TrialResult;
}

/**
 * How long the training of a trial took; kept apart from the results, which are the same bytes in
 * every run.
 */
export interface TrialTiming {
  readonly id: string;
  /** Seconds for drawing the bags, for training, and for scoring the test bags. */
  readonly draw: number;
  readonly train: number;
  readonly score: number;
}
