import type { BagSet } from "../bags/bag-set.js";
import { exp, log } from "../base/portable-math.js";
import { distanceBlocks } from "../kernels/gram/distance-blocks.js";
import { gram } from "../kernels/gram/gram.js";
import { instanceGram } from "../kernels/gram/instance-gram.js";
import { isNarrow, narrowExpansion } from "../kernels/gram/narrow-gaussian.js";
import type { InstanceKernel } from "../kernels/instance-kernel.js";
import type { Kernel } from "../kernels/kernel.js";
import { represent } from "../kernels/represent.js";
import type { Representation } from "../kernels/representation.js";
import { checkComputable } from "../kernels/statistic/check-bags.js";
import { type Views, viewsOfBags } from "../kernels/views/views.js";
import { linearAlgebra } from "../linalg/backend.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { type BlocksScorer, blockScores } from "./blocks/blocks-scorer.js";
import { type ForestScorer, forestBagScores, instanceValues } from "./forest/forest-scorer.js";
import { applyLink, type Link } from "./link.js";
import { type NetworkBag, type NetworkScorer, scoreByNetwork } from "./network/network-scorer.js";
import { highest } from "./network/pooling.js";
import { topMean } from "./top-mean.js";

/** Scores a bag as a whole: g(X) = sum over centres of alpha k(X, centre) + beta. */
export interface BagScorer {
  readonly kind: "bags";
  readonly kernel: Kernel;
  /** The bags to compare with, in the form the kernel needs. */
  readonly centres: Representation;
  readonly alpha: Float64Array;
  readonly beta: number;
}

/**
 * A function of instances: f(x) = sum over centres of alpha k(x, centre) + beta. With a linear
 * kernel and one centre w, f(x) = w.x + beta.
 */
export interface Expansion {
  readonly kernel: InstanceKernel;
  /** One centre per row. */
  readonly centres: Matrix;
  readonly alpha: Float64Array;
  readonly beta: number;
}

/** Principal axes: x becomes (x - mean) . axes, with one axis per row. */
export interface Projection {
  readonly mean: Float64Array;
  readonly axes: Matrix;
}

/**
 * Scores every instance. A bag has the score of its key instance: the one with the highest score,
 * or the one with the lowest `key`. With `topShare` it has the mean of its highest scores.
 */
export interface InstanceScorer {
  readonly kind: "instances";
  readonly projection: Projection | null;
  readonly score: Expansion;
  /**
   * A density with positive weights and a Gaussian kernel. Compared by its logarithm, which never
   * underflows. If null, the key instance is the one with the highest score.
   */
  readonly key: Expansion | null;
  /** The share of its instances whose mean score a bag has, above 0. Default: that of the key instance. */
  readonly topShare?: number;
}

/**
 * Scores a bag as a whole with the five views: g(X) = link(sum over centres of alpha k(X, centre)
 * + beta).
 */
export interface ViewsScorer {
  readonly kind: "views";
  readonly views: Views;
  readonly alpha: Float64Array;
  readonly beta: number;
  /** Turns the ranking value into a decision value. Keeps the order. */
  readonly link: Link;
}

/** A scorer with a link. */
export type PartScorer = ViewsScorer | BlocksScorer | ForestScorer;

/** A scorer that can be a part of an average. That of a kernel has its factor in alpha and beta. */
export type AveragedScorer = PartScorer | BagScorer;

/**
 * Averages several scorers: g(X) = link(sum over parts of g_k(X)). The link of each part brings its values
 * to a common scale, with its weight.
 */
export interface AverageScorer {
  readonly kind: "average";
  /** At least one. */
  readonly parts: readonly AveragedScorer[];
  /** Turns the ranking value into a decision value. Keeps the order. */
  readonly link: Link;
}

/** Turns scaled bags into scores. */
export type Scorer = BagScorer | InstanceScorer | NetworkScorer | PartScorer | AverageScorer;

/** The scores of the instances of one bag, in order. */
export interface ScoredInstances {
  readonly scores: Float64Array;
  /**
   * The index in the bag of the instance that gives the bag its score, or most of it; the first in
   * case of a tie.
   */
  readonly key: number;
}

/**
 * The number of bags or instances scored at a time. Fewer if there are so many centres that their
 * kernel values would take too much memory.
 */
const BLOCK = 4096;
const MOST_VALUES = 2 ** 22;

/**
 * The decision value of each scaled bag. A bag's score does not depend on which other bags are
 * scored.
 */
export function scoreBags(scorer: Scorer, bags: BagSet): Float64Array {
  return bagScorer(scorer)(bags);
}

/** What there is to know about scoring by one kind of scorer. How it is stored is in `scorer-data.ts`. */
interface ScorerKind<S> {
  /** The scores of bags, for many calls: the setup is done once. */
  bags(scorer: S): (bags: BagSet) => Float64Array;
  /** The scores of all instances of each bag. Default: it scores bags as a whole. */
  instances?(scorer: S, bags: BagSet): ScoredInstances[];
  /** Whether it scores instances, if not all of its kind do. */
  hasInstances?(scorer: S): boolean;
  /** Whether a bag has exactly the score of its key instance. Default: it has not. */
  keyDecides?(scorer: S): boolean;
  /** The number of kernel values of a bag. Default 1. */
  centres?(scorer: S): number;
}

