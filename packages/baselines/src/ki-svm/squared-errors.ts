import type { Matrix } from "@bagwise/core/linalg";
import type { Certificate } from "@bagwise/core/model";
import type { MachineOptions, MachineProblem } from "@bagwise/core/solver";
import { fitOf } from "../shared/machine/single-rows.js";

/**
 * Samples in groups that share one error, that of the worst of them. Group g has the samples
 * `offsets[g]` to `offsets[g + 1] - 1`, at least one.
 */
export interface ErrorGroups {
  readonly offsets: Uint32Array;
  /** 1 or -1 for each group. */
  readonly signs: Int8Array;
  readonly costs: Float64Array;
}

/** A solution: the coefficient of each sample has its sign. */
export interface SquaredSolution {
  readonly own: Float64Array;
  readonly beta: number;
  readonly certificate: Certificate;
}

/** Machines with squared errors for one kernel after the other. */
export interface SquaredMachine {
  /**
   * Solves the machine of a kernel to which the ridge was added. The certificate is that of the machine
   * `problemOf`. A rough solution has the objective of its squared errors, and no proof.
   */
  solve(ridged: Matrix, options: Pick<MachineOptions, "start" | "rough">): SquaredSolution;
  /** The plain machine with the same solution. */
  problemOf(ridged: Matrix): MachineProblem;
  /** What the ridge adds to the square of these coefficients. */
  ridgeSquare(own: Float64Array): number;
}

/**
 * Machines with squared errors: over functions f in the space of a kernel and numbers b,
 *
 *     min  |f|^2 / 2 + sum over groups g of costs_g / 2 max over i in g of (1 - signs_g (f(x_i) + b))_+^2 .
 *
 * In the dual a squared error is a ridge: 1 / costs_g is added to the kernel within group g, and no
 * coefficient has an upper bound (Cortes and Vapnik 1995). As f = 0 has the objective sum_g costs_g / 2,
 * the coefficients of a group sum to at most the root of costs_g times the sum of all costs; twice that
 * is a bound as good as none.
 */
export function squaredMachine(groups: ErrorGroups): SquaredMachine {
  const { offsets, signs, costs } = groups;
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const samples = offsets[signs.length];
  const [sides, bounds] = [new Int8Array(samples), new Float64Array(samples)];
  for (let g = 0; g < signs.length; g++) {
    sides.fill(signs[g], offsets[g], offsets[g + 1]);
    bounds.fill(2 * Math.sqrt(costs[g] * total), offsets[g], offsets[g + 1]);
  }
  const identity = Uint32Array.from(sides.keys());
  const problemOf = (gram: Matrix) => ({ gram, signs: sides, costs: bounds });
  return {
    problemOf,
    ridgeSquare: (own) => ridgeSquare(groups, own),
    solve(gram, options) {
      const { own, beta, values, certificate } = fitOf(problemOf(gram), identity, samples, options);
      if (options.rough !== true || certificate.status === "invalid") return { own, beta, certificate };
      // It may err by more than the ridge allows.
      return { own, beta, certificate: { ...certificate, primalObjective: objectiveOf(groups, own, values, beta) } };
    },
  };
}

/** Adds the ridge of some of the groups to a kernel. */
export function addRidge({ cols, data }: Matrix, { offsets, costs }: ErrorGroups, groups: Iterable<number>): void {
  for (const g of groups)
    for (let i = offsets[g]; i < offsets[g + 1]; i++)
      for (let j = offsets[g]; j < offsets[g + 1]; j++) data[i * cols + j] += 1 / costs[g];
}

function ridgeSquare({ offsets, costs }: ErrorGroups, own: Float64Array): number {
  let square = 0;
  for (let g = 0; g < costs.length; g++) square += sumOf(own, offsets[g], offsets[g + 1]) ** 2 / costs[g];
  return square;
}

/** The objective of coefficients, from the values of f with the ridge. */
function objectiveOf(groups: ErrorGroups, own: Float64Array, values: Float64Array, beta: number): number {
  const { offsets, signs, costs } = groups;
  let twice = -ridgeSquare(groups, own);
  for (let i = 0; i < own.length; i++) twice += own[i] * values[i];
  for (let g = 0; g < costs.length; g++) {
    const ridge = sumOf(own, offsets[g], offsets[g + 1]) / costs[g];
    let worst = 0;
    for (let i = offsets[g]; i < offsets[g + 1]; i++)
      worst = Math.max(worst, 1 - signs[g] * (values[i] - ridge + beta));
    twice += costs[g] * worst * worst;
  }
  return twice / 2;
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum;
}
