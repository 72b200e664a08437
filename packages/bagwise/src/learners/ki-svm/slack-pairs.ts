import type { SharedSlackProblem } from "./shared-slack.js";

/** Where the solver stands. */
export interface SlackPoint {
  /** The size of each coefficient, and their sum in each group. */
  readonly gamma: Float64Array;
  readonly sums: Float64Array;
  /** f of each sample, without the bias. */
  readonly values: Float64Array;
  /** k(x_i, x_i), which lies far apart in the kernel matrix. */
  readonly diagonal: Float64Array;
  /** The sign and the group of each sample. */
  readonly signs: Int8Array;
  readonly owners: Uint32Array;
}

/** Two samples whose signed coefficients move by a length, one up and one down. */
export interface Pair {
  readonly up: number;
  readonly down: number;
  readonly length: number;
}

/** Curvatures below this count as this. */
const LEAST_CURVATURE = 1e-12;
/** Gains closer than this are equal, and the first is taken: rounding errors should not decide. */
const APART = 1 + 1e-9;
/** A group with less room than this share of its cost is full. */
const FULL = 1e-14;

/**
 * A pair that violates its condition by more than the accuracy; undefined if there is none. The signed
 * coefficient of a sample can go up if it is positive and its group has room, or if it is negative and
 * not 0; down the other way round. One of each keeps the sum of all. In a full group one sample can
 * make room for another. Pairs are enough: every direction in which the problem can move is a sum of
 * them. Costs O(n).
 */
export function nextPair(problem: SharedSlackProblem, point: SlackPoint, accuracy: number): Pair | undefined {
  const { signs, offsets } = problem;
  const { gamma, values } = point;
  // The slope of the dual is s - f: the highest that can go up, and the lowest that can go down.
  let up = -1;
  let most = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let inside = -1;
  let insideMost = 0;
  let widest = accuracy;
  let group = -1;
  for (let g = 0; g < signs.length; g++) {
    const sign = signs[g];
    const room = hasRoom(problem, point, g);
    let top = -1;
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let i = offsets[g]; i < offsets[g + 1]; i++) {
      const slope = sign - values[i];
      const used = gamma[i] > 0;
      if ((sign > 0 || used) && slope > high) {
        top = i;
        high = slope;
      }
      if ((sign < 0 || used) && slope < low) low = slope;
    }
    if (!room && high - low > widest) {
      inside = top;
      insideMost = high;
      widest = high - low;
      group = g;
    }
    // Without room a positive group cannot go up, and a negative one not down.
    if ((sign < 0 || room) && high > most) {
      up = top;
      most = high;
    }
    if ((sign > 0 || room) && low < least) least = low;
  }
  if (inside >= 0 && widest > most - least) return pairWith(problem, point, inside, insideMost - accuracy, group);
  return most - least > accuracy ? pairWith(problem, point, up, most - accuracy, undefined) : undefined;
}

function hasRoom({ costs }: SharedSlackProblem, { sums }: SlackPoint, group: number): boolean {
  return costs[group] - sums[group] > FULL * costs[group];
}

/**
 * The sample to go down, of a group or of any, among those with a slope below this, with which the
 * objective gains most; and how far both can go.
 */
function pairWith(
  problem: SharedSlackProblem,
  point: SlackPoint,
  up: number,
  below: number,
  within: number | undefined,
): Pair | undefined {
  const { gram, signs, offsets, costs } = problem;
  const { gamma, sums, values, owners, diagonal } = point;
  const { cols, data } = gram;
  const row = up * cols;
  const own = owners[up];
  const from = signs[own] - values[up];
  let down = -1;
  let best = 0;
  let length = 0;
  for (let g = within ?? 0; g < (within === undefined ? signs.length : within + 1); g++) {
    const open = signs[g] < 0 && (within !== undefined || hasRoom(problem, point, g));
    for (let i = offsets[g]; i < offsets[g + 1]; i++) {
      const slope = signs[g] - values[i];
      if (!(slope < below) || !(signs[g] > 0 ? gamma[i] > 0 : open)) continue;
      const bend = diagonal[up] + diagonal[i] - 2 * data[row + i];
      const curvature = bend > LEAST_CURVATURE ? bend : LEAST_CURVATURE;
      const gain = ((from - slope) * (from - slope)) / curvature;
      if (gain > best * APART) {
        down = i;
        best = gain;
        length = (from - slope) / curvature;
      }
    }
  }
  if (down < 0) return undefined;
  const to = owners[down];
  // A coefficient that shrinks ends at 0; one that grows fills the room of its group, unless another makes room.
  if (signs[own] < 0) length = Math.min(length, gamma[up]);
  else if (own !== to) length = Math.min(length, costs[own] - sums[own]);
  if (signs[to] > 0) length = Math.min(length, gamma[down]);
  else if (own !== to) length = Math.min(length, costs[to] - sums[to]);
  return { up, down, length };
}
