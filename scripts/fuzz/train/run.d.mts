import type { Product } from "./product.mjs";

export interface Found {
  readonly kind: string;
  readonly problem: unknown;
}

export const KINDS: Readonly<Record<string, { nudged(problem: unknown): unknown }>>;

export function problemOf(seed: number, number: number, only?: string): Found;

export function compared(
  found: Found,
  product: Product,
  seen?: unknown,
): Promise<{
  readonly wrong: readonly string[];
  readonly compared: number;
  readonly explained: Readonly<Record<string, number>>;
}>;
