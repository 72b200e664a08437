import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { BagSet } from "../bag-set.js";
import { Clusters } from "./clusters.js";
import { MOST_COMPARED, type NearDuplicatesOptions, nearDuplicates } from "./near-duplicates.js";

/** Bags whose groups keep copies together. */
export interface GroupedCopies {
  /**
   * The same bags, with groups that keep given groups and copies together; the set itself if every
   * bag is alone.
   */
  readonly bags: BagSet;
  /** Clusters of bag numbers, as in `nearDuplicates`. */
  readonly clusters: readonly (readonly number[])[];
  /** The first bag of the group of each bag; its own number for a bag alone. */
  readonly of: Uint32Array;
  /**
   * How many bags are copies, and how many were not compared; empty if there is nothing to say.
   */
  readonly notes: Note[];
}

/**
 * Keeps near-copies of bags together, so that a split or folds by group never train on one copy and
 * test on another. Given groups stay whole; two groups that share a copy become one. Bags that
 * agree in so few numbers that it may be chance do not count as copies, even if they are equal. The
 * options are those of `nearDuplicates`, but `mostBags` is 5,000 by default. Costs the same; no
 * instance is copied.
 */
export function groupCopies(bags: BagSet, options: NearDuplicatesOptions = {}): GroupedCopies {
  const { tolerance, mostBags = MOST_COMPARED } = options;
  const { clusters, compared, unseen } = nearDuplicates(bags, { tolerance, mostBags });
  const together = new Clusters(bags.size);
  for (const [first, ...others] of clusters) for (const other of others) together.join(first, other);
  const seen = new Map<string, number>();
  for (let i = 0; i < bags.size; i++) {
    const group = bags.groupOf(i);
    if (group === undefined) continue;
    const first = seen.get(group);
    if (first === undefined) seen.set(group, i);
    else together.join(first, i);
  }
  const of = firstOf(bags.size, together.list());
  const alone = !bags.grouped && clusters.length === 0;
  return {
    bags: alone ? bags : bags.withGroups(Array.from(of, String)),
    clusters,
    of,
    notes: [...copyNotes(clusters), ...unseenNotes(compared, unseen)],
  };
}

/**
 * Near-copies of bags, whatever their groups: the clusters, and the first bag of the cluster of each. As
 * `groupCopies` compares them, at the same cost.
 */
export function copyFamilies(bags: BagSet): Pick<GroupedCopies, "clusters" | "of"> {
  const { clusters } = nearDuplicates(bags, { mostBags: MOST_COMPARED });
  return { clusters, of: firstOf(bags.size, clusters) };
}

/** The first member of the cluster of each; itself if it is alone. */
function firstOf(size: number, clusters: readonly (readonly number[])[]): Uint32Array {
  const first = Uint32Array.from({ length: size }, (_, i) => i);
  for (const cluster of clusters) for (const i of cluster) first[i] = cluster[0];
  return first;
}

function copyNotes(clusters: readonly (readonly number[])[]): Note[] {
  const copies = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  if (copies === 0) return [];
  const message = `${count(copies, "bag is a near-duplicate", "bags are near-duplicates")} of another; they stay together when bags are held out, and intervals count them once`;
  return [{ code: "near-duplicates", message }];
}

function unseenNotes(compared: number, unseen: number): Note[] {
  if (unseen === 0) return [];
  const message = `only the first ${count(compared, "bag")} were compared for near-duplicates; if bags may be copies of each other, name their origin in a group column`;
  return [{ code: "near-duplicates-unseen", message }];
}
