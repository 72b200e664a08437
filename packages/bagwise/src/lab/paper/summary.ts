import type { Protocol } from "../data/protocol.js";
import type { ExperimentKind } from "./trial.js";

/** Mean and standard deviation (n - 1) over trials; the deviation of a single trial is 0. */
export interface Spread {
  readonly mean: number;
  readonly sd: number;
}

/** What the paper prints for a cell. */
export interface Printed extends Spread {
  readonly bold: boolean;
}

/** All trials of one method in one setting. */
export interface Cell {
  readonly dataset: string;
  readonly protocol: Protocol;
  readonly prior: number;
  /** The number of labelled bags. */
  readonly labeled: number;
  readonly method: string;
  readonly trials: number;
  readonly accuracy: Spread;
  readonly balancedAccuracy: Spread;
  readonly auc: Spread;
  readonly averagePrecision: Spread;
  readonly positiveRate: Spread;
  /** Null for a method that needs no prior. */
  readonly usedPrior: Spread | null;
  /**
   * Best, or not worse than the best by the one-sided t-test at 5 %. Never for a column that the
   * paper's table does not compare.
   */
  readonly bold: boolean;
  /** The accuracy of always giving the more frequent answer: max(prior, 1 - prior). */
  readonly constantGuess: number;
  /** Undefined where the paper prints nothing for this setting. */
  readonly printed: Printed | undefined;
  /** How many trainings ended otherwise than `solved`. */
  readonly unsolved: number;
  /** Seconds of a training, where they were measured. */
  readonly seconds: Spread | undefined;
}

/** An experiment as tables and figures need it. */
export interface Summary {
  readonly experiment: ExperimentKind;
  /**
   * The cells in the order of the grid: data set, protocol, prior, number of labelled bags, method.
   */
  readonly cells: readonly Cell[];
  readonly datasets: readonly string[];
  readonly protocols: readonly Protocol[];
  readonly priors: readonly number[];
  readonly labeled: readonly number[];
  readonly methods: readonly string[];
  readonly trials: number;
}
