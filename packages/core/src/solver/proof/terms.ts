import { exp, log, log1p } from "../../base/portable-math.js";
import { Accumulator, ROUNDOFF } from "../../linalg/doubled.js";
import type { Loss } from "../problem.js";

/** One bag in the sums of a proof. All numbers have a relative error of at most 4 units. */
export interface Term {
  /** The decision value is z + zLow, off by at most zError. */
  z: number;
  zLow: number;
  zError: number;
  gamma: number;
  /** weight - gamma, and weight - 2 gamma. */
  rest: number;
  middle: number;
  weight: number;
  /** Where the hinge starts to rise, for a sum of hinges. */
  kink: number;
}

/**
 * Sums over the bags: of f(z) + f*(gamma) - gamma z and by how much they may exceed what was
 * computed, and of f*(gamma) and the sizes of its parts.
 */
export class Sums {
  young = 0;
  slack = 0;
  readonly conjugate = new Accumulator();
  size = 0;
}

/** How far a term may be off after a handful of operations, as a share of its size. */
const OFF = 32 * ROUNDOFF;

/** Adds a bag to the sums, for one loss. */
export type AddTerm = (sums: Sums, term: Term) => void;

/** z + zLow + by, correct to the last digits even if z and `by` cancel. */
function shifted({ z, zLow }: Term, by: number): number {
  const high = z + by;
  const part = high - z;
  return high + (z - (high - part) + (by - part) + zLow);
}

/** weight max(0, (1 + z) / 2, z): products of numbers that are not negative. */
function doubleHinge(sums: Sums, term: Term): void {
  const { gamma, rest, middle, weight } = term;
  const first = shifted(term, 1);
  const second = shifted(term, -1);
  let young: number;
  if (middle >= 0) {
    young = (first > 0 ? 0.5 * middle * first : -gamma * first) + (second > 0 ? 0.5 * weight * second : 0);
    sums.conjugate.add(-gamma);
    sums.size += gamma;
  } else {
    young = (second > 0 ? rest * second : 0.5 * middle * second) - (first < 0 ? 0.5 * weight * first : 0);
    sums.conjugate.add(-rest);
    sums.size += rest;
  }
  sums.young += young;
  sums.slack += OFF * young + weight * term.zError;
}

/** weight (1 + z)^2 / 4. */
function squared(sums: Sums, term: Term): void {
  const { gamma, weight } = term;
  const half = 0.5 * shifted(term, 1);
  const share = gamma / weight;
  const off = Math.abs(half - share);
  const more = 8 * ROUNDOFF * (Math.abs(half) + Math.abs(share)) + 0.5 * term.zError;
  sums.young += weight * off * off;
  sums.slack += weight * (OFF * off * off + more * (2 * off + more));
  sums.conjugate.add(gamma * (share - 1));
  sums.size += Math.abs(gamma) * (Math.abs(share) + 1);
}

/**
 * weight log(1 + e^z). The bracket is the divergence of the sigmoid of z from gamma / weight, where
 * terms cancel, so their sizes bound the error. It changes with z by weight sigmoid(z) - gamma.
 */
function logistic(sums: Sums, { z, zLow, zError, gamma, rest, middle, weight }: Term): void {
  const up = gamma <= 0 ? 0 : middle > 0 ? log(gamma / weight) : log1p(-rest / weight);
  const down = rest <= 0 ? 0 : middle > 0 ? log1p(-gamma / weight) : log(rest / weight);
  const tail = log1p(exp(-Math.abs(z)));
  const [below, above] = [Math.max(-z, 0) + tail, Math.max(z, 0) + tail];
  const conjugate = gamma * up + rest * down;
  const size = Math.abs(gamma * up) + Math.abs(rest * down);
  const loss = gamma * below + rest * above;
  const apart = Math.abs(zLow) + zError;
  const slope = Math.min(weight, Math.abs(weight / (1 + exp(-z)) - gamma) + weight * (OFF + 0.25 * apart));
  sums.young += Math.max(0, conjugate + loss);
  sums.slack += OFF * (size + loss) + apart * slope;
  sums.conjugate.add(conjugate);
  sums.size += size;
}

/** weight (z - kink)_+, without a bias. */
export function hinge(sums: Sums, term: Term): void {
  const { gamma, rest, weight, kink } = term;
  const over = shifted(term, -kink);
  const young = over > 0 ? rest * over : -gamma * over;
  sums.young += young;
  sums.slack += OFF * young + weight * term.zError;
  sums.conjugate.add(kink * gamma);
  sums.size += Math.abs(kink * gamma);
}

export const ADD_TERM: Readonly<Record<Loss, AddTerm>> = { "double-hinge": doubleHinge, squared, logistic };
