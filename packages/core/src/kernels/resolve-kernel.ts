import type { BagSet } from "../bags/bag-set.js";
import { random } from "../base/random.js";
import type { Matrix } from "../linalg/matrix.js";
import { quantile } from "../statistics/quantile.js";
import type { Codebook } from "./codebook/codebook.js";
import { fitCodebook } from "./codebook/fit-codebook.js";
import { squaredDistance } from "./gram/distances.js";
import type { Width } from "./instance-kernel.js";
import {
  isResolved,
  isVectorKernel,
  type Kernel,
  type KernelOf,
  type KernelSpecification,
  kindOf,
  type LeafOf,
  mapInstanceKernels,
  mapLeaves,
  vectorName,
} from "./kernel.js";
import { fitReferences } from "./references/fit-references.js";
import { represent } from "./represent.js";
import { instanceRows, instancesOf, statisticRows } from "./representation.js";

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

/**
 * Replaces every width "median" with the median distance in the training bags: between their
 * statistics for a statistic kernel, between their instances for a set kernel, between their
 * similarities to the codebook for an affinity kernel, and their dissimilarities from the references. Replaces every codebook "training" with the
 * one that `fitCodebook` finds, factors "training" with the `rarities`, and references "training" with those of `fitReferences`. A kernel that is resolved is returned as it is, and the bags are not
 * read.
 *
 * Above 400 vectors, a sample of 400 is measured, about 80,000 pairs. If more than half of the
 * distances are 0, the median of the others is used. If all vectors are equal, the width is 1.
 */
export function resolveKernel(
  kernel: KernelSpecification,
  bags: BagSet,
  { seed = 0, share = 1 }: ResolveOptions = {},
): Kernel {
  return isResolved(kernel) ? kernel : resolveKernels(kernel, bags, { seed, shares: [share] })[0];
}

/** The median distances that were measured in bags, by what was measured: several methods ask for the same. */
const measured = new WeakMap<BagSet, Map<string, number>>();

/** The same for several shares of the median distance, which is measured once. */
export function resolveKernels(
  kernel: KernelSpecification,
  bags: BagSet,
  { seed = 0, shares }: Pick<ResolveOptions, "seed"> & { readonly shares: readonly number[] },
): Kernel[] {
  const open = resolveCodebooks(kernel, bags, { seed });
  const medians = measured.get(bags) ?? new Map<string, number>();
  measured.set(bags, medians);
  return shares.map((share) =>
    mapInstanceKernels(open, (inner, owner) => {
      if (!("width" in inner)) return inner;
      if (inner.width !== "median") return { ...inner, width: inner.width };
      const view = `${isVectorKernel(owner) ? vectorName(owner) : "instances"} ${seed}`;
      const median = medians.get(view) ?? medianDistance(vectors(owner, bags), seed);
      medians.set(view, median);
      return { ...inner, width: share * median };
    }),
  );
}

/**
 * The median distance between rows. If it is 0, the median of the distances above 0. 1 if all rows
 * are equal.
 */
export function medianDistance(rows: Matrix, seed: number): number {
  const chosen = random(seed).sample(rows.rows, MOST_VECTORS);
  const distances = new Float64Array((chosen.length * (chosen.length - 1)) / 2);
  for (let i = 0, at = 0; i < chosen.length; i++) {
    for (let j = 0; j < i; j++) distances[at++] = Math.sqrt(squaredDistance(rows, chosen[i], rows, chosen[j]));
  }
  const median = quantile(distances, 0.5);
  if (median > 0 && median < Infinity) return median;
  const apart = distances.filter((distance) => distance > 0 && distance < Infinity);
  return apart.length === 0 ? 1 : quantile(apart, 0.5);
}

/**
 * The kernel with all codebooks, factors and references known: the slow half of `resolveKernel`, for callers that
 * try several widths. Codebooks that are learned are the same one.
 */
export function resolveCodebooks(
  kernel: KernelSpecification,
  bags: BagSet,
  { seed = 0 }: Pick<ResolveOptions, "seed"> = {},
): KernelOf<Width> {
  let codebook: Codebook | undefined;
  const learned = {
    codebook() {
      codebook ??= fitCodebook(bags, { seed });
      return codebook;
    },
    references: () => fitReferences(bags, { seed }),
    instances: () => instancesOf(bags),
  };
  // What was "training" has been learned.
  return mapLeaves(kernel, (leaf) => (kindOf(leaf).learn?.(leaf, learned) ?? leaf) as LeafOf<Width>);
}

function vectors(owner: LeafOf<Width>, bags: BagSet): Matrix {
  const representation = represent(owner, bags);
  return isVectorKernel(owner) ? statisticRows(representation, vectorName(owner)) : instanceRows(representation).rows;
}
