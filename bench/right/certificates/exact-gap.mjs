// The duality gaps of solutions with 420 digits, from the definitions of the problems. They share no
// code with the library. Each is an upper bound on how far an objective is above its minimum.
import { abs, big, least, log, most, ONE, over, small, softplus, sum, times } from "./big-numbers.mjs";

const half = (a) => a / 2n;
const square = (a) => times(a, a);
const product = (a, b) => sum(a.map((value, k) => value * b[k])) / ONE;
const rowsOf = ({ rows, cols, data }) =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, i * cols + cols), big));

/** gamma log(gamma / w). */
const relative = (gamma, w) => (gamma <= 0n ? 0n : times(gamma, log(over(gamma, w))));

/** w l(-z), its conjugate in gamma, and the objective of the best constant g, for each loss. */
const LOSSES = {
  "double-hinge": {
    value: (z, w) => times(w, most(0n, half(ONE + z), z)),
    conjugate: (gamma, w) => most(-gamma, gamma - w),
    constant: (prior) => least(prior, ONE - prior),
  },
  squared: {
    value: (z, w) => times(w, square(ONE + z)) / 4n,
    conjugate: (gamma, w) => over(square(gamma), w) - gamma,
    constant: (prior) => times(prior, ONE - prior),
  },
  logistic: {
    value: (z, w) => times(w, softplus(z)),
    conjugate: (gamma, w) => relative(gamma, w) + relative(w - gamma, w),
    constant: (prior) => -relative(prior, ONE) - relative(ONE - prior, ONE),
  },
};

/** The gap and the relative gap as doubles, from objectives and the least unit. */
function gapOf(primal, bound, least) {
  const unit = most(abs(primal), abs(bound), least);
  return { gap: small(primal - bound), relative: small(over(primal - bound, unit)) };
}

const UNKNOWN = { gap: Infinity, relative: Infinity };

/**
 * The gap of a solution of PU-SKC: see `Problem` in packages/core/src/solver/problem.ts. The
 * stored gamma is moved into its exact bounds, and one of them to the exact mean. The one that
 * proves most counts. Infinity if none can be moved that far.
 */
export function exactGap({ phiP, phiU, prior, lambda, loss, weights }, { alpha, beta, dual }) {
  const n = BigInt(phiU.rows);
  const pi = big(prior);
  const all = sum(Array.from(weights ?? [], big));
  const w = Array.from(dual, (_, i) => (weights === undefined ? ONE : over(n * big(weights[i]), all)));
  const a = Array.from(alpha, big);
  const [p, u] = [rowsOf(phiP), rowsOf(phiU)];
  const g = (row) => product(row, a) + big(beta);
  const { value, conjugate, constant } = LOSSES[loss];
  const meanP = a.map((_, j) => sum(p.map((row) => row[j])) / BigInt(phiP.rows));
  const primal =
    sum(u.map((row, i) => value(g(row), w[i]))) / n -
    times(pi, sum(p.map(g)) / BigInt(phiP.rows)) +
    half(times(big(lambda), product(a, a)));
  const bounded = loss !== "squared";
  const gamma = Array.from(dual, (each, i) => (bounded ? most(0n, least(w[i], big(each))) : big(each)));
  const missing = n * pi - sum(gamma);
  const pull = meanP.map((mean, j) => times(pi, mean) - sum(u.map((row, i) => row[j] * gamma[i])) / ONE / n);
  const conjugates = gamma.map((each, i) => conjugate(each, w[i]));
  const duals = gamma.flatMap((each, i) => {
    const moved = each + missing;
    if (bounded && !(moved >= 0n && moved <= w[i])) return [];
    const v = pull.map((value, j) => value - times(missing, u[i][j]) / n);
    return [-(sum(conjugates) - conjugates[i] + conjugate(moved, w[i])) / n - over(product(v, v), 2n * big(lambda))];
  });
  return duals.length === 0 ? UNKNOWN : gapOf(primal, most(...duals), constant(pi));
}

