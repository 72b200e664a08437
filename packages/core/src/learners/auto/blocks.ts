import type { PreparedBlocks } from "../../kernels/blocks/fit.js";
import { addProducts } from "../../linalg/sparse.js";
import { type SparseRatio, type SparseRatioStart, solveSparseRatio } from "../../solver/sparse-ratio.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import type { AutoData } from "./data.js";
import { LAMBDA, type NegativeWeight, secondSample } from "./fit.js";

/**
 * Fits the ratio on the blocks of these fitted rows. `start`: the solution for nearly the same rows, to
 * begin with. Costs some ten passes over the entries.
 */
export function fitBlocks(
  data: AutoData,
  { vectors }: PreparedBlocks,
  rows: KnownRows,
  known: NegativeWeight,
  start?: SparseRatioStart,
): SparseRatio {
  const sample = secondSample(data, rows, known);
  const bagOf = (row: number) => (data.fitted.bags === null ? row : data.fitted.bags[row]);
  return solveSparseRatio(
    {
      vectors,
      positive: rows.positive.map(bagOf),
      sample: sample.rows.map(bagOf),
      weights: sample.weights,
      lambda: LAMBDA,
    },
    start,
  );
}

/** The ratio of these bags. */
export function blockRatio(
  { weights, beta }: Pick<SparseRatio, "weights" | "beta">,
  { vectors }: PreparedBlocks,
  bags: Uint32Array,
): Float64Array {
  const values = new Float64Array(bags.length).fill(beta);
  for (const [k, x] of vectors.entries()) addProducts(x, bags, weights[k], 1, values);
  return values;
}
