import { columnSums, ROUNDOFF } from "../../linalg/doubled.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { GapCertificate } from "../certificate.js";
import type { HingeProblem } from "../hinge-problem.js";
import { inside, slopesTimes } from "./dual-point.js";
import { prove } from "./prove.js";
import { hinge } from "./terms.js";

/**
 * Proves how good a solution of a sum of hinges is, for the features and the problem as given and
 * for alpha and gamma as returned: see `prove`. With `exact`, the problem is the one that its
 * weights and its linear term are rounded from.
 */
export function proveHinges(
  features: Matrix,
  { kinks, weights: rounded, linear: given, exact, lambda }: HingeProblem,
  { alpha, gamma: stored }: { readonly alpha: Float64Array; readonly gamma: Float64Array },
): GapCertificate | undefined {
  const n = features.rows;
  const zeros = (length: number) => new Float64Array(length);
  const weights = exact === undefined ? { high: rounded, low: zeros(n) } : slopesTimes(n, exact.slopes);
  const linear =
    exact === undefined
      ? { high: given, low: zeros(given.length), error: zeros(given.length) }
      : columnSums(features, exact.tilts);
  let atZero = 0;
  for (let i = 0; i < n; i++) atZero += (weights.high[i] * Math.max(0, -kinks[i])) / n;
  const constant = atZero * (1 - (n + 8) * ROUNDOFF);
  const gamma = inside(stored, weights);
  const problem = { features, linear, lambda, weights, add: hinge, kinks, constant };
  return prove(problem, { gamma, at: 0, shift: 0, error: 0, alpha, beta: 0 });
}
