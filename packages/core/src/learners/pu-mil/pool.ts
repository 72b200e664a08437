import { matrix } from "../../linalg/matrix.js";
import { type SvmSolution, solveSvm } from "../../solver/svm.js";
import { type Confidence, possiblyNegative } from "./confidence.js";
import type { PuMilData } from "./data.js";
import { type Density, negativeDensity } from "./density.js";
import { keyRows } from "./keys.js";
import type { CheckedPuMilOptions } from "./options.js";

export type PoolOptions = Pick<CheckedPuMilOptions, "densitySpread" | "densityPoints" | "cost" | "fitness">;

/**
 * A classifier of instances, g(x) = weights.x + intercept for x among the `points` of the data, and
 * what it was made from.
 */
export interface PoolClassifier {
  readonly weights: Float64Array;
  readonly intercept: number;
  /** The unlabeled bags taken as negative, ascending. */
  readonly negative: Uint32Array;
  readonly density: Density;
  /**
   * The positive margin pool: rows of the key instances of the positive bags, then of the possibly
   * negative ones.
   */
  readonly pool: Uint32Array;
  readonly solution: SvmSolution;
}

/**
 * Steps 2 to 4 of puMIL for one vector of confidences: as many possibly negative bags as there are
 * positive ones, the positive margin pool of key instances, and the SVM min |w|^2 / 2 + C sum_b
 * max(0, 1 - nu_b y_b w.x_b) on it. The intercept is the weight of a constant feature of 1.
 *
 * `as-programmed` follows the authors' program where it differs from the text: instances are
 * multiplied by their bag's confidence already before the density is taken, and the constant
 * feature is not multiplied.
 */
export function classifierFor(data: PuMilData, confidence: Confidence, options: PoolOptions): PoolClassifier {
  const { points, deviations, positives } = data;
  const programmed = options.fitness === "as-programmed";
  const negative = possiblyNegative(confidence, positives);
  const density = negativeDensity(data, confidence, negative, options);
  const bags = new Uint32Array(positives + negative.length);
  const nu = new Float64Array(bags.length).fill(1);
  const labels = new Int8Array(bags.length).fill(1);
  for (let k = 0; k < positives; k++) bags[k] = k;
  for (const [k, bag] of negative.entries()) {
    bags[positives + k] = positives + bag;
    nu[positives + k] = confidence[bag];
    labels[positives + k] = -1;
  }
  const pool = keyRows(data, density, bags, programmed ? nu : undefined);
  const { cols } = points;
  const features = matrix(pool.length, cols + 1);
  for (const [k, row] of pool.entries()) {
    const at = k * (cols + 1);
    for (let j = 0; j < cols; j++) features.data[at + j] = nu[k] * points.data[row * cols + j] * deviations[j];
    features.data[at + cols] = programmed ? 1 : nu[k];
  }
  const solution = solveSvm(features, labels, { cost: options.cost });
  const weights = Float64Array.from(deviations, (deviation, j) => solution.weights[j] * deviation);
  return { weights, intercept: solution.weights[cols], negative, density, pool, solution };
}
