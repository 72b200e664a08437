import type { LbfgsStatus } from "@bagwise/core/linalg";
import type { ConceptBags, ConceptPenalty } from "./objective.js";

/** How far to go. */
export interface Effort {
  /** The most steps of L-BFGS, in all. */
  readonly iterations: number;
  /** The gradient at which it is done, see `lbfgs`. */
  readonly tolerance: number;
}

/** Where a climb ended: at a local optimum, if its status is converged. */
export interface Climbed {
  /** The parameters of the concept: its point, then its scales. */
  readonly x: Float64Array;
  /** The regularised loss there. */
  readonly value: number;
  readonly status: LbfgsStatus;
  readonly gradientNorm: number;
  readonly iterations: number;
  /** How often it chose responsible instances; 0 for a method that does not. */
  readonly rounds: number;
}

/** Which concept is sought: how it is penalised, and whether all features share one scale. */
export interface ConceptProblem {
  readonly penalty: ConceptPenalty;
  readonly shared: boolean;
}

/**
 * What differs between DD and EM-DD: how to go from a concept to a better one. The loss of the result
 * is never above that of the start. What depends on the bags alone is prepared once for all problems.
 */
export type Climb = (
  bags: ConceptBags,
) => (problem: ConceptProblem) => (start: Float64Array, effort: Effort) => Climbed;
