import type { Note } from "@bagwise/core/base";
import { groupBy } from "../trials/group-by.js";
import { type Spread, spreadOf } from "../trials/spread.js";
import type { TrialTiming } from "../trials/trial.js";

/** The data of a run. */
export interface DataHash {
  /** The name of the data set, as in `DATA_SETS`. */
  readonly name: string;
  /** The hash of its content. */
  readonly hash: string;
}

/** A data file of a run. */
export interface DataFile extends DataHash {
  /** Where it was read from. */
  readonly file: string;
}

/** The machine of a run. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
  readonly system: string;
  /** The version of Node. */
  readonly node: string;
}

/** How long the trainings of one method on one data set took. */
export interface TrainingTime {
  readonly dataset: string;
  readonly method: string;
  readonly trainings: number;
  /** Of one training. */
  readonly seconds: Spread;
}

/** All that the results of an experiment depend on. */
export interface Recipe {
  /** The version of bagwise. */
  readonly version: string;
  /** The kind of experiment: `paper`, `labels`, `time` or `compare`. */
  readonly experiment: string;
  /** By name, as flags or fields (`priorEstimate`): the command is made of them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly data: readonly DataHash[];
}

/** What a report says about a run besides its results. */
export interface RunInfo extends Recipe {
  readonly data: readonly DataFile[];
  /** What the reader should know; the same in every run, no place on one machine. */
  readonly notes: readonly Note[];
  readonly machine: Machine;
  readonly workers: number;
  readonly wallSeconds: number;
  /** See `trainingTimes`; empty when nothing was measured. */
  readonly timings: readonly TrainingTime[];
}

/** An experiment of another kind that is shown in the same report, and how to make it again. */
export interface OtherRun<T> {
  readonly summary: T;
  readonly recipe: Recipe;
  /** See `trainingTimes`; empty when nothing was measured. */
  readonly timings: readonly TrainingTime[];
}

/**
 * Times by data set and method, in the order of the records; those without a timing are left out.
 * The standard deviation of a single training is 0. Costs O(records + timings).
 */
export function trainingTimes(
  records: readonly { readonly id: string; readonly spec: { readonly dataset: string; readonly method: string } }[],
  timings: readonly TrialTiming[],
): TrainingTime[] {
  const secondsOf = new Map(timings.map(({ id, train }) => [id, train]));
  const timed = records.flatMap(({ id, spec: { dataset, method } }) => {
    const seconds = secondsOf.get(id);
    return seconds === undefined ? [] : [{ dataset, method, seconds }];
  });
  return groupBy(timed, ({ dataset, method }) => [dataset, method]).map((own) => ({
    dataset: own[0].dataset,
    method: own[0].method,
    trainings: own.length,
    seconds: spreadOf(own.map(({ seconds }) => seconds)),
  }));
}
