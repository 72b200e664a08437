import { exp } from "../../base/portable-math.js";
import { closePairs, closeRowsBetween } from "../../linalg/close-rows.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { SparseMatrix } from "../../linalg/sparse.js";
import { quantile } from "../../statistics/quantile.js";
import { inColumnOrder, tellingColumns } from "./column-order.js";
import { distanceBlocks } from "./distance-blocks.js";
import { squaredDistance } from "./distances.js";

/** exp(-x) is 0 in double precision for any x above this. */
const UNDERFLOW = 745.2;

/**
 * If the median squared distance is this many times the limit, nearly all pairs are farther apart,
 * and searching for close pairs beats computing all distances.
 */
const FAR = 4;

/** The number of evenly spaced rows to measure. */
const MEASURED = 40;

/**
 * Whether most of these rows are much farther apart than a squared distance of `limit`, estimated
 * from some evenly spaced rows. False for fewer than two rows.
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
 * The largest squared distance at which a Gaussian kernel of this width is above 0 in double
 * precision.
 */
export function gaussianReach(width: number): number {
  return 2 * UNDERFLOW * width * width;
}

/**
 * The squared distances of at most `limit` between rows of `a` and rows of `b`, as a sparse matrix.
 * Without `b`, between all rows of `a`, symmetric. Distances between near-duplicates keep full
 * precision. Compares every row with every other row. If most pairs are far apart, each comparison
 * stops early. Memory grows with the number of stored entries.
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
 * exp(-D / (2 width^2)) of every stored distance. Missing entries stay 0. Same bits as the dense
 * Gaussian kernel if `limit` was large enough.
 */
export function gaussianOf(distances: SparseMatrix, width: number): SparseMatrix {
  const factor = -0.5 / (width * width);
  return { ...distances, values: distances.values.map((squared) => exp(factor * squared)) };
}

interface Found {
  readonly from: Growing;
  readonly to: Growing;
  readonly value: Growing;
}

/**
 * Sorts the entries into rows with ascending columns by two counting sorts: first by column, then
 * by row, which keeps the column order.
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
    indices: order.map((k) => to.at(k)),
    values: Float64Array.from(order, (k) => value.at(k)),
  };
}

/** The entries in ascending order of their keys, which are below `keys`. Stable. */
function sortedBy(key: Growing, keys: number, entries: Uint32Array): Uint32Array {
  const next = new Uint32Array(keys + 1);
  for (const k of entries) next[key.at(k) + 1]++;
  for (let i = 0; i < keys; i++) next[i + 1] += next[i];
  const sorted = new Uint32Array(entries.length);
  for (const k of entries) sorted[next[key.at(k)]++] = k;
  return sorted;
}

/** A growable list of unboxed numbers. */
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
