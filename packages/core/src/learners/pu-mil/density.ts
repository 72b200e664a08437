import { exp, log } from "../../base/portable-math.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { eigenSymmetric } from "../../linalg/eigen.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { PuMilData } from "./data.js";
import type { DensitySpread } from "./options.js";

/**
 * The weighted kernel density of negative instances (Fu et al. 2011), up to a factor: p(x) = sum
 * over points of exp(-|T x - point|^2 / (2 width^2)). The points are instances of possibly negative
 * bags, multiplied by the confidences of these bags and by T.
 */
export interface Density {
  /** One point a row. */
  readonly points: Matrix;
  readonly width: number;
  /** T; null for none. */
  readonly transform: Matrix | null;
  /** How many instances the possibly negative bags have; more than `points` if some were drawn. */
  readonly available: number;
}

interface DensityOptions {
  readonly densitySpread: DensitySpread;
  readonly densityPoints: number;
}

/**
 * The variance of the points in any direction is at least this share of that of all instances. Few
 * points do not spread in all directions, and a Gaussian without width there would be 0 everywhere
 * else.
 */
const LEAST_SHARE = 0.01;

/**
 * Step 3 of puMIL, first half. The width is Scott's (1992), m^(-1/(d + 4)) for m points in d
 * dimensions, times the spread of all training instances, or times that of the points themselves,
 * as in SciPy's `gaussian_kde`. Costs O(m d), or O(m d^2 + d^3).
 *
 * `confidence` has a number for every unlabeled bag; `negative` lists those that are possibly
 * negative.
 */
export function negativeDensity(
  data: Pick<PuMilData, "points" | "offsets" | "order" | "positives">,
  confidence: Float64Array,
  negative: Uint32Array,
  { densitySpread, densityPoints }: DensityOptions,
): Density {
  const { points, offsets, order, positives } = data;
  const rows: { row: number; nu: number }[] = [];
  for (const bag of negative) {
    const to = offsets[positives + bag + 1];
    for (let row = offsets[positives + bag]; row < to; row++) rows.push({ row, nu: confidence[bag] });
  }
  const available = rows.length;
  const used =
    available <= densityPoints ? rows : rows.sort((a, b) => order[a.row] - order[b.row]).slice(0, densityPoints);
  const { cols } = points;
  const weighted = matrix(used.length, cols);
  for (const [k, { row, nu }] of used.entries()) {
    for (let j = 0; j < cols; j++) weighted.data[k * cols + j] = nu * points.data[row * cols + j];
  }
  const width = exp(-log(used.length) / (cols + 4));
  const transform = densitySpread === "all" ? null : ownSpread(weighted);
  return {
    points: transform === null ? weighted : linearAlgebra().gemmNT(weighted, transform),
    width,
    transform,
    available,
  };
}

/**
 * The matrix T after which the points have unit covariance: diag(1 / sqrt(e)) V' for a covariance V
 * diag(e) V'.
 */
function ownSpread(points: Matrix): Matrix {
  const { rows, cols, data } = points;
  const mean = new Float64Array(cols);
  for (let at = 0; at < data.length; at++) mean[at % cols] += data[at] / rows;
  const centred = matrix(
    rows,
    cols,
    data.map((value, at) => value - mean[at % cols]),
  );
  const weights = new Float64Array(rows).fill(1 / Math.max(1, rows - 1));
  const { values, vectors } = eigenSymmetric(linearAlgebra().weightedSyrk(centred, weights));
  const transform = matrix(cols, cols);
  for (let k = 0; k < cols; k++) {
    // Instances have unit variance in every direction here. NaN, from an eigenvalue that did not
    // converge, becomes the floor as well.
    const deviation = Math.sqrt(values[k] > LEAST_SHARE ? values[k] : LEAST_SHARE);
    for (let j = 0; j < cols; j++) transform.data[k * cols + j] = vectors.data[j * cols + k] / deviation;
  }
  return transform;
}
