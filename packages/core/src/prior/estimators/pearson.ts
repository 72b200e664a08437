import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { total } from "./weights.js";

/** The largest estimate. Keeps it finite if the two samples have nothing in common. */
const LARGEST = 1e6;

interface PearsonFit {
  /** pi = 1 / (2 h'G^-1 h - h'G^-1 H G^-1 h). */
  readonly prior: number;
  /** r = w'phi of every bag, w = G^-1 h. */
  readonly ratio: Float64Array;
}

/**
 * The minimiser over pi of the Pearson divergence (du Plessis and Sugiyama 2014): H = mean of phi
 * phi' under `overWeights`, by definition the mixture, h = mean of phi under `underWeights`, the
 * positives, G = H + eta I. One Cholesky factorisation of centres x centres.
 */
export function pearsonFit(
  phi: Matrix,
  overWeights: Float64Array,
  underWeights: Float64Array,
  eta: number,
): PearsonFit {
  const la = linearAlgebra();
  const over = normalised(overWeights);
  const second = la.weightedSyrk(phi, over);
  const first = la.gemvT(phi, normalised(underWeights));
  const diagonal = new Float64Array(phi.cols).fill(eta);
  const solution = la.cholesky(second, { diagonal, replacePivots: true }).solve(first);
  const ratio = la.gemv(phi, solution);
  return { prior: pearsonPrior(ratio, over, normalised(underWeights)), ratio };
}

/** 1 / (2 mean of r under one sample - mean of r^2 under the other), for a known ratio. */
export function pearsonPrior(ratio: Float64Array, over: Float64Array, under: Float64Array): number {
  let linear = 0;
  let square = 0;
  const overTotal = total(over);
  const underTotal = total(under);
  for (let i = 0; i < ratio.length; i++) {
    linear += (under[i] / underTotal) * ratio[i];
    square += (over[i] / overTotal) * ratio[i] * ratio[i];
  }
  const inverse = 2 * linear - square;
  return inverse > 1 / LARGEST ? 1 / inverse : LARGEST;
}

function normalised(weights: Float64Array): Float64Array {
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}
