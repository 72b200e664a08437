import { count, InputError } from "../base/errors.js";
import type { Matrix } from "../linalg/matrix.js";

/** The losses with l(z) - l(-z) = -z, which keep the risk of positive and unlabeled bags convex. */
export const LOSSES = ["double-hinge", "squared", "logistic"] as const;
export type Loss = (typeof LOSSES)[number];

/**
 * A problem as data, equation (9) of the paper with a ridge penalty:
 *
 *     min over alpha, beta of  -(prior / N_P) sum_P g + (1 / N_U) sum_U l(-g) + (lambda / 2) alpha'alpha,
 *     g = alpha'phi + beta.
 *
 * With `weights`, (1 / N_U) sum_U l(-g) becomes the weighted mean sum_U w l(-g) / sum_U w. The rows
 * of phiU may then include known negatives and the positives themselves, as the risk of positive,
 * negative and unlabeled bags requires (Sakai et al. 2017).
 *
 * An RKHS penalty is a ridge penalty after a change of features, which is up to the caller.
 */
export interface Problem {
  /** The features phi of the positive bags, one bag per row: N_P x M. */
  readonly phiP: Matrix;
  /** The features of the unlabeled bags: N_U x M. */
  readonly phiU: Matrix;
  /** The share of positives among the unlabeled, between 0 and 1, both excluded. */
  readonly prior: number;
  /** The penalty weight, above 0. */
  readonly lambda: number;
  readonly loss: Loss;
  /** The relative weight of each row of phiU, above 0. Default: equally weighted. */
  readonly weights?: Float64Array | undefined;
}

/**
 * Throws an `InputError` unless both matrices have bags and the same number of features. 0 features
 * are allowed.
 */
export function checkShapes(phiP: Matrix, phiU: Matrix): void {
  for (const [phi, kind] of [
    [phiP, "positive"],
    [phiU, "unlabeled"],
  ] as const) {
    if (phi.rows > 0) continue;
    throw new InputError({
      code: `no-${kind}`,
      message: `prepare: there are no ${kind} bags`,
      remedy: `Give at least one ${kind} bag.`,
    });
  }
  if (phiP.cols === phiU.cols) return;
  throw new InputError({
    code: "shape",
    message: `prepare: the positive bags have ${phiP.cols} features, the unlabeled bags ${phiU.cols}`,
    remedy: "Use the same features for both.",
  });
}

/**
 * The weights, scaled to mean 1. Ones if there are none. Throws an `InputError` unless there is one
 * weight above 0 per row.
 */
export function meanOne(weights: Float64Array | undefined, rows: number): Float64Array {
  if (weights === undefined) return new Float64Array(rows).fill(1);
  const mean = weights.reduce((sum, weight) => sum + weight / rows, 0);
  if (weights.length === rows && mean < Infinity && weights.every((weight) => weight > 0)) {
    return weights.map((weight) => weight / mean);
  }
  throw new InputError({
    code: "weights",
    message: `prepare: ${count(weights.length, "weight")} for ${count(rows, "unlabeled bag")}, or a weight that is not above 0`,
    remedy: "Give a weight above 0 for each bag, and leave out bags that you want to ignore.",
  });
}

/** Throws an `InputError` for an unknown loss. */
export function checkLoss(loss: string): void {
  if ((LOSSES as readonly string[]).includes(loss)) return;
  throw new InputError({
    code: "option",
    message: `solve: there is no loss ${JSON.stringify(loss)}`,
    remedy: `Use one of ${LOSSES.join(", ")}.`,
  });
}
