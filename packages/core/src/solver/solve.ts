import { InputError } from "../base/errors.js";
import type { GapCertificate, PrimalDualPoint } from "./certificate.js";
import { doubleHingeCertificate, solveDoubleHinge } from "./double-hinge.js";
import type { Limits } from "./interior-point.js";
import { logisticCertificate, solveLogistic } from "./logistic.js";
import type { Prepared } from "./prepare.js";
import { checkLoss, type Loss } from "./problem.js";
import { proveSolution } from "./proof/solution-proof.js";
import { invalid, type Solution } from "./solution.js";
import { solveSquared, squaredCertificate } from "./squared.js";
import { type CertifiedSolution, certified, certifyStart, type WarmStart } from "./units.js";

export interface SolveOptions {
  /** The penalty weight, above 0 and with a finite inverse. Otherwise the solution is `invalid`. */
  readonly lambda: number;
  /** Default `double-hinge`. */
  readonly loss?: Loss;
  /** The relative gap to aim for. Default 1e-12. */
  readonly tolerance?: number;
  /** The largest relative gap that counts as `solved`. Default 1e-8. */
  readonly accept?: number;
  /**
   * The maximum number of iterations. Default 100; 10 to 20 are typical. 0 returns the start, a
   * constant gamma.
   */
  readonly maxIterations?: number;
  /**
   * A solution for another lambda, with the same bags and weights. If it is already within the
   * tolerance for this lambda, with alpha rescaled, it is returned. Ignored if its dual does not
   * fit this prior, and by the squared loss. Default none.
   */
  readonly warmStart?: WarmStart;
  /** Checked once per iteration. If it is aborted, its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** The largest relative gap that counts as `solved`. */
const ACCEPT = 1e-8;

/**
 * Minimises J (see `Problem`) for one lambda. The status depends only on the certificate, a proof in
 * exact arithmetic for the returned alpha and beta and the features as given (`proveSolution`).
 * Never throws for numerical reasons.
 *
 * @example
 * const solution = solve(prepare(phiP, phiU, { prior: 0.3 }), { lambda: 1e-3 });
 */
export function solve(prepared: Prepared, options: SolveOptions): Solution {
  const { lambda, loss = "double-hinge", tolerance = 1e-12, accept = ACCEPT, maxIterations = 100 } = options;
  checkLoss(loss);
  const { prior, scale, centred } = prepared;
  const kappa = lambda * scale * scale;
  if (!(prepared.finite && prior > 0 && prior < 1 && kappa > 0 && kappa < Infinity && 1 / kappa < Infinity)) {
    return invalid(centred.cols);
  }
  const limits: Limits = { tolerance, accept, maxIterations, signal: options.signal };
  const early = certifiedWarmStart(prepared, options, loss);
  if (early !== undefined && early.certificate.relative <= tolerance) {
    const found = proven(prepared, options, early);
    if (found.certificate.relative <= accept) return withStatus(found, accept);
  }
  const found = SOLVERS[loss](prepared, lambda, limits, early?.reached.gamma);
  if (!(Number.isFinite(found.certificate.b) && found.alpha.every(Number.isFinite))) return invalid(centred.cols);
  const first = proven(prepared, options, found);
  const onlyWay = loss !== "double-hinge" || prepared.reduceTo !== "bags";
  if (first.certificate.relative <= accept || onlyWay) return withStatus(first, accept);
  // Rounding defeats the proof, because features are far from 0. Another method rounds in other ways.
  const second = proven(prepared, options, SOLVERS[loss](prepared, lambda, { ...limits, activeSet: false }));
  return withStatus(second.certificate.relative < first.certificate.relative ? second : first, accept);
}

/**
 * The same solution with a proof instead of an estimate. If the proof fails and the decision values
 * were rounded too coarsely for a good bias, which happens if features are far from 0, the bias is
 * chosen again from accurate ones.
 */
function proven(
  prepared: Prepared,
  { lambda, loss = "double-hinge", accept = ACCEPT }: SolveOptions,
  found: CertifiedSolution,
): CertifiedSolution {
  const { alpha, reached, certificate } = found;
  const prove = (beta: number): GapCertificate => {
    const proof = proveSolution(prepared, { lambda, loss }, { alpha, beta, gamma: reached.gamma });
    return proof ?? { b: beta, primal: certificate.primal, dual: -Infinity, gap: Infinity, relative: Infinity };
  };
  const first = prove(certificate.b);
  if (first.relative <= accept) return { ...found, certificate: first };
  const again = certified(prepared, lambda, reached, certificateFor(prepared, loss), { accurately: true });
  const second = prove(again.certificate.b);
  return { ...found, certificate: second.gap < first.gap ? second : first };
}

/**
 * Solves for several lambdas, in the given order. Each first tries the gamma of the previous one.
 * On kernels with large values, where all small lambdas give nearly the same problem, that is often
 * the solution already.
 */
export function solvePath(
  prepared: Prepared,
  lambdas: readonly number[],
  options: Omit<SolveOptions, "lambda"> = {},
): Solution[] {
  const path: Solution[] = [];
  let warmStart = options.warmStart;
  for (const lambda of lambdas) {
    const solution = solve(prepared, { ...options, lambda, ...(warmStart && { warmStart }) });
    path.push(solution);
    const { alpha, dual } = solution;
    if (dual !== undefined) warmStart = { lambda, alpha, dual };
  }
  return path;
}

const SOLVERS: Record<
  Loss,
  (prepared: Prepared, lambda: number, limits: Limits, warm?: Float64Array) => CertifiedSolution
> = {
  "double-hinge": solveDoubleHinge,
  squared: solveSquared,
  logistic: solveLogistic,
};

function certifiedWarmStart(
  prepared: Prepared,
  { lambda, warmStart }: SolveOptions,
  loss: Loss,
): CertifiedSolution | undefined {
  if (warmStart === undefined || loss === "squared") return undefined;
  const { rows: n, cols } = prepared.centred;
  if (warmStart.dual.length !== n || warmStart.alpha.length !== cols) {
    throw new InputError({
      code: "shape",
      message: `solve: the warm start is for ${warmStart.dual.length} bags of ${warmStart.alpha.length} features, not ${n} of ${cols}`,
      remedy: "Give a solution for the same bags.",
    });
  }
  let surplus = 0;
  for (const [i, value] of warmStart.dual.entries()) {
    if (!(value >= 0 && value <= prepared.weights[i])) return undefined;
    surplus += value - prepared.prior;
  }
  if (!(Math.abs(surplus) <= 1e-12 * n * prepared.prior)) return undefined;
  return certifyStart(prepared, lambda, warmStart, certificateFor(prepared, loss));
}

function certificateFor(prepared: Prepared, loss: Loss): (point: PrimalDualPoint) => GapCertificate {
  if (loss === "double-hinge") return doubleHingeCertificate(prepared);
  return loss === "logistic" ? logisticCertificate(prepared.weights) : squaredCertificate(prepared.weights);
}

function withStatus({ alpha, reached, certificate }: CertifiedSolution, accept: number): Solution {
  const { relative, primal, dual, b } = certificate;
  return {
    status: relative <= accept ? "solved" : reached.end === "limit" ? "iteration-limit" : "inaccurate",
    alpha,
    beta: b,
    dual: reached.gamma,
    iterations: reached.iterations,
    primalObjective: primal,
    dualObjective: dual,
    relativeGap: relative,
    replacedPivots: reached.replacedPivots,
  };
}
