import type { Limits } from "../interior-point.js";
import type { Prepared } from "../prepare.js";
import { centredDirection, type Reached } from "../units.js";
import { type BoundedDual, freeOf, greedyStart, known, PIECE, piecesOf, pointAt, target } from "./bounded-dual.js";
import { type Budget, FreeSystem } from "./free-system.js";
import { pairSteps } from "./pair-steps.js";
import { type Settled, settle } from "./settle.js";

/** Steps of pairs before each try, for each bag. On the paper's problems the first is usually enough. */
const ROUNDS: readonly number[] = [1, 1, 2];

/** With a greater share of free bags that do not settle, steps of pairs take too long. */
const MOST_FREE = 1 / 5;

/**
 * The most multiplications for factorisations, as a share of n^3: as many as three iterations of the
 * interior-point method. Few free bags never come near it.
 */
const MOST_WORK = 1;

/** How often the free bags are solved for again, with what rounding left over. */
const REFINEMENTS = 2;

/**
 * Solves the double hinge by finding out which bags are at a kink of the loss. They are few: some 10 of
 * 144 in the paper's problems, where all other gammas are at a bound. What it finds is not certified.
 * An iteration is a linear system that was solved, at most `maxIterations` in all.
 */
export class ActiveSet {
  readonly #prepared: Prepared;
  readonly #limits: Limits;
  readonly #dual: BoundedDual;
  readonly #system: FreeSystem;
  readonly #budget: Budget;

  constructor(prepared: Prepared, lambda: number, limits: Limits) {
    const { algebra, gram, held, prior, scale, weights } = prepared;
    const n = weights.length;
    const linear = held().times(centredDirection(prepared));
    this.#prepared = prepared;
    this.#limits = limits;
    this.#dual = { gram: gram(), linear, weights, kink: lambda * scale * scale, total: n * prior };
    this.#system = new FreeSystem(algebra, this.#dual.gram);
    this.#budget = { turns: limits.maxIterations, work: MOST_WORK * n ** 3 };
  }

  /** Linear systems solved so far, and the pivots among them that rounding made negative. */
  get spent(): Pick<Reached, "iterations" | "replacedPivots"> {
    const iterations = this.#limits.maxIterations - this.#budget.turns;
    return { iterations, replacedPivots: this.#system.replacedPivots };
  }

  /**
   * Steps of pairs find nearly all free bags, and `settle` finds the rest and all digits. From the dual
   * of another lambda, `settle` alone is usually enough. Undefined if it does not arrive.
   *
   * Costs O(n) for each of some n steps, and factorisations of the free bags: on the paper's problems a
   * twentieth of the interior-point method. Where it does not arrive, as much as an iteration or two.
   */
  solve(warm?: Float64Array): Reached | undefined {
    const dual = this.#dual;
    const n = dual.weights.length;
    const early = warm && this.settle(piecesOf(warm, dual.weights));
    if (early !== undefined) return early;
    const point = pointAt(dual, warm?.slice() ?? greedyStart(dual));
    for (const round of ROUNDS) {
      this.#limits.signal?.throwIfAborted();
      const steps = pairSteps(dual, point, round * n);
      const pieces = piecesOf(point.gamma, dual.weights);
      const free = freeOf(pieces).length;
      const found = this.settle(pieces);
      if (found !== undefined || steps < round * n || free > MOST_FREE * n || this.#budget.turns <= 0) return found;
    }
    return undefined;
  }

  /** The optimum from pieces that are nearly right. Undefined if it does not arrive. */
  settle(pieces: Uint8Array): Reached | undefined {
    const settled = settle(this.#dual, this.#system, pieces, this.#budget);
    return (
      settled && { ...refined(this.#prepared, this.#dual, this.#system, settled), ...this.spent, end: "tolerance" }
    );
  }
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