/** The gap of a linear SVM without intercept, |w|^2 / 2 + C sum (1 - y w.x)_+: see `solveSvm`. */
export function exactSvmGap({ features, labels, cost }, { weights, dual }) {
  const n = BigInt(features.rows);
  const c = big(cost);
  const w = Array.from(weights, big);
  const x = rowsOf(features);
  const primal =
    half(product(w, w)) + times(c, sum(x.map((row, i) => most(0n, ONE - BigInt(labels[i]) * product(row, w)))));
  // gamma / n is how much of C a sample with label -1 uses, and what one with label 1 leaves. Where
  // rounding puts it above C, anything up to C may take its place, and the better of two counts.
  const duals = [c, c - (c >> 51n)].map((top) => {
    const used = Array.from(dual, (gamma, i) => {
      const part = big(gamma) / n;
      const inside = part > c ? top : most(0n, part);
      return labels[i] < 0 ? inside : c - inside;
    });
    const v = w.map((_, j) => sum(x.map((row, i) => BigInt(labels[i]) * row[j] * used[i])) / ONE);
    return sum(used) - half(product(v, v));
  });
  return gapOf(primal, most(...duals), n * c);
}

/**
 * The gap of a ratio: see `RatioProblem` in packages/core/src/solver/ratio.ts. The dual point is
 * u = c r, shifted so that its sum is 1. `jitter` is what landmarks add to the diagonal in the
 * penalty; without it, every bag is a centre.
 */
export function exactRatioGap({ gram, centres, positive, sample, weights, lambda }, { alpha, beta }, jitter) {
  const k = rowsOf(gram);
  const a = Array.from(alpha, big);
  const c = Array.from(weights, big);
  const [b, la, j] = [big(beta), big(lambda), big(jitter ?? 0)];
  const r = k.map((row) => product(row, a) + b);
  const f = Array.from(centres, (row, at) => r[row] - b + times(j, a[at]));
  const primal =
    half(sum(Array.from(sample, (row, i) => times(c[i], square(r[row]))))) -
    sum(Array.from(positive, (row) => r[row])) / BigInt(positive.length) +
    half(times(la, product(a, f)));
  const own = Array.from(sample, (row, i) => times(c[i], r[row]));
  const u = own.map((each, i) => each + over(times(ONE - sum(own), c[i]), sum(c)));
  const fit = half(sum(u.map((each, i) => over(square(each - own[i]), c[i]))));
  const spread = k.map(() => 0n);
  for (const row of positive) spread[row] += ONE / BigInt(positive.length);
  for (const [i, row] of sample.entries()) spread[row] -= u[i];
  const between = Array.from(centres, (row, i) => k[row].map((value, at) => value + (i === at ? j : 0n)));
  let apart;
  if (jitter === undefined) {
    const d = Array.from(centres, (row, at) => a[at] - over(spread[row], la));
    apart = half(times(la, sum(between.map((row, i) => times(d[i], product(row, d))))));
  } else {
    const gradient = a.map((_, at) => sum(k.map((row, i) => row[at] * spread[i])) / ONE - times(la, f[at]));
    apart = over(product(gradient, solved(between, gradient)), 2n * la);
  }
  return gapOf(primal, primal - fit - apart, half(ONE));
}

/**
 * The gap of theta as the minimum of theta'A theta - 2 h'theta with A = factor H + lambda I: see
 * `fitLsdd`. With r = A theta - h it is r'A^-1 r.
 */
export function exactQuadraticGap({ overlap, factor, lambda, h }, theta) {
  const a = rowsOf(overlap).map((row, i) =>
    row.map((value, j) => times(big(factor), value) + (i === j ? big(lambda) : 0n)),
  );
  const [t, target] = [Array.from(theta, big), Array.from(h, big)];
  const residual = a.map((row, i) => product(row, t) - target[i]);
  const primal = product(t, residual) - product(t, target);
  return gapOf(primal, primal - product(residual, solved(a, residual)), 0n);
}

/** The solution of a positive definite system, by Gauss. */
function solved(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = over(rows[i][k], rows[k][k]);
      rows[i] = rows[i].map((value, j) => value - times(factor, rows[k][j]));
    }
  }
  const x = right.map(() => 0n);
  for (let k = n - 1; k >= 0; k--) {
    const known = sum(rows[k].slice(k + 1, n).map((value, j) => times(value, x[k + 1 + j])));
    x[k] = over(rows[k][n] - known, rows[k][k]);
  }
  return x;
}
