// PU-SKC by other means than the product's: with some 150 digits, the squared loss as one linear system, the logistic
// loss by Newton's method in the primal, and the double hinge by Lemke's pivoting on the conditions of Karush, Kuhn
// and Tucker, which ends at the exact solution.
//
//   J = -prior mean_P g + sum_i c_i l(-g_i) + lambda/2 alpha'alpha,  g = alpha'phi + beta
import { dot, exp, long, number, ONE, over, size, softplus, solved, sum, times } from "./long.mjs";

const HALF = ONE / 2n;

/** l(-z) of each loss. */
const LOSS = {
  "double-hinge": (z) => [0n, (ONE + z) / 2n, z].reduce((a, b) => (b > a ? b : a)),
  squared: (z) => times(ONE + z, ONE + z) / 4n,
  logistic: softplus,
};

/** The problem in long numbers: features of U, their shares c, the mean features of P. */
export function lengthened({ phiP, phiU, prior, lambda, loss, weights }) {
  const given = (weights ?? phiU.map(() => 1)).map(long);
  const all = sum(given);
  const p = phiP.map((row) => row.map(long));
  return {
    loss,
    prior: long(prior),
    lambda: long(lambda),
    u: phiU.map((row) => row.map(long)),
    c: given.map((weight) => over(weight, all)),
    mean: phiP[0].map((_, j) => sum(p.map((row) => row[j])) / BigInt(p.length)),
  };
}

/** J at these coefficients. */
export function objectiveOf({ loss, prior, lambda, u, c, mean }, alpha, beta) {
  const risk = dot(
    c,
    u.map((row) => LOSS[loss](dot(row, alpha) + beta)),
  );
  return risk - times(prior, dot(mean, alpha) + beta) + times(lambda, dot(alpha, alpha)) / 2n;
}

/** alpha and beta of the least J. */
export function least(problem) {
  return { "double-hinge": byPivoting, squared: bySystem, logistic: byNewton }[problem.loss](problem);
}

/** A step of Newton's method, or for the squared loss the only one: slopes and curvatures of the losses at g. */
function newtonStep({ prior, lambda, u, c, mean }, alpha, { slopes, curvatures }) {
  const rows = u.map((row) => [...row, ONE]);
  const pull = [...mean, ONE].map((value) => times(prior, value));
  // Where all sigmoids are 0 or 1, nothing else keeps beta in place.
  const penalty = [...alpha.map(() => lambda), ONE >> 400n];
  const gradient = pull.map(
    (value, j) =>
      (j < alpha.length ? times(lambda, alpha[j]) : 0n) -
      value +
      dot(
        c,
        rows.map((row, i) => times(slopes[i], row[j])),
      ),
  );
  const hessian = pull.map((_, j) =>
    pull.map(
      (_, k) =>
        (j === k ? penalty[j] : 0n) +
        dot(
          c,
          rows.map((row, i) => times(times(curvatures[i], row[j]), row[k])),
        ),
    ),
  );
  return solved(
    hessian,
    gradient.map((value) => -value),
  );
}

function bySystem(problem) {
  const alpha = problem.mean.map(() => 0n);
  const [slopes, curvatures] = [problem.u.map(() => HALF), problem.u.map(() => HALF)];
  const step = newtonStep(problem, alpha, { slopes, curvatures });
  return { alpha: step.slice(0, -1), beta: step[alpha.length] };
}

/** Newton's method with halved steps, from the best constant, for ever smaller lambdas down to the one asked for. */
function byNewton(problem) {
  const prior = number(problem.prior);
  let found = { alpha: problem.mean.map(() => 0n), beta: long(Math.log(prior / (1 - prior))) };
  const largest = problem.u.flat().reduce((most, value) => (size(value) > most ? size(value) : most), ONE);
  for (let lambda = times(largest, largest); lambda > problem.lambda; lambda /= 8n)
    found = descended({ ...problem, lambda }, found, ONE >> 20n);
  return descended(problem, found, ONE >> 250n);
}

