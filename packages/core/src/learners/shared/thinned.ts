import { BagSet } from "../../bags/bag-set.js";
import { LABEL_CODE } from "../../bags/label.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { random } from "../../base/random.js";

/**
 * Bags with at most `most` instances in all, or one each if there are more bags. No bag keeps more
 * instances than needed for that; from a larger one so many are drawn at random, the others stay
 * whole. So a bag of a million instances costs no more than many small ones, and does not drown
 * them. Returns the same bags, and no note, if there are no more instances. The instances keep their
 * order. Costs a copy.
 */
export function thinned(
  bags: BagSet,
  { most, seed }: { readonly most: number; readonly seed: number },
): { readonly bags: BagSet; readonly notes: readonly Note[] } {
  if (bags.instances <= most) return { bags, notes: [] };
  const sizes = Uint32Array.from({ length: bags.size }, (_, i) => bags.sizeOf(i));
  const cap = largestCap(sizes, most);
  const generator = random(seed);
  const width = bags.dimension;
  const offsets = new Uint32Array(bags.size + 1);
  for (const [i, size] of sizes.entries()) offsets[i + 1] = offsets[i] + Math.min(size, cap);
  const data = new Float64Array(offsets[bags.size] * width);
  for (const [i, size] of sizes.entries()) {
    const start = bags.startOf(i);
    const rows = size <= cap ? Uint32Array.from({ length: size }, (_, k) => k) : generator.sample(size, cap).sort();
    for (const [k, row] of rows.entries())
      data.set(bags.data.slice((start + row) * width, (start + row + 1) * width), (offsets[i] + k) * width);
  }
  const labels = Int8Array.from(bags.labels(), (label) => LABEL_CODE[label]);
  const larger = sizes.filter((size) => size > cap).length;
  const message = `${count(offsets[bags.size], "instance")} of ${count(bags.instances, "instance")} were used for training: from ${count(larger, "bag")} with more than ${count(cap, "instance")} so many were drawn at random, because time and memory grow with their number`;
  return {
    bags: BagSet.own({ data, offsets, ids: bags.ids(), labels, features: bags.features, groups: bags.groups() }),
    notes: [{ code: "instances-drawn", message }],
  };
}

/** The largest number of instances per bag with at most `most` in all; at least 1. */
export function largestCap(sizes: Uint32Array, most: number): number {
  const ascending = sizes.slice().sort();
  let left = most;
  for (const [k, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - k));
    if (size > share) return Math.max(1, share);
    left -= size;
  }
  return ascending[ascending.length - 1] ?? 1;
}
