import { quantile } from "../statistics/quantile.js";
import type { BagSet } from "./bag-set.js";
import type { SparseBlock } from "./sparse.js";

/** The most bins of equal or doubling width; with more, bins get wider. */
const MOST_BINS = 12;

/**
 * If the largest bag has more than this many times the instances of the smallest, bins grow
 * geometrically.
 */
const WIDE = 32;

/** Bags with `from` to `to` instances, both included. */
export interface SizeBin {
  readonly from: number;
  readonly to: number;
  readonly bags: number;
}

/** What is in a BagSet, as counts: plain data that `bagwise inspect --json` prints. */
export interface BagSummary {
  readonly bags: number;
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative: number;
  readonly instances: number;
  /** Number of features. */
  readonly features: number;
  /** Blocks of sparse features, with the number of their values that are not 0. Absent if there are none. */
  readonly blocks?: readonly { readonly name: string; readonly width: number; readonly entries: number }[];
  /** Instances per bag; all 0 and no bins if there are no bags. */
  readonly bagSize: {
    readonly min: number;
    readonly median: number;
    readonly mean: number;
    readonly max: number;
    readonly histogram: readonly SizeBin[];
  };
  /** Number of different groups; null when the bags have none. */
  readonly groups: number | null;
}

function blockSummary(bags: BagSet, { name, width, offsets }: SparseBlock) {
  let entries = 0;
  for (let i = 0; i < bags.size; i++) entries += offsets[bags.startOf(i) + bags.sizeOf(i)] - offsets[bags.startOf(i)];
  return { name, width, entries };
}

/**
 * Counts the bags by label, the instances, and the instances per bag. Costs O(bags log bags).
 */
export function summarise(bags: BagSet): BagSummary {
  const counts = { positive: 0, unlabeled: 0, negative: 0 };
  for (let i = 0; i < bags.size; i++) counts[bags.labelOf(i)] += 1;
  const sizes = Float64Array.from({ length: bags.size }, (_, i) => bags.sizeOf(i)).sort();
  const groups = bags.groups();
  return {
    bags: bags.size,
    ...counts,
    instances: bags.instances,
    features: bags.dimension,
    ...(bags.blocks.length > 0 && { blocks: bags.blocks.map((block) => blockSummary(bags, block)) }),
    bagSize: {
      min: sizes[0] ?? 0,
      median: bags.size === 0 ? 0 : quantile(sizes, 0.5),
      mean: bags.size === 0 ? 0 : bags.instances / bags.size,
      max: sizes.at(-1) ?? 0,
      histogram: sizeHistogram(sizes),
    },
    groups: groups === undefined ? null : new Set(groups).size,
  };
}

/**
 * Counts in a few bins with round limits: of width 1, 2, 5, 10, 20 ..., or, if the sizes differ
 * more than 32-fold, 1, 2-3, 4-7 ..., or 1-9, 10-99 ... Empty bags get a bin of their own. `sizes`
 * ascend.
 */
export function sizeHistogram(sizes: ArrayLike<number>): SizeBin[] {
  const bins: { from: number; to: number; bags: number }[] = [];
  let empty = 0;
  while (empty < sizes.length && sizes[empty] === 0) empty++;
  if (empty > 0) bins.push({ from: 0, to: 0, bags: empty });
  if (empty === sizes.length) return bins;

  const { first, next } = sizeBins(sizes[empty], sizes[sizes.length - 1]);
  let from = first;
  for (let k = empty; k < sizes.length; ) {
    const to = next(from) - 1;
    let bags = 0;
    while (k < sizes.length && sizes[k] <= to) {
      bags++;
      k++;
    }
    bins.push({ from, to, bags });
    from = to + 1;
  }
  return bins;
}

/**
 * Where the first bin starts and where the one after a bin starts, for bags of `min` to `max`
 * instances.
 */
function sizeBins(min: number, max: number): { first: number; next: (from: number) => number } {
  if (max <= WIDE * min) {
    const width = niceWidth(min, max);
    return { first: Math.floor((min - 1) / width) * width + 1, next: (from) => from + width };
  }
  const doublings = Math.floor(Math.log2(max)) - Math.floor(Math.log2(min)) + 1;
  const factor = doublings <= MOST_BINS ? 2 : 10;
  let first = 1;
  while (first * factor <= min) first *= factor;
  return { first, next: (from) => from * factor };
}

/** The smallest of 1, 2, 5, 10, 20 ... that gives at most MOST_BINS bins aligned at 1. */
function niceWidth(min: number, max: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5]) {
      const width = step * power;
      const bins = Math.floor((max - 1) / width) - Math.floor((min - 1) / width) + 1;
      if (bins <= MOST_BINS) return width;
    }
  }
}
