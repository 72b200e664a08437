import { badOption } from "../../base/option.js";
import { closePairs } from "../../linalg/close-rows.js";
import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";
import { Clusters } from "./clusters.js";
import { comparable, likenessOf } from "./likeness.js";

const DEFAULTS = { tolerance: 0.2, mostBags: 20_000 } as const;

/**
 * Where copies are looked for beside other work, it is among so many bags only: the cost grows with
 * the square.
 */
export const MOST_COMPARED = 5000;

export interface NearDuplicatesOptions {
  /**
   * How far apart copies may be; 1 is the typical distance of two instances. From 0 to below 1,
   * default 0.2.
   */
  readonly tolerance?: number | undefined;
  /**
   * How many bags, the first ones, to compare: the cost grows with the square. Default 20,000.
   */
  readonly mostBags?: number | undefined;
}

export interface NearDuplicates {
  /**
   * Clusters of two or more bag numbers, ascending, in the order of their first members.
   */
  readonly clusters: number[][];
  /** How many bags were compared. */
  readonly compared: number;
  /** How many bags beyond `mostBags` were not compared. */
  readonly unseen: number;
}

/**
 * Bags that are noisy copies of one another. Such copies leak from a training set into a test set.
 *
 * Features are divided by their standard deviation over the instances, or by the 0.9-quantile of
 * all standard deviations if that is larger: otherwise a little noise in a feature that hardly
 * varies would look like a difference. Two bags are near-duplicates if:
 *
 * 1. their descriptors [min, max, mean] are closer than the tolerance (cheap, and almost always
 *    decisive);
 * 2. every instance of either bag has an instance of the other closer than the tolerance;
 * 3. so many numbers agree that chance does not explain it: bags of one instance with two features
 *    are close by chance.
 *
 * Distances are root mean squares relative to two random instances. Empty bags and bags with values
 * that are not finite are left out. If all features are constant there are no near-duplicates.
 * Bags that have sparse features alone are copies if these are the same. Exact duplicates are included. Costs O(bags^2) times a few columns, because the first ones decide
 * most pairs; 20,000 bags of 100 unrelated features took 20 s on a busy 2-core machine.
 */
export function nearDuplicates(bags: BagSet, options: NearDuplicatesOptions = {}): NearDuplicates {
  const { tolerance = DEFAULTS.tolerance, mostBags = DEFAULTS.mostBags } = options;
  checkComparison({ tolerance, mostBags });
  if (bags.dimension === 0 && bags.blocks.length > 0) return sameSparse(bags);
  const eligible = comparable(bags);
  const chosen = eligible.slice(0, mostBags);
  const clusters = chosen.length < 2 ? [] : alike(bags.subset(chosen), tolerance);
  return {
    clusters: clusters.map((cluster) => cluster.map((k) => chosen[k])),
    compared: chosen.length,
    unseen: eligible.length - chosen.length,
  };
}

/** Bags with the same sparse features in all instances. Bags without any are no copies of each other. */
function sameSparse(bags: BagSet): NearDuplicates {
  const hashes = bagHashes(bags);
  const byHash = new Map<number, number[]>();
  for (let i = 0; i < bags.size; i++) {
    const start = bags.startOf(i);
    if (bags.blocks.every(({ offsets }) => offsets[start] === offsets[start + bags.sizeOf(i)])) continue;
    const own = byHash.get(hashes[i]);
    if (own === undefined) byHash.set(hashes[i], [i]);
    else own.push(i);
  }
  return { clusters: [...byHash.values()].filter(({ length }) => length > 1), compared: bags.size, unseen: 0 };
}

/** Throws an InputError for a bad tolerance or number of bags. */
export function checkComparison({ tolerance, mostBags }: { tolerance: number; mostBags: number }): void {
  if (!(tolerance >= 0 && tolerance < 1)) throw badOption("tolerance", tolerance, "a number from 0 to below 1");
  if (!(Number.isInteger(mostBags) && mostBags >= 0))
    throw badOption("mostBags", mostBags, "a whole number of at least 0");
}

/** Clusters of finite, not empty bags. */
function alike(bags: BagSet, tolerance: number): number[][] {
  const likeness = likenessOf(bags, tolerance);
  if (likeness === undefined) return [];
  const clusters = new Clusters(bags.size);
  closePairs(likeness.described, likeness.width, likeness.limit, (i, j) => {
    if (!clusters.together(i, j) && likeness.alike(i, j)) clusters.join(i, j);
  });
  return clusters.list();
}
