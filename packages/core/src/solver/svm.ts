import { InputError } from "../base/errors.js";
import type { Matrix } from "../linalg/matrix.js";
import { type HingeOptions, type HingeSolution, prepareHinges, solveHinges } from "./hinge-problem.js";

interface SvmOptions extends HingeOptions {
  /** C, above 0. Default 1. */
  readonly cost?: number;
}

/** A linear SVM. `weights` is w, and the objectives are those of the SVM. */
export interface SvmSolution extends Omit<HingeSolution, "alpha"> {
  readonly weights: Float64Array;
}

/**
 * The soft-margin linear SVM without intercept, min over w of |w|^2 / 2 + C sum_b (1 - y_b
 * w.x_b)_+. For an intercept that is penalised like a weight, add a feature that is always 1. If
 * all labels are the same, w separates them from the origin.
 *
 * Since (1 - z)_+ = (z - 1)_+ - z + 1, this is a hinge problem in z. Throws an `InputError` unless
 * there is at least one sample, with a label 1 or -1 for each.
 */
export function solveSvm(features: Matrix, labels: ArrayLike<number>, options: SvmOptions = {}): SvmSolution {
  const { rows: n, cols, data } = features;
  const { cost = 1, ...rest } = options;
  checkLabels(labels, n);
  const linear = new Float64Array(cols);
  let positive = 0;
  for (let i = 0; i < n; i++) {
    if (labels[i] < 0) continue;
    positive++;
    for (let j = 0; j < cols; j++) linear[j] += cost * data[i * cols + j];
  }
  const { alpha, primalObjective, dualObjective, ...solution } = solveHinges(
    prepareHinges(features),
    {
      kinks: Float64Array.from({ length: n }, (_, i) => (labels[i] < 0 ? -1 : 1)),
      weights: new Float64Array(n).fill(n * cost),
      linear,
      exact: {
        slopes: new Float64Array(n).fill(cost),
        tilts: Float64Array.from({ length: n }, (_, i) => (labels[i] < 0 ? 0 : cost)),
      },
      lambda: 1,
    },
    rest,
  );
  const constant = cost * positive;
  return {
    ...solution,
    weights: alpha,
    primalObjective: primalObjective + constant,
    dualObjective: dualObjective + constant,
  };
}

function checkLabels(labels: ArrayLike<number>, samples: number): void {
  if (samples > 0 && labels.length === samples && Array.from(labels).every((label) => label === 1 || label === -1))
    return;
  throw new InputError({
    code: "labels",
    message: `solveSvm: ${labels.length} labels for ${samples} samples, or a label that is neither 1 nor -1`,
    remedy: "Give at least one sample, and a label 1 or -1 for each.",
  });
}
