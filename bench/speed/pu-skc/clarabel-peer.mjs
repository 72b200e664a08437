// PU-SKC with Clarabel (WebAssembly, in the npm package cvxjs), in trials the fastest of the
// general QP solvers that npm offers, before SCS, quadprog and HiGHS:
// cross-validation over the paper's grid and the final fit. It is given every help: features
// centred and scaled, the dual in a form in which only one block is dense (about four times as fast
// as the split one), and bagwise's own kernel and matrix products. Its WebAssembly interface has no
// setting for the feasibility tolerance, so some gaps stay above 1e-8.
import { puRisk } from "bagwise/evaluation";
import { gramFamily } from "bagwise/kernels";
import { linearAlgebra, matrix } from "bagwise/linalg";
import { DEGREES, FOLDS, KERNEL, LAMBDAS, PRIOR } from "./training-sets.mjs";
import { jobFor } from "./with-bagwise.mjs";

/** For the gap; the best that the interface allows. */
const TOLERANCE = 1e-12;

/** The solver, or undefined when it is not installed. */
export async function loadClarabel() {
  try {
    const { solve } = await import("clarabel-wasm-nodejs");
    return solve;
  } catch {
    return undefined;
  }
}

/**
 * Processor seconds, the chosen setting, and for each problem status, objective and relative gap
 * (computed outside of the time).
 */
export function runClarabel(solve, { representation, positives, folds }) {
  const before = process.cpuUsage();
  const family = gramFamily(KERNEL, representation);
  const problems = [];
  const train = (degree, options) => {
    const job = jobFor(family, degree, { positives, folds, ...options });
    const prepared = prepareDual(job);
    return job.lambdas.map((lambda) => {
      const { alpha, beta, ...found } = solveDual(solve, prepared, lambda);
      problems.push({ degree, lambda, fold: options.fold ?? -1, prepared, ...found });
      return [...job.validation].map((row) => {
        let score = beta;
        for (const [j, column] of job.centres.entries())
          score += alpha[j] * job.gram.data[row * job.gram.cols + column];
        return [row, score];
      });
    });
  };
  const settings = DEGREES.flatMap((degree) => {
    const scores = LAMBDAS.map(() => new Float64Array(representation.bags));
    for (let fold = 0; fold < FOLDS; fold++) {
      for (const [l, held] of train(degree, { fold }).entries())
        for (const [row, score] of held) scores[l][row] = score;
    }
    return LAMBDAS.map((lambda, l) => ({
      degree,
      lambda,
      risk: puRisk(scores[l].subarray(0, positives), scores[l].subarray(positives), PRIOR),
    }));
  });
  const chosen = settings.reduce((best, one) => (one.risk < best.risk - 1e-12 ? one : best));
  train(chosen.degree, { lambdas: [chosen.lambda] });
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (user + system) / 1e6,
    chosen,
    problems: problems.map(({ prepared, point, ...problem }) => ({ ...problem, ...certificate(prepared, point) })),
  };
}

/** A, c, K = A A' / n and q = A c, as in solver/prepare.ts. */
function prepareDual({ gram, positive, unlabeled, centres }) {
  const algebra = linearAlgebra();
  const [n, m] = [unlabeled.length, centres.length];
  const value = (row, j) => gram.data[row * gram.cols + centres[j]];
  const mean = new Float64Array(m);
  const c = new Float64Array(m);
  const centred = matrix(n, m);
  for (const row of unlabeled) for (let j = 0; j < m; j++) mean[j] += value(row, j) / n;
  let largest = 0;
  for (const [i, row] of unlabeled.entries()) {
    for (let j = 0; j < m; j++) {
      centred.data[i * m + j] = value(row, j) - mean[j];
      largest = Math.max(largest, Math.abs(centred.data[i * m + j]));
    }
  }
  const scale = 1 / largest;
  for (const row of positive)
    for (let j = 0; j < m; j++) c[j] += (scale * PRIOR * (value(row, j) - mean[j])) / positive.length;
  for (let k = 0; k < centred.data.length; k++) centred.data[k] *= scale;
  const k = algebra.syrk(centred);
  for (let at = 0; at < k.data.length; at++) k.data[at] /= n;
  return { algebra, n, m, mean, scale, centred, c, k: k.data, q: algebra.gemv(centred, c) };
}

/**
 * min over gamma and p of gamma'K gamma / 2 - q'gamma + e sum(gamma - 2 p), all divided by lambda
 * and the unit of z, with 0 <= p <= 1/2, 0 <= gamma - p <= 1/2 and the mean of gamma the prior.
 * Only the block of gamma is dense.
 */
