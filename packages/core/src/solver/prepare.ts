import { type BackendOptions, type LinearAlgebra, linearAlgebra } from "../linalg/backend.js";
import { type Doubled, meanTimes } from "../linalg/doubled.js";
import { type HeldMatrix, holdMatrix } from "../linalg/held.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { checkShapes, meanOne } from "./problem.js";
import { Workspace } from "./workspace.js";

export interface PrepareOptions {
  /**
   * The share of positives among the unlabeled bags. If it is not between 0 and 1, every solution
   * is `invalid`.
   */
  readonly prior: number;
  /**
   * The relative weight of each row of phiU, above 0: see `Problem`. Default: equally weighted.
   * Throws an `InputError` for the wrong number of weights or a weight that is not above 0.
   */
  readonly weights?: Float64Array | undefined;
  /** The linear algebra to use. All backends give the same bits. Default `auto`. */
  readonly backend?: "auto" | "simd" | "plain";
  /**
   * What Newton's equations are reduced to: one unknown per unlabeled bag (`bags`, N_U^3 / 3
   * operations per iteration) or per feature (`features`, N_U M^2). Default `auto`: bags if there
   * are at most 512 of them or no more than features. `bags` is more accurate on ill-conditioned
   * features.
   */
  readonly reduceTo?: "auto" | "bags" | "features";
}

/** With this few unlabeled bags, accuracy comes before speed. */
const FEW = 512;

/**
 * What all lambdas and losses share. Prepare once and solve often, but one problem at a time,
 * because this also holds the working memory.
 *
 * The features are centred on the unlabeled bags and multiplied by a power of two, so that no
 * square overflows: A = scale (phiU - 1 mean'), where the mean uses the weights of the bags. The
 * bias b of the centred problem is beta + mean'alpha, and c = prior * direction.
 */
export interface Prepared {
  readonly algebra: LinearAlgebra;
  readonly reduceTo: "bags" | "features";
  readonly prior: number;
  /** Whether there is a bias b. If so, mean(gamma) is the prior. */
  readonly bias: boolean;
  /** The weight of each unlabeled bag, with mean 1. Each gamma is between 0 and its weight. */
  readonly weights: Float64Array;
  /** Whether all bags are equally weighted. */
  readonly even: boolean;
  /** The weights as given. */
  readonly givenWeights: Float64Array | undefined;
  /**
   * The features of the positive and of the unlabeled bags as given, not copied. The final
   * certificate is computed from them.
   */
  readonly phiP: Matrix;
  readonly phiU: Matrix;
  /** prior (mean of phiP) with about 32 digits, computed when first needed. */
  readonly linear: () => Doubled;
  /** A, N_U x M. */
  readonly centred: Matrix;
  /** A for products with vectors, made when first needed. */
  readonly held: () => HeldMatrix;
  /** scale (mean of the positive bags - mean of the unlabeled bags). */
  readonly direction: Float64Array;
  readonly scale: number;
  /** Whether every number is finite. If not, every solution is `invalid`. */
  readonly finite: boolean;
  /** K = A A' / N_U, computed when first needed. Used only when reduced to `bags`. */
  readonly gram: () => Matrix;
  readonly workspace: Workspace;
}

/**
 * Centres and scales the features: the part of the work that does not depend on lambda.
 *
 * Copies N_U M numbers, and needs N_U^2 more for K when reduced to `bags`. Throws an `InputError`
 * if there are no unlabeled or no positive bags, or if their numbers of features differ.
 */
