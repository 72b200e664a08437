import { random } from "../../../src/base/random.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import type { InstanceKernel } from "../../../src/kernels/instance-kernel.js";
import { type Matrix, matrix } from "../../../src/linalg/matrix.js";
import type { MachineProblem } from "../../../src/solver/machine/problem.js";

interface MakeOptions {
  readonly kernel?: InstanceKernel;
  readonly cost?: number;
  readonly features?: number;
  /** Whether samples have costs and margins of their own. */
  readonly uneven?: boolean;
  /** How many times each sample occurs. */
  readonly copies?: number;
}

/** Samples with overlapping classes. */
export function machine(seed: number, samples: number, options: MakeOptions = {}): MachineProblem {
  const { kernel = { type: "gaussian", width: 1.5 }, cost = 1, features = 3, uneven = false, copies = 1 } = options;
  const generator = random(seed);
  const distinct = matrix(samples, features, Float64Array.from({ length: samples * features }, generator.normal));
  const rows = repeated(distinct, copies);
  const labels = Array.from({ length: rows.rows }, (_, i) =>
    rows.data[i * features] + 0.7 * generator.normal() > 0 ? 1 : -1,
  );
  // Both classes occur.
  labels[0] = 1;
  labels[labels.length - 1] = -1;
  return {
    gram: instanceGram(kernel, rows),
    signs: Int8Array.from(labels),
    costs: Float64Array.from(labels, () => (uneven ? cost * (0.2 + generator.uniform()) : cost)),
    ...(uneven && { margins: Float64Array.from(labels, () => 2 * generator.uniform() - 1) }),
  };
}

function repeated({ rows, cols, data }: Matrix, copies: number): Matrix {
  const result = matrix(rows * copies, cols);
  for (let k = 0; k < copies; k++) result.data.set(data, k * data.length);
  return result;
}

/** The primal objective of f = sum alpha k + beta, as the problem states it. */
export function objectiveOf(
  { gram, signs, costs, margins }: MachineProblem,
  alpha: Float64Array,
  beta: number,
): number {
  const n = gram.rows;
  let total = 0;
  for (let i = 0; i < n; i++) {
    let f = 0;
    for (let j = 0; j < n; j++) f += gram.data[i * n + j] * alpha[j];
    total += 0.5 * alpha[i] * f + costs[i] * Math.max(0, (margins?.[i] ?? 1) - signs[i] * (f + beta));
  }
  return total;
}
