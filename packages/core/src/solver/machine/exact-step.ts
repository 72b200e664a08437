import type { Matrix } from "../../linalg/matrix.js";
import { type FreeSystem, MOST_FREE } from "./free-system.js";
import { addRows, type Point } from "./point.js";
import type { Box } from "./problem.js";
import { freeSamples } from "./where.js";

/** Tries in a row: after each, a sample has reached its bound and is no longer free. */
const MOST_TRIES = 4;
/** No more than this much arithmetic for all tries together, in multiply-adds: about two seconds. */
const MOST_WORK = 1e10;

/**
 * The exact optimum over the samples strictly between their bounds, if the others stay: one linear
 * system with the condition that the coefficients sum to 0. If that leaves the box, the step ends at
 * the first bound, and that sample no longer takes part in the next try. Changes `point`. Returns the
 * number of tries that moved it.
 *
 * Steps of pairs find out which samples are free, but converge slowly; this step then gives all
 * digits. Costs m^3 / 3 for m free samples, per try.
 */
export function exactSteps(system: FreeSystem, gram: Matrix, box: Box, point: Point): number {
  let free = freeSamples(box, point.alpha);
  let work = 0;
  let tries = 0;
  while (tries < MOST_TRIES && free.length > 0 && free.length <= MOST_FREE) {
    work += free.length ** 3 / 3;
    if (work > MOST_WORK && tries > 0) break;
    const direction = system.direction(free, point);
    if (direction === undefined) break;
    tries++;
    const blocked = move(gram, box, point, { free, direction });
    if (blocked === undefined) break;
    free = free.filter((i) => i !== blocked);
  }
  return tries;
}

/** Goes as far as the box allows. Returns the sample that stopped the step, undefined if none did. */
function move(
  gram: Matrix,
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
  const by = direction.map((value) => share * value);
  for (const [a, i] of free.entries())
    alpha[i] = i === blocked ? (direction[a] > 0 ? high[i] : low[i]) : alpha[i] + by[a];
  addRows(gram, free, by, gradient);
  return blocked;
}
