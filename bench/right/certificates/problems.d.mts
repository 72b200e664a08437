import type { Matrix } from "../../../packages/core/src/linalg/matrix.js";
import type { Problem } from "../../../packages/core/src/solver/problem.js";
import type { RatioProblem } from "../../../packages/core/src/solver/ratio.js";

export const FAMILIES: Readonly<Record<string, unknown>>;
export function problemOf(family: string, seed: number): Problem;
export function svmOf(seed: number): {
  readonly features: Matrix;
  readonly labels: readonly number[];
  readonly cost: number;
};
export function ratioOf(seed: number, options: { readonly landmarks: boolean }): RatioProblem;
