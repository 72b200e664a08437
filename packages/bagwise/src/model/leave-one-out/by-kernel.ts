import { gramDiagonal } from "../../kernels/gram/gram.js";
import { weighted } from "../../kernels/gram/weighted.js";
import type { Kernel, PairKernel } from "../../kernels/kernel.js";
import { leavesOf } from "../../kernels/kernel.js";
import { instanceRows, statisticRows } from "../../kernels/representation.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type Extremes, type Others, othersOf } from "../../statistics/leave-one-out.js";
import type { BagRows } from "../../statistics/statistic.js";
import { STATISTICS, type StatisticName } from "../../statistics/statistics.js";
import { type BagScorer, bagScorer, decide } from "../scorer.js";
import { type Centres, type ChangedBags, changedGram } from "./changed-gram.js";
import { ChangedGraph } from "./changed-graph.js";
import type { ChangedPairs, PairValues } from "./changed-pairs.js";
import { ChangedSet } from "./changed-set.js";
import { changesByFeature, changesWithout, holdersOf } from "./changed-statistics.js";
import { centreVectors, changedVectors, type Vectors } from "./changed-vectors.js";
import type { Examination, Examiner, ExtremeBag } from "./examiner.js";

/** The maximum number of kernel values held at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * Examines bags for a scorer with any kernel of bags. Without an instance, minima and maxima change
 * only where it alone holds them, and products with the centres are corrected for that; an instance
 * that holds none contributes exactly 0, at no cost. A mean changes in every feature: one matrix
 * product for all instances. For kernels that compare
 * instances in pairs see `ChangedSet` and `ChangedGraph`.
 */
export function kernelExaminer(scorer: BagScorer): Examiner {
  const { kernel } = scorer;
  const scoresOf = bagScorer(scorer);
  const centres = centresOf(scorer);
  const leaves = leavesOf(kernel);
  /** Whether an instance matters only through the extremes it holds. */
  const extremesOnly = leaves.every((leaf) => leaf.type === "statistic" && leaf.statistic === "minimax");
  const differences = (bags: ChangedBags): Float64Array => {
    const scores = decide(scorer, changedGram(kernel, bags, centres));
    return scores.subarray(1).map((score) => scores[0] - score);
  };
  const examine = ({ rows, extremes }: ExtremeBag): Examination => {
    const pairs = remembered((leaf: PairKernel): ChangedPairs => {
      const others = weighted(leaf, instanceRows(scorer.centres));
      return leaf.type === "graph"
        ? new ChangedGraph(leaf.kernel, rows, others)
        : new ChangedSet(leaf.kernel, rows, others);
    });
    const bases = remembered((name: StatisticName) => statisticOf(name, rows));
    const products = remembered((name: StatisticName) => linearAlgebra().gemv(centres.vectors(name).rows, bases(name)));
    const bags = (
      count: number,
      vectors: (name: StatisticName) => Vectors,
      change: (pairs: ChangedPairs) => PairValues,
    ): ChangedBags => ({ count, vectors: remembered(vectors), pairs: remembered((leaf) => change(pairs(leaf))) });
    const contributions = new Float64Array(rows.size);
    const leaveOut = (instances: readonly number[]) => {
      const vectors = (name: StatisticName) => {
        const base = bases(name);
        const moving = name === "minimax" ? [] : instances;
        const changes =
          name === "mean" ? unchanged(base, instances.length) : changesWithout(extremes, instances, rows.size, base);
        const dense = name === "minimax" ? undefined : meansWithout(rows, extremes, moving, base);
        const known = dense === undefined ? products(name) : undefined;
        return changedVectors(changes, centres.vectors(name), dense, known);
      };
      const found = differences(bags(instances.length + 1, vectors, (pairs) => pairs.without()));
      for (const [k, i] of instances.entries()) contributions[i] = found[k];
    };
    if (rows.size > 1)
      leaveOut(extremesOnly ? holdersOf(extremes, rows) : Array.from({ length: rows.size }, (_, i) => i));
    return {
      contributions,
      effects(instance, others) {
        const result = new Float64Array(rows.width);
        const compared = leaves.some(({ type }) => type === "graph") ? rows.size : 1;
        const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(compared, centres.count, rows.width)));
        const all = Array.from(result.keys());
        const moved = extremesOnly ? all.filter((j) => movesExtreme(extremes, others, j)) : all;
        for (let from = 0; from < moved.length; from += step) {
          const features = moved.slice(from, from + step);
          const vectors = (name: StatisticName) =>
            changedVectors(
              changesByFeature(STATISTICS[name].parts, others, bases(name), features),
              centres.vectors(name),
              undefined,
              products(name),
            );
          const change = (pairs: ChangedPairs) => pairs.changed(instance, others, features);
          const found = differences(bags(features.length + 1, vectors, change));
          for (const [k, j] of features.entries()) result[j] = found[k];
        }
        return result;
      },
    };
  };
  return (bags, each) => ({ scores: () => scoresOf(bags), examine: (bag) => examine(each[bag]) });
}

function movesExtreme({ low, high }: Extremes, others: Others, j: number): boolean {
  return others.low[j] !== low[j] || others.high[j] !== high[j];
}

function centresOf({ centres }: BagScorer): Centres {
  return {
    count: centres.bags,
    vectors: remembered((name) => centreVectors(statisticRows(centres, name))),
    self: remembered((kernel: Kernel) => gramDiagonal(kernel, centres)),
  };
}

function statisticOf(name: StatisticName, rows: BagRows): Float64Array {
  const { parts, write } = STATISTICS[name];
  const base = new Float64Array(parts.length * rows.width);
  write(rows, base, 0);
  return base;
}

/** `count` copies of the base. */
function unchanged(base: Float64Array, count: number) {
  return { base, offsets: new Uint32Array(count + 1), columns: new Uint32Array(0), values: new Float64Array(0) };
}

/** The mean of the bag, the last part of the base, then the means without each instance. */
function meansWithout(rows: BagRows, extremes: Extremes, instances: readonly number[], base: Float64Array): Matrix {
  const result = matrix(instances.length + 1, rows.width);
  result.data.set(base.subarray(base.length - rows.width));
  for (const [k, i] of instances.entries()) result.data.set(othersOf(rows, extremes, i).mean, (k + 1) * rows.width);
  return result;
}

/** A memoised version of the function. Keys are plain data. */
function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const name = JSON.stringify(key);
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = compute(key);
    known.set(name, made);
    return made;
  };
}
