import type { Floats } from "../bags/bag-set.js";

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
 * A way to make one vector of a bag, whatever its number of instances. Describes itself as data,
 * plus the sum itself.
 */
export interface Statistic {
  readonly name: string;
  /** One line for a list of choices, without a final full stop. */
  readonly help: string;
  /**
   * What is computed of every feature, in order: the vector is the first part of all features, then
   * the second, ...
   */
  readonly parts: readonly string[];
  /** Writes the vector of one bag, `parts.length * width` numbers, to `out` from `at` on. */
  write(rows: BagRows, out: Float64Array, at: number): void;
}