export function prepare(phiP: Matrix, phiU: Matrix, options: PrepareOptions): Prepared {
  checkShapes(phiP, phiU);
  const { prior, backend = "auto", reduceTo = "auto" } = options;
  const algebra = linearAlgebra({ backend });
  const weights = meanOne(options.weights, phiU.rows);
  const mean = columnMeans(phiU, weights);
  const centred = matrix(phiU.rows, phiU.cols);
  const largest = centre(phiU, mean, centred.data);
  const direction = meanDifference(phiP, mean);
  const scale = powerOfTwoBelow(direction.reduce((most, value) => Math.max(most, Math.abs(value)), largest));
  for (let k = 0; k < centred.data.length; k++) centred.data[k] *= scale;
  for (let j = 0; j < direction.length; j++) direction[j] *= scale;
  return {
    algebra,
    reduceTo: sideOf(phiU, reduceTo),
    prior,
    bias: true,
    weights,
    even: options.weights === undefined,
    givenWeights: options.weights,
    phiP,
    phiU,
    linear: lazily(() => meanTimes(prior, phiP)),
    centred,
    held: lazyHeld(centred, backend),
    direction,
    scale,
    finite: Number.isFinite(scale),
    gram: lazyGram(algebra, centred),
    workspace: new Workspace(phiU.rows, phiU.cols),
  };
}

/**
 * The same features with another prior. Nothing is computed or copied. Both share one workspace.
 */
export function withPrior(prepared: Prepared, prior: number): Prepared {
  return { ...prepared, prior, linear: lazily(() => meanTimes(prior, prepared.phiP)) };
}

/** What Newton's equations are reduced to, with `auto` resolved as `PrepareOptions` says. */
export function sideOf({ rows, cols }: Matrix, wanted: "auto" | "bags" | "features"): "bags" | "features" {
  return wanted === "auto" ? (rows <= Math.max(FEW, cols) ? "bags" : "features") : wanted;
}

/** A A' / n, computed once, when first asked for. */
export function lazyGram(algebra: LinearAlgebra, centred: Matrix): () => Matrix {
  return lazily(() => {
    const gram = algebra.syrk(centred);
    for (let k = 0; k < gram.data.length; k++) gram.data[k] /= centred.rows;
    return gram;
  });
}

/** Larger matrices are not copied for products: 64 MB for two copies. */
const MOST_HELD = 2 ** 22;

/** An active set needs about 20 products for three lambdas, an interior-point method as many for five iterations. */
const HELD_AFTER = 24;

/** A matrix for products with vectors, made once, when first asked for. */
export function lazyHeld(a: Matrix, backend: BackendOptions["backend"] = "auto"): () => HeldMatrix {
  const held = { backend: a.data.length > MOST_HELD ? ("plain" as const) : backend, after: HELD_AFTER };
  return lazily(() => holdMatrix(a, held));
}

/** What `make` returns, made once, when first asked for. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function columnMeans({ rows, cols, data }: Matrix, weights: Float64Array): Float64Array {
  const mean = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) mean[j] += (weights[i] * data[at]) / rows;
  }
  return mean;
}

/** Subtracts the mean. Returns the largest magnitude, or NaN if a number is not finite. */
function centre({ rows, cols, data }: Matrix, mean: Float64Array, to: Float64Array): number {
  let largest = 0;
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      to[at] = data[at] - mean[j];
      const size = Math.abs(to[at]);
      if (!(size < Infinity)) return Number.NaN;
      if (size > largest) largest = size;
    }
  }
  return largest;
}

/**
 * The mean of the rows minus `mean`. Subtracts from each row first, which is more accurate than the
 * difference of two means.
 */
function meanDifference({ rows, cols, data }: Matrix, mean: Float64Array): Float64Array {
  const result = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) result[j] += (data[at] - mean[j]) / rows;
  return result;
}

/**
 * The power of two that brings `largest` into (1/2, 1], so that multiplying by it is exact. 1 for
 * 0, NaN if not finite.
 */
export function powerOfTwoBelow(largest: number): number {
  if (!(largest < Infinity)) return Number.NaN;
  let scale = 1;
  if (largest === 0) return scale;
  while (largest * scale > 1) scale /= 2;
  while (largest * scale <= 0.5 && scale < 2 ** 500) scale *= 2;
  return scale;
}
