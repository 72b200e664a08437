import { random } from "@bagwise/core/base";
import { type InstanceKernel, instanceGram } from "@bagwise/core/kernels";
import { matrix } from "@bagwise/core/linalg";
import type { MachineSetting, MachineTask } from "@bagwise/core/training";

interface TaskOptions {
  readonly kernel?: InstanceKernel;
  readonly cost?: number;
  readonly setting?: MachineSetting;
  /** How far the one positive instance of a positive bag is from all others. */
  readonly distance?: number;
}

/** Bags of these sizes, the first `positives` of them with one instance apart from the rest. */
export function taskWith(
  seed: number,
  sizes: readonly number[],
  positives: number,
  { kernel = { type: "gaussian", width: 1.5 }, cost = 2, setting = {}, distance = 2 }: TaskOptions = {},
): MachineTask {
  const generator = random(seed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const rows = matrix(total, 2, Float64Array.from({ length: 2 * total }, generator.normal));
  let at = 0;
  const bags = sizes.map((size) => Uint32Array.from({ length: size }, () => at++));
  for (const [i, bag] of bags.entries()) if (i < positives) rows.data[2 * bag[generator.below(bag.length)]] += distance;
  return {
    gram: instanceGram(kernel, rows),
    bags,
    signs: Int8Array.from(sizes, (_, i) => (i < positives ? 1 : -1)),
    costs: Float64Array.from(sizes, (_, i) => cost * (1 + 0.1 * i)),
    setting,
    seed: 0,
  };
}

/** All ways to choose one of each list. */
export function* choices<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...rest] = lists;
  if (first === undefined) yield [];
  else for (const each of first) for (const others of choices(rest)) yield [each, ...others];
}

/** |f|^2 / 2, from the coefficients of all rows. */
export function halfSquare({ gram }: Pick<MachineTask, "gram">, alpha: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < alpha.length; i++)
    for (let j = 0; j < alpha.length; j++) sum += alpha[i] * alpha[j] * gram.data[i * gram.cols + j];
  return sum / 2;
}

/** The values f of all rows, one after the other. */
export function valuesAt(
  { gram }: Pick<MachineTask, "gram">,
  { alpha, beta }: { alpha: Float64Array; beta: number },
): number[] {
  return Array.from({ length: gram.rows }, (_, i) =>
    alpha.reduce((sum, weight, j) => sum + weight * gram.data[i * gram.cols + j], beta),
  );
}
