import type { Matrix } from "../../packages/bagwise/src/linalg/matrix.js";
import type { Problem } from "../../packages/bagwise/src/solver/problem.js";
import type { RatioProblem } from "../../packages/bagwise/src/solver/ratio.js";

export const FAMILIES: Readonly<Record<string, unknown>>;
export function problemOf(family: string, seed: number): Problem;
export function svmOf(seed: number): {
  readonly features: Matrix;
  readonly labels: readonly number[];
  readonly cost: number;
};
export function ratioOf(seed: number, options: { readonly landmarks: boolean }): RatioProblem;
