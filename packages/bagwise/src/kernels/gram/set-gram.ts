import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../kernel.js";
import type { Instances } from "../representation.js";
import { instanceGram } from "./instance-gram.js";

/**
 * Instances are compared in blocks of about this many rows, so that the similarities of a block fit
 * in 2 MB.
 */
const BLOCK_ROWS = 512;

/**
 * The normalised set kernel (Gaertner et al. 2002): the mean of the instance kernel over all pairs
 * of instances, for all bags of `a` and all bags of `b`. Without `b`, for all pairs in `a`, exactly
 * symmetric.
 *
 * Takes a matrix product of all instances with all instances, in blocks. Needs memory for the
 * result and one block. A block holds at least one bag.
 */
export function setGram(kernel: InstanceKernel, a: Instances, b?: Instances): Matrix {
  const other = b ?? a;
  const bagsA = a.offsets.length - 1;
  const bagsB = other.offsets.length - 1;
  const result = matrix(bagsA, bagsB);
  const blocksB = blocksOf(other);
  for (const left of blocksOf(a)) {
    const rows = rowsOf(a, left);
    for (const right of blocksB) {
      if (b === undefined && right.first > left.first) break;
      const similarities = instanceGram(kernel, rows, rowsOf(other, right));
      for (let i = left.first; i < left.end; i++) {
        const end = b === undefined ? Math.min(right.end, i + 1) : right.end;
        for (let j = right.first; j < end; j++) {
          const value = blockMean(similarities, a, left, i, other, right, j);
          result.data[i * bagsB + j] = value;
          if (b === undefined) result.data[j * bagsB + i] = value;
        }
      }
    }
  }
  return result;
}

/** The set kernel of every bag with itself. Same bits as the diagonal of `setGram`. */
export function setDiagonal(kernel: InstanceKernel, a: Instances): Float64Array {
  const diagonal = new Float64Array(a.offsets.length - 1);
  for (let i = 0; i < diagonal.length; i++) {
    const only = { first: i, end: i + 1 };
    const rows = rowsOf(a, only);
    diagonal[i] = blockMean(instanceGram(kernel, rows, rowsOf(a, only)), a, only, i, a, only, i);
  }
  return diagonal;
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
  let sum = 0;
  for (let row = a.offsets[i] - a.offsets[left.first]; row < rowEnd; row++) {
    for (let at = row * cols + from, end = row * cols + to; at < end; at++) sum += data[at];
  }
  return sum / ((a.offsets[i + 1] - a.offsets[i]) * (to - from));
}
