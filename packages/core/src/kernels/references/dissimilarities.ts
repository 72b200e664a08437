import { count, InputError } from "../../base/errors.js";
import { fromRows, type Matrix, matrix } from "../../linalg/matrix.js";
import { distanceBlocks } from "../gram/distance-blocks.js";
import type { Instances } from "../representation.js";
import { shortKey } from "../short-key.js";

/** Bags to compare other bags with, as plain data. */
export interface References {
  /** The instances of all of them, bag after bag. At least one. All have the same length, the number of features. */
  readonly points: readonly (readonly number[])[];
  /** How many instances each bag has, at least one. */
  readonly sizes: readonly number[];
}

/** The maximum number of reference bags, of their instances, and of numbers in these, because a model's card holds them. */
export const MOST_REFERENCES = 256;
export const MOST_REFERENCE_POINTS = 2000;
export const MOST_REFERENCE_NUMBERS = 2 ** 17;

/**
 * For each bag (row) and each reference bag (column), how far an instance of the bag is from the nearest
 * instance of the reference, as a mean over the instances of the bag: the dissimilarity "mean of minima" of
 * Cheplygina, Tax and Loog (2015), "Multiple instance learning with bag dissimilarities". Costs a matrix
 * product of all instances with those of the references, in blocks.
 */
export function dissimilarities(references: References, { rows, offsets }: Instances): Matrix {
  const nearest = nearestDistances(references, rows);
  const result = matrix(offsets.length - 1, nearest.cols);
  for (let i = 0; i < result.rows; i++) {
    const to = i * result.cols;
    for (let at = offsets[i] * nearest.cols; at < offsets[i + 1] * nearest.cols; at += nearest.cols)
      for (let r = 0; r < result.cols; r++) result.data[to + r] += nearest.data[at + r];
    const size = offsets[i + 1] - offsets[i];
    for (let r = 0; r < result.cols; r++) result.data[to + r] /= size;
  }
  return result;
}

/** The distance of each row (row) to the nearest instance of each reference bag (column). */
export function nearestDistances(references: References, rows: Matrix): Matrix {
  const points = pointsOf(references, rows.cols);
  const { sizes } = references;
  const result = matrix(rows.rows, sizes.length);
  for (const { first, distances } of distanceBlocks(rows, points)) {
    for (let i = 0, at = 0, to = first * sizes.length; i < distances.rows; i++) {
      for (let r = 0; r < sizes.length; r++, to++) {
        let least = Number.POSITIVE_INFINITY;
        for (const end = at + sizes[r]; at < end; at++) if (distances.data[at] < least) least = distances.data[at];
        result.data[to] = Math.sqrt(least);
      }
    }
  }
  return result;
}

const matrices = new WeakMap<References, Matrix>();

/** The instances of the references, one per row. Throws an InputError if they have other features than the bags. */
function pointsOf(references: References, features: number): Matrix {
  const points = matrices.get(references) ?? fromRows(references.points);
  matrices.set(references, points);
  if (points.cols === features) return points;
  throw new InputError({
    code: "kernel",
    message: `the reference bags of the kernel have ${count(points.cols, "feature")}, the bags have ${features}`,
    remedy: 'Use the features they were made for, or the references "training".',
  });
}

/** A short name of the references: the same for equal ones, otherwise different. */
export function referencesKey(references: References): string {
  return shortKey(references, () => [references.points, references.sizes]);
}
