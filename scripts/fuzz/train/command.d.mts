import type { Product } from "./product.mjs";

export function train(
  given: readonly string[],
  options?: { readonly product?: Product; readonly folder?: string },
): Promise<number>;
