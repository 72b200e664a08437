import type { Matrix } from "../../linalg/matrix.js";

/**
 * The dual of the double hinge in units that do not depend on lambda:
 *
 *     min  gamma'K gamma / 2 - linear'gamma + kink sum_i |gamma_i - weights_i / 2|,   0 <= gamma <= weights,   sum(gamma) = total.
 *
 * With pull = linear - K gamma and the right bias, pull + bias is kink times the decision value. So
 * lambda only says where the two kinks of the loss are, at -kink and kink.
 */
export interface BoundedDual {
  /** K, positive semidefinite but for rounding. */
  readonly gram: Matrix;
  readonly linear: Float64Array;
  readonly weights: Float64Array;
  /** Above 0. */
  readonly kink: number;
  readonly total: number;
}

/** A gamma with its pull. */
export interface BoundedPoint {
  readonly gamma: Float64Array;
  readonly pull: Float64Array;
}

/**
 * Where a gamma is. On the two slopes it is free, because the bag is at a kink of the loss: then z = -1
 * or z = 1. On the others it is known.
 */
export const PIECE = { zero: 0, lower: 1, half: 2, upper: 3, full: 4 } as const;

/** Closer to a bound or to the middle than this, as a share of the weight, gamma counts as there. */
const NEAR = 1e-9;

/** The piece of each gamma. */
export function piecesOf(gamma: Float64Array, weights: Float64Array): Uint8Array {
  return Uint8Array.from(gamma, (value, i) => {
    const share = value / weights[i];
    if (share <= NEAR) return PIECE.zero;
    if (share >= 1 - NEAR) return PIECE.full;
    if (Math.abs(share - 0.5) <= NEAR) return PIECE.half;
    return share < 0.5 ? PIECE.lower : PIECE.upper;
  });
}

/** What gamma is on a piece where it is known. */
export function known(piece: number, weight: number): number {
  return piece === PIECE.zero ? 0 : piece === PIECE.full ? weight : 0.5 * weight;
}

/** The pull of a gamma. Costs a product of K with the gammas that are not 0. */
export function pointAt({ gram, linear }: BoundedDual, gamma: Float64Array): BoundedPoint {
  const pull = linear.slice();
  for (let i = 0; i < gamma.length; i++) if (gamma[i] !== 0) subtractRow(gram, i, gamma[i], pull);
  return { gamma, pull };
}

/** Changes the pull as a change of one gamma does. */
export function subtractRow({ cols, data }: Matrix, row: number, by: number, pull: Float64Array): void {
  for (let j = 0, at = row * cols; j < cols; j++, at++) pull[j] -= by * data[at];
}

/** Gives all weight to the bags with the greatest pull of the point where all have the same share. */
export function greedyStart({ linear, weights, total }: BoundedDual): Float64Array {
  const order = Array.from(linear.keys()).sort((i, j) => linear[j] - linear[i] || i - j);
  const gamma = new Float64Array(linear.length);
  let left = total;
  for (const i of order) {
    gamma[i] = Math.min(weights[i], left);
    left -= gamma[i];
    if (!(left > 0)) break;
  }
  return gamma;
}

/** What pull + bias is on a free piece. */
export function target(piece: number, kink: number): number {
  return piece === PIECE.lower ? -kink : kink;
}

/** The bags whose gamma is free, ascending. */
export function freeOf(pieces: Uint8Array): Uint32Array {
  const free = new Uint32Array(pieces.length);
  let count = 0;
  for (let i = 0; i < pieces.length; i++) if (pieces[i] === PIECE.lower || pieces[i] === PIECE.upper) free[count++] = i;
  return free.slice(0, count);
}
