import type { BagSet } from "./bag-set.js";

/**
 * Where each bag begins when all instances of the set stand bag after bag: bag i owns the rows
 * `offsets[i]` to `offsets[i + 1] - 1`, so there is one offset more than bags. An empty bag begins
 * where the next one does. These are the rows of `bags.toMatrix()`; a subset has others in
 * `bags.data`. O(bags).
 */
export function offsetsOf(bags: Pick<BagSet, "size" | "sizeOf">): Uint32Array {
  const offsets = new Uint32Array(bags.size + 1);
  for (let i = 0; i < bags.size; i++) offsets[i + 1] = offsets[i] + bags.sizeOf(i);
  return offsets;
}
