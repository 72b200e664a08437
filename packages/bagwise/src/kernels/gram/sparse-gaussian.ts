import { exp } from "../../base/portable-math.js";
import { quantile } from "../../base/quantile.js";
import { closePairs, closeRowsBetween } from "../../linalg/close-rows.js";
import type { Matrix } from "../../linalg/matrix.js";
import { inColumnOrder, tellingColumns } from "./column-order.js";
import { distanceBlocks } from "./distance-blocks.js";
import { squaredDistance } from "./distances.js";

/**
 * A matrix of which only some entries are stored: those of row i at `offsets[i]` to `offsets[i + 1]
 * - 1`, columns ascending. The others are 0.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly offsets: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/** exp of anything below is 0 in double precision. */
const UNDERFLOW = 745.2;

/**
 * Where the median of the squared distances is so many times the limit, nearly all pairs are
 * farther apart, and looking for close ones beats computing all.
 */
const FAR = 4;

/** So many rows, evenly spaced, are measured. */
const MEASURED = 40;

/**
 * Whether most of these rows are much farther apart than a squared distance of `limit`, judged by
 * some evenly spaced ones. False for less than two rows.
 */
export function mostlyFarther(rows: Matrix, limit: number): boolean {
  const count = Math.min(MEASURED, rows.rows);
  const distances: number[] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor((i * rows.rows) / count);
    for (let k = 0; k < i; k++) distances.push(squaredDistance(rows, row, rows, Math.floor((k * rows.rows) / count)));
  }
  return distances.length > 0 && quantile(distances, 0.5) > FAR * limit;
}

/**
 * The largest squared distance at which the Gaussian kernel of this width is above 0 in double
 * precision.
 */
export function gaussianReach(width: number): number {
  return 2 * UNDERFLOW * width * width;
}

/**
 * The squared distances between rows of `a` and rows of `b` that are at most `limit`, as a sparse
 * matrix; without `b` between all rows of `a`, symmetric. Near-duplicates have all their digits.
 * Costs a comparison of every row with every other, which ends as soon as a pair is known to be too
 * far apart where most are; memory for what is kept.
 */
export function closeDistances(a: Matrix, b: Matrix | undefined, limit: number): SparseMatrix {
  const found = { from: new Growing(), to: new Growing(), value: new Growing() };
  const keep = (i: number, j: number, squared: number) => {
    found.from.push(i);
    found.to.push(j);
    found.value.push(squared);
  };
  if (b !== undefined && mostlyFarther(b, limit)) {
    const order = tellingColumns(b);
    closeRowsBetween(inColumnOrder(a, order), inColumnOrder(b, order), a.cols, limit, (i, j) => {
      keep(i, j, squaredDistance(a, i, b, j));
    });
  } else if (b !== undefined) {
    for (const { first, distances } of distanceBlocks(a, b)) {
      distances.data.forEach((squared, at) => {
        if (squared <= limit) keep(first + Math.floor(at / b.rows), at % b.rows, squared);
      });
    }
  } else {
    for (let i = 0; i < a.rows; i++) keep(i, i, 0);
    closePairs(inColumnOrder(a, tellingColumns(a)), a.cols, limit, (i, j) => {
      const squared = squaredDistance(a, i, a, j);
      keep(i, j, squared);
      keep(j, i, squared);
    });
  }
  return assembled(a.rows, (b ?? a).rows, found);
}

/**
 * exp(-D / (2 width^2)) of every stored distance; entries that are not stored stay 0. The same bits
 * as the dense Gaussian kernel where the distances reach far enough.
 */
export function gaussianOf(distances: SparseMatrix, width: number): SparseMatrix {
  const factor = -0.5 / (width * width);
  return { ...distances, values: distances.values.map((squared) => exp(factor * squared)) };
}

/** The product of some rows, in this order, with a vector. */
export function sparseProduct(
  { offsets, columns, values }: SparseMatrix,
  rows: ArrayLike<number>,
  vector: Float64Array,
): Float64Array {
  return Float64Array.from({ length: rows.length }, (_, k) => {
    let sum = 0;
    for (let at = offsets[rows[k]]; at < offsets[rows[k] + 1]; at++) sum += values[at] * vector[columns[at]];
    return sum;
  });
}

interface Found {
  readonly from: Growing;
  readonly to: Growing;
  readonly value: Growing;
}

/**
 * Puts the entries into rows, columns ascending, by counting: first by column, then, keeping that
 * order, by row.
 */
function assembled(rows: number, cols: number, { from, to, value }: Found): SparseMatrix {
  const byColumn = sortedBy(
    to,
    cols,
    Uint32Array.from({ length: to.length }, (_, k) => k),
  );
  const order = sortedBy(from, rows, byColumn);
  const offsets = new Uint32Array(rows + 1);
  for (let k = 0; k < from.length; k++) offsets[from.at(k) + 1]++;
  for (let i = 0; i < rows; i++) offsets[i + 1] += offsets[i];
  return {
    rows,
    cols,
    offsets,
    columns: order.map((k) => to.at(k)),
    values: Float64Array.from(order, (k) => value.at(k)),
  };
}

/**
 * These entries in ascending order of their keys, which are below `keys`; entries of one key keep
 * their order.
 */
function sortedBy(key: Growing, keys: number, entries: Uint32Array): Uint32Array {
  const next = new Uint32Array(keys + 1);
  for (const k of entries) next[key.at(k) + 1]++;
  for (let i = 0; i < keys; i++) next[i + 1] += next[i];
  const sorted = new Uint32Array(entries.length);
  for (const k of entries) sorted[next[key.at(k)]++] = k;
  return sorted;
}

/** A list of numbers that grows without boxing them. */
class Growing {
  length = 0;
  #values = new Float64Array(1024);

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(k: number): number {
    return this.#values[k];
  }
}
