import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { badOption } from "../../base/option.js";
import { exp, log } from "../../base/portable-math.js";
import { BELIEF_GRID, BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";

/** Nothing is known: equal weights. */
export function flatBelief(): PriorBelief {
  return { points: BELIEF_GRID, weights: BELIEF_GRID.map(() => BELIEF_STEP) };
}

/** The power of pi in the belief before any data. */
const START = -1 / 3;

/**
 * The belief before any data: a density proportional to pi^(-1/3), Beta(2/3, 1). It only says that
 * positives are usually the minority, which is why somebody looks for them. A prior of 0.1 gets 1.9
 * times the weight of 0.7, so data, a range or an audit soon outweigh it. Its 90 % interval goes from
 * 0.01 to 0.93, so data that say nothing exclude next to nothing.
 */
export function startingBelief(): PriorBelief {
  return normalised(
    BELIEF_GRID,
    BELIEF_GRID.map((pi) => exp(START * log(pi))),
  );
}

/** The prior is exactly this. Throws an InputError unless it is above 0 and below 1. */
export function pointBelief(pi: number): PriorBelief {
  if (!(pi > 0 && pi < 1)) throw badOption("prior", pi, "a share above 0 and below 1");
  return { points: [pi], weights: [1] };
}

/**
 * Bayes' rule: the belief after evidence with this log-likelihood, up to a constant; -Infinity
 * excludes a value. Independent evidence may be added in any order. Throws an InputError if the
 * evidence excludes every possible value. Calls the function once for each point.
 */
export function combine(belief: PriorBelief, logLikelihood: (pi: number) => number): PriorBelief {
  const logs = belief.points.map((pi, i) => (belief.weights[i] > 0 ? logLikelihood(pi) : Number.NEGATIVE_INFINITY));
  if (logs.some(Number.isNaN)) throw new RangeError("a log-likelihood is not a number");
  // Subtracting the largest keeps at least one weight from underflowing.
  const largest = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (largest === Number.NEGATIVE_INFINITY) throw nothingLeft("the evidence");
  return normalised(
    belief.points,
    belief.weights.map((weight, i) => weight * exp(logs[i] - largest)),
  );
}

/** What data say about the prior. */
export interface PriorEvidence {
  /**
   * The log-likelihood at every point of BELIEF_GRID, up to a constant. -Infinity excludes a value.
   */
  readonly logLikelihood: Float64Array;
  readonly notes: readonly Note[];
}

/** The belief after the evidence. A point that is not on the grid takes the value of its cell. */
export function withEvidence(belief: PriorBelief, { logLikelihood }: PriorEvidence): PriorBelief {
  const cells = BELIEF_GRID.length;
  if (logLikelihood.length !== cells)
    throw new RangeError(`the evidence has ${logLikelihood.length} values, not ${cells}`);
  // Cell k spans k / cells to (k + 1) / cells.
  return combine(belief, (pi) => logLikelihood[Math.min(cells - 1, Math.floor(pi * cells))]);
}

/**
 * The belief of someone who knows that the prior lies in this range. Values outside are dropped,
 * and the rest keep their proportions. A range between two points becomes its midpoint. Throws an
 * InputError for an empty range, and if no possible value is left.
 */
export function withRange(belief: PriorBelief, { low = 0, high = 1 }: { low?: number; high?: number }): PriorBelief {
  if (!(low >= 0 && high <= 1 && low <= high)) {
    throw badOption("prior", `${low}..${high}`, "a range within 0..1 whose first number is not the larger");
  }
  const { points, weights } = belief;
  const inside = points.flatMap((pi, i) => (pi >= low && pi <= high ? [i] : []));
  const above = points.findIndex((pi) => pi > high);
  // Also beyond the outermost points, within their cells.
  const within =
    points.length > 1 && high >= points[0] - BELIEF_STEP / 2 && low <= (points.at(-1) ?? 1) + BELIEF_STEP / 2;
  if (inside.length === 0 && within) {
    const around = above === -1 ? [points.length - 1] : [above - 1, above];
    if (around.some((i) => weights[i] > 0)) return pointBelief((low + high) / 2);
  }
  if (!inside.some((i) => weights[i] > 0)) throw nothingLeft(`the range ${low} to ${high}`);
  return normalised(
    inside.map((i) => points[i]),
    inside.map((i) => weights[i]),
  );
}

/**
 * The mean of f(pi) under the belief, which a decision under an uncertain prior needs. f is not
 * called where the weight is 0.
 */
export function beliefExpectation({ points, weights }: PriorBelief, f: (pi: number) => number): number {
  let sum = 0;
  for (let i = 0; i < points.length; i++) if (weights[i] > 0) sum += weights[i] * f(points[i]);
  return sum;
}

function normalised(points: readonly number[], weights: readonly number[]): PriorBelief {
  const sum = weights.reduce((a, b) => a + b, 0);
  return { points, weights: weights.map((weight) => weight / sum) };
}

function nothingLeft(what: string): InputError {
  return new InputError({
    code: "prior-contradiction",
    message: `${what} leaves no possible value for the prior`,
    remedy: "Check what you say about the prior: two statements contradict each other.",
  });
}
