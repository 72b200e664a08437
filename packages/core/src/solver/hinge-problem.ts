import { InputError } from "../base/errors.js";
import { linearAlgebra } from "../linalg/backend.js";
import { columnSums } from "../linalg/doubled.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import type { PrimalDualPoint } from "./certificate.js";
import { hingeCertificate } from "./hinge-certificate.js";
import type { Hinge } from "./hinges.js";
import { CENTRE, interiorPoint } from "./interior-point.js";
import { lazyGram, lazyHeld, type Prepared, powerOfTwoBelow, sideOf } from "./prepare.js";
import { proveHinges } from "./proof/hinge-proof.js";
import type { Status } from "./solution.js";
import { residualOf } from "./units.js";
import { Workspace } from "./workspace.js";

/**
 * A sum of hinges with a linear term and a ridge penalty, and no bias:
 *
 *     min over alpha of  (1/n) sum_i weights_i (z_i - kinks_i)_+ - linear'alpha + (lambda / 2) alpha'alpha,   z = features alpha.
 *
 * The dual has one bounded variable per sample, gamma_i in [0, weights_i]. A soft-margin SVM
 * (`solveSvm`) and each step of DSDD are problems of this kind.
 */
export interface HingeProblem {
  /** Where the hinge of each sample starts to rise. */
  readonly kinks: Float64Array;
  /** The slope of each hinge, above 0. */
  readonly weights: Float64Array;
  /** One number for each feature. */
  readonly linear: Float64Array;
  /**
   * What `weights` and `linear` are rounded from: weights are n slopes, and linear is the sum of
   * tilts_i times the features of sample i. The certificate is then for these. Default: `weights`
   * and `linear` are exact.
   */
  readonly exact?: { readonly slopes: Float64Array; readonly tilts: Float64Array };
  /** Above 0. */
  readonly lambda: number;
}

export interface HingeOptions {
  /** The relative gap to aim for. Default 1e-12. */
  readonly tolerance?: number;
  /** The largest relative gap that counts as `solved`. Default 1e-8. */
  readonly accept?: number;
  /** Default 100. */
  readonly maxIterations?: number;
  /**
   * The solution of a similar problem with the same features, to start from. Default: the midpoint.
   */
  readonly warmStart?: Pick<HingeSolution, "alpha" | "dual">;
  readonly signal?: AbortSignal | undefined;
}

/** The result of `solveHinges`, with its certificate. Objectives are those of the problem above. */
export interface HingeSolution {
  readonly status: Status;
  readonly alpha: Float64Array;
  /** gamma, one number per sample. */
  readonly dual: Float64Array;
  readonly iterations: number;
  readonly primalObjective: number;
  readonly dualObjective: number;
  /**
   * The absolute gap, and the gap relative to the largest of |primal|, |dual| and the objective of
   * alpha = 0.
   */
  readonly gap: number;
  readonly relativeGap: number;
}

/**
 * What problems with the same features share. Solve one problem at a time, because this also holds
 * the working memory.
 */
export type PreparedHinges = Prepared;

/** How far a warm start is moved away from the bounds of gamma, as a fraction of the weight. */
const AWAY = 0.05;

/**
 * Scales the features, one sample per row. Copies them, and needs n^2 more numbers if Newton's
 * equations are reduced to samples.
 */
export function prepareHinges(
  features: Matrix,
  {
    backend = "auto",
    reduceTo = "auto",
  }: { backend?: "auto" | "simd" | "plain"; reduceTo?: "auto" | "bags" | "features" } = {},
): PreparedHinges {
  const algebra = linearAlgebra({ backend });
  let largest = 0;
  for (const value of features.data) largest = Math.max(largest, Math.abs(value));
  const scale = powerOfTwoBelow(largest);
  const scaled = matrix(features.rows, features.cols);
  for (let k = 0; k < scaled.data.length; k++) scaled.data[k] = scale * features.data[k];
  return {
    algebra,
    reduceTo: sideOf(features, reduceTo),
    prior: 0,
    bias: false,
    weights: new Float64Array(features.rows).fill(1),
    even: true,
    givenWeights: undefined,
    phiP: matrix(0, features.cols),
    phiU: features,
    linear: () => columnSums(matrix(0, features.cols), new Float64Array(0)),
    centred: scaled,
    held: lazyHeld(scaled, backend),
    direction: new Float64Array(features.cols),
    scale,
    finite: Number.isFinite(scale),
    gram: lazyGram(algebra, scaled),
    workspace: new Workspace(features.rows, features.cols),
  };
}

/**
 * Solves the problem with the interior-point method of PU-SKC. Takes 10 to 20 iterations, each a
 * factorisation of an n x n matrix, or M x M if there are many more samples than features. The
 * status depends only on the certificate, which is a proof (`proveHinges`). Never throws for
 * numerical reasons. Throws an `InputError` for wrong lengths.
 */
