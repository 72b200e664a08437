import { instancesMatch } from "../../linalg/close-rows.js";
import type { BagSet } from "../bag-set.js";
import { featureStatistics } from "../feature-statistics.js";
import { offsetsOf } from "../offsets-of.js";
import { spreadFloor } from "../spread-floor.js";

/** What decides which bags of a set are noisy copies of one another. */
interface Likeness {
  /**
   * [min, max, mean] of each bag, `width` numbers each, in an order that settles most pairs early.
   */
  readonly described: Float64Array;
  readonly width: number;
  /** Bags whose descriptors have a larger squared distance are no copies. */
  readonly limit: number;
  /** Whether two bags whose descriptors are close enough are copies. */
  readonly alike: (i: number, j: number) => boolean;
}

/** The bags that can be compared: not empty, with finite values only. */
export function comparable(bags: BagSet): number[] {
  const found: number[] = [];
  for (let i = 0; i < bags.size; i++) if (bags.sizeOf(i) > 0 && allFinite(bags, i)) found.push(i);
  return found;
}

/**
 * Scales and describes comparable bags as `nearDuplicates` says. Undefined if no pair could be
 * called copies: because all features are constant, or because so few numbers may agree by chance.
 */
export function likenessOf(bags: BagSet, tolerance: number): Likeness | undefined {
  const { sd } = featureStatistics(bags);
  const floor = spreadFloor(sd, 1);
  const unit = sd.map((s) => Math.max(s, floor));
  const columns = Array.from(unit.keys()).filter((j) => unit[j] > 0);
  if (columns.length === 0) return undefined;

  const variances = columns.map((j) => (sd[j] / unit[j]) ** 2);
  const variance = variances.reduce((sum, v) => sum + v, 0);
  const believable = beyondChance(bags, tolerance, variance ** 2 / variances.reduce((sum, v) => sum + v * v, 0));
  // A pair is never better evidence than its smaller bag and a copy of that.
  if (!Array.from({ length: bags.size }, (_, i) => i).some((i) => believable(i, i))) return undefined;

  const scaled = scaledRows(bags, columns, unit);
  // Squared distances up to these count as close: two random instances are 2 x variance apart on
  // average.
  const rowLimit = tolerance ** 2 * 2 * variance;
  const first = offsetsOf(bags);
  const rowsOf = (i: number) => scaled.subarray(first[i] * columns.length, first[i + 1] * columns.length);
  return {
    described: descriptors(bags, scaled, columns.length),
    width: 3 * columns.length,
    limit: 3 * rowLimit,
    alike: (i, j) => believable(i, j) && instancesMatch(rowsOf(i), rowsOf(j), columns.length, rowLimit),
  };
}

/**
 * Whether so many numbers agree that no pair of this set would do so by chance. For independent
 * features, two random instances are that close with probability (sqrt(e) x tolerance)^k, where k
 * is the effective number of features (Stirling's bound on the chi-square distribution); each
 * instance may choose its partner.
 */
function beyondChance(bags: BagSet, tolerance: number, k: number): (i: number, j: number) => boolean {
  const perInstance = -k * Math.log(Math.sqrt(Math.E) * tolerance);
  const pairs = Math.log((bags.size * (bags.size - 1)) / 2);
  return (i, j) => {
    const less = Math.min(bags.sizeOf(i), bags.sizeOf(j));
    const more = Math.max(bags.sizeOf(i), bags.sizeOf(j));
    return less * (perInstance - Math.log(more)) > pairs;
  };
}

/** The scaled instances of the set, only these columns. */
function scaledRows(bags: BagSet, columns: readonly number[], unit: Float64Array): Float64Array {
  const rows = new Float64Array(bags.instances * columns.length);
  let at = 0;
  for (let i = 0; i < bags.size; i++) {
    const from = bags.startOf(i);
    for (let row = from; row < from + bags.sizeOf(i); row++) {
      for (const j of columns) rows[at++] = bags.data[row * bags.dimension + j] / unit[j];
    }
  }
  return rows;
}

/** [min, max, mean] of each bag, one row per bag, the columns that differ most first. */
function descriptors(bags: BagSet, rows: Float64Array, width: number): Float64Array {
  const table = new Float64Array(bags.size * 3 * width);
  let row = 0;
  for (let i = 0; i < bags.size; i++) {
    const size = bags.sizeOf(i);
    for (let j = 0; j < width; j++) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let sum = 0;
      for (let r = row; r < row + size; r++) {
        const value = rows[r * width + j];
        if (value < min) min = value;
        if (value > max) max = value;
        sum += value;
      }
      const at = (i * width + j) * 3;
      table[at] = min;
      table[at + 1] = max;
      table[at + 2] = sum / size;
    }
    row += size;
  }
  return mostDifferentFirst(table, 3 * width);
}

/**
 * The same table, columns by mean absolute deviation, the largest first.
 */
function mostDifferentFirst(table: Float64Array, width: number): Float64Array {
  const rows = table.length / width;
  const mean = new Float64Array(width);
  for (let at = 0; at < table.length; at++) mean[at % width] += table[at] / rows;
  const difference = new Float64Array(width);
  for (let at = 0; at < table.length; at++) difference[at % width] += Math.abs(table[at] - mean[at % width]);
  const order = Array.from(difference.keys()).sort((a, b) => difference[b] - difference[a] || a - b);
  const ordered = new Float64Array(table.length);
  for (let row = 0, at = 0; row < rows; row++) for (const column of order) ordered[at++] = table[row * width + column];
  return ordered;
}

function allFinite(bags: BagSet, i: number): boolean {
  const { data, dimension } = bags;
  const from = bags.startOf(i) * dimension;
  const to = from + bags.sizeOf(i) * dimension;
  for (let at = from; at < to; at++) if (!Number.isFinite(data[at])) return false;
  return true;
}
