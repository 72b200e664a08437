import type { Matrix } from "../../linalg/matrix.js";
import type { Status } from "../solution.js";

/**
 * A hinge-loss machine with a free bias: over functions f in the space of the kernel and numbers b,
 *
 *     min  |f|^2 / 2 + sum_i costs_i (margins_i - signs_i (f(x_i) + b))_+ .
 *
 * With margins of 1 this is the soft-margin SVM of Cortes and Vapnik (1995). In the dual, f is
 * sum_i alpha_i k(x_i, .), where alpha_i is between 0 and signs_i costs_i and all of them sum to 0:
 *
 *     max  sum_i signs_i margins_i alpha_i - alpha'K alpha / 2 .
 */
export interface MachineProblem {
  /** Kernel values between all samples: symmetric, and positive semidefinite but for rounding. */
  readonly gram: Matrix;
  /** 1 or -1 for each sample. */
  readonly signs: Int8Array;
  /** The slope of each hinge, above 0. */
  readonly costs: Float64Array;
  /** What signs_i (f(x_i) + b) should reach. Default 1 for all. */
  readonly margins?: Float64Array | undefined;
}

export interface MachineOptions {
  /** The relative gap to aim for. Default 1e-12. */
  readonly tolerance?: number;
  /** The largest relative gap that counts as `solved`. Default 1e-8. */
  readonly accept?: number;
  /** The most steps of two samples. Default 100 for each sample, at least 200,000. */
  readonly maxIterations?: number;
  /** Coefficients to start from, such as those of a similar problem. Default zeros. */
  readonly start?: Float64Array | undefined;
  /**
   * Whether steps of pairs are enough: every sample keeps its condition up to 0.001, and nothing is
   * proven. Several times faster, for settings that are only compared. Default false.
   */
  readonly rough?: boolean | undefined;
  readonly backend?: "auto" | "simd" | "plain";
  readonly signal?: AbortSignal | undefined;
}

/** The result of `solveMachine`, with its certificate. */
export interface MachineSolution {
  readonly status: Status;
  /** The coefficient of each sample, with its sign. They sum to 0 exactly. */
  readonly alpha: Float64Array;
  readonly beta: number;
  /** f of each sample, without the bias. NaN if the status is `invalid`. */
  readonly values: Float64Array;
  /** Steps of two samples, plus exact steps. */
  readonly iterations: number;
  readonly primalObjective: number;
  readonly dualObjective: number;
  /**
   * The absolute gap, and the gap relative to the larger of |primal| and |dual|; if both are 0 but for
   * rounding, relative to the loss of f = 0.
   */
  readonly gap: number;
  readonly relativeGap: number;
}

/** The box of each coefficient, and signs_i margins_i: the problem as the solver works with it. */
export interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly target: Float64Array;
}

/** The box of the dual. */
export function boxOf({ signs, costs, margins }: MachineProblem): Box {
  const n = costs.length;
  const [low, high, target] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    if (signs[i] < 0) low[i] = -costs[i];
    else high[i] = costs[i];
    target[i] = signs[i] * (margins === undefined ? 1 : margins[i]);
  }
  return { low, high, target };
}