const alone = () => 1;

/** A scorer that compares bags with centres. */
function byCentres<S extends BagScorer | ViewsScorer>(
  kernelOf: (scorer: S) => (bags: BagSet) => Matrix,
): ScorerKind<S> {
  return {
    bags(scorer) {
      const valuesOf = kernelOf(scorer);
      const centres = scorer.alpha.length;
      return (bags) => inBlocks(bags, (block) => decide(scorer, valuesOf(block)), { centres, units: alone });
    },
    centres: ({ alpha }) => alpha.length,
  };
}

const KINDS: { readonly [Kind in Scorer["kind"]]: ScorerKind<Extract<Scorer, { kind: Kind }>> } = {
  bags: byCentres(
    ({ kernel, centres }) =>
      (bags) =>
        gram(kernel, represent(kernel, bags), centres),
  ),
  views: byCentres(({ views }) => viewsOfBags(views)),
  blocks: { bags: (scorer) => (bags) => inBlocks(bags, (block) => blockScores(scorer, block), { units: alone }) },
  forest: {
    bags(scorer) {
      const units = scorer.on === "bags" ? alone : undefined;
      return (bags) => inBlocks(bags, (block) => forestBagScores(scorer, block), { units });
    },
    instances: (scorer, bags) =>
      Array.from(
        blocksOf(bags, 1, (i) => bags.sizeOf(i)),
        ([, block]) => instanceValues(scorer, block),
      )
        .flat()
        .map((own) => ({ scores: applyLink(scorer.link, own), key: highest(own, 0, own.length) })),
    hasInstances: ({ on }) => on === "instances",
    keyDecides: ({ on, topShare }) => on === "instances" && topShare === 0,
  },
  average: {
    bags({ parts, link }) {
      const scorings = parts.map(bagScorer);
      // All parts look at the same block, whose summaries are computed once.
      const centres = Math.max(1, ...parts.map((part) => kindOf(part).centres?.(part) ?? 1));
      const sums = (block: BagSet) => sumOf(scorings.map((scoresOf) => scoresOf(block)));
      return (bags) => applyLink(link, inBlocks(bags, sums, { centres, units: alone }));
    },
  },
  instances: {
    bags: (scorer) => (bags) => Float64Array.from(scoreInstances(scorer, bags), (scored) => pooled(scorer, scored)),
    instances: scoreInstances,
    keyDecides: () => true,
  },
  network: {
    bags: (scorer) => (bags) => Float64Array.from(networkBagsOf(scorer, bags), ({ score }) => score),
    instances: (scorer, bags) => networkBagsOf(scorer, bags).map(({ scores, key }) => ({ scores, key })),
  },
};

function kindOf({ kind }: Scorer): ScorerKind<Scorer> {
  return KINDS[kind];
}

/** Like `scoreBags`, for many calls: the setup is done once, here. */
export function bagScorer(scorer: Scorer): (bags: BagSet) => Float64Array {
  return kindOf(scorer).bags(scorer);
}

/** The sums of numbers in the same places, in the order of the lists. At least one list. */
export function sumOf([first, ...others]: readonly Float64Array[]): Float64Array {
  const sums = first.slice();
  for (const each of others) for (let i = 0; i < sums.length; i++) sums[i] += each[i];
  return sums;
}

/** The scores of bags, some at a time. A block is limited by its instances, unless `units` counts others. */
function inBlocks(
  bags: BagSet,
  scoresOf: (block: BagSet) => Float64Array,
  { centres = 1, units = (i) => bags.sizeOf(i) }: { centres?: number; units?: ((bag: number) => number) | undefined },
): Float64Array {
  const scores = new Float64Array(bags.size);
  for (const [start, block] of blocksOf(bags, centres, units)) scores.set(scoresOf(block), start);
  return scores;
}

/**
 * The scores of all instances of each scaled bag, and which of them gives the bag its score, or most of
 * it. Null for a scorer of bags as a whole. Throws an InputError for a bag that cannot be scored.
 */
export function instancesOf(scorer: Scorer, bags: BagSet): ScoredInstances[] | null {
  return (scoresInstances(scorer) && kindOf(scorer).instances?.(scorer, bags)) || null;
}

/** Whether it scores every instance, rather than only bags as a whole. */
export function scoresInstances(scorer: Scorer): boolean {
  const { instances, hasInstances } = kindOf(scorer);
  return instances !== undefined && hasInstances?.(scorer) !== false;
}

/**
 * Whether a bag has exactly the score of one of its instances, the key instance. A network scores instances,
 * too, but pools them, and so do most forests of instances.
 */
export function keyDecides(scorer: Scorer): boolean {
  return kindOf(scorer).keyDecides?.(scorer) === true;
}

/** The score of a bag, from those of its instances. */
export function pooled({ topShare }: InstanceScorer, { scores, key }: ScoredInstances): number {
  return topShare === undefined ? scores[key] : topMean(scores, topShare);
}

