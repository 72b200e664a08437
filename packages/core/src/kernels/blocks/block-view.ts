import type { BagSet } from "../../bags/bag-set.js";
import type { BlockHead, SparseBlock } from "../../bags/sparse.js";
import { InputError, quote } from "../../base/errors.js";
import { log } from "../../base/portable-math.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { AnyMatrix, SparseMatrix } from "../../linalg/sparse.js";

/**
 * A way to compare bags by a block of sparse features: by the inner product of unit vectors, that is, by
 * a cosine. Plain data that holds everything scoring needs.
 */
export interface BlockView {
  readonly block: BlockHead;
  /**
   * The weight of each feature, log((1 + bags) / (1 + bags that have it)) + 1, for counts: a bag has
   * (1 + log count) times it. Null for values as they are.
   */
  readonly idf: Float64Array | null;
  /**
   * Directions in which bags are seen, for topics: these features, ascending, and an axis per column.
   * Null for all features.
   */
  readonly topics: { readonly terms: Uint32Array; readonly axes: Matrix } | null;
  /**
   * For ordinary features that form a vector, such as an embedding: their positions, and the mean of all
   * training bags, from which directions are seen. Null for a block of sparse features.
   */
  readonly vector: { readonly columns: Uint32Array; readonly centre: Float64Array } | null;
}

/** The unit vectors of bags in a view. `sums` keeps what several views of a block share. */
export function vectorsOf(view: BlockView, bags: BagSet, sums: Map<string, SparseMatrix> = new Map()): AnyMatrix {
  const { vector, block } = view;
  if (vector !== null) return directions(bagMeans(bags, vector.columns), vector.centre);
  const own = sums.get(block.name) ?? summedRows(bags, blockOf(bags, block));
  sums.set(block.name, own);
  return unitVectors(view, own);
}

/** The mean of these features over the instances of each bag. */
export function bagMeans(bags: BagSet, columns: Uint32Array): Matrix {
  const { data, dimension } = bags;
  const means = matrix(bags.size, columns.length);
  for (let i = 0; i < bags.size; i++) {
    const [start, size] = [bags.startOf(i), bags.sizeOf(i)];
    const own = means.data.subarray(i * columns.length, (i + 1) * columns.length);
    for (let row = start; row < start + size; row++)
      for (let k = 0; k < own.length; k++) own[k] += data[row * dimension + columns[k]] / size;
  }
  return means;
}

/** Rows less the centre, with length 1; 0 for the centre itself. */
export function directions({ rows, cols, data }: Matrix, centre: Float64Array): Matrix {
  const unit = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    let squares = 0;
    for (let k = 0, at = i * cols; k < cols; k++, at++) {
      unit.data[at] = data[at] - centre[k];
      squares += unit.data[at] * unit.data[at];
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let k = 0, at = i * cols; k < cols; k++, at++) unit.data[at] *= scale;
  }
  return unit;
}

/** The block of these bags that a view looks at. Throws an InputError if there is none, or another one. */
export function blockOf({ blocks }: BagSet, { name, width }: BlockHead): SparseBlock {
  const found = blocks.find((block) => block.name === name);
  if (found?.width === width) return found;
  throw new InputError({
    code: "features",
    message:
      found === undefined
        ? `the block of features ${quote(name)} is missing`
        : `the block ${quote(name)} has ${found.width} features, not ${width}`,
    remedy: "Read the file as the training file was read: with the recipe of the model.",
  });
}

/** The sum of the rows of each bag of a block. */
export function summedRows(bags: BagSet, block: SparseBlock): SparseMatrix {
  const count = bags.size;
  const sums = new Float64Array(block.width);
  const seen = new Uint8Array(block.width);
  const offsets = new Uint32Array(count + 1);
  let indices = new Uint32Array(1024);
  let values = new Float64Array(1024);
  let used = 0;
  for (let i = 0; i < count; i++) {
    const from = bags.startOf(i);
    const to = from + bags.sizeOf(i);
    const most = used + block.offsets[to] - block.offsets[from];
    if (most > indices.length) {
      const size = Math.max(most, 2 * indices.length);
      const [more, larger] = [new Uint32Array(size), new Float64Array(size)];
      more.set(indices);
      larger.set(values);
      [indices, values] = [more, larger];
    }
    const start = used;
    for (let e = block.offsets[from]; e < block.offsets[to]; e++) {
      const index = block.indices[e];
      if (seen[index] === 0) {
        seen[index] = 1;
        indices[used++] = index;
      }
      sums[index] += block.values[e];
    }
    indices.subarray(start, used).sort();
    for (let e = start; e < used; e++) {
      values[e] = sums[indices[e]];
      sums[indices[e]] = 0;
      seen[indices[e]] = 0;
    }
    offsets[i + 1] = used;
  }
  return { rows: count, cols: block.width, offsets, indices: indices.slice(0, used), values: values.slice(0, used) };
}

/**
 * The unit vector of each row of sums in a view; 0 for a bag without any of its features. Costs one pass
 * over the entries, and for topics as many operations per entry as there are axes.
 */
export function unitVectors({ idf, topics }: Omit<BlockView, "vector">, sums: SparseMatrix): AnyMatrix {
  const weighted = unitRows(idf === null ? sums : { ...sums, values: weightedValues(sums, idf) });
  return topics === null ? weighted : topicRows(weighted, topics);
}

/** (1 + log count) x idf of every entry. Counts below 1, which no text has, are taken as they are. */
function weightedValues({ indices, values }: SparseMatrix, idf: Float64Array): Float64Array {
  return values.map((count, e) => damped(count) * idf[indices[e]]);
}

/** 1 + log of a count: the tenth time a word occurs says less than the first. */
export function damped(count: number): number {
  if (count <= 1) return count;
  const at = Math.floor(count);
  if (at !== count || at >= DAMPED.length) return 1 + log(count);
  return DAMPED[at];
}

/** Most counts are small. */
const DAMPED = Float64Array.from({ length: 64 }, (_, count) => (count < 1 ? 0 : 1 + log(count)));

function unitRows(x: SparseMatrix): SparseMatrix {
  const values = x.values.slice();
  for (let row = 0; row < x.rows; row++) {
    let squares = 0;
    for (let e = x.offsets[row]; e < x.offsets[row + 1]; e++) squares += values[e] * values[e];
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let e = x.offsets[row]; e < x.offsets[row + 1]; e++) values[e] *= scale;
  }
  return { ...x, values };
}

function topicRows(x: SparseMatrix, { terms, axes }: NonNullable<BlockView["topics"]>): Matrix {
  const place = placesOf(terms, x.cols);
  const { cols: k } = axes;
  const rows = matrix(x.rows, k);
  for (let row = 0; row < x.rows; row++) {
    const own = rows.data.subarray(row * k, (row + 1) * k);
    for (let e = x.offsets[row]; e < x.offsets[row + 1]; e++) {
      const at = place[x.indices[e]] - 1;
      if (at < 0) continue;
      for (let c = 0; c < k; c++) own[c] += x.values[e] * axes.data[at * k + c];
    }
    let squares = 0;
    for (let c = 0; c < k; c++) squares += own[c] * own[c];
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let c = 0; c < k; c++) own[c] *= scale;
  }
  return rows;
}

/** For each feature its place among these, counted from 1; 0 for the others. */
function placesOf(terms: Uint32Array, width: number): Uint32Array {
  const place = new Uint32Array(width);
  for (let k = 0; k < terms.length; k++) place[terms[k]] = k + 1;
  return place;
}
