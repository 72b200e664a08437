import { linearAlgebra } from "../../linalg/backend.js";
import { eigenSymmetric } from "../../linalg/eigen.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { prepare } from "../../solver/prepare.js";
import type { Loss, Problem } from "../../solver/problem.js";
import type { Solution } from "../../solver/solution.js";
import { solvePath } from "../../solver/solve.js";
import { weightedSample } from "../shared/weighted-sample.js";
import type { Work } from "../work.js";
import type { CheckedPuSkcOptions } from "./options.js";

/**
 * Eigenvalues below this share of the largest are rounding errors; their directions carry no
 * penalty and no meaning.
 */
const NEGLIGIBLE = 1e-12;

/** One training of PU-SKC for several lambdas, as plain data: it runs unchanged in any thread. */
export interface PuSkcJob {
  /** Kernel values between bags (rows) and centres (columns). */
  readonly gram: Matrix;
  /** Rows of the positive and of the unlabeled training bags. */
  readonly positive: Uint32Array;
  readonly unlabeled: Uint32Array;
  /**
   * Rows of known negatives, and the weight from 0 to 1 of the risk of positive and negative bags.
   * Default none, and 0.
   */
  readonly negative?: Uint32Array;
  readonly negativeWeight?: number;
  /** The columns to use as centres, and the rows of the same bags. */
  readonly centres: Uint32Array;
  readonly centreRows: Uint32Array;
  /** Rows to score; none for a final fit. */
  readonly validation: Uint32Array;
  readonly prior: number;
  readonly lambdas: readonly number[];
  readonly loss: Loss;
  /** Penalises the length of alpha, as in the paper, or the norm of g in the kernel's space. */
  readonly penalty: CheckedPuSkcOptions["penalty"];
}

/**
 * The result for one lambda: the solution in terms of kernel values, and the scores of the
 * validation rows.
 */
export interface PuSkcOutcome {
  readonly solution: Solution;
  readonly scores: Float64Array;
}

/**
 * Trains for every lambda. A pure function. Costs one centring, then a path of solutions, each
 * starting from the last.
 */
export function runPuSkcJob(job: PuSkcJob): PuSkcOutcome[] {
  const { phiP, phiU, weights, change } = featuresOf(job);
  const prepared = prepare(phiP, phiU, { prior: job.prior, weights });
  const held = pick(job.gram, job.validation, job.centres);
  return solvePath(prepared, job.lambdas, { loss: job.loss }).map((found) => {
    const alpha = change === undefined ? found.alpha : linearAlgebra().gemv(change, found.alpha);
    const scores = linearAlgebra().gemv(held, alpha);
    for (let i = 0; i < scores.length; i++) scores[i] += found.beta;
    return { solution: { ...found, alpha }, scores };
  });
}

/** `runPuSkcJob` as a unit of work. */
export const PU_SKC_WORK: Work<PuSkcJob, PuSkcOutcome[]> = { name: "pu-skc", run: runPuSkcJob };

/** The problem that a job solves for its first lambda, to be dumped and solved elsewhere. */
export function problemOf(job: PuSkcJob): Problem {
  const { phiP, phiU, weights } = featuresOf(job);
  return { phiP, phiU, prior: job.prior, lambda: job.lambdas[0], loss: job.loss, ...(weights && { weights }) };
}

/**
 * The features of the training bags: kernel values, transformed by `change` for the RKHS penalty.
 */
function featuresOf(job: PuSkcJob) {
  const { gram, positive, centres, centreRows, penalty } = job;
  const { rows, weights } = secondSample(job);
  const change = penalty === "rkhs" ? kernelCoordinates(pick(gram, centreRows, centres)) : undefined;
  const features = (rows: Uint32Array) => {
    const phi = pick(gram, rows, centres);
    return change === undefined ? phi : linearAlgebra().gemm(phi, change);
  };
  return { phiP: features(positive), phiU: features(rows), weights, change };
}

/**
 * The second sample of the problem. Without negatives that count there are no weights, so that the
 * problem is the one without negatives, to the last bit.
 */
function secondSample({ positive, unlabeled, negative, negativeWeight = 0, prior }: PuSkcJob): {
  readonly rows: Uint32Array;
  readonly weights?: Float64Array;
} {
  if (negative === undefined || negative.length === 0 || negativeWeight === 0) return { rows: unlabeled };
  return weightedSample({ positive, unlabeled, negative }, { weight: negativeWeight, prior });
}

/**
 * The matrix W with alpha = W a that turns the RKHS penalty alpha'K alpha into the ridge penalty
 * a'a: W = V diag(1 / sqrt(e)) for K = V diag(e) V'. Directions with a negligible e are left out.
 */
function kernelCoordinates(k: Matrix): Matrix {
  const { status, values, vectors } = eigenSymmetric(k);
  // NaN makes the solution `invalid`, which is what it is.
  if (status !== "converged") return matrix(k.rows, 1, new Float64Array(k.rows).fill(Number.NaN));
  const kept = values.filter((value) => value > NEGLIGIBLE * values[0]).length;
  const result = matrix(k.rows, kept);
  for (let i = 0; i < k.rows; i++) {
    for (let j = 0; j < kept; j++) result.data[i * kept + j] = vectors.data[i * k.cols + j] / Math.sqrt(values[j]);
  }
  return result;
}

/** The submatrix with these rows and columns. */
export function pick({ cols, data }: Matrix, rows: Uint32Array, columns: Uint32Array): Matrix {
  const part = matrix(rows.length, columns.length);
  let at = 0;
  for (const row of rows) for (const column of columns) part.data[at++] = data[row * cols + column];
  return part;
}
