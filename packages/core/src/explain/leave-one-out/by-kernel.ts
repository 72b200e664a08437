import { conformalFactors } from "../../kernels/codebook/conformal.js";
import { combined, combinedSelf, gramDiagonal, weighted } from "../../kernels/gram/gram.js";
import {
  isVectorKernel,
  type Kernel,
  type LeafName,
  type LeafOf,
  leavesOf,
  type PairsKernel,
  vectorName,
} from "../../kernels/kernel.js";
import { kernelKey } from "../../kernels/kernel-key.js";
import { type Instances, instanceRows, statisticRows, type VectorName } from "../../kernels/representation.js";
import { type Extremes, type Others, othersOf } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { isStatisticName, STATISTICS, type StatisticName } from "../../kernels/statistic/statistics.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type BagScorer, bagScorer, decide } from "../../scorers/scorer.js";
import { ChangedAffinities } from "./changed-affinities.js";
import { ChangedDissimilarities } from "./changed-dissimilarities.js";
import { ChangedEdges } from "./changed-edges.js";
import { ChangedGraph } from "./changed-graph.js";
import type { ChangedPairs, PairValues } from "./changed-pairs.js";
import { ChangedSet } from "./changed-set.js";
import { changesByFeature, changesWithout, holdersOf, minimaxOf } from "./changed-statistics.js";
import {
  type CentreVectors,
  centreVectors,
  changedVectors,
  kernelOfProducts,
  selfOfProducts,
  type Vectors,
} from "./changed-vectors.js";
import type { Examination, Examiner, ExtremeBag } from "./examiner.js";

/** The maximum number of kernel values held at a time. */
const MOST_VALUES = 2 ** 20;

/** Kernel values of a bag without each of its instances: at most this many, some hundred MB. */
const MOST_LEFT_OUT = 3e7;

/** How a bag is compared without one instance, for one kernel of bags. */
interface LeftOut<Leaf> {
  /** The most instances of a bag of which each can be left out. Default: as many as memory allows. */
  readonly most?: number;
  /** Whether every change weighs all instances of the bag anew. */
  readonly weighsAnew?: boolean;
  /** How many numbers there are of each instance, besides the kernel values. Default 1. */
  readonly numbers?: (leaf: Leaf) => number;
  /** Whether an instance matters only through the minima and maxima it holds. Default: it does not. */
  readonly byExtremes?: (leaf: Leaf) => boolean;
  /** For a kernel on vectors that are no statistic. */
  readonly compare?: (leaf: Leaf, bag: BagRows) => ChangedAffinities | ChangedDissimilarities;
  /** For a kernel of pairs. The instances of centres have the weights of the kernel. */
  readonly pairs?: (leaf: Leaf, bag: BagRows, centres: Instances) => ChangedPairs;
}

const LEFT_OUT: { readonly [Name in LeafName]: LeftOut<Extract<LeafOf<number>, { type: Name }>> } = {
  statistic: { byExtremes: ({ statistic }) => statistic === "minimax" },
  set: { pairs: (leaf, bag, centres) => new ChangedSet(leaf, bag, centres) },
  // All instances of a bag are weighed anew without each of them: some ten seconds for so many.
  graph: { most: 2000, weighsAnew: true, pairs: (leaf, bag, centres) => new ChangedGraph(leaf.kernel, bag, centres) },
  // All edges are found and compared anew without each instance.
  "edge-graph": { most: 200, pairs: (leaf, bag, centres) => new ChangedEdges(leaf, bag, centres) },
  affinity: {
    byExtremes: () => true,
    numbers: ({ codebook }) => codebook.points.length,
    compare: ({ codebook }, bag) => new ChangedAffinities(codebook, bag),
  },
  conformal: {
    numbers: ({ codebook }) => codebook.points.length,
    pairs: (leaf, bag, centres) =>
      new ChangedSet(leaf, bag, centres, (rows) => conformalFactors(leaf.codebook, leaf.factors, rows)),
  },
  dissimilarity: { compare: ({ references }, bag) => new ChangedDissimilarities(references, bag) },
};

