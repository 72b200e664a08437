import { type Doubled, ROUNDOFF, twoSum } from "../../linalg/doubled.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { MachineKernel } from "./kernel/layout.js";

// Binary digits of the upper parts: of the matrix relative to its largest entry, of the weights
// relative to the sum of their sizes. Together at most 52, so that no sum of products rounds.
const MATRIX_DIGITS = 22;
const WEIGHT_DIGITS = 30;
/** With smaller numbers, products of lower parts might underflow. */
const TINY = 2 ** -400;

/**
 * A'x with about 22 digits, for the rows of A with these numbers, one for each entry of x; the error is
 * bounded. Undefined if an entry is larger than `largest`, or if numbers are too small or too large.
 *
 * Matrix and weights are cut into an upper part of few digits and the rest (Rump, Ogita and Oishi
 * 2008). Sums of products of the upper parts are exact; the others are a million times smaller, and so
 * are their rounding errors. Takes a third of the time of `columnSums`.
 */
export function extractedSums(
  kernel: MachineKernel,
  { cols, data }: Matrix,
  x: Float64Array,
  numbers: Uint32Array,
  largest: number,
): Doubled | undefined {
  const total = x.reduce((sum, value) => sum + Math.abs(value), 0) * (1 + x.length * 2 * ROUNDOFF);
  const matrixUnit = unitFor(largest, MATRIX_DIGITS);
  const weightUnit = unitFor(total, WEIGHT_DIGITS);
  if (!(largest > TINY && total > TINY && largest < 1 / TINY && total < 1 / TINY)) return undefined;
  // Adding and subtracting this rounds to a multiple of the unit.
  const cut = 1.5 * 2 ** 52 * matrixUnit;
  const upper = x.map((value) => Math.round(value / weightUnit) * weightUnit);
  const lower = x.map((value, i) => value - upper[i]);
  const count = cols + (cols & 1);
  const w = kernel.workspace(4 * count);
  w.fill(0, 0, 4 * count);
  const put = (k: number, at: number) => w.set(data.subarray(numbers[k] * cols, (numbers[k] + 1) * cols), at);
  for (let k = 0; k < x.length; k += 2) {
    // With an odd number, the last one goes with itself, without weight.
    const l = k + 1 < x.length ? k + 1 : k;
    const weight = l > k ? 1 : 0;
    put(k, 2 * count);
    put(l, 3 * count);
    const [x1, u1, l1] = [weight * x[l], weight * upper[l], weight * lower[l]];
    const far = kernel.addExtracted(count, cut, x[k], upper[k], lower[k], x1, u1, l1);
    if (!(far <= largest)) return undefined;
  }
  const high = w.slice(0, cols);
  const low = w.slice(count, count + cols);
  for (let j = 0; j < cols; j++) {
    const sum = twoSum(high[j], low[j]);
    high[j] = sum.high;
    low[j] = sum.low;
  }
  // All terms of the lower sum together, and every operation on them rounds by that share at most.
  const left = (largest + matrixUnit) * weightUnit * x.length + matrixUnit * total;
  const error = new Float64Array(cols).fill((x.length + 8) * 2 * ROUNDOFF * left);
  return { high, low, error };
}

/** A power of two, of which `value` is at most 2^digits. */
function unitFor(value: number, digits: number): number {
  return 2 ** (Math.ceil(Math.log2(value)) - digits);
}
