import type { BagSet } from "./bag-set.js";

/**
 * Where each bag begins in `bags.toMatrix()`: bag i owns the rows `offsets[i]` to `offsets[i + 1] -
 * 1`, so there is one more offset than bags. An empty bag begins where the next one does. Costs
 * O(bags).
 */
export function offsetsOf(bags: Pick<BagSet, "size" | "sizeOf">): Uint32Array {
  const offsets = new Uint32Array(bags.size + 1);
  for (let i = 0; i < bags.size; i++) offsets[i + 1] = offsets[i] + bags.sizeOf(i);
  return offsets;
}
