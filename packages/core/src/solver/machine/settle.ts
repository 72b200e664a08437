import type { Matrix } from "../../linalg/matrix.js";
import { type FreeSystem, MOST_FREE } from "./free-system.js";
import { addRows, type Point } from "./point.js";
import type { Box } from "./problem.js";
import { where } from "./where.js";

/** Turns that change which samples are free. Near the optimum a handful is enough. */
const MOST_TURNS = 25;
/** Turns in a row that may leave no fewer samples on the wrong side than the best one before. */
const PATIENCE = 3;
/**
 * Near the optimum a turn leaves few of the samples on the wrong side that the one before left. Where it leaves
 * more than this share of them, and more than a handful, many turns would follow for nothing.
 */
const SLOW = 0.4;
const HANDFUL = 10;
/** A sample at its bound whose gradient is on the wrong side by less stays there. */
const SLACK = 1e-10;

/**
 * Looks for the optimum from a point near it (the primal-dual active set method; Hintermueller, Ito and
 * Kunisch 2002). Every turn solves for the free samples exactly. Those that leave their box become
 * bound, and bound ones that pull inwards become free, all at once. Changes `point` if it arrives, up
 * to rounding, and returns whether it does: far from the optimum it may go in circles.
 *
 * Costs one factorisation of the kernel of the free samples, and for every turn a product of the kernel
 * with them.
 */
export function settle(system: FreeSystem, gram: Matrix, { low, high }: Box, point: Point): boolean {
  const alpha = point.alpha.slice();
  const gradient = point.gradient.slice();
  const bound = Uint8Array.from(alpha, (value, i) => (value > low[i] && value < high[i] ? 0 : 1));
  let fewest = Infinity;
  let patience = PATIENCE;
  for (let turn = 0; turn < MOST_TURNS && patience > 0; turn++) {
    const free = where(bound.length, (i) => bound[i] === 0);
    if (free.length === 0 || free.length > MOST_FREE) return false;
    const direction = system.direction(free, { alpha, gradient });
    if (direction === undefined) return false;
    addRows(gram, free, direction, gradient);
    let level = 0;
    for (let a = 0; a < free.length; a++) {
      alpha[free[a]] += direction[a];
      level += gradient[free[a]] / free.length;
    }
    let wrong = 0;
    for (let i = 0; i < alpha.length; i++) {
      if (bound[i] === 0) continue;
      const pull = gradient[i] - level;
      if (alpha[i] === low[i] ? pull >= -SLACK : pull <= SLACK) continue;
      bound[i] = 0;
      wrong++;
    }
    const outside = free.filter((i) => alpha[i] < low[i] || alpha[i] > high[i]);
    const back = Float64Array.from(outside, (i) => (alpha[i] < low[i] ? low[i] : high[i]) - alpha[i]);
    for (const i of outside) {
      alpha[i] = alpha[i] < low[i] ? low[i] : high[i];
      bound[i] = 1;
    }
    wrong += outside.length;
    if (wrong === 0) {
      point.alpha.set(alpha);
      point.gradient.set(gradient);
      return true;
    }
    if (wrong > HANDFUL && wrong > SLOW * Math.min(fewest, free.length)) return false;
    addRows(gram, outside, back, gradient);
    if (wrong < fewest) [fewest, patience] = [wrong, PATIENCE];
    else patience--;
  }
  return false;
}
