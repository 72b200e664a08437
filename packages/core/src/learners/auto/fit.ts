import { chooseRows, type PreparedViews, type ViewSides } from "../../kernels/views/fit.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { labelledInSample } from "../../scores/scenario.js";
import { type Ratio, type RatioProblem, solveRatio, solveRatioWithLandmarks } from "../../solver/ratio.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import { weightedSample } from "../shared/weighted-sample.js";
import type { AutoData } from "./data.js";

/**
 * The weight of the penalty. Kernels have 1 on their diagonal, so it has no unit. The ranking
 * hardly depends on it: on five real data sets and seventeen synthetic families, the mean AUC
 * stayed within 0.003 of its best from 0.02 to 0.12 (docs/research/beyond.md).
 */
export const LAMBDA = 0.04;

/** The weight of known negatives, and the prior that it needs. */
export interface NegativeWeight {
  /** From 0, which ignores them, to below 1. */
  readonly weight: number;
  readonly prior: number;
}

/** A fitted ratio, with the kernel values it was fitted on: all bags by centres. */
interface AutoFit {
  readonly ratio: Ratio;
  readonly gram: Matrix;
}

/**
 * Fits the ratio on these fitted rows for each weight of known negatives, with one kernel for all. The
 * feature weights of the fifth view are learned from the same rows.
 */
export function fitRatios(
  data: AutoData,
  views: PreparedViews,
  rows: KnownRows,
  weights: readonly NegativeWeight[],
): AutoFit[] {
  const { centres, all } = data;
  const gram = views.gram(sidesOf(rows));
  return weights.map((known) => {
    const sample = secondSample(data, rows, known);
    const problem: RatioProblem = {
      gram,
      centres,
      positive: rows.positive,
      sample: sample.rows,
      weights: sample.weights,
      lambda: LAMBDA,
    };
    return { ratio: all ? solveRatio(problem) : solveRatioWithLandmarks(problem), gram };
  });
}

/** The rows of the second mean in the risk, and their weights. */
export function secondSample(data: AutoData, rows: KnownRows, known: NegativeWeight) {
  const mixed = labelledInSample(data.scenario)
    ? Uint32Array.from([...rows.positive, ...rows.unlabeled, ...rows.negative])
    : rows.unlabeled;
  return weightedSample({ ...rows, unlabeled: mixed, shareOf: sharesIn(data, rows) }, known);
}

/**
 * The share of each row in the sample of p(X) if rows of some kind were drawn at a higher rate than
 * others: in a single set, they then stand for fewer bags. Undefined if all have the same share.
 */
function sharesIn({ fitted, scenario, counts }: AutoData, { positive, unlabeled, negative }: KnownRows) {
  if (fitted.bags === null || !labelledInSample(scenario)) return undefined;
  const total = counts.positive + counts.unlabeled + counts.negative;
  const shareOf = new Map<number, number>();
  const add = (rows: Uint32Array, bags: number) => {
    for (const row of rows) shareOf.set(row, bags / total / rows.length);
  };
  add(positive, counts.positive);
  add(unlabeled, counts.unlabeled);
  add(negative, counts.negative);
  return (row: number) => shareOf.get(row) ?? 0;
}

/** The two sides that the fifth view separates. */
export function sidesOf({ positive, unlabeled, negative }: KnownRows): ViewSides {
  return { positive, other: Uint32Array.from([...unlabeled, ...negative]) };
}

/** The ratio r of these rows of the kernel; default all. */
export function ratioOf({ ratio: { alpha, beta }, gram }: AutoFit, rows?: Uint32Array): Float64Array {
  const values = linearAlgebra().gemv(rows === undefined ? gram : chooseRows(gram, rows), alpha);
  for (let i = 0; i < values.length; i++) values[i] += beta;
  return values;
}