export function solveHinges(
  prepared: PreparedHinges,
  problem: HingeProblem,
  options: HingeOptions = {},
): HingeSolution {
  const { tolerance = 1e-12, accept = 1e-8, maxIterations = 100, signal, warmStart } = options;
  const { scale, centred } = prepared;
  checkLengths(prepared, problem);
  const kappa = problem.lambda * scale * scale;
  const usable = (value: number) => value > 0 && value < Infinity;
  if (
    !(
      prepared.finite &&
      usable(kappa) &&
      problem.weights.every(usable) &&
      [...problem.kinks, ...problem.linear].every(Number.isFinite)
    )
  )
    return invalid(centred);
  const c = problem.linear.map((value) => value * scale);
  const gamma = startOf(problem, warmStart?.dual);
  const own = ownAlpha(prepared, { kappa, c, gamma });
  const zeta = unitOf(prepared, own);
  const kinks = problem.kinks.map((kink) => kink / zeta);
  const certify = hingeCertificate(kinks, problem.weights);
  const alpha = (warmStart?.alpha.map((value) => value / scale) ?? own).map((value) => value / zeta);
  const scaled = {
    e: 1 / zeta,
    kappa: kappa * zeta,
    c,
    alpha,
    hinges: [hingeAt(prepared, kinks, gamma, problem.weights)],
  };
  const reached = interiorPoint(prepared, scaled, certify, { tolerance, accept, maxIterations, signal });
  const found = reached.alpha.map((value) => value * zeta * scale);
  const proof = proveHinges(prepared.phiU, problem, { alpha: found, gamma: reached.gamma });
  const relativeGap = proof?.relative ?? Infinity;
  return {
    status: relativeGap <= accept ? "solved" : reached.end === "limit" ? "iteration-limit" : "inaccurate",
    alpha: found,
    dual: reached.gamma,
    iterations: reached.iterations,
    primalObjective: proof?.primal ?? Infinity,
    dualObjective: proof?.dual ?? -Infinity,
    gap: proof?.gap ?? Infinity,
    relativeGap,
  };
}

/** The centre of the box, or the dual of a warm start moved away from the bounds. */
function startOf({ weights }: HingeProblem, dual: Float64Array | undefined): Float64Array {
  if (dual === undefined) return weights.map((weight) => weight / 2);
  return weights.map((weight, i) => Math.min(weight * (1 - AWAY), Math.max(weight * AWAY, dual[i])));
}

/** The alpha that belongs to gamma: (c - A'gamma / n) / kappa. */
function ownAlpha(
  prepared: Prepared,
  { kappa, c, gamma }: Pick<PrimalDualPoint, "kappa" | "c" | "gamma">,
): Float64Array {
  const residual = residualOf(prepared, { kappa, c, gamma, alpha: new Float64Array(c.length) });
  return residual.map((value) => -value / kappa);
}

/** The larger of 1 and the largest |z|: the unit to compute in. */
function unitOf({ held }: Prepared, alpha: Float64Array): number {
  return held()
    .times(alpha)
    .reduce((most, value) => Math.max(most, Math.abs(value)), 1);
}

/** The hinge of every sample, on the central path. */
function hingeAt({ workspace }: Prepared, kinks: Float64Array, gamma: Float64Array, weights: Float64Array): Hinge {
  const [hinge] = workspace.hinges(1);
  hinge.kink.set(kinks);
  let least = Infinity;
  for (let i = 0; i < gamma.length; i++) {
    hinge.mass[i] = gamma[i];
    hinge.room[i] = weights[i] - gamma[i];
    least = Math.min(least, hinge.mass[i], hinge.room[i]);
  }
  hinge.centre(CENTRE * least);
  return hinge;
}

function checkLengths({ centred }: Prepared, { kinks, weights, linear }: HingeProblem): void {
  if (kinks.length === centred.rows && weights.length === centred.rows && linear.length === centred.cols) return;
  throw new InputError({
    code: "shape",
    message: `solveHinges: ${kinks.length} kinks, ${weights.length} weights and a linear term of ${linear.length} for ${centred.rows} samples of ${centred.cols} features`,
    remedy: "Give a kink and a weight for each sample and a linear term for each feature.",
  });
}

function invalid({ rows, cols }: Matrix): HingeSolution {
  return {
    status: "invalid",
    alpha: new Float64Array(cols),
    dual: new Float64Array(rows),
    iterations: 0,
    primalObjective: Number.NaN,
    dualObjective: Number.NaN,
    gap: Infinity,
    relativeGap: Infinity,
  };
}