/** Steps until one gains no more than `enough`. */
function descended(problem, start, enough) {
  let { alpha, beta } = start;
  let reached = objectiveOf(problem, alpha, beta);
  for (let gained = ONE, round = 0; gained > enough && round < 1000; round++) {
    const sigmoids = problem.u.map((row) => {
      const g = dot(row, alpha) + beta;
      const less = exp(-size(g));
      return over(g < 0n ? less : ONE, ONE + less);
    });
    const step = newtonStep(problem, alpha, {
      slopes: sigmoids,
      curvatures: sigmoids.map((s) => times(s, ONE - s)),
    });
    gained = 0n;
    for (let part = ONE; part > 0n && gained <= 0n; part >>= 2n) {
      const next = { alpha: alpha.map((a, j) => a + times(part, step[j])), beta: beta + times(part, step.at(-1)) };
      gained = reached - objectiveOf(problem, next.alpha, next.beta);
      if (gained > 0n) ({ alpha, beta } = next);
    }
    if (gained > 0n) reached -= gained;
  }
  return { alpha, beta };
}

/** Numbers of this size are 0, and a shift of this size keeps two rows from being tied. */
const ZERO = 1n << 60n;
const SHIFTED = 1n << 140n;

/**
 * The dual: x = (p, q) with 0 <= x <= c/2 and sum x = prior, min 1/2 x'Qx + b'x with Q = phi phi'/lambda. As a linear
 * complementarity problem w = M z + r, z >= 0, w >= 0, z'w = 0, solved by Lemke's method. alpha follows from x, and
 * beta is the multiplier of the sum.
 */
function byPivoting({ prior, lambda, u, c, mean }) {
  const n = u.length;
  const rows = [...u, ...u];
  const Q = rows.map((a) => rows.map((b) => over(dot(a, b), lambda)));
  const b = rows.map((row, k) => (k < n ? -ONE : ONE) - over(times(prior, dot(row, mean)), lambda));
  // Rows of A x >= a: x <= c/2, and both sides of sum x = prior.
  const A = [...rows.keys()].map((k) => rows.map((_, j) => (j === k ? -ONE : 0n)));
  A.push(
    rows.map(() => ONE),
    rows.map(() => -ONE),
  );
  const a = [...rows.map((_, k) => -c[k % n] / 2n), prior, -prior];
  const M = [
    ...Q.map((row, k) => [...row, ...A.map((constraint) => -constraint[k])]),
    ...A.map((constraint) => [...constraint, ...a.map(() => 0n)]),
  ];
  const z = lemke(M, [...b, ...a.map((value) => -value)]);
  const x = z.slice(0, 2 * n);
  const alpha = mean.map((value, j) =>
    over(
      times(prior, value) -
        dot(
          x,
          rows.map((row) => row[j]),
        ),
      lambda,
    ),
  );
  return { alpha, beta: z[4 * n] - z[4 * n + 1] };
}

/** z with w = M z + r, z >= 0, w >= 0, z'w = 0 (Lemke 1965; Cottle, Pang and Stone). */
function lemke(M, r) {
  const n = r.length;
  // Columns: w, z, the artificial variable, the right side. Tiny different shifts settle ties.
  const table = M.map((row, i) => [
    ...row.map((_, j) => (i === j ? ONE : 0n)),
    ...row.map((value) => -value),
    -ONE,
    r[i] + SHIFTED + BigInt((i * 7919) % 10007) * (SHIFTED >> 14n),
  ]);
  const basis = M.map((_, i) => i);
  const pivot = (at, column) => {
    const row = table[at].map((value) => over(value, table[at][column]));
    table[at] = row;
    for (let i = 0; i < n; i++) {
      const factor = table[i][column];
      if (i === at || factor === 0n) continue;
      for (let j = 0; j < row.length; j++) if (row[j] !== 0n) table[i][j] -= times(factor, row[j]);
    }
    const left = basis[at];
    basis[at] = column;
    return left;
  };
  const right = 2 * n + 1;
  let first = 0;
  for (let i = 1; i < n; i++) if (table[i][right] < table[first][right]) first = i;
  if (table[first][right] < 0n) {
    let left = pivot(first, 2 * n);
    while (left !== 2 * n) {
      const entering = left < n ? left + n : left - n;
      let at = -1;
      for (let i = 0; i < n; i++) {
        if (table[i][entering] <= ZERO) continue;
        const better = at < 0 || table[i][right] * table[at][entering] < table[at][right] * table[i][entering];
        if (better) at = i;
      }
      if (at < 0) throw new RangeError("the problem has no solution");
      left = pivot(at, entering);
    }
  }
  const z = new Array(n).fill(0n);
  for (let i = 0; i < n; i++) if (basis[i] >= n && basis[i] < 2 * n) z[basis[i] - n] = table[i][right];
  return z;
}
