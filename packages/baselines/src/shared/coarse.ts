import { largestCap } from "@bagwise/core/training";

/**
 * The rows of instances to train on while settings are only compared, at most `most` in all: which setting is good hardly depends
 * on how many instances a large bag has. No bag keeps more than needed for that, spread evenly over its
 * instances, which are in the order of their values; smaller ones stay whole. Bag i owns the rows
 * `offsets[i]` to `offsets[i + 1] - 1`. Returns 1 for each row that is kept, of every bag at least one;
 * undefined if all are.
 */
export function coarse(offsets: Uint32Array, most: number): Uint8Array | undefined {
  const sizes = Uint32Array.from({ length: offsets.length - 1 }, (_, i) => offsets[i + 1] - offsets[i]);
  const all = offsets[sizes.length];
  if (all <= most) return undefined;
  const cap = largestCap(sizes, most);
  const kept = new Uint8Array(all);
  for (const [i, size] of sizes.entries()) {
    const count = Math.min(size, cap);
    for (let k = 0; k < count; k++) kept[offsets[i] + Math.floor(((k + 0.5) * size) / count)] = 1;
  }
  return kept;
}
