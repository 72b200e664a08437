import { exp } from "../../base/portable-math.js";
import { closeRowsBetween } from "../../linalg/close-rows.js";
import type { Matrix } from "../../linalg/matrix.js";
import { inColumnOrder, tellingColumns } from "./column-order.js";
import { squaredDistance } from "./distances.js";
import { gaussianReach, mostlyFarther } from "./sparse-gaussian.js";

/**
 * Whether the Gaussian kernel of this width is 0 in double precision between most of these rows, so
 * that looking for close pairs is faster than computing all kernel values: see `mostlyFarther`.
 */
export function isNarrow(rows: Matrix, width: number): boolean {
  return mostlyFarther(rows, gaussianReach(width));
}

/**
 * sum over centres of alpha exp(-|x - c|^2 / (2 width^2)) for every row x, where the kernel is
 * narrow: only centres within reach are added up, in their order, and what is left out is exactly
 * 0. The sum of a row depends on nothing but that row.
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

/** Rows are scored in blocks, all against the same centres. */
const known = new WeakMap<Matrix, Ordered>();

function orderedOnce(centres: Matrix): Ordered {
  const found = known.get(centres);
  if (found !== undefined) return found;
  const order = tellingColumns(centres);
  const made = { order, ordered: inColumnOrder(centres, order) };
  known.set(centres, made);
  return made;
}
