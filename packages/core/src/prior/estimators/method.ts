import type { Note } from "../../base/note.js";
import type { IntervalScheme } from "./estimate.js";
import type { PriorProblem } from "./problem.js";

export const PRIOR_METHOD_NAMES = [
  "ratio",
  "bbe",
  "elkan-noto",
  "plain-ratio",
  "km2",
  "pe",
  "median",
  "as-printed",
] as const;

export type PriorMethodName = (typeof PRIOR_METHOD_NAMES)[number];

/** Whether an estimator has this name. */
export function isPriorMethodName(name: unknown): name is PriorMethodName {
  return PRIOR_METHOD_NAMES.some((known) => known === name);
}

/** What an estimator finds on one problem. */
export interface PriorFinding {
  /** The estimate before clipping. */
  readonly raw: number;
  /** The estimate on `count` resamples, the same for every method with the same seed. */
  replicates(count: number): Float64Array;
  /** Default refitted, or fixed-scores for many bags. */
  readonly interval?: IntervalScheme;
  /** Default none. */
  readonly warnings?: readonly Note[];
}

/** A class-prior estimator that describes itself. */
export interface PriorMethod {
  readonly name: PriorMethodName;
  readonly title: string;
  /** One line, without a final full stop. */
  readonly help: string;
  /** The Gram matrix as given, normalised to k(X, X) = 1, or cross-fitted scores. */
  readonly needs: "gram" | "normalised gram" | "scores";
  /** `other` returns what another method finds on the same problem, computed once. */
  find(problem: PriorProblem, other: (name: PriorMethodName) => PriorFinding): PriorFinding;
}
