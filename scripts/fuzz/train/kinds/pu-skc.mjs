import { dot, long, number, ONE, times } from "../oracles/long.mjs";
import { least, lengthened, objectiveOf } from "../oracles/pu-skc.mjs";
import { toMatrix } from "../product.mjs";

/** A problem of PU-SKC: some features, a prior and a lambda, near their ends too. */
export function draw({ between, pick, chance, power, uniform, table }) {
  const [positives, unlabeled, features] = [between(1, 3), between(1, 6), between(1, 3)];
  const rows = table(positives + unlabeled, features, { offsets: [0, 0, 3, 30] });
  return {
    loss: pick(["double-hinge", "double-hinge", "squared", "logistic"]),
    prior: pick([1e-6, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.7, 0.95, 0.999, 0.05 + 0.9 * uniform()]),
    lambda: pick([power(-4, 1), power(-8, 4)]),
    phiP: rows.slice(0, positives),
    phiU: rows.slice(positives),
    weights: chance(0.3) ? Array.from({ length: unlabeled }, () => power(-2, 1)) : null,
  };
}

/** Of what the oracle sees, one number a little larger. */
export const nudged = (problem) => ({ ...problem, prior: problem.prior * (1 + 1e-6) });

export function compare(problem, { prepare, solve }, comparison, seen = problem) {
  const { phiP, phiU, prior, lambda, loss, weights } = problem;
  const features = [toMatrix(phiP), toMatrix(phiU)];
  const prepared = prepare(...features, { prior, weights: weights ? Float64Array.from(weights) : undefined });
  const found = solve(prepared, { lambda, loss });
  const exact = lengthened(seen);
  const best = least(exact);
  const lowest = objectiveOf(exact, best.alpha, best.beta);
  const alpha = Array.from(found.alpha, long);
  const reached = objectiveOf(exact, alpha, long(found.beta));
  // Without a proof, nothing is explained.
  const claimed = found.dualObjective === -Infinity ? 0 : found.primalObjective - found.dualObjective;
  const unit = Math.max(Math.abs(number(lowest)), prior * (1 - prior));
  const { dualObjective, relativeGap, status } = found;

  comparison.holds("the oracle is at least as good", lowest <= reached + times(long(unit), ONE >> 160n));
  comparison.holds(`the proof of ${dualObjective} holds: ${number(lowest)}`, !(dualObjective > number(lowest)));
  comparison.holds("solved exactly if the gap is small", (status === "solved") === relativeGap <= 1e-8);
  const why = "the certificate says how inexact the solution is";
  comparison.same("objective", number(reached), number(lowest), { unit, bound: claimed, why });
  // It is told as the lower bound plus the gap, so it loses digits if these are far larger.
  const lost = { unit, bound: 2 ** -50 * Math.abs(dualObjective), why: "the lower bound is far off" };
  comparison.same("objective as told", found.primalObjective, number(reached), lost);

  // J rises by at least lambda/2 |alpha - best|^2 from its minimum.
  const moved = Math.sqrt((2 * Math.max(0, claimed)) / lambda);
  const rows = [...exact.u, exact.mean];
  const lengths = rows.map((row) => Math.sqrt(number(dot(row, row))));
  const values = (some) => rows.map((row) => number(dot(row, some)));
  const bound = lengths.map((length) => length * moved);
  comparison.all("alpha'phi", values(alpha), values(best.alpha), { unit: 1, bound, why });
  if (loss === "double-hinge") return;
  // The best beta follows the others; a curvature of the risk in beta says how closely. Without any, it is not unique.
  const curved = loss === "squared" ? 0.5 : curvature(exact, best);
  if (curved < 1e-12) return;
  const follows = 2 * Math.max(...bound) + 4 * Math.sqrt((2 * Math.max(0, claimed)) / curved);
  comparison.same("beta", found.beta, number(best.beta), { unit: 1, bound: follows, why });
}

/** sum c s (1 - s) for the sigmoids s of g. */
function curvature({ u, c }, { alpha, beta }) {
  const terms = u.map((row, i) => {
    const less = Math.exp(-Math.abs(number(dot(row, alpha) + beta)));
    return number(c[i]) * (less / (1 + less) ** 2);
  });
  return terms.reduce((total, term) => total + term, 0);
}
