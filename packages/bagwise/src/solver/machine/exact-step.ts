import type { LinearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Point } from "./pair-steps.js";
import type { Box } from "./problem.js";

/** With more free samples, factorising their kernel takes seconds, and steps of pairs go on instead. */
const MOST_FREE = 4000;
/** Tries in a row: after each, a sample has reached its bound and is no longer free. */
const MOST_TRIES = 4;
/** No more than this much arithmetic for all tries together, in multiply-adds: about two seconds. */
const MOST_WORK = 1e10;
/**
 * Added to the diagonal, as a share of the largest kernel value and for each sample. Where samples
 * determine each other, the kernel is flat and the objective a slope: the step is then long, and ends
 * at a bound.
 */
const FLAT = 1e-13;

/**
 * The exact optimum over the samples strictly between their bounds, if the others stay: one linear
 * system with the condition that the coefficients sum to 0. If that leaves the box, the step ends at
 * the first bound, and that sample no longer takes part in the next try. Changes `point`. Returns the
 * number of tries that moved it.
 *
 * Steps of pairs find out which samples are free, but converge slowly; this step then gives all
 * digits. Costs m^3 / 3 for m free samples, per try.
 */
export function exactSteps(algebra: LinearAlgebra, gram: Matrix, box: Box, point: Point): number {
  let free = freeSamples(box, point);
  let work = 0;
  let tries = 0;
  while (tries < MOST_TRIES && free.length > 0 && free.length <= MOST_FREE) {
    work += free.length ** 3 / 3;
    if (work > MOST_WORK && tries > 0) break;
    const direction = directionOf(algebra, gram, free, point);
    if (direction === undefined) break;
    tries++;
    const blocked = move(gram, box, point, { free, direction });
    if (blocked === undefined) break;
    free = free.filter((i) => i !== blocked);
  }
  return tries;
}

function freeSamples({ low, high }: Box, { alpha }: Point): Uint32Array {
  return Uint32Array.from(alpha.keys()).filter((i) => alpha[i] > low[i] && alpha[i] < high[i]);
}

/**
 * Newton's direction d: K_FF d + b 1 = -gradient_F with d summing to what the coefficients miss to 0.
 * Undefined if the kernel is not usable.
 */
function directionOf(
  algebra: LinearAlgebra,
  gram: Matrix,
  free: Uint32Array,
  { alpha, gradient }: Point,
): Float64Array | undefined {
  const m = free.length;
  const kernel = matrix(m, m);
  let largest = 0;
  for (let a = 0, at = 0; a < m; a++) {
    const row = free[a] * gram.cols;
    for (let b = 0; b < m; b++, at++) kernel.data[at] = gram.data[row + free[b]];
    largest = Math.max(largest, kernel.data[a * m + a]);
  }
  if (!(largest > 0)) return undefined;
  // The kernel alone may be singular where the system is not, such as for four points on a plane. As
  // the sum of d is known, adding a multiple of it to every equation only shifts b.
  for (let at = 0; at < kernel.data.length; at++) kernel.data[at] += largest;
  const diagonal = new Float64Array(m).fill(FLAT * largest * m);
  const factor = algebra.cholesky(kernel, { diagonal, replacePivots: true });
  if (!factor.usable) return undefined;
  const byGradient = factor.solve(Float64Array.from(free, (i) => gradient[i]));
  const byOne = factor.solve(new Float64Array(m).fill(1));
  const missing = alpha.reduce((total, value) => total + value, 0);
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const bias = -(sum(byGradient) - missing) / sum(byOne);
  const direction = byGradient.map((value, a) => -value - bias * byOne[a]);
  return direction.every(Number.isFinite) ? direction : undefined;
}

/** Goes as far as the box allows. Returns the sample that stopped the step, undefined if none did. */
function move(
  { cols, data }: Matrix,
  { low, high }: Box,
  { alpha, gradient }: Point,
  { free, direction }: { readonly free: Uint32Array; readonly direction: Float64Array },
): number | undefined {
  let share = 1;
  let blocked: number | undefined;
  for (const [a, i] of free.entries()) {
    const room = direction[a] > 0 ? high[i] - alpha[i] : low[i] - alpha[i];
    if (Math.abs(direction[a]) * share <= Math.abs(room)) continue;
    share = room / direction[a];
    blocked = i;
  }
  for (const [a, i] of free.entries()) {
    const by = share * direction[a];
    if (by === 0) continue;
    alpha[i] = i === blocked ? (direction[a] > 0 ? high[i] : low[i]) : alpha[i] + by;
    const row = i * cols;
    for (let k = 0; k < gradient.length; k++) gradient[k] += by * data[row + k];
  }
  return blocked;
}
