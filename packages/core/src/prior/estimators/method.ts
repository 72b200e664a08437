import { InputError, quote } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { IntervalScheme } from "./estimate.js";
import type { PriorProblem } from "./problem.js";

/** The names of estimators that can be chosen. */
export const PRIOR_METHOD_NAMES = ["ratio", "bbe", "pe", "median", "as-printed"] as const;

export type PriorMethodName = (typeof PRIOR_METHOD_NAMES)[number];

/** Whether an estimator has this name. */
export function isPriorMethodName(name: unknown): name is PriorMethodName {
  return PRIOR_METHOD_NAMES.some((known) => known === name);
}

/** Estimators that could be chosen once; `median` still takes the first two. */
const FORMER: readonly unknown[] = ["plain-ratio", "km2", "elkan-noto"];

/** Whether an estimator of this name could be chosen once. */
export function isFormerPriorMethod(name: unknown): boolean {
  return FORMER.includes(name);
}

/** The error for a name that is none of an estimator, or no longer one to choose. */
export function noPriorMethod(name: unknown): InputError {
  return new InputError({
    code: "prior-method",
    message: isFormerPriorMethod(name)
      ? `the prior estimator ${quote(String(name))} can no longer be chosen, because others are closer`
      : `there is no prior estimator ${quote(String(name))}`,
    remedy: `Choose one of ${PRIOR_METHOD_NAMES.join(", ")}.`,
  });
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
  readonly name: string;
  readonly title: string;
  /** One line, without a final full stop. */
  readonly help: string;
  /** The Gram matrix as given, normalised to k(X, X) = 1, or cross-fitted scores. */
  readonly needs: "gram" | "normalised gram" | "scores";
  /** `other` returns what another method finds on the same problem, computed once. */
  find(problem: PriorProblem, other: (method: PriorMethod) => PriorFinding): PriorFinding;
}
