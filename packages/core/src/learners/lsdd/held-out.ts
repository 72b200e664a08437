import { breathe } from "../../base/breathe.js";
import { exp } from "../../base/portable-math.js";
import { distanceBlocks } from "../../kernels/gram/distance-blocks.js";
import type { FitContext } from "../learner.js";
import { highestOfBags, overRows } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import type { BagFolds } from "./folds.js";

/** The coefficients that score the bags of each held-out fold. */
export interface HeldOutModel {
  readonly width: number;
  /** The coefficients of all centres, by fold. */
  readonly thetas: ReadonlyMap<number, Float64Array>;
}

/**
 * Held-out scores: every model scores the bags of its folds, each by its highest instance. The numbers
 * of other bags mean nothing. Consecutive models of the same width share kernel values. Costs O(rows
 * x centres x (features + models)). Keeps one score per row and model, and no kernel values.
 */
export async function heldOutScores(
  data: InstanceData,
  { of }: BagFolds,
  models: readonly HeldOutModel[],
  { signal }: FitContext = {},
): Promise<Float64Array[]> {
  const { offsets, rows, centres } = data;
  const foldOf = overRows(offsets, (bag) => of[bag]);
  const scores = models.map(() => new Float64Array(rows.rows));
  const kernel = new Float64Array(centres.rows);
  for (const { first, distances } of distanceBlocks(rows, centres)) {
    for (let i = 0; i < distances.rows; i++) {
      let known = Number.NaN;
      models.forEach(({ width, thetas }, m) => {
        const theta = thetas.get(foldOf[first + i]);
        if (theta === undefined) return;
        if (width !== known) gaussians(distances.data.subarray(i * kernel.length), width, kernel);
        known = width;
        scores[m][first + i] = dot(kernel, theta);
      });
    }
    await breathe(signal);
  }
  return scores.map((each) => highestOfBags(offsets, each));
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
