import { count, InputError } from "../../base/errors.js";
import { exp } from "../../base/portable-math.js";
import { fromRows, type Matrix, matrix } from "../../linalg/matrix.js";
import { checkPoints, fields, positive, record } from "../description.js";
import { distanceBlocks } from "../gram/distance-blocks.js";
import type { Instances } from "../representation.js";
import { shortKey } from "../short-key.js";

/** Points among the instances, and the width of the Gaussian bump around each, as plain data. */
export interface Codebook {
  /** At least one. All have the same length, the number of features. */
  readonly points: readonly (readonly number[])[];
  readonly width: number;
}

/** The maximum number of points, and of numbers in all of them, because a model's card holds them. */
export const MOST_POINTS = 256;
export const MOST_NUMBERS = 2 ** 18;

/**
 * For each bag (row) and each point of the codebook (column), the largest similarity of an instance:
 * exp(-|x - point|^2 / (2 width^2)) for the instance x nearest to the point. So it is near 1 if the
 * bag has something like the point, however many other instances it has: a mean would let a large
 * bag hide its one telling instance. Costs a matrix product of all instances with the points, in
 * blocks.
 */
export function affinities(codebook: Codebook, { rows, offsets }: Instances): Matrix {
  const points = pointsOf(codebook, rows.cols);
  const nearest = matrix(offsets.length - 1, points.rows);
  nearest.data.fill(Number.POSITIVE_INFINITY);
  let bag = 0;
  for (const { first, distances } of distanceBlocks(rows, points)) {
    for (let r = 0, at = 0; r < distances.rows; r++) {
      while (first + r >= offsets[bag + 1]) bag++;
      for (let m = 0, to = bag * points.rows; m < points.rows; m++, at++, to++)
        nearest.data[to] = Math.min(nearest.data[to], distances.data[at]);
    }
  }
  bump(codebook, nearest.data);
  return nearest;
}

/** The similarity of each row (row) to each point of the codebook (column). */
export function similarities(codebook: Codebook, rows: Matrix): Matrix {
  const points = pointsOf(codebook, rows.cols);
  const result = matrix(rows.rows, points.rows);
  for (const { first, distances } of distanceBlocks(rows, points)) result.data.set(distances.data, first * points.rows);
  bump(codebook, result.data);
  return result;
}

/** Turns squared distances into similarities, in place. */
export function bump({ width }: Codebook, squared: Float64Array): void {
  const factor = -0.5 / (width * width);
  for (let at = 0; at < squared.length; at++) squared[at] = exp(factor * squared[at]);
}

const matrices = new WeakMap<Codebook, Matrix>();

/** The points, one per row. Throws an InputError if they have other features than the bags. */
export function pointsOf(codebook: Codebook, features: number): Matrix {
  const points = matrices.get(codebook) ?? fromRows(codebook.points);
  matrices.set(codebook, points);
  if (points.cols === features) return points;
  throw new InputError({
    code: "kernel",
    message: `the points of the kernel's codebook have ${count(points.cols, "feature")}, the bags have ${features}`,
    remedy: 'Use the features it was made for, or the codebook "training".',
  });
}

/** The codebook, if it is one that fits a model's card. */
export function checkCodebook(value: unknown, path: string): Codebook | "training" {
  if (value === "training") return value;
  const { points, width } = fields(record(value, path, ', or "training"'), path, ["points", "width"]);
  const checked = checkPoints(points, `${path}.points`, { most: MOST_POINTS, numbers: MOST_NUMBERS });
  return { points: checked, width: positive(width, `${path}.width`) };
}

export function codebookPhrase(codebook: Codebook | "training"): string {
  if (codebook === "training") return "exemplars of the training instances";
  const { points, width } = codebook;
  return `${count(points.length, "exemplar")} (Gaussian of width ${Number(width.toPrecision(4))})`;
}

/** A short name of the codebook: the same for equal codebooks, otherwise different. */
export function codebookKey(codebook: Codebook): string {
  return shortKey(codebook, () => [codebook.points, codebook.width]);
}
