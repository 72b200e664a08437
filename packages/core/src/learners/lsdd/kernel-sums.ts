import { breathe } from "../../base/breathe.js";
import { exp } from "../../base/portable-math.js";
import { distanceBlocks } from "../../kernels/gram/distance-blocks.js";
import { isNarrow } from "../../kernels/gram/narrow-gaussian.js";
import { closeDistances, gaussianReach } from "../../kernels/gram/sparse-gaussian.js";
import type { SparseMatrix } from "../../linalg/sparse.js";
import type { FitContext } from "../learner.js";
import { overRows } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import type { BagFolds } from "./folds.js";

/** For every group of rows, the sum of kernel values to each centre, and the number of rows. */
export interface KernelSums {
  /**
   * Group 2 (fold + 1) holds the rows of positive bags, the next one those of unlabeled bags. Fold
   * -1 is never held out.
   */
  readonly sums: readonly Float64Array[];
  readonly rows: Uint32Array;
}

/**
 * The sums of exp(-|x - c|^2 / (2 width^2)) over instances x, by fold and kind of bag, for every
 * width. LSDD needs nothing else of the kernel: each distance is computed once, and none is kept.
 * Without folds nothing is held out. Costs O(rows x centres x (features + widths)).
 */
export async function kernelSums(
  data: InstanceData,
  folds: BagFolds | undefined,
  widths: readonly number[],
  { signal, onProgress }: FitContext = {},
): Promise<KernelSums[]> {
  const { rows, centres } = data;
  const groupOf = groupsOfRows(data, folds);
  const groups = 2 * ((folds?.folds ?? 0) + 1);
  const counts = new Uint32Array(groups);
  for (const group of groupOf) counts[group]++;
  const result = widths.map(() => ({
    sums: Array.from({ length: groups }, () => new Float64Array(centres.rows)),
    rows: counts,
  }));
  const widest = Math.max(...widths);
  if (rows === centres && isNarrow(rows, widest)) {
    const close = closeDistances(rows, undefined, gaussianReach(widest));
    for (const [w, width] of widths.entries()) {
      await breathe(signal);
      addClose(close, width, groupOf, result[w]);
    }
    onProgress?.({ step: "kernel", done: rows.rows, total: rows.rows });
    return result;
  }
  for (const { first, distances } of distanceBlocks(rows, centres)) {
    widths.forEach((width, w) => {
      const factor = -0.5 / (width * width);
      for (let i = 0, at = 0; i < distances.rows; i++) {
        const sum = result[w].sums[groupOf[first + i]];
        for (let l = 0; l < sum.length; l++, at++) sum[l] += exp(factor * distances.data[at]);
      }
    });
    onProgress?.({ step: "kernel", done: first + distances.rows, total: rows.rows });
    await breathe(signal);
  }
  return result;
}

/** The same sums from the few distances within reach. All others contribute exactly 0. */
function addClose(
  { rows, offsets, indices, values }: SparseMatrix,
  width: number,
  groupOf: Int32Array,
  { sums }: KernelSums,
): void {
  const factor = -0.5 / (width * width);
  for (let i = 0; i < rows; i++) {
    const sum = sums[groupOf[i]];
    for (let at = offsets[i]; at < offsets[i + 1]; at++) sum[indices[at]] += exp(factor * values[at]);
  }
}

/**
 * h: for every centre, the mean over the rows of positive bags minus the mean over those of
 * unlabeled bags, in the chosen folds. Sums are added, never subtracted from a total: that would
 * lose kernel values of 1e-40 beside ones of 1, and these decide at narrow widths.
 */
export function meanDifference({ sums, rows }: KernelSums, chosen: (fold: number) => boolean): Float64Array {
  const [positive, unlabeled] = [0, 1].map((kind) => {
    const groups = sums.map((_, group) => group).filter((group) => group % 2 === kind && chosen((group >> 1) - 1));
    const count = groups.reduce((sum, group) => sum + rows[group], 0);
    return sums[0].map((_, l) => groups.reduce((sum, group) => sum + sums[group][l], 0) / count);
  });
  return positive.map((mean, l) => mean - unlabeled[l]);
}

function groupsOfRows({ offsets, positives }: InstanceData, folds: BagFolds | undefined): Int32Array {
  const foldOf = (bag: number) => folds?.of[bag] ?? -1;
  return overRows(offsets, (bag) => 2 * (foldOf(bag) + 1) + (bag < positives ? 0 : 1));
}
