import type { Matrix } from "../../linalg/matrix.js";
import type { Certificate } from "../../model/model.js";
import { bestBias } from "../../solver/machine/bias.js";
import { nextPair, type Pair, type SlackPoint } from "./slack-pairs.js";

/**
 * A hinge-loss machine in which samples of a group share one error, that of the worst of them: over
 * functions f in the space of the kernel and numbers b,
 *
 *     min  |f|^2 / 2 + sum over groups g of costs_g max over i in g of (1 - signs_g (f(x_i) + b))_+ .
 *
 * In the dual, f is sum_i signs_i gamma_i k(x_i, .), where no gamma is below 0, those of a group sum to
 * its cost at most, and all of them with their signs sum to 0.
 */
export interface SharedSlackProblem {
  readonly gram: Matrix;
  /** Group g has the samples `offsets[g]` to `offsets[g + 1] - 1`, at least one. */
  readonly offsets: Uint32Array;
  /** 1 or -1 for each group. */
  readonly signs: Int8Array;
  readonly costs: Float64Array;
}

/** A solution: the coefficient of each sample has its sign. */
export interface SharedSlackSolution {
  readonly own: Float64Array;
  readonly beta: number;
  readonly certificate: Certificate;
}

/** How far a pair may be from its condition if settings are only compared, and otherwise. */
const ROUGH = 1e-3;
const EXACT = [1e-6, 1e-8, 1e-10, 1e-11];
/** The largest relative gap that counts as solved. */
const ACCEPT = 1e-8;
/** Values are as exact as the root of this: they should not depend on the order of features. */
const TOLERANCE = 1e-14;

/**
 * Solves by steps of two samples (Platt 1999): the groups only change which pairs can move, and how
 * far. The duality gap says how good the result is, in plain arithmetic. Never throws for numerical
 * reasons. A rough solution ends when no pair violates its condition by more than 0.001. Costs O(n) for
 * each step.
 */
export function solveSharedSlack(
  problem: SharedSlackProblem,
  { start, rough = false }: { readonly start?: Float64Array | undefined; readonly rough?: boolean | undefined } = {},
): SharedSlackSolution {
  const { gram } = problem;
  const n = gram.rows;
  for (let i = 0; i < n; i++) if (!Number.isFinite(gram.data[i * n + i])) return invalid(n);
  const point = pointOf(problem, start);
  const most = 20_000 + 50 * n;
  let iterations = 0;
  let best: SharedSlackSolution | undefined;
  for (const accuracy of rough ? [ROUGH] : EXACT) {
    iterations += steps(problem, point, accuracy, most - iterations);
    // What steps add up they also round.
    if (!rough) restoreValues(gram, point);
    const found = certified(problem, point, iterations, rough ? Number.POSITIVE_INFINITY : ACCEPT);
    if (!Number.isFinite(found.certificate.primalObjective)) return invalid(n);
    if (best === undefined || found.certificate.relativeGap <= best.certificate.relativeGap) best = found;
    if (best.certificate.relativeGap <= TOLERANCE || iterations >= most) break;
  }
  return best ?? invalid(n);
}

/** Moves pairs until none violates its condition by more than this. Returns how many steps it took. */
function steps(problem: SharedSlackProblem, point: SlackPoint, accuracy: number, most: number): number {
  for (let step = 0; step < most; step++) {
    const pair = nextPair(problem, point, accuracy);
    if (pair === undefined || !move(problem, point, pair)) return step;
  }
  return Math.max(0, most);
}

/** Takes the step of a pair: f gains t (k(up, .) - k(down, .)). Returns whether anything moved. */
function move({ gram }: SharedSlackProblem, point: SlackPoint, { up, down, length }: Pair): boolean {
  if (!(length > 0)) return false;
  const { values } = point;
  shift(point, up, length);
  shift(point, down, -length);
  const { cols, data } = gram;
  for (let k = 0, a = up * cols, b = down * cols; k < values.length; k++, a++, b++)
    values[k] += length * (data[a] - data[b]);
  return true;
}

