import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { distanceFromProduct, squaredNorms } from "./distances.js";

/** So many distances are held at a time: 16 MB. */
const MOST = 2 ** 21;
/** At least so many rows, because every block reads all centres. */
const LEAST_ROWS = 64;

/** The squared distances of some rows from all centres. */
interface DistanceBlock {
  /** The number of the first of the rows. */
  readonly first: number;
  readonly distances: Matrix;
}

/**
 * The squared distances between all rows and all centres, some rows at a time, so that memory stays
 * bounded however many there are. Those of near-duplicates are summed from the differences: at
 * narrow widths they decide, and so they have all their digits. An entry has the same bits as in
 * the Gaussian kernel.
 */
export function* distanceBlocks(rows: Matrix, centres: Matrix): Generator<DistanceBlock> {
  const right = squaredNorms(centres);
  const size = Math.max(LEAST_ROWS, Math.floor(MOST / Math.max(1, centres.rows)));
  for (let first = 0; first < rows.rows; first += size) {
    const count = Math.min(size, rows.rows - first);
    const block = matrix(count, rows.cols, rows.data.subarray(first * rows.cols, (first + count) * rows.cols));
    const left = squaredNorms(block);
    const distances = linearAlgebra().gemmNT(block, centres);
    const { data } = distances;
    for (let i = 0, at = 0; i < count; i++) {
      for (let j = 0; j < centres.rows; j++, at++)
        data[at] = distanceFromProduct(data[at], left[i] + right[j], block, i, centres, j);
    }
    yield { first, distances };
  }
}
