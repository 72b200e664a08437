import { exp } from "../../base/portable-math.js";
import { closeRowsBetween } from "../../linalg/close-rows.js";
import type { Matrix } from "../../linalg/matrix.js";
import { inColumnOrder, tellingColumns } from "./column-order.js";
import { squaredDistance } from "./distances.js";
import { gaussianReach, mostlyFarther } from "./sparse-gaussian.js";

/**
 * Whether a Gaussian kernel of this width underflows to 0 between most of these rows. Then
 * searching for close pairs is faster than computing all kernel values. See `mostlyFarther`.
 */
export function isNarrow(rows: Matrix, width: number): boolean {
  return mostlyFarther(rows, gaussianReach(width));
}

/**
 * The sum over centres of alpha exp(-|x - c|^2 / (2 width^2)) for every row x, for a narrow kernel.
 * Only centres within reach are added, in order. The rest are exactly 0. The sum of a row depends
 * only on that row.
 */
export function narrowExpansion(rows: Matrix, centres: Matrix, alpha: Float64Array, width: number): Float64Array {
  const factor = -0.5 / (width * width);
  const sums = new Float64Array(rows.rows);
  const { order, ordered } = orderedOnce(centres);
  closeRowsBetween(inColumnOrder(rows, order), ordered, rows.cols, gaussianReach(width), (i, j) => {
    sums[i] += alpha[j] * exp(factor * squaredDistance(rows, i, centres, j));
  });
  return sums;
}

interface Ordered {
  readonly order: Uint32Array;
  readonly ordered: Float64Array;
}

/** Cached because rows are scored in blocks, all against the same centres. */
const known = new WeakMap<Matrix, Ordered>();

function orderedOnce(centres: Matrix): Ordered {
  const found = known.get(centres);
  if (found !== undefined) return found;
  const order = tellingColumns(centres);
  const made = { order, ordered: inColumnOrder(centres, order) };
  known.set(centres, made);
  return made;
}
