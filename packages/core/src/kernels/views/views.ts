import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { boundedSummaries } from "../statistic/summaries.js";
import { type ViewSpace, viewRows, weightedRows } from "./rows.js";
import { addCosines, addGaussianBetween } from "./values.js";

/**
 * Five ways to compare two bags by their `min-max-mean` statistic x, with m the mean part of x.
 * Plain data that holds everything scoring needs. Every view is a kernel that is 1 for a bag with
 * itself, and the views are equally weighted:
 * 1. ((1 + cosine) / 2)^2 of the normal scores of m among the centres;
 * 2. ((1 + cosine) / 2)^2 of the mid-ranks of m among the centres;
 * 3. exp(-|z - z'|^2 / width) of the standardised m, clipped at 5 (see `viewScale`);
 * 4. the same for the standardised x;
 * 5. the same for the standardised x times `weight`, by column.
 *
 * None of them depends on the unit of a feature, unless features are scaled together: see `viewScale`.
 */
export interface Views extends ViewSpace {
  /** The number of features d. The statistic has 3 d columns: min, max, mean. */
  readonly dimension: number;
  /** The means of the 3 d columns. */
  readonly centre: Float64Array;
  /** The divisors of the d columns of m in view 3. Above 0. */
  readonly scaleMean: Float64Array;
  /** The divisors of the 3 d columns of x in views 4 and 5. Above 0. */
  readonly scaleAll: Float64Array;
  /**
   * The divisors of the d columns of m - centre in view 1, for features that are scaled together; 0 for
   * all others, which have normal scores. Undefined in models of the first layout: all of m - centre, in
   * the units of the features.
   */
  readonly scaleDirection: Float64Array | undefined;
  /** The weight of each of the 3 d columns in view 5, from 0 to 1. */
  readonly weight: Float64Array;
  /** The widths of views 3, 4 and 5. Above 0. */
  readonly widths: readonly [mean: number, all: number, weighted: number];
  /** The statistics of the bags to compare with, one per row, not scaled. At least one. */
  readonly centres: Matrix;
}

/** The number of views. */
export const VIEWS = 5;

/**
 * What each of the five views of a bag compares, one sentence per view, in the order of `Views`.
 */
export function describeViews(): string[] {
  return [
    "Mean profile: two bags are similar if their mean instances lie in the same direction from the average bag, with each feature on a normal scale.",
    "Ranks: two bags are similar if the same features rank high, and the same features rank low, among the training bags. Outliers cannot dominate it.",
    "Means: two bags are similar if their means are close, with each feature in units of its own spread. A feature that varies within bags as much as between them counts little.",
    "Extremes: two bags are similar if the minimum, maximum and mean of each feature are close, each in units of its own spread, and with less say for the same features.",
    "Telling features: like the previous view, but each feature is weighted by how clearly it separates positive bags from the others.",
  ];
}

/**
 * The average of the five views between bags, given by their statistics, and the centres. The setup
 * is done once, here. You can call the returned function for many blocks of bags. An entry depends
 * only on its bag and its centre. Costs five matrix products and three exponentials per entry.
 */
export function viewsKernel(views: Views): (x: Matrix) => Matrix {
  const { dimension, weight, widths, centres } = views;
  const four = viewRows(views);
  const five = (x: Matrix) => {
    const rows = four(x);
    return [...rows, weightedRows(rows[3], weight)];
  };
  const right = five(centres);
  return (x) => {
    if (x.cols !== 3 * dimension) throw otherColumns(x.cols, 3 * dimension);
    const total = matrix(x.rows, centres.rows);
    for (const [k, left] of five(x).entries()) {
      if (k < 2) addCosines(total, left, right[k]);
      else addGaussianBetween(total, left, right[k], widths[k - 2]);
    }
    for (let at = 0; at < total.data.length; at++) total.data[at] /= VIEWS;
    return total;
  };
}

/**
 * The average of the five views between bags (rows, given by their statistics) and the centres
 * (columns). No bags give no rows.
 */
export function viewsGram(views: Views, x: Matrix): Matrix {
  return viewsKernel(views)(x);
}

function otherColumns(got: number, needed: number): InputError {
  return new InputError({
    code: "views",
    message: `the views need statistics of ${needed} columns, got ${got}`,
    remedy: "Give the min-max-mean statistics of bags with the same features as the training bags.",
  });
}

/**
 * The mean of the five views between bags and the centres. The setup is done once, here. An entry depends
 * only on its bag and its centre.
 */
export function viewsOfBags(views: Views): (bags: BagSet) => Matrix {
  const five = viewsKernel(views);
  return (bags) => five(boundedSummaries(bags));
}
