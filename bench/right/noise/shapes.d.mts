import type { BagSet } from "../../../packages/core/src/bags/bag-set.js";
import type { Random } from "../../../packages/core/src/base/random.js";

interface Shape {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative?: number;
  readonly features: number;
  readonly size: readonly [number, number];
  readonly value: (generator: Random) => number;
  readonly within?: number;
}

export const SHAPES: Readonly<
  Record<"few" | "usual" | "wide" | "single" | "heavy" | "counts" | "two" | "small" | "many", Shape>
>;
export function noise(shape: Shape, seed: number): BagSet;
