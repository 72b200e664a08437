import type { BagSet } from "../bags/bag-set.js";
import { quantile } from "../base/quantile.js";
import { random } from "../base/random.js";
import type { Matrix } from "../linalg/matrix.js";
import { squaredDistance } from "./gram/distances.js";
import { type Kernel, type KernelSpecification, leavesOf, mapInstanceKernels } from "./kernel.js";
import { instanceRows, represent, statisticRows } from "./representation.js";

/**
 * The maximum number of vectors whose pairwise distances are measured. Larger sets are sampled with
 * the seed.
 */
const MOST_VECTORS = 400;

export interface ResolveOptions {
  /** The seed for sampling the vectors to measure. Default 0. */
  readonly seed?: number | undefined;
  /** What to multiply the median distance with. Default 1. */
  readonly share?: number | undefined;
}

/** Whether every width of the kernel is a number. */
export function isResolved(kernel: KernelSpecification): kernel is Kernel {
  return leavesOf(kernel).every(({ kernel: inner }) => !("width" in inner) || inner.width !== "median");
}

/**
 * Replaces every width "median" with the median distance in the training bags: between their
 * statistics for a statistic kernel, between their instances for a set kernel. A kernel without
 * "median" is returned as it is, and the bags are not read.
 *
 * Above 400 vectors, a sample of 400 is measured, about 80,000 pairs. If more than half of the
 * distances are 0, the median of the others is used. If all vectors are equal, the width is 1.
 */
export function resolveKernel(
  kernel: KernelSpecification,
  bags: BagSet,
  { seed = 0, share = 1 }: ResolveOptions = {},
): Kernel {
  if (isResolved(kernel)) return kernel;
  const widths = new Map<string, number>();
  return mapInstanceKernels(kernel, (inner, owner) => {
    if (!("width" in inner)) return inner;
    if (inner.width !== "median") return { ...inner, width: inner.width };
    const view = owner.type === "statistic" ? owner.statistic : "instances";
    const known = widths.get(view);
    const width = known ?? share * medianDistance(vectors(owner, bags), seed);
    widths.set(view, width);
    return { ...inner, width };
  });
}

/**
 * The median distance between rows. If it is 0, the median of the distances above 0. 1 if all rows
 * are equal.
 */
export function medianDistance(rows: Matrix, seed: number): number {
  const chosen = random(seed).sample(rows.rows, MOST_VECTORS);
  const distances: number[] = [];
  for (let i = 0; i < chosen.length; i++) {
    for (let j = 0; j < i; j++) distances.push(Math.sqrt(squaredDistance(rows, chosen[i], rows, chosen[j])));
  }
  const median = quantile(distances, 0.5);
  if (median > 0 && median < Infinity) return median;
  const apart = distances.filter((distance) => distance > 0 && distance < Infinity);
  return apart.length === 0 ? 1 : quantile(apart, 0.5);
}

function vectors(owner: KernelSpecification, bags: BagSet): Matrix {
  const representation = represent(owner, bags);
  return owner.type === "statistic"
    ? statisticRows(representation, owner.statistic)
    : instanceRows(representation).rows;
}
