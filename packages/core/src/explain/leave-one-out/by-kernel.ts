import { gramDiagonal } from "../../kernels/gram/gram.js";
import { weighted } from "../../kernels/gram/weighted.js";
import type { EdgeKernel, Kernel, LeafOf, PairKernel } from "../../kernels/kernel.js";
import { leavesOf } from "../../kernels/kernel.js";
import { kernelKey } from "../../kernels/kernel-key.js";
import { instanceRows, statisticRows, type VectorName, vectorName } from "../../kernels/representation.js";
import { type Extremes, type Others, othersOf } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { isStatisticName, STATISTICS, type StatisticName } from "../../kernels/statistic/statistics.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type BagScorer, bagScorer, decide } from "../../scorers/scorer.js";
import { ChangedAffinities } from "./changed-affinities.js";
import { ChangedDissimilarities } from "./changed-dissimilarities.js";
import { ChangedEdges } from "./changed-edges.js";
import { type Centres, type ChangedBags, changedGram } from "./changed-gram.js";
import { ChangedGraph } from "./changed-graph.js";
import type { ChangedPairs, PairValues } from "./changed-pairs.js";
import { ChangedSet } from "./changed-set.js";
import { changesByFeature, changesWithout, holdersOf, minimaxOf } from "./changed-statistics.js";
import { centreVectors, changedVectors, type Vectors } from "./changed-vectors.js";
import type { Examination, Examiner, ExtremeBag } from "./examiner.js";

/** The maximum number of kernel values held at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * Examines bags for a scorer with any kernel of bags. Without an instance, minima and maxima change
 * only where it alone holds them, and products with the centres are corrected for that; an instance
 * that holds none contributes exactly 0, at no cost. A mean changes in every feature: one matrix
 * product for all instances. For kernels that compare
 * instances in pairs see `ChangedSet`, `ChangedGraph` and `ChangedEdges`.
 */
export function kernelExaminer(scorer: BagScorer): Examiner {
  const { kernel } = scorer;
  const scoresOf = bagScorer(scorer);
  const centres = centresOf(scorer);
  const leaves = leavesOf(kernel);
  const comparisons = comparisonsOf(leaves);
  const minimaxed = leaves.some(({ type }) => type === "statistic");
  /** Whether a feature of an instance matters only through the extremes it holds. */
  const minimaxOnly = leaves.every((leaf) => leaf.type === "statistic" && leaf.statistic === "minimax");
  /** Whether an instance matters only through the minima and maxima it holds. */
  const extremesOnly = leaves.every(
    (leaf) => leaf.type === "affinity" || (leaf.type === "statistic" && leaf.statistic === "minimax"),
  );
  const differences = (bags: ChangedBags): Float64Array => {
    const scores = decide(scorer, changedGram(kernel, bags, centres));
    return scores.subarray(1).map((score) => scores[0] - score);
  };
  const examine = ({ rows, extremes }: ExtremeBag): Examination => {
    const pairs = remembered((leaf: PairKernel | EdgeKernel): ChangedPairs => {
      if (leaf.type === "edge-graph") return new ChangedEdges(leaf, rows, instanceRows(scorer.centres));
      const others = weighted(leaf, instanceRows(scorer.centres));
      return leaf.type === "graph" ? new ChangedGraph(leaf.kernel, rows, others) : new ChangedSet(leaf, rows, others);
    });
    const compared = new Map(comparisons.map(([name, changed]) => [name, changed(rows)]));
    const bases = remembered((name: VectorName) =>
      isStatisticName(name) ? statisticOf(name, rows) : known(compared, name).base,
    );
    const products = remembered((name: VectorName) => linearAlgebra().gemv(centres.vectors(name).rows, bases(name)));
    const bags = (
      count: number,
      vectors: (name: VectorName) => Vectors,
      change: (pairs: ChangedPairs) => PairValues,
    ): ChangedBags => ({ count, vectors: remembered(vectors), pairs: remembered((leaf) => change(pairs(leaf))) });
    const contributions = new Float64Array(rows.size);
    const leaveOut = (instances: readonly number[]) => {
      const vectors = (name: VectorName) => {
        if (!isStatisticName(name)) {
          const changes = known(compared, name).without(instances);
          return changedVectors(changes, centres.vectors(name), undefined, products(name));
        }
        const base = bases(name);
        const moving = name === "minimax" ? [] : instances;
        const changes =
          name === "mean"
            ? unchanged(base, instances.length)
            : changesWithout(minimaxOf(extremes), instances, rows.size, base);
        const dense = name === "minimax" ? undefined : meansWithout(rows, extremes, moving, base);
        return changedVectors(changes, centres.vectors(name), dense, dense === undefined ? products(name) : undefined);
      };
      const found = differences(bags(instances.length + 1, vectors, (pairs) => pairs.without()));
      for (const [k, i] of instances.entries()) contributions[i] = found[k];
    };
    const all = Array.from({ length: rows.size }, (_, i) => i);
    const holders = () => {
      const kinds = [...compared.values()].flatMap(({ held }) => held);
      return holdersOf(minimaxed ? [...kinds, ...minimaxOf(extremes)] : kinds, rows);
    };
    if (rows.size > 1) leaveOut(extremesOnly ? holders() : all);
    return {
      contributions,
      effects(instance, others) {
        const result = new Float64Array(rows.width);
        const pairsOfEach = leaves.some(({ type }) => type === "graph") ? rows.size : 1;
        const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(pairsOfEach, centres.count, rows.width)));
        const every = Array.from(result.keys());
        const moved = minimaxOnly ? every.filter((j) => movesExtreme(extremes, others, j)) : every;
        for (let from = 0; from < moved.length; from += step) {
          const features = moved.slice(from, from + step);
          const vectors = (name: VectorName) => {
            const changes = isStatisticName(name)
              ? changesByFeature(STATISTICS[name].parts, others, bases(name), features)
              : known(compared, name).changed(instance, others, features);
            return changedVectors(changes, centres.vectors(name), undefined, products(name));
          };
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

/** How a bag compares to the points or bags of each such leaf of the kernel, by the names of what they compare. */
function comparisonsOf(leaves: readonly LeafOf<number>[]): Comparison[] {
  return leaves.flatMap((leaf): Comparison[] => {
    if (leaf.type === "affinity") return [[vectorName(leaf), (bag) => new ChangedAffinities(leaf.codebook, bag)]];
    if (leaf.type !== "dissimilarity") return [];
    return [[vectorName(leaf), (bag) => new ChangedDissimilarities(leaf.references, bag)]];
  });
}

type Comparison = [VectorName, (bag: BagRows) => ChangedAffinities | ChangedDissimilarities];

/** What the map holds under this name. Every name of the kernel is there. */
function known<Value>(map: ReadonlyMap<VectorName, Value>, name: VectorName): Value {
  const found = map.get(name);
  if (found === undefined) throw new RangeError(`there is nothing to compare with under ${name}`);
  return found;
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

/** A memoised version of the function. Keys are names or kernels. */
function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const name = kernelKey(key);
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = compute(key);
    known.set(name, made);
    return made;
  };
}
