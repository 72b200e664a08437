import type { Label } from "../bags/label.js";
import { findingRate } from "./finding-rate.js";
import { type Likeness, type NextBag, type NextBagsOptions, nextBags, placesOf } from "./next-bags.js";
import type { ReviewedBag } from "./stopping.js";

/** What is known of all bags when a list is made. Bags are their indices. */
export interface Known {
  /** With the answers so far. */
  readonly labels: readonly Label[];
  /** The bags that may be listed. */
  readonly open: readonly number[];
  /** Of all bags; null if there is nothing to learn from. */
  readonly scores: ArrayLike<number> | null;
  readonly reviewed: readonly ReviewedBag[];
  /** How many bags are to be reviewed in all. */
  readonly pool: number;
  /** The first bag of the family of copies of each. */
  readonly copies: ArrayLike<number>;
}

interface ListOptions extends Pick<NextBagsOptions, "n" | "by" | "randomShare" | "seed"> {
  readonly idOf: (bag: number) => string;
  /** How alike open bags and these others are; asked for only if it matters. Default: no two bags are alike. */
  readonly likeness?: ((others: readonly number[]) => Likeness) | undefined;
}

/**
 * The list of a round, real or simulated: `nextBags` with the expected share of positives at each rank as its
 * probability. All of it is random without scores. Empty if no bag is open.
 */
export function listFrom(known: Known, { idOf, likeness, ...options }: ListOptions): NextBag[] {
  const { labels, open, scores, reviewed, pool, copies } = known;
  if (open.length === 0) return [];
  const own = open.map((i) => scores?.[i] ?? 0);
  const rate = findingRate(reviewed, pool);
  const place = placesOf(own);
  const listed = open.map((i, k) => ({
    bag: idOf(i),
    score: own[k],
    probability: rate?.at(place[k]) ?? null,
    copies: String(copies[i]),
  }));
  const labelled = () => labels.flatMap((label, i) => (label === "unlabeled" ? [] : [i]));
  return nextBags(listed, {
    ...options,
    randomShare: scores === null ? 1 : options.randomShare,
    likeness: options.by === "teaching" ? likeness?.(labelled()) : undefined,
  });
}
