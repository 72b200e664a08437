import { extremes, type Point } from "./point.js";
import type { Box } from "./problem.js";

/**
 * The most samples that steps of pairs look at together. Their kernel takes 52 MB; with fewer, more
 * steps are for nothing.
 */
export const WORKING = 2560;

/**
 * The samples that steps of pairs look at next: at most half are those of `before` that are strictly
 * between their bounds, the last ones first; the rest violate the conditions of the optimum most, as
 * many by rising as by falling (as in ThunderSVM, Wen and others 2018). If these are few, others
 * between their bounds fill up. Of equal ones the first are taken. The newest come last. Costs
 * O(n log n).
 */
export function workingSamples(
  box: Box,
  point: Point,
  { before, accuracy }: { readonly before: Uint32Array; readonly accuracy: number },
): Uint32Array<ArrayBuffer> {
  const { low, high } = box;
  const { alpha, gradient } = point;
  const n = alpha.length;
  const taken = new Uint8Array(n);
  const chosen: number[] = [];
  const choose = (i: number) => {
    taken[i] = 1;
    chosen.push(i);
  };
  const isFree = (i: number) => alpha[i] > low[i] && alpha[i] < high[i];
  for (let k = before.length - 1; k >= 0 && chosen.length < WORKING / 2; k--) if (isFree(before[k])) choose(before[k]);
  chosen.reverse();
  const { least, greatest } = extremes(box, point);
  const half = (WORKING - chosen.length) >> 1;
  /** Takes those with the least values below `limit`. */
  const take = (may: (i: number) => boolean, sign: number, limit: number) => {
    const values = new Float64Array(n);
    let count = 0;
    for (let i = 0; i < n; i++)
      if (taken[i] === 0 && may(i) && sign * gradient[i] < limit) values[count++] = sign * gradient[i];
    if (count === 0) return;
    const last = values.subarray(0, count).sort()[Math.min(half, count) - 1];
    for (let i = 0, left = half; i < n && left > 0; i++) {
      if (taken[i] !== 0 || !may(i) || sign * gradient[i] > last) continue;
      choose(i);
      left--;
    }
  };
  take((i) => alpha[i] < high[i], 1, greatest - accuracy);
  take((i) => alpha[i] > low[i], -1, -least - accuracy);
  for (let i = 0; i < n && chosen.length < WORKING; i++) if (taken[i] === 0 && isFree(i)) choose(i);
  return Uint32Array.from(chosen);
}
