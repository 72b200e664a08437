import { exp, log } from "../../base/portable-math.js";
import { squaredNorms } from "../../kernels/gram/distances.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { PuMilData } from "./data.js";
import type { Density } from "./density.js";

/**
 * Rows to compare with the points of the density at a time, so that the block stays in the cache.
 */
const BLOCK = 512;

/** Terms below e to this power vanish beside the largest, which is 1. */
const NEGLIGIBLE = -40;

/**
 * Step 3 of puMIL, second half: the row of the key instance of each bag, where the density of
 * negatives is lowest. The first of equals.
 *
 * `factors`, one per bag, multiply the instances before the density is taken; default 1. Logarithms
 * are compared, so that the choice is right even if all densities underflow. Costs 2 (rows of these
 * bags) m d operations for m points, and exponentials for a few rows of each bag only.
 */
export function keyRows(
  { points, offsets }: Pick<PuMilData, "points" | "offsets">,
  density: Density,
  bags: Uint32Array,
  factors?: Float64Array,
): Uint32Array {
  const keys = new Uint32Array(bags.length);
  const sizeOf = (k: number) => offsets[bags[k] + 1] - offsets[bags[k]];
  const algebra = linearAlgebra();
  // A row (x, 1) times a point (c, -|c|^2 / 2) is -|x - c|^2 / 2 but for |x|^2 / 2, which all
  // points have in common.
  const lengths = squaredNorms(density.points);
  const centres = withColumn(density.points, (i) => -lengths[i] / 2);
  for (let from = 0, to = 0; from < bags.length; from = to) {
    let rows = 0;
    for (; to < bags.length && (to === from || rows + sizeOf(to) <= BLOCK); to++) {
      // A bag with one instance has nothing to choose from.
      keys[to] = offsets[bags[to]];
      if (sizeOf(to) > 1) rows += sizeOf(to);
    }
    if (rows === 0) continue;
    const block = matrix(rows, points.cols);
    for (let k = from, at = 0; k < to; k++) {
      if (sizeOf(k) < 2) continue;
      const factor = factors?.[k] ?? 1;
      const end = offsets[bags[k] + 1] * points.cols;
      for (let i = offsets[bags[k]] * points.cols; i < end; i++) block.data[at++] = factor * points.data[i];
    }
    const placed = density.transform === null ? block : algebra.gemmNT(block, density.transform);
    const compared = {
      products: algebra.gemmNT(
        withColumn(placed, () => 1),
        centres,
      ),
      lengths: squaredNorms(placed),
    };
    for (let k = from, row = 0; k < to; k++) {
      if (sizeOf(k) < 2) continue;
      keys[k] += leastDense(compared, { row, rows: sizeOf(k), width: density.width });
      row += sizeOf(k);
    }
  }
  return keys;
}

/** Rows against points: -|x - c|^2 / 2 + |x|^2 / 2, and the squared lengths of the rows. */
interface Compared {
  readonly products: Matrix;
  readonly lengths: Float64Array;
}

/** Which of `rows` rows, counted from `row`, has the lowest density. */
function leastDense(
  { products: { cols, data }, lengths }: Compared,
  { row, rows, width }: { row: number; rows: number; width: number },
): number {
  const scale = 1 / (width * width);
  // The largest exponent of each row, with and without what the row's own length adds.
  const common = new Float64Array(rows);
  const largest = new Float64Array(rows);
  for (let i = 0, at = row * cols; i < rows; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (const end = at + cols; at < end; at++) if (data[at] > most) most = data[at];
    common[i] = most;
    largest[i] = scale * (most - lengths[row + i] / 2);
  }
  const logDensity = (i: number) => {
    let sum = 0;
    for (let at = (row + i) * cols; at < (row + i + 1) * cols; at++) {
      const exponent = scale * (data[at] - common[i]);
      if (exponent > NEGLIGIBLE) sum += exp(exponent);
    }
    return largest[i] + log(sum);
  };
  // The row whose largest term is lowest is usually the one. A sum is at least its largest term, so
  // only a few others are worth adding up.
  const first = lowest(largest);
  let best = first;
  let least = logDensity(first);
  for (let i = 0; i < rows; i++) {
    if (i === first || largest[i] > least) continue;
    const value = logDensity(i);
    if (value < least || (value === least && i < best)) {
      least = value;
      best = i;
    }
  }
  return best;
}

function lowest(values: Float64Array): number {
  let place = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[place]) place = i;
  return place;
}

/** The matrix with one more column at its end. */
function withColumn({ rows, cols, data }: Matrix, value: (row: number) => number): Matrix {
  const wider = matrix(rows, cols + 1);
  for (let i = 0; i < rows; i++) {
    wider.data.set(data.subarray(i * cols, (i + 1) * cols), i * (cols + 1));
    wider.data[(i + 1) * (cols + 1) - 1] = value(i);
  }
  return wider;
}
