import { exp } from "../base/portable-math.js";
import { distanceBlocks } from "../kernels/distance-blocks.js";
import type { InstanceData } from "./instance-data.js";
import type { FitContext } from "./learner.js";
import type { BagFolds } from "./lsdd-folds.js";

/** What scores the bags of each fold while it is held out. */
export interface HeldOutModel {
  readonly width: number;
  /** By fold, the coefficients of all centres. */
  readonly thetas: ReadonlyMap<number, Float64Array>;
}

/** The scores of bags while they were held out. */
export interface HeldOut {
  readonly positive: Float64Array;
  readonly unlabeled: Float64Array;
}

/**
 * The scores that every model gives to the bags of its folds: the highest of their instances. Bags of other folds have none. Models of one width, one after the other, share the kernel
 * values. O(rows x centres x (features + models)); no kernel value is kept.
 */
export async function heldOutScores(
  data: InstanceData,
  { of }: BagFolds,
  models: readonly HeldOutModel[],
  { signal }: FitContext = {},
): Promise<HeldOut[]> {
  const { bags, offsets, rows, centres, positives } = data;
  const bagOf = new Uint32Array(rows.rows);
  for (let i = 0; i < bags.size; i++) bagOf.fill(i, offsets[i], offsets[i + 1]);
  const best = models.map(() => new Float64Array(bags.size).fill(Number.NEGATIVE_INFINITY));
  const kernel = new Float64Array(centres.rows);
  for (const { first, distances } of distanceBlocks(rows, centres)) {
    for (let i = 0; i < distances.rows; i++) {
      const bag = bagOf[first + i];
      let known = Number.NaN;
      models.forEach(({ width, thetas }, m) => {
        const theta = thetas.get(of[bag]);
        if (theta === undefined) return;
        if (width !== known) gaussians(distances.data.subarray(i * kernel.length), width, kernel);
        known = width;
        best[m][bag] = Math.max(best[m][bag], dot(kernel, theta));
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
  return models.map(({ thetas }, m) => {
    const held = best[m].map((_, i) => i).filter((i) => thetas.has(of[i]));
    const scores = (kept: Float64Array) => kept.map((i) => best[m][i]);
    return {
      positive: scores(held.filter((i) => i < positives)),
      unlabeled: scores(held.filter((i) => i >= positives)),
    };
  });
}

function gaussians(distances: Float64Array, width: number, out: Float64Array): void {
  const factor = -0.5 / (width * width);
  for (let l = 0; l < out.length; l++) out[l] = exp(factor * distances[l]);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let l = 0; l < a.length; l++) sum += a[l] * b[l];
  return sum;
}