/** Adds to the signed coefficient of a sample. */
function shift({ gamma, sums, signs, owners }: SlackPoint, i: number, change: number): void {
  const sum = gamma[i] + signs[i] * change;
  // What is taken away in full is 0, not a rounding error.
  const left = sum > 1e-15 * Math.abs(change) ? sum : 0;
  sums[owners[i]] += left - gamma[i];
  gamma[i] = left;
}

function pointOf({ gram, offsets, signs, costs }: SharedSlackProblem, start: Float64Array | undefined): SlackPoint {
  const n = gram.rows;
  const owners = new Uint32Array(n);
  for (let g = 0; g < signs.length; g++) owners.fill(g, offsets[g], offsets[g + 1]);
  const point: SlackPoint = {
    gamma: new Float64Array(n),
    sums: new Float64Array(signs.length),
    values: new Float64Array(n),
    diagonal: Float64Array.from({ length: n }, (_, i) => gram.data[i * n + i]),
    signs: Int8Array.from(owners, (g) => signs[g]),
    owners,
  };
  if (start !== undefined) {
    point.gamma.set(start.map(Math.abs));
    for (let i = 0; i < n; i++) point.sums[owners[i]] += point.gamma[i];
    // A start from the same costs keeps them but for rounding.
    for (let i = 0; i < n; i++) point.sums[owners[i]] = Math.min(point.sums[owners[i]], costs[owners[i]]);
    restoreValues(gram, point);
  }
  return point;
}

function restoreValues({ cols, data }: Matrix, { gamma, values, signs }: SlackPoint): void {
  const used = Uint32Array.from(gamma.keys()).filter((i) => gamma[i] !== 0);
  values.fill(0);
  let u = 0;
  // Four rows at a time, because sums are written more slowly than rows are read.
  for (; u + 3 < used.length; u += 4) {
    const [i, j, l, m] = used.subarray(u, u + 4);
    const [p, q, r, s] = [signs[i] * gamma[i], signs[j] * gamma[j], signs[l] * gamma[l], signs[m] * gamma[m]];
    const [a, b, c, d] = [i * cols, j * cols, l * cols, m * cols];
    for (let k = 0; k < values.length; k++)
      values[k] += p * data[a + k] + q * data[b + k] + (r * data[c + k] + s * data[d + k]);
  }
  for (; u < used.length; u++) {
    const weight = signs[used[u]] * gamma[used[u]];
    for (let k = 0, at = used[u] * cols; k < values.length; k++, at++) values[k] += weight * data[at];
  }
}

/** The best bias for a point, and its duality gap. */
function certified(
  { offsets, signs, costs }: SharedSlackProblem,
  { gamma, values, signs: each }: SlackPoint,
  iterations: number,
  accept: number,
): SharedSlackSolution {
  const worst = Float64Array.from(signs, (sign, g) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = offsets[g]; i < offsets[g + 1]; i++) most = Math.max(most, 1 - sign * values[i]);
    return most;
  });
  const beta = bestBias(
    worst.map((value, g) => signs[g] * value),
    signs,
    costs,
  );
  const own = gamma.map((value, i) => each[i] * value);
  const square = own.reduce((sum, weight, i) => sum + weight * values[i], 0);
  const loss = worst.reduce((sum, value, g) => sum + costs[g] * Math.max(0, value - signs[g] * beta), 0);
  const primalObjective = square / 2 + loss;
  const dualObjective = gamma.reduce((sum, value) => sum + value, 0) - square / 2;
  const gap = Math.max(0, primalObjective - dualObjective);
  const relativeGap = gap === 0 ? 0 : gap / Math.max(Math.abs(primalObjective), Math.abs(dualObjective));
  const status = relativeGap <= accept ? "solved" : "inaccurate";
  return { own, beta, certificate: { status, iterations, primalObjective, dualObjective, relativeGap } };
}

function invalid(n: number): SharedSlackSolution {
  const nothing = { primalObjective: Number.NaN, dualObjective: Number.NaN, relativeGap: Number.POSITIVE_INFINITY };
  return { own: new Float64Array(n), beta: 0, certificate: { status: "invalid", iterations: 0, ...nothing } };
}
