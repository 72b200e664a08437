import type { Limits } from "../interior-point.js";
import type { Prepared } from "../prepare.js";
import { centredDirection, type Reached } from "../units.js";
import { type BoundedDual, greedyStart, known, PIECE, piecesOf, pointAt } from "./bounded-dual.js";
import { FreeSystem } from "./free-system.js";
import { pairSteps } from "./pair-steps.js";
import { type Budget, type Settled, settle, target } from "./settle.js";

/** Steps of pairs before each try, for each bag. Usually one of the first two is enough. */
const ROUNDS: readonly number[] = [1, 1, 2, 4, 8, 16];

/**
 * The most multiplications for factorisations, as a share of n^3: as many as nine iterations of the
 * interior-point method. Few free bags never come near it.
 */
const MOST_WORK = 3;

/** How often the free bags are solved for again, with what rounding left over. */
const REFINEMENTS = 2;

/**
 * Solves the double hinge by finding out which bags are at a kink of the loss. They are few: some 10 of
 * 144 in the paper's problems, where all other gammas are at a bound. Steps of pairs find nearly all of
 * them, and `settle` finds the rest and all digits. From the dual of another lambda, `settle` alone is
 * usually enough. Undefined if it does not arrive; it proves nothing, so certify what it returns.
 *
 * Costs O(n) for each of some n steps, and factorisations of the free bags: on the paper's problems a
 * twentieth of the interior-point method. An iteration is a linear system that was solved.
 */
export function solveActiveSet(
  prepared: Prepared,
  lambda: number,
  { maxIterations, signal }: Limits,
  warm?: Float64Array,
): Reached | undefined {
  const { algebra, centred, gram, held, prior, scale, weights } = prepared;
  const n = centred.rows;
  const c = centredDirection(prepared);
  const linear = held().times(c);
  const dual: BoundedDual = { gram: gram(), linear, weights, kink: lambda * scale * scale, total: n * prior };
  const system = new FreeSystem(algebra, dual);
  const budget: Budget = { turns: maxIterations, work: MOST_WORK * n ** 3 };
  const end = (settled: Settled): Reached => ({
    ...refined(prepared, dual, system, settled),
    iterations: maxIterations - budget.turns,
    replacedPivots: system.replacedPivots,
    end: "tolerance",
  });
  if (warm !== undefined) {
    const settled = settle(dual, system, piecesOf(warm, weights), budget);
    if (settled !== undefined) return end(settled);
  }
  const point = pointAt(dual, warm?.slice() ?? greedyStart(dual));
  for (const round of ROUNDS) {
    signal?.throwIfAborted();
    const steps = pairSteps(dual, point, round * n);
    const settled = settle(dual, system, piecesOf(point.gamma, weights), budget);
    if (settled !== undefined) return end(settled);
    if (steps < round * n || budget.turns <= 0 || budget.work <= 0) return undefined;
  }
  return undefined;
}

/**
 * alpha and gamma with all digits. alpha is not computed from the last gamma but moves along with it,
 * because c - A'gamma / n may cancel almost completely (see `interiorPoint`).
 */
function refined(
  { centred, held, prior, weights, workspace }: Prepared,
  { kink }: BoundedDual,
  system: FreeSystem,
  { pieces, free, gamma, bias: first }: Settled,
): Pick<Reached, "alpha" | "gamma" | "rest"> {
  const { rows: n, cols, data } = centred;
  const c = workspace.features("c");
  // kink alpha, so that it does not overflow.
  const alpha = held().timesTransposed(gamma);
  for (let j = 0; j < cols; j++) alpha[j] = c[j] - alpha[j] / n;
  const s = workspace.bags("s");
  let bias = first;
  for (let k = 0; k < REFINEMENTS && free.length > 0; k++) {
    held().times(alpha, { out: s });
    let missing = 0;
    for (let i = 0; i < n; i++) missing += prior - gamma[i];
    const d = Float64Array.from(free, (i) => s[i] + bias - target(pieces[i], kink));
    bias += system.solve(d, missing);
    for (let a = 0; a < free.length; a++) {
      gamma[free[a]] += d[a];
      const by = d[a] / n;
      for (let j = 0, at = free[a] * cols; j < cols; j++, at++) alpha[j] -= by * data[at];
    }
  }
  const rest = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const least = pieces[i] === PIECE.upper ? 0.5 * weights[i] : 0;
    const most = pieces[i] === PIECE.lower ? 0.5 * weights[i] : weights[i];
    const isFree = pieces[i] === PIECE.lower || pieces[i] === PIECE.upper;
    gamma[i] = isFree ? Math.min(most, Math.max(least, gamma[i])) : known(pieces[i], weights[i]);
    rest[i] = weights[i] - gamma[i];
  }
  for (let j = 0; j < cols; j++) alpha[j] /= kink;
  return { alpha, gamma, rest };
}