function solveDual(solve, prepared, lambda) {
  const { algebra, n, m, mean, scale, centred, c, k, q } = prepared;
  const kappa = lambda * scale * scale;
  let zeta = 1;
  for (let i = 0; i < n; i++) {
    let z = q[i];
    for (let j = 0; j < n; j++) z -= PRIOR * k[i * n + j];
    zeta = Math.max(zeta, Math.abs(z) / kappa);
  }
  const unit = 1 / (kappa * zeta);
  const upper = (n * (n + 1)) / 2;
  const pStart = new Uint32Array(2 * n + 1).fill(upper);
  const pRow = new Uint32Array(upper);
  const pValue = new Float64Array(upper);
  const linear = new Float64Array(2 * n).fill(-2 / zeta);
  for (let j = 0, at = 0; j < n; j++) {
    pStart[j] = at;
    for (let i = 0; i <= j; i++, at++) {
      pRow[at] = i;
      pValue[at] = k[i * n + j] * unit;
    }
    linear[j] = 1 / zeta - q[j] * unit;
  }
  // Rows: the sum of gamma; then p >= 0, p <= 1/2, gamma - p >= 0, gamma - p <= 1/2.
  const aStart = new Uint32Array(2 * n + 1);
  const aRow = new Uint32Array(7 * n);
  const aValue = new Float64Array(7 * n);
  const bound = new Float64Array(4 * n + 1);
  bound[0] = n * PRIOR;
  for (let j = 0; j < n; j++) {
    aStart[j] = 3 * j;
    aRow.set([0, 1 + 2 * n + j, 1 + 3 * n + j], 3 * j);
    aValue.set([1, -1, 1], 3 * j);
    aStart[n + j] = 3 * n + 4 * j;
    aRow.set([1 + j, 1 + n + j, 1 + 2 * n + j, 1 + 3 * n + j], 3 * n + 4 * j);
    aValue.set([-1, 1, 1, -1], 3 * n + 4 * j);
    bound[1 + n + j] = 0.5;
    bound[1 + 3 * n + j] = 0.5;
  }
  aStart[2 * n] = 7 * n;
  const cones = JSON.stringify({ zero: 1, nonneg: 4 * n, soc: [], exp: 0, power: [] });
  const settings = JSON.stringify({
    verbose: false,
    max_iter: 200,
    time_limit: 1e10,
    tol_gap_abs: TOLERANCE,
    tol_gap_rel: TOLERANCE,
  });
  const found = solve(pStart, pRow, pValue, linear, aStart, aRow, aValue, bound, 2 * n, 4 * n + 1, cones, settings);
  const gamma = feasible(Float64Array.from(found.x).subarray(0, n));
  const alpha = algebra.gemvT(centred, gamma);
  for (let j = 0; j < m; j++) alpha[j] = (c[j] - alpha[j] / n) / kappa;
  const s = algebra.gemv(centred, alpha);
  const bias = bestBias(s);
  let beta = bias;
  for (let j = 0; j < m; j++) beta -= scale * mean[j] * alpha[j];
  return {
    status: found.status,
    alpha: alpha.map((value) => value * scale),
    beta,
    point: { kappa, alpha, bias, gamma, s },
  };
}

/** Into [0, 1], with the mean that it must have: interior points miss both by a rounding error. */
function feasible(given) {
  const gamma = given.map((value) => Math.min(1, Math.max(0, value)));
  for (let round = 0; round < 3; round++) {
    const missing = gamma.length * PRIOR - gamma.reduce((sum, value) => sum + value, 0);
    const room = gamma.map((value) => (missing > 0 ? 1 - value : value));
    const total = room.reduce((sum, value) => sum + value, 0);
    for (let i = 0; i < gamma.length; i++) gamma[i] = Math.min(1, Math.max(0, gamma[i] + (missing * room[i]) / total));
  }
  return gamma;
}

/**
 * The bias that is best for decision values s: a kink of the objective, or the middle between two.
 */
function bestBias(s) {
  const kinks = Float64Array.from([...s].flatMap((value) => [-1 - value, 1 - value])).sort();
  const exact = kinks.length * PRIOR;
  const whole = Math.round(exact);
  return Math.abs(exact - whole) < 1e-9 ? (kinks[whole - 1] + kinks[whole]) / 2 : kinks[Math.ceil(exact) - 1];
}

/** Objective and relative gap; the gap is a sum of terms that are not negative. */
function certificate({ n }, { kappa, alpha, bias, gamma, s }) {
  let gap = 0;
  let conjugate = 0;
  let mean = 0;
  for (let i = 0; i < n; i++) {
    const z = s[i] + bias;
    const own = Math.max(-gamma[i], gamma[i] - 1);
    gap += Math.max(0, Math.max(0, (1 + z) / 2, z) + own - gamma[i] * z) / n;
    conjugate += own / n;
    mean += gamma[i] / n;
  }
  gap += Math.abs(bias * (mean - PRIOR));
  const dual = -conjugate - (kappa * alpha.reduce((sum, value) => sum + value * value, 0)) / 2;
  const objective = dual + gap;
  return { objective, gap: gap / Math.max(Math.abs(dual), Math.abs(objective), Math.min(PRIOR, 1 - PRIOR)) };
}
