import { InputError } from "../../base/errors.js";
import { closeRowsBetween } from "../../linalg/close-rows.js";
import { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";
import { equalBags } from "./equal-bags.js";
import { comparable, likenessOf } from "./likeness.js";
import { checkComparison, MOST_COMPARED, type NearDuplicatesOptions } from "./near-duplicates.js";

const DEFAULTS = { tolerance: 0.2, mostBags: MOST_COMPARED } as const;

export interface CopiesBetween {
  /** Numbers of the bags with the same instances as one of the others, ascending. */
  readonly equal: number[];
  /** Numbers of further bags that are noisy copies of one of the others, ascending. */
  readonly near: number[];
  /**
   * Numbers of bags that equal one of the others in so few values that it may be chance, ascending.
   * They do not count as copies.
   */
  readonly chance: number[];
  /** How many bags beyond `mostBags`, in both sets, were not compared for noisy copies. */
  readonly unseen: number;
}

/**
 * The bags that are copies, equal or noisy, of bags of another set: bags that leaked from a
 * training set into a test set. The test for noisy copies is that of `nearDuplicates`, with
 * features scaled by both sets together; unlike there, a copy of a copy does not count. Equal bags
 * are copies unless chance explains it (`equalByChance`). Only the first `mostBags` (default 5,000)
 * of each set are compared. Features are matched by name; throws an InputError if the names differ.
 * Costs O(bags x others) times a few columns.
 */
export function copiesBetween(bags: BagSet, others: BagSet, options: NearDuplicatesOptions = {}): CopiesBetween {
  const { tolerance = DEFAULTS.tolerance, mostBags = DEFAULTS.mostBags } = options;
  checkComparison({ tolerance, mostBags });
  const columns = columnsOf(bags, others);
  const { equal, chance } = equalBags(bags, bagHashes(others), others);
  const here = comparable(bags);
  const there = comparable(others);
  const [chosen, against] = [here.slice(0, mostBags), there.slice(0, mostBags)];
  const found = new Set<number>();
  if (chosen.length > 0 && against.length > 0) {
    const both = joined(bags.subset(chosen), others.subset(against), columns);
    for (const k of copiesAmong(both, chosen.length, tolerance)) found.add(chosen[k]);
  }
  for (const i of equal) found.delete(i);
  const unseen = here.length - chosen.length + there.length - against.length;
  return { equal, near: [...found].sort((a, b) => a - b), chance: chance.filter((i) => !found.has(i)), unseen };
}

/** Which of the first bags of a set are copies of one of the later ones. */
function copiesAmong(bags: BagSet, first: number, tolerance: number): Set<number> {
  const found = new Set<number>();
  const likeness = likenessOf(bags, tolerance);
  if (likeness === undefined) return found;
  const { described, width, limit, alike } = likeness;
  const [own, rest] = [described.subarray(0, first * width), described.subarray(first * width)];
  closeRowsBetween(own, rest, width, limit, (i, j) => {
    if (!found.has(i) && alike(i, first + j)) found.add(i);
  });
  return found;
}

/** The column in the others of each feature of the bags. */
function columnsOf(bags: BagSet, others: BagSet): Uint32Array {
  const at = new Map(others.features.map((name, j) => [name, j]));
  const missing = bags.features.filter((name) => !at.has(name));
  if (missing.length > 0 || bags.dimension !== others.dimension) {
    throw new InputError({
      code: "features",
      message: `the two sets of bags have ${bags.dimension} and ${others.dimension} features${missing.length === 0 ? "" : `, and only one has ${missing[0]}`}`,
      remedy: "Compare bags with the same features. Leave out others with the option ignore.",
    });
  }
  return Uint32Array.from(bags.features, (name) => at.get(name) ?? 0);
}

/** All bags of both sets, those of `bags` first. */
function joined(bags: BagSet, others: BagSet, columns: Uint32Array): BagSet {
  const width = bags.dimension;
  const data = new Float64Array((bags.instances + others.instances) * width);
  data.set(bags.toMatrix());
  const rows = others.toMatrix();
  for (let from = 0, at = bags.instances * width; from < rows.length; from += width)
    for (const column of columns) data[at++] = rows[from + column];
  const size = bags.size + others.size;
  const offsets = new Uint32Array(size + 1);
  for (let i = 0; i < size; i++)
    offsets[i + 1] = offsets[i] + (i < bags.size ? bags.sizeOf(i) : others.sizeOf(i - bags.size));
  return BagSet.own({
    data,
    offsets,
    ids: Array.from({ length: size }, (_, i) => String(i)),
    labels: new Int8Array(size),
    features: bags.features,
  });
}