function leftOut({ type }: LeafOf<number>): LeftOut<LeafOf<number>> {
  return LEFT_OUT[type] as LeftOut<LeafOf<number>>;
}

/** The most instances of a bag of which each can be left out, if there are so many centres. */
export function mostByKernel(kernel: Kernel, centres: number): number {
  const leaves = leavesOf(kernel);
  const numbers = leaves.map((leaf) => leftOut(leaf).numbers?.(leaf) ?? 1);
  return Math.min(
    mostByCentres(Math.max(centres, ...numbers)),
    ...leaves.map((leaf) => leftOut(leaf).most ?? Infinity),
  );
}

/** The same, for so many numbers of each instance. */
export function mostByCentres(numbers: number): number {
  return Math.floor(MOST_LEFT_OUT / Math.max(1, numbers));
}

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
  const extremesOnly = leaves.every((leaf) => leftOut(leaf).byExtremes?.(leaf) === true);
  const differences = (bags: ChangedBags): Float64Array => {
    const scores = decide(scorer, changedGram(kernel, bags, centres));
    return scores.subarray(1).map((score) => scores[0] - score);
  };
  const examine = ({ rows, extremes }: ExtremeBag): Examination => {
    const pairs = remembered((leaf: PairsKernel) =>
      changedPairs(leaf, rows, weighted(leaf, instanceRows(scorer.centres))),
    );
    const compared = new Map(comparisons.map(([name, changed]) => [name, changed(rows)]));
    const bases = remembered((name: VectorName) =>
      isStatisticName(name) ? statisticOf(name, rows) : known(compared, name).base,
    );
    const products = remembered((name: VectorName) => linearAlgebra().gemv(centres.vectors(name).rows, bases(name)));
    const bags = (
      vectors: (name: VectorName) => Vectors,
      change: (pairs: ChangedPairs) => PairValues,
    ): ChangedBags => ({ vectors: remembered(vectors), pairs: remembered((leaf) => change(pairs(leaf))) });
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
      const found = differences(bags(vectors, (pairs) => pairs.without()));
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
        const pairsOfEach = leaves.some((leaf) => leftOut(leaf).weighsAnew) ? rows.size : 1;
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
          const found = differences(bags(vectors, change));
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
    if (!isVectorKernel(leaf)) return [];
    const { compare } = leftOut(leaf);
    return compare === undefined ? [] : [[vectorName(leaf), (bag) => compare(leaf, bag)]];
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

function changedPairs(leaf: PairsKernel, bag: BagRows, centres: Instances): ChangedPairs {
  const changed = leftOut(leaf).pairs?.(leaf, bag, centres);
  if (changed === undefined) throw new RangeError(`nothing leaves an instance out of the kernel ${leaf.type}`);
  return changed;
}

/** Several slightly different versions of a bag, in the form that the leaves of a kernel need. */
interface ChangedBags {
  vectors(name: VectorName): Vectors;
  pairs(kernel: PairsKernel): PairValues;
}

/** The centres, in the form that the leaves of a kernel need. */
interface Centres {
  /** The number of centres. */
  readonly count: number;
  vectors(name: VectorName): CentreVectors;
  /** The kernel of every centre with itself, as in `gramDiagonal`. */
  self(kernel: Kernel): Float64Array;
}

/** The kernel between changed bags (rows) and the centres, as in `gram`. */
function changedGram(kernel: Kernel, bags: ChangedBags, centres: Centres): Matrix {
  const leaf = (of: LeafOf<number>) => {
    if (!isVectorKernel(of)) return bags.pairs(of).values;
    const name = vectorName(of);
    return kernelOfProducts(of.kernel, bags.vectors(name), centres.vectors(name));
  };
  const self = (of: LeafOf<number>) =>
    isVectorKernel(of) ? selfOfProducts(of.kernel, bags.vectors(vectorName(of))) : bags.pairs(of).self();
  return combined(kernel, { leaf, selves: (of) => [combinedSelf(of, self), centres.self(of)] });
}
