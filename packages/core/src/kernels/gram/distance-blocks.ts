import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { squaredNorms, toDistances } from "./distances.js";

/** The maximum number of distances held at a time: 16 MB. */
const MOST = 2 ** 21;
/** The minimum number of rows per block, because every block reads all centres. */
const LEAST_ROWS = 64;

/** The squared distances from some rows to all centres. */
interface DistanceBlock {
  /** The index of the first row. */
  readonly first: number;
  readonly distances: Matrix;
}

/**
 * The squared distances between all rows and all centres, in blocks of rows, so that memory stays
 * bounded. Distances between near-duplicates are computed from the differences to full precision,
 * because they decide the kernel values at narrow widths. The bits are the same as in the Gaussian
 * kernel.
 */
export function* distanceBlocks(rows: Matrix, centres: Matrix): Generator<DistanceBlock> {
  const norms = squaredNorms(centres);
  const size = Math.max(LEAST_ROWS, Math.floor(MOST / Math.max(1, centres.rows)));
  for (let first = 0; first < rows.rows; first += size) {
    const count = Math.min(size, rows.rows - first);
    const block = matrix(count, rows.cols, rows.data.subarray(first * rows.cols, (first + count) * rows.cols));
    const distances = linearAlgebra().gemmNT(block, centres);
    toDistances(distances, block, centres, norms);
    yield { first, distances };
  }
}
