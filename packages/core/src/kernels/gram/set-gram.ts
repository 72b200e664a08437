import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../instance-kernel.js";
import type { Instances } from "../representation.js";
import { instanceGram } from "./instance-gram.js";

/**
 * Instances are compared in blocks of about this many rows, so that the similarities of a block fit
 * in 2 MB.
 */
const BLOCK_ROWS = 512;
/** Two large bags are compared in parts of at most this many pairs, 128 MB. */
const MOST_PAIRS = 2 ** 24;

/**
 * The normalised set kernel (Gaertner et al. 2002): the mean of the instance kernel over all pairs
 * of instances, for all bags of `a` and all bags of `b`. Without `b`, for all pairs in `a`, exactly
 * symmetric. If the instances of both sides have weights, it is the sum over pairs of both weights
 * times the kernel instead.
 *
 * Takes a matrix product of all instances with all instances, in blocks. Needs memory for the
 * result and one block. A block holds at least one bag; if two bags are so large that their pairs
 * take too much memory, in parts.
 */
export function setGram(kernel: InstanceKernel, a: Instances, b?: Instances): Matrix {
  const result = matrix(a.offsets.length - 1, (b ?? a).offsets.length - 1);
  for (const blocks of blockPairs(a, b))
    putMeans(result, blocks.small ? instanceGram(kernel, blocks.rows, blocks.others) : kernel, blocks, a, b);
  return result;
}

/** How to compute a set kernel. */
export type SetGram = typeof setGram;

/** Two blocks of bags to compare. */
export interface BlockPair {
  readonly left: Block;
  readonly right: Block;
  /** Their rows; no others, if it is the same block. */
  readonly rows: Matrix;
  readonly others: Matrix | undefined;
  /** Whether all their pairs are few enough to be computed at once. */
  readonly small: boolean;
}

/** All pairs of blocks; without `b` of the blocks of `a`, each pair once. */
export function* blockPairs(a: Instances, b?: Instances): Generator<BlockPair> {
  const blocks = blocksOf(b ?? a);
  for (const left of blocksOf(a)) {
    const rows = rowsOf(a, left);
    for (const right of blocks) {
      if (b === undefined && right.first > left.first) break;
      const its = rowsOf(b ?? a, right);
      const others = b === undefined && right.first === left.first ? undefined : its;
      yield { left, right, rows, others, small: rows.rows * its.rows <= MOST_PAIRS };
    }
  }
}

/** Writes the means over the pairs of two blocks, from their similarities, or from the kernel if they are too many. */
export function putMeans(
  result: Matrix,
  from: Matrix | InstanceKernel,
  { left, right, rows, others = rows }: BlockPair,
  a: Instances,
  b?: Instances,
): void {
  const { cols, data } = result;
  for (let i = left.first; i < left.end; i++) {
    const end = b === undefined ? Math.min(right.end, i + 1) : right.end;
    for (let j = right.first; j < end; j++) {
      const mean =
        "type" in from
          ? meanInParts(from, rows, others, weightsOf(a, i), weightsOf(b ?? a, j))
          : blockMean(from, a, left, i, b ?? a, right, j);
      data[i * cols + j] = mean;
      if (b === undefined) data[j * cols + i] = mean;
    }
  }
}

/** The set kernel of every bag with itself. Same bits as the diagonal of `setGram`. */
export function setDiagonal(kernel: InstanceKernel, a: Instances): Float64Array {
  const diagonal = new Float64Array(a.offsets.length - 1);
  for (let i = 0; i < diagonal.length; i++) {
    const only = { first: i, end: i + 1 };
    const rows = rowsOf(a, only);
    const weights = weightsOf(a, i);
    if (rows.rows * rows.rows > MOST_PAIRS) diagonal[i] = meanInParts(kernel, rows, rows, weights, weights);
    else diagonal[i] = blockMean(instanceGram(kernel, rows), a, only, i, a, only, i);
  }
  return diagonal;
}

/**
 * The mean over all pairs of two bags too large for one block, which are alone in their blocks. Sums
 * in the same order as `blockMean`.
 */
function meanInParts(
  kernel: InstanceKernel,
  a: Matrix,
  b: Matrix,
  left: Float64Array | undefined,
  right: Float64Array | undefined,
): number {
  const step = Math.max(1, Math.floor(MOST_PAIRS / b.rows));
  let sum = 0;
  for (let first = 0; first < a.rows; first += step) {
    const end = Math.min(a.rows, first + step);
    const some = matrix(end - first, a.cols, a.data.subarray(first * a.cols, end * a.cols));
    const { data } = instanceGram(kernel, some, b);
    if (left === undefined || right === undefined) for (const value of data) sum += value;
    else sum = weightedSum(sum, data, 0, b.rows, left.subarray(first, end), right);
  }
  return left === undefined || right === undefined ? sum / (a.rows * b.rows) : sum;
}

/** Bags `first` to `end - 1`. */
interface Block {
  readonly first: number;
  readonly end: number;
}

function blocksOf({ offsets }: Instances): Block[] {
  const blocks: Block[] = [];
  const bags = offsets.length - 1;
  for (let first = 0; first < bags; ) {
    let end = first + 1;
    while (end < bags && offsets[end + 1] - offsets[first] <= BLOCK_ROWS) end++;
    blocks.push({ first, end });
    first = end;
  }
  return blocks;
}

function rowsOf({ rows, offsets }: Instances, { first, end }: Block): Matrix {
  const count = offsets[end] - offsets[first];
  return matrix(count, rows.cols, rows.data.subarray(offsets[first] * rows.cols, offsets[end] * rows.cols));
}

/** The weights of the instances of bag i. */
function weightsOf({ weights, offsets }: Instances, i: number): Float64Array | undefined {
  return weights?.subarray(offsets[i], offsets[i + 1]);
}

/**
 * `sum` plus the sum over rows of their weight times the sum of weights times values. Rows start at
 * `at`, `stride` apart. Two rows at a time, because a sum waits for each of its terms.
 */
function weightedSum(
  sum: number,
  data: Float64Array,
  at: number,
  stride: number,
  left: Float64Array,
  right: Float64Array,
): number {
  for (let r = 0; r < left.length; r += 2, at += 2 * stride) {
    const two = r + 1 < left.length;
    let first = 0;
    let second = 0;
    for (let k = 0, p = at, q = two ? at + stride : at; k < right.length; k++) {
      first += right[k] * data[p++];
      second += right[k] * data[q++];
    }
    sum += left[r] * first;
    if (two) sum += left[r + 1] * second;
  }
  return sum;
}

/** The mean over the part of a block that belongs to bags i and j. */
function blockMean(
  { cols, data }: Matrix,
  a: Instances,
  left: Block,
  i: number,
  b: Instances,
  right: Block,
  j: number,
): number {
  const rowEnd = a.offsets[i + 1] - a.offsets[left.first];
  const from = b.offsets[j] - b.offsets[right.first];
  const to = b.offsets[j + 1] - b.offsets[right.first];
  const rowStart = a.offsets[i] - a.offsets[left.first];
  const weights = weightsOf(a, i);
  const others = weightsOf(b, j);
  if (weights !== undefined && others !== undefined)
    return weightedSum(0, data, rowStart * cols + from, cols, weights, others);
  let sum = 0;
  for (let row = rowStart; row < rowEnd; row++) {
    for (let at = row * cols + from, end = row * cols + to; at < end; at++) sum += data[at];
  }
  return sum / ((a.offsets[i + 1] - a.offsets[i]) * (to - from));
}
