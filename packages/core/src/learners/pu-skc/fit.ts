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
import { decisionValues, type RampFound, type RampRisk, rampStep, solveRampRisk } from "./ramp.js";

/**
 * Eigenvalues below this share of the largest are rounding errors; their directions carry no
 * penalty and no meaning.
 */
const NEGLIGIBLE = 1e-12;

/** The losses that a job can minimise. */
export type FitLoss = Loss | "ramp";

/** The most convex problems for the ramp loss. */
const MOST_STEPS = 30;

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
  /** A convex loss, or the ramp loss, which takes several convex problems (`solveRampRisk`). */
  readonly loss: FitLoss;
  /** The most convex problems for the ramp loss. Default 30. */
  readonly steps?: number | undefined;
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
  /** For the ramp loss: how the procedure went, and its last tangents. */
  readonly ramp?: Pick<RampFound, "scheme" | "tangents">;
}

/**
 * Trains for every lambda. A pure function. Costs one centring, then a path of solutions, each
 * starting from the last.
 */
export function runPuSkcJob(job: PuSkcJob): PuSkcOutcome[] {
  const { phiP, phiU, weights, change } = featuresOf(job);
  const prepared = prepare(phiP, phiU, { prior: job.prior, weights });
  const held = pick(job.gram, job.validation, job.centres);
  const path = solvePath(prepared, job.lambdas, { loss: convex(job.loss) });
  const found = job.loss === "ramp" ? rampPath(job, path) : path.map((solution) => ({ solution }));
  return found.map(({ solution, ...rest }) => {
    const alpha = change === undefined ? solution.alpha : linearAlgebra().gemv(change, solution.alpha);
    const scores = linearAlgebra().gemv(held, alpha);
    for (let i = 0; i < scores.length; i++) scores[i] += solution.beta;
    return { solution: { ...solution, alpha }, scores, ...rest };
  });
}

/** The ramp loss for every lambda, each from the solution with the double hinge. */
function rampPath(job: PuSkcJob, path: readonly Solution[]) {
  const risk = rampRisk(job);
  return path.map((from, k) => {
    const start = decisionValues(risk.phi, from);
    const { steps = MOST_STEPS, lambdas } = job;
    const { solution, scheme, tangents } = solveRampRisk(risk, { lambda: lambdas[k], start, steps });
    return { solution, ramp: { scheme, tangents } };
  });
}

/**
 * The risk of a job with the ramp loss. Because ramp(z) / 2 + ramp(-z) / 2 = 1, positive samples have a
 * total weight of 2 prior in the risk without negatives, and known negatives change it as in
 * `weightedSample`.
 */
function rampRisk(job: PuSkcJob): RampRisk {
  const { positive, unlabeled, negative = new Uint32Array(0), negativeWeight = 0, prior } = job;
  const w = negative.length === 0 ? 0 : negativeWeight;
  const parts = [
    { rows: positive, sign: 1, total: (1 - w) * 2 * prior + w * prior },
    { rows: unlabeled, sign: -1, total: 1 - w },
    { rows: negative, sign: -1, total: w * (1 - prior) },
  ].filter(({ total }) => total > 0);
  const rows = Uint32Array.from(parts.flatMap((part) => [...part.rows]));
  return {
    phi: featureMap(job).of(rows),
    signs: Int8Array.from(parts.flatMap(({ rows, sign }) => Array.from(rows, () => sign))),
    weights: Float64Array.from(parts.flatMap(({ rows, total }) => Array.from(rows, () => total / rows.length))),
  };
}

/** `runPuSkcJob` as a unit of work. */
export const PU_SKC_WORK: Work<PuSkcJob, PuSkcOutcome[]> = { name: "pu-skc", run: runPuSkcJob };

/**
 * The problem that a job solves for its first lambda, to be dumped and solved elsewhere. For the ramp
 * loss it is the one that the procedure starts from.
 */
export function problemOf(job: PuSkcJob): Problem {
  const { phiP, phiU, weights } = featuresOf(job);
  return { phiP, phiU, prior: job.prior, lambda: job.lambdas[0], loss: convex(job.loss), ...(weights && { weights }) };
}

/** The last problem that a job solved for its first lambda; for the ramp loss, that of the last tangents. */
export function lastProblem(job: PuSkcJob, { ramp }: PuSkcOutcome): Problem {
  const last = ramp && rampStep(rampRisk(job), ramp.tangents, job.lambdas[0]);
  return last ?? problemOf(job);
}

function convex(loss: FitLoss): Loss {
  return loss === "ramp" ? "double-hinge" : loss;
}

/** The features of the training bags. */
function featuresOf(job: PuSkcJob) {
  const { rows, weights } = secondSample(job);
  const { of, change } = featureMap(job);
  return { phiP: of(job.positive), phiU: of(rows), weights, change };
}

/** Features are kernel values, transformed by `change` for the RKHS penalty. */
function featureMap({ gram, centres, centreRows, penalty }: PuSkcJob) {
  const change = penalty === "rkhs" ? kernelCoordinates(pick(gram, centreRows, centres)) : undefined;
  const of = (rows: Uint32Array): Matrix => {
    const phi = pick(gram, rows, centres);
    return change === undefined ? phi : linearAlgebra().gemm(phi, change);
  };
  return { of, change };
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
