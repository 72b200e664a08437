import type { BagSet } from "../bags/bag-set.js";
import { gram } from "../kernels/gram/gram.js";
import { leavesOf } from "../kernels/kernel.js";
import type { Instances, Representation } from "../kernels/representation.js";
import { viewsKernel } from "../kernels/views/views.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { reducedStatistics } from "../statistics/leave-one-out.js";
import type { BagRows } from "../statistics/statistic.js";
import type { StatisticName } from "../statistics/statistics.js";
import { type BagScorer, decide, type Scorer, scoreBags, scoreInstances, type ViewsScorer } from "./scorer.js";
import { type Witness, witnessOf } from "./witness.js";

/** So many numbers of reduced bags are held at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * The instance that a scaled bag's score is owed to. For one bag now and then: `explain` of
 * bagwise/explain is faster for many, and says more.
 */
export function findWitness(scorer: Scorer, bags: BagSet, bag: number): Witness {
  const alone = bags.subset([bag]);
  const start = bags.startOf(bag);
  if (scorer.kind === "instances") {
    const [{ scores, key }] = scoreInstances(scorer, alone);
    return witnessOf(scores, scores[key], start, key);
  }
  const [score] = scoreBags(scorer, alone);
  return witnessOf(leaveOneOut(scorer, alone, score), score, start);
}

/**
 * g(X) - g(X without x) for each instance x of the only bag of `bags`. A bag of one instance: g(X).
 * Equal instances: 0 for all.
 */
function leaveOneOut(scorer: BagScorer | ViewsScorer, bags: BagSet, score: number): Float64Array {
  const { data, dimension: width } = bags;
  const rows: BagRows = { data, start: bags.startOf(0), size: bags.sizeOf(0), width };
  if (rows.size === 1) return Float64Array.of(score);
  const result = new Float64Array(rows.size);
  if (allEqual(rows)) return result;
  const valuesOf = reducedKernel(scorer, rows);
  // A reduced bag is its instances at most.
  const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, width * rows.size, scorer.alpha.length)));
  for (let from = 0; from < rows.size; from += step)
    result.set(decide(scorer, valuesOf(from, Math.min(from + step, rows.size))), from);
  return result.map((reduced) => score - reduced);
}

/**
 * Whether all instances are the same. Then taking one away changes nothing, whatever the kernel.
 */
export function allEqual({ data, start, size, width }: BagRows): boolean {
  const end = (start + size) * width;
  for (let at = (start + 1) * width; at < end; at++) if (data[at] !== data[at - width]) return false;
  return true;
}

/** The kernel between the bag without instance `from`, .., `to - 1` (rows) and the centres. */
function reducedKernel(scorer: BagScorer | ViewsScorer, rows: BagRows): (from: number, to: number) => Matrix {
  if (scorer.kind === "views") {
    const values = viewsKernel(scorer.views);
    return (from, to) => values(reducedStatistics("min-max-mean", rows, from, to));
  }
  const { kernel, centres } = scorer;
  return (from, to) => {
    const statistics: Partial<Record<StatisticName, Matrix>> = {};
    let sets: Pick<Representation, "instances"> = {};
    for (const leaf of leavesOf(kernel)) {
      if (leaf.type === "set") sets = { instances: reducedSets(rows, from, to) };
      else statistics[leaf.statistic] ??= reducedStatistics(leaf.statistic, rows, from, to);
    }
    return gram(kernel, { bags: to - from, statistics, ...sets }, centres);
  };
}

function reducedSets({ data, start, size, width }: BagRows, from: number, to: number): Instances {
  const others = size - 1;
  const rows = matrix((to - from) * others, width);
  let at = 0;
  for (let i = from; i < to; i++) {
    for (let k = start * width; k < (start + size) * width; k++)
      if (Math.floor(k / width) !== start + i) rows.data[at++] = data[k];
  }
  return { rows, offsets: Uint32Array.from({ length: to - from + 1 }, (_, k) => k * others) };
}
