import type { Certificate } from "../../model/model.js";
import { type Forest, joinedForests } from "../../scorers/forest/forest.js";
import type { Hyperplane } from "../../scorers/forest/forest-scorer.js";
import type { FitContext } from "../learner.js";
import { executeHere, type Work } from "../work.js";
import { columnsOf } from "./columns.js";
import type { DrawnFrom } from "./draws.js";
import { type BagColumns, growTrees, usualCandidates } from "./grow-forest.js";
import type { TreeOptions } from "./grow-tree.js";
import { type InstanceRows, trainMachines, worst } from "./machines.js";
import type { CheckedBaggingOptions } from "./options.js";
import type { RoundsData } from "./rounds-data.js";

/** Some rounds of an ensemble, as plain data. */
export interface RoundsJob {
  readonly drawn: DrawnFrom;
  readonly from: number;
  readonly to: number;
  readonly base:
    | { readonly type: "trees"; readonly data: BagColumns; readonly options: TreeOptions }
    | { readonly type: "svm"; readonly data: InstanceRows; readonly cost: number };
}

/** What rounds found. */
export interface RoundsOutcome {
  /** For machines the sum of their functions, not the mean. */
  readonly base: Forest | Hyperplane;
  /** For each row, the sum of the values of the rounds that have not seen its bag. */
  readonly sums: Float64Array;
  /** For each bag, how many rounds that are. */
  readonly counts: Uint32Array;
  /** Of the worst solved machine; null for trees. */
  readonly certificate: Certificate | null;
}

/** A finished ensemble. */
export interface Ensemble {
  readonly base: Forest | Hyperplane;
  /** For each row, its mean value in the rounds that have not seen its bag; NaN if all have. */
  readonly unseen: Float64Array;
  /** The least number of rounds that have not seen a bag. */
  readonly fewest: number;
  readonly certificate: Certificate | null;
}

/** The unit of work of PU bagging. */
export const BAGGING_WORK: Work<RoundsJob, RoundsOutcome> = {
  name: "bagging",
  run({ drawn, base, ...members }) {
    if (base.type === "svm") return trainMachines(base.data, drawn, base, members);
    const { forest, sums, counts } = growTrees(base.data, drawn, base.options, members);
    return { base: forest, sums, counts, certificate: null };
  },
};

/** Rounds in one unit of work. It does not depend on the number of threads, and sums keep their order. */
const ROUNDS_A_JOB = 20;

/** How many units of work so many rounds are. */
export function jobsOf(rounds: number): number {
  return Math.ceil(rounds / ROUNDS_A_JOB);
}

/** More numbers are not copied to other threads: it would take too much memory. */
const MOST_COPIED = 2 ** 25;

/** What is trained in each round, and how many there are. */
export type EnsembleOptions = Pick<
  CheckedBaggingOptions,
  "base" | "splits" | "candidates" | "leaf" | "cost" | "rounds"
>;

/**
 * Runs all rounds. The same bits come out for any number of threads. `work` is the same unit of work
 * under the name of another learner.
 */
export async function runRounds(
  { x, offsets, drawn, chances }: RoundsData,
  options: EnsembleOptions,
  { signal, onProgress, execute: given = executeHere }: FitContext,
  work: Work<RoundsJob, RoundsOutcome> = BAGGING_WORK,
): Promise<Ensemble> {
  const { rounds } = options;
  const base = baseOf({ x, offsets, chances }, options);
  const jobs = Array.from({ length: jobsOf(rounds) }, (_, k): RoundsJob => {
    const from = k * ROUNDS_A_JOB;
    return { drawn, from, to: Math.min(rounds, from + ROUNDS_A_JOB), base };
  });
  let done = 0;
  const onDone = () => onProgress?.({ step: "training", done: ++done, total: jobs.length });
  const execute = x.data.length > MOST_COPIED ? executeHere : given;
  return joined(await execute(work, jobs, onDone, signal), offsets, rounds);
}

function baseOf(
  { x, offsets, chances }: Pick<RoundsData, "x" | "offsets" | "chances">,
  options: EnsembleOptions,
): RoundsJob["base"] {
  const { base, splits, candidates, leaf, cost } = options;
  if (base === "svm") return { type: "svm", data: { x, offsets }, cost };
  const tried = candidates === undefined ? usualCandidates(x.cols) : Math.max(1, Math.round(candidates * x.cols));
  return {
    type: "trees",
    data: { columns: columnsOf(x, { splits }), offsets },
    options: { splits, candidates: tried, leaf, chances },
  };
}

function joined(parts: readonly RoundsOutcome[], offsets: Uint32Array, rounds: number): Ensemble {
  const [first, ...others] = parts;
  const [sums, counts] = [first.sums.slice(), first.counts.slice()];
  for (const part of others) {
    for (let row = 0; row < sums.length; row++) sums[row] += part.sums[row];
    for (let bag = 0; bag < counts.length; bag++) counts[bag] += part.counts[bag];
  }
  for (let bag = 0; bag < counts.length; bag++)
    for (let row = offsets[bag]; row < offsets[bag + 1]; row++) sums[row] /= counts[bag];
  return {
    base: joinedBase(
      parts.map(({ base }) => base),
      rounds,
    ),
    unseen: sums,
    fewest: counts.reduce((least, count) => Math.min(least, count), rounds),
    certificate: worst(parts.flatMap(({ certificate }) => certificate ?? [])),
  };
}

function joinedBase(parts: readonly (Forest | Hyperplane)[], rounds: number): Forest | Hyperplane {
  const trees = parts.flatMap((part) => (part.type === "trees" ? [part] : []));
  if (trees.length > 0) return joinedForests(trees);
  const planes = parts.flatMap((part) => (part.type === "hyperplane" ? [part] : []));
  const weights = planes[0].weights.map((_, j) => planes.reduce((sum, { weights: w }) => sum + w[j], 0) / rounds);
  return { type: "hyperplane", weights, bias: planes.reduce((sum, { bias }) => sum + bias, 0) / rounds };
}