/** The decision values of bags, from their kernel values with the centres. */
export function decide(scorer: BagScorer | ViewsScorer, values: Matrix): Float64Array {
  const scores = linearAlgebra().gemv(values, scorer.alpha);
  for (let i = 0; i < scores.length; i++) scores[i] += scorer.beta;
  return scorer.kind === "views" ? applyLink(scorer.link, scores) : scores;
}

/**
 * The scores of all instances of each scaled bag. Throws an InputError for an empty bag or a value
 * that is not finite.
 */
export function scoreInstances({ projection, score, key }: InstanceScorer, bags: BagSet): ScoredInstances[] {
  const result: ScoredInstances[] = [];
  const centres = Math.max(score.alpha.length, key === null ? 0 : key.alpha.length);
  for (const [, block] of blocksOf(bags, centres, (i) => bags.sizeOf(i))) {
    checkComputable(block);
    const given = matrix(block.instances, block.dimension, block.toMatrix());
    const rows = projection === null ? given : project(projection, given);
    const scores = expand(score, rows);
    const keys = key === null ? undefined : logDensity(key, rows);
    for (let i = 0, at = 0; i < block.size; i++) {
      const to = at + block.sizeOf(i);
      const own = scores.slice(at, to);
      result.push({ scores: own, key: keyOf(own, keys?.subarray(at, to)) });
      at = to;
    }
  }
  return result;
}

/** What networks make of each scaled bag, some bags at a time. */
export function networkBagsOf(scorer: NetworkScorer, bags: BagSet): NetworkBag[] {
  const blocks = Array.from(
    blocksOf(bags, 1, (i) => bags.sizeOf(i)),
    ([, block]) => scoreByNetwork(scorer, block),
  );
  return blocks.flat();
}

/**
 * f of every row. Kernel values are computed for some rows at a time, because a bag may have a
 * million. The score of a row depends only on that row.
 */
export function expand({ kernel, centres, alpha, beta }: Expansion, rows: Matrix): Float64Array {
  const values = new Float64Array(rows.rows);
  const width = kernel.type === "gaussian" && isNarrow(centres, kernel.width) ? kernel.width : undefined;
  const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, alpha.length)));
  for (let first = 0; first < rows.rows; first += step) {
    const end = Math.min(rows.rows, first + step);
    const some = matrix(end - first, rows.cols, rows.data.subarray(first * rows.cols, end * rows.cols));
    const found =
      width !== undefined
        ? narrowExpansion(some, centres, alpha, width)
        : linearAlgebra().gemv(instanceGram(kernel, some, centres), alpha);
    values.set(found, first);
  }
  for (let i = 0; i < values.length; i++) values[i] += beta;
  return values;
}

/**
 * log f of every row, for a Gaussian kernel and positive weights. The largest term is factored out,
 * so that nothing underflows. `beta` is ignored.
 */
function logDensity({ kernel, centres, alpha }: Expansion, rows: Matrix): Float64Array {
  const factor = kernel.type === "gaussian" ? -0.5 / (kernel.width * kernel.width) : Number.NaN;
  const weights = alpha.map(log);
  const result = new Float64Array(rows.rows);
  for (const { first, distances } of distanceBlocks(rows, centres)) {
    for (let i = 0; i < distances.rows; i++) {
      const terms = distances.data.subarray(i * distances.cols, (i + 1) * distances.cols);
      let largest = Number.NEGATIVE_INFINITY;
      for (let l = 0; l < terms.length; l++) largest = Math.max(largest, factor * terms[l] + weights[l]);
      let sum = 0;
      for (let l = 0; l < terms.length; l++) sum += exp(factor * terms[l] + weights[l] - largest);
      result[first + i] = largest + log(sum);
    }
  }
  return result;
}

/** Projects the rows onto the principal axes. */
export function project({ mean, axes }: Projection, { rows, cols, data }: Matrix): Matrix {
  const centred = matrix(rows, cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) centred.data[at] = data[at] - mean[j];
  return linearAlgebra().gemmNT(centred, axes);
}

/** Blocks of about `BLOCK` units, each with the index of its first bag. */
function* blocksOf(bags: BagSet, centres: number, units: (bag: number) => number): Generator<[number, BagSet]> {
  const most = Math.min(BLOCK, Math.ceil(MOST_VALUES / Math.max(1, centres)));
  for (let start = 0, to = 0; start < bags.size; start = to) {
    for (let total = 0; to < bags.size && (to === start || total + units(to) <= most); to++) total += units(to);
    if (start === 0 && to === bags.size) {
      yield [0, bags];
      return;
    }
    const from = start;
    yield [from, bags.subset(Uint32Array.from({ length: to - from }, (_, k) => from + k))];
  }
}

/**
 * The index of the instance with the lowest key, or with the highest score if keys tie or are
 * absent. The first in case of a tie.
 */
function keyOf(scores: Float64Array, keys: Float64Array | undefined): number {
  let best = 0;
  for (let i = 1; i < scores.length; i++) {
    const below = keys === undefined ? 0 : keys[i] - keys[best];
    if (below < 0 || (below === 0 && scores[i] > scores[best])) best = i;
  }
  return best;
}
