import { sumOf } from "../free-factor.js";
import { type BoundedDual, freeOf, known, PIECE, pointAt, subtractRow, target } from "./bounded-dual.js";
import type { Budget, FreeSystem } from "./free-system.js";

/** Turns in a row that may leave no fewer bags on the wrong piece than the best one before. */
const PATIENCE = 3;
/** With more bags on the wrong piece than this share, and a few, there is no use in going on. */
const MOST_WRONG = 1 / 6;
const FEW = 4;
/** A bag that is beyond its kink by less stays: as a share of the kink, and of the largest pull. */
const SLACK_OF_KINK = 1e-9;
const SLACK_OF_PULL = 1e-15;

/** The pieces of the optimum, with gamma and the bias up to rounding. */
export interface Settled {
  readonly pieces: Uint8Array;
  readonly free: Uint32Array;
  readonly gamma: Float64Array;
  readonly bias: number;
}

/**
 * Looks for the optimum from the pieces of a point near it (the primal-dual active set method;
 * Hintermueller, Ito and Kunisch 2002). Every turn solves for the free bags exactly. Those that leave
 * their piece go to the next one, and known ones whose decision value says that they are on the wrong
 * piece become free, all at once. Undefined if it does not arrive: far from the optimum it may go in
 * circles. Changes `pieces`.
 *
 * Costs m^3 / 3 + n m for every turn with m free bags, and n^2 at the start.
 */
export function settle(dual: BoundedDual, system: FreeSystem, pieces: Uint8Array, budget: Budget): Settled | undefined {
  const { gram, linear, weights, kink, total } = dual;
  const n = weights.length;
  const { gamma, pull } = pointAt(dual, startOf(pieces, weights));
  const slack = SLACK_OF_KINK * kink + SLACK_OF_PULL * largest(linear);
  let fewest = Infinity;
  for (let patience = PATIENCE; patience > 0; ) {
    const free = freeOf(pieces);
    const missing = total - sumOf(gamma);
    let bias: number | undefined;
    if (free.length === 0) bias = restingBias(dual, pieces, pull, missing);
    else if (system.factorise(free, budget)) {
      const d = Float64Array.from(free, (i) => pull[i] - target(pieces[i], kink));
      bias = system.solve(d, missing);
      for (let a = 0; a < free.length; a++) {
        gamma[free[a]] += d[a];
        subtractRow(gram, free[a], d[a], pull);
      }
    }
    if (bias === undefined || !Number.isFinite(bias)) return undefined;
    let wrong = 0;
    for (let i = 0; i < n; i++) {
      const piece = pieces[i];
      const isFree = piece === PIECE.lower || piece === PIECE.upper;
      const next = isFree
        ? leaves(piece, gamma[i], weights[i], (2 * kink) / gram.data[i * n + i])
        : pulled(piece, pull[i] + bias, kink, slack);
      if (next === piece) continue;
      pieces[i] = next;
      wrong++;
      if (!isFree || next === PIECE.lower || next === PIECE.upper) continue;
      const back = known(next, weights[i]) - gamma[i];
      gamma[i] = known(next, weights[i]);
      subtractRow(gram, i, back, pull);
    }
    if (wrong === 0) return { pieces, free, gamma, bias };
    if (wrong > FEW + MOST_WRONG * n) return undefined;
    if (wrong < fewest) [fewest, patience] = [wrong, PATIENCE];
    else patience--;
  }
  return undefined;
}

/** Known gammas where they are, free ones in the middle of their piece. */
function startOf(pieces: Uint8Array, weights: Float64Array): Float64Array {
  return weights.map((weight, i) => {
    if (pieces[i] === PIECE.lower) return 0.25 * weight;
    return pieces[i] === PIECE.upper ? 0.75 * weight : known(pieces[i], weight);
  });
}

/**
 * The piece that a free gamma belongs to after a step. Past the middle it stays there, or goes on to the
 * other slope if it went further than the distance between the kinks accounts for.
 */
function leaves(piece: number, gamma: number, weight: number, across: number): number {
  if (gamma < 0) return PIECE.zero;
  if (gamma > weight) return PIECE.full;
  const past = gamma - 0.5 * weight;
  if (piece === PIECE.lower) return past <= 0 ? piece : past > across ? PIECE.upper : PIECE.half;
  return past >= 0 ? piece : -past > across ? PIECE.lower : PIECE.half;
}

/** The piece that a known gamma belongs to, from its decision value. */
function pulled(piece: number, value: number, kink: number, slack: number): number {
  if (piece !== PIECE.full && value > (piece === PIECE.zero ? -kink : kink) + slack)
    return piece === PIECE.zero ? PIECE.lower : PIECE.upper;
  if (piece !== PIECE.zero && value < (piece === PIECE.full ? kink : -kink) - slack)
    return piece === PIECE.full ? PIECE.upper : PIECE.lower;
  return piece;
}

/** A bias where no bag is free: in the middle of those that suit all, if there is one. */
function restingBias(
  { kink, total }: BoundedDual,
  pieces: Uint8Array,
  pull: Float64Array,
  missing: number,
): number | undefined {
  if (Math.abs(missing) > 8 * Number.EPSILON * total) return undefined;
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  for (let i = 0; i < pull.length; i++) {
    if (pieces[i] !== PIECE.full) most = Math.min(most, (pieces[i] === PIECE.zero ? -kink : kink) - pull[i]);
    if (pieces[i] !== PIECE.zero) least = Math.max(least, (pieces[i] === PIECE.full ? kink : -kink) - pull[i]);
  }
  if (least === Number.NEGATIVE_INFINITY) return most;
  return most === Number.POSITIVE_INFINITY ? least : 0.5 * (least + most);
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}
