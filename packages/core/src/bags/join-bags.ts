import { BagSet } from "./bag-set.js";
import type { Origin } from "./origin.js";
import type { OwnedParts } from "./owned-parts.js";

/**
 * The bags of several sets with the same features, such as parts of one file, as one set with a matrix of
 * its own: what the sets were taken from can be forgotten. One set comes back as it is. At least one set;
 * blocks of sparse features and columns to show are left out of several. Copies all instances.
 */
export function joinBags(sets: readonly BagSet[]): BagSet {
  if (sets.length === 1) return sets[0];
  const parts = sets.map((set) => set.parts());
  const rows = parts.map(({ offsets }) => offsets[offsets.length - 1]);
  const all = rows.reduce((sum, count) => sum + count, 0);
  const [{ features, recipe }] = parts;
  const data = new Float64Array(all * features.length);
  const offsets = new Uint32Array(1 + parts.reduce((sum, { ids }) => sum + ids.length, 0));
  let [row, bag] = [0, 0];
  for (const [k, part] of parts.entries()) {
    data.set(part.data.subarray(0, rows[k] * features.length), row * features.length);
    for (let i = 1; i < part.offsets.length; i++) offsets[++bag] = row + part.offsets[i];
    row += rows[k];
  }
  const labels = Int8Array.from(parts.flatMap((part) => [...part.labels]));
  return BagSet.own({
    data,
    offsets,
    ids: parts.flatMap(({ ids }) => ids),
    labels,
    features,
    origin: joinedPlaces(parts, all),
    recipe,
  });
}

/** Where the instances stand, if all sets know it. */
function joinedPlaces(parts: readonly OwnedParts[], rows: number): Origin | undefined {
  const origins = parts.flatMap(({ origin }) => origin ?? []);
  if (origins.length < parts.length) return undefined;
  const numbers = new Uint32Array(rows);
  let at = 0;
  for (const origin of origins) {
    numbers.set(origin.numbers, at);
    at += origin.numbers.length;
  }
  return { noun: origins[0].noun, instanceNoun: origins[0].instanceNoun, numbers, shown: [] };
}
