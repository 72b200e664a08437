import type { Floats } from "../../bags/bag-set.js";

/** The rows of one bag inside the matrix of all instances. */
export interface BagRows {
  readonly data: Floats;
  /** The first row. */
  readonly start: number;
  /** The number of rows, at least 1. */
  readonly size: number;
  /** The number of features. */
  readonly width: number;
}

/**
 * A way to turn a bag of any size into one vector: the description as data, plus the function that
 * computes it.
 */
export interface Statistic {
  readonly name: string;
  /** One line for a list of choices, without a final full stop. */
  readonly help: string;
  /**
   * What is computed for each feature, in order. The vector holds the first part for all features,
   * then the second, and so on.
   */
  readonly parts: readonly string[];
  /** Writes the vector of one bag, `parts.length * width` numbers, to `out` starting at `at`. */
  write(rows: BagRows, out: Float64Array, at: number): void;
}
