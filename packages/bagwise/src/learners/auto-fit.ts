import type { ViewSides } from "../kernels/view-fit.js";
import { linearAlgebra, type Matrix, matrix } from "../linalg/index.js";
import { type Ratio, type RatioProblem, solveRatio, solveRatioWithLandmarks } from "../solver/ratio.js";
import type { AutoData, KnownRows } from "./auto-data.js";

/**
 * The weight of the penalty. Kernels have 1 on their diagonal, so it has no unit. The ranking hardly depends on it: on five real data sets and seventeen synthetic families the mean AUC stayed within
 * 0.003 of its best from 0.02 to 0.12 (docs/beyond.md).
 */
export const LAMBDA = 0.04;

/** How much known negatives count, and the prior that this needs. */
export interface NegativeWeight {
  /** From 0, not at all, to below 1. */
  readonly weight: number;
  readonly prior: number;
}

/** A fitted ratio with the kernel values it was fitted on: all bags by centres. */
export interface AutoFit {
  readonly ratio: Ratio;
  readonly gram: Matrix;
}

/** Fits the ratio on these rows. What the fifth view counts is learned from the same rows. */
export function fitRatio(data: AutoData, rows: KnownRows, known: NegativeWeight): AutoFit {
  const { views, centres, all, single } = data;
  const gram = views.gram(sidesOf(rows));
  const problem: RatioProblem = {
    gram,
    centres,
    positive: rows.positive,
    ...secondSample(rows, known, single),
    lambda: LAMBDA,
  };
  return { ratio: all ? solveRatio(problem) : solveRatioWithLandmarks(problem), gram };
}

/** The two sides that the fifth view tells apart. */
export function sidesOf({ positive, unlabeled, negative }: KnownRows): ViewSides {
  return { positive, other: Uint32Array.from([...unlabeled, ...negative]) };
}

/** r of these rows. */
export function ratioOf({ ratio: { alpha, beta }, gram }: AutoFit, rows: Uint32Array): Float64Array {
  const part = matrix(rows.length, gram.cols);
  rows.forEach((row, k) => {
    part.data.set(gram.data.subarray(row * gram.cols, (row + 1) * gram.cols), k * gram.cols);
  });
  const values = linearAlgebra().gemv(part, alpha);
  for (let i = 0; i < values.length; i++) values[i] += beta;
  return values;
}

/**
 * The rows over which r is squared, and their weights: the unlabeled bags, in a single set all of them. With known negatives the PNU risk of the squared loss (see
 * `secondSample` of PU-SKC): (1 - w) / N_U on unlabeled bags, w (1 - prior) / N_N on negative and w prior / N_P on positive ones.
 */
function secondSample(
  { positive, unlabeled, negative }: KnownRows,
  { weight, prior }: NegativeWeight,
  single: boolean,
): { sample: Uint32Array; weights: Float64Array } {
  const counts = new Map<number, number>();
  const add = (rows: Uint32Array, total: number) => {
    for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + total / rows.length);
  };
  const w = negative.length === 0 ? 0 : weight;
  add(single ? Uint32Array.from([...positive, ...unlabeled, ...negative]) : unlabeled, 1 - w);
  if (w > 0) {
    add(negative, w * (1 - prior));
    add(positive, w * prior);
  }
  return { sample: Uint32Array.from(counts.keys()), weights: Float64Array.from(counts.values()) };
}
