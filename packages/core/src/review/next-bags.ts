import { InputError } from "../base/errors.js";
import { badOption } from "../base/option.js";
import { type Random, random } from "../base/random.js";
import { checkFiniteScores } from "../judge/finite-scores.js";

/** How the next bags are chosen. */
export const NEXT_BY = ["probability", "uncertainty", "teaching"] as const;
export type NextBy = (typeof NEXT_BY)[number];

/** A bag that nobody has reviewed yet. */
export interface OpenBag {
  /** The id of the bag. */
  readonly bag: string;
  readonly score: number;
  /** The probability of being positive; null or absent if unknown. */
  readonly probability?: number | null | undefined;
  /** Bags with the same word here are copies of each other. Absent for a bag alone. */
  readonly copies?: string | undefined;
}

/** A bag to review next, and why. */
export interface NextBag {
  readonly bag: string;
  /** What it was chosen for. `copy`: it is a copy of the bag before it. */
  readonly why: NextBy | "random" | "copy";
  /** Its place among the open bags by score, from 1. */
  readonly rank: number;
  readonly score: number;
  readonly probability: number | null;
}

export interface NextBagsOptions {
  /** How many bags; all if there are fewer. Copies come on top. Default 20. */
  readonly n?: number | undefined;
  /** Default `probability`. */
  readonly by?: NextBy | undefined;
  /** The share of the bags that is drawn at random from all open ones, from 0 to 1. Default 0.1. */
  readonly randomShare?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /**
   * How alike an open bag and others are, from 0 to 1, by their indices in the list; and how alike an open bag and
   * the nearest reviewed one are. Only `teaching` uses it. Default: no two bags are alike.
   */
  readonly likeness?: Likeness | undefined;
}

/** How alike bags are, from 0 to 1. */
export interface Likeness {
  /** Of one open bag and each of some others. */
  between(a: number, others: readonly number[]): ArrayLike<number>;
  toReviewed(a: number): number;
}

export const NEXT_DEFAULTS = { n: 20, by: "probability", randomShare: 0.1, seed: 0 } as const;

/** `teaching` looks at so many times as many bags as it chooses. */
const CANDIDATES = 10;

/**
 * The bags to review next.
 *
 * - `probability`: the highest scores first. This finds positives fastest.
 * - `uncertainty`: those whose probability is nearest 1/2 (whose score is nearest 0, if there are no
 *   probabilities), for a better boundary.
 * - `teaching`: uncertain bags of new kinds. A bag is worth p (1 - p), the variance of its answer, times how
 *   unlike it is to all bags that are reviewed or chosen already, 1 - likeness^2 to the nearest; chosen one
 *   after the other. Without `likeness` it is `uncertainty`. It looks at ten times as many candidates as it
 *   chooses, the most uncertain ones.
 *
 * A share of them is drawn at random from all open bags instead, so that the share of positives stays
 * estimable whatever the scores are worth. Of n bags, n times the share are random: the whole part always,
 * and one more with the chance of the rest. They stand at random places of the list. Copies of a chosen bag
 * follow it and do not count. Throws an InputError for a bad option and for a score that is not finite. The
 * order of the bags matters only between equal scores. Costs O(bags log bags).
 */
export function nextBags(open: readonly OpenBag[], options: NextBagsOptions = {}): NextBag[] {
  const { n = NEXT_DEFAULTS.n, by = NEXT_DEFAULTS.by, randomShare = NEXT_DEFAULTS.randomShare } = options;
  if (!(Number.isSafeInteger(n) && n >= 1)) throw badOption("n", n, "a whole number from 1 on");
  if (!(NEXT_BY as readonly string[]).includes(by)) throw badOption("by", by, `one of ${NEXT_BY.join(", ")}`);
  if (!(randomShare >= 0 && randomShare <= 1)) throw badOption("randomShare", randomShare, "a share from 0 to 1");
  checkScores(open);
  const generator = random(options.seed ?? NEXT_DEFAULTS.seed);
  const families = familiesOf(open);
  const wanted = Math.min(n, families.length);
  const byChance = Math.min(wanted, randomCount(n, randomShare, generator));
  const drawn = Array.from(generator.sample(families.length, byChance));
  const isDrawn = new Set(drawn);
  const others = families.map((_, k) => k).filter((k) => !isDrawn.has(k));
  const chosen = choose(families, others, wanted - byChance, { by, open, likeness: options.likeness });
  const place = placesOf(open.map(({ score }) => score));
  const list = mixed(chosen, drawn, generator);
  return list.flatMap((k) =>
    families[k].map((i, copy): NextBag => {
      const { bag, score, probability = null } = open[i];
      const why = copy > 0 ? "copy" : isDrawn.has(k) ? "random" : by;
      return { bag, why, rank: place[i], score, probability };
    }),
  );
}

/** The whole part of n x share, and one more with the chance of the rest: on average exactly the share. */
function randomCount(n: number, share: number, generator: Random): number {
  const exact = n * share;
  const whole = Math.floor(exact + 1e-9);
  return whole + (generator.uniform() < exact - whole ? 1 : 0);
}

/** The open bags with their copies, each family from its highest score to its lowest. */
function familiesOf(open: readonly OpenBag[]): number[][] {
  const found = new Map<string, number[]>();
  const families: number[][] = [];
  for (const [i, { copies }] of open.entries()) {
    const own = copies === undefined ? undefined : found.get(copies);
    if (own !== undefined) own.push(i);
    else {
      const family = [i];
      families.push(family);
      if (copies !== undefined) found.set(copies, family);
    }
  }
  return families.map((family) => family.sort((a, b) => open[b].score - open[a].score || a - b));
}

interface Choice {
  readonly by: NextBy;
  readonly open: readonly OpenBag[];
  readonly likeness: Likeness | undefined;
}

/** The numbers of the chosen families, the best first. */
function choose(families: readonly number[][], among: readonly number[], n: number, choice: Choice): number[] {
  const { by, open, likeness } = choice;
  const first = (k: number) => families[k][0];
  const score = (k: number) => open[first(k)].score;
  const value = (k: number) => (by === "probability" ? score(k) : doubt(open[first(k)]));
  const sorted = [...among].sort((a, b) => value(b) - value(a) || score(b) - score(a) || first(a) - first(b));
  if (by !== "teaching" || likeness === undefined) return sorted.slice(0, n);
  return diverse(sorted.slice(0, CANDIDATES * n), n, { value, first, likeness });
}

/** How little is known about the answer: the variance p (1 - p); without a probability, by the score. */
function doubt({ score, probability }: OpenBag): number {
  return typeof probability === "number" ? probability * (1 - probability) : -Math.abs(score);
}

/** One after the other, the one that is worth most: its doubt times how new it is. */
function diverse(
  candidates: readonly number[],
  n: number,
  parts: { value: (k: number) => number; first: (k: number) => number; likeness: Likeness },
): number[] {
  const { value, first, likeness } = parts;
  // Doubts by the score are at most 0, so they are shifted to be worth at least something.
  const least = Math.min(0, ...candidates.map(value));
  const left = candidates.map((k) => ({ k, worth: value(k) - least, nearest: likeness.toReviewed(first(k)) }));
  const chosen: number[] = [];
  while (chosen.length < n && left.length > 0) {
    let best = 0;
    for (let at = 1; at < left.length; at++) if (worthOf(left[at]) > worthOf(left[best])) best = at;
    const [{ k }] = left.splice(best, 1);
    chosen.push(k);
    const alike = likeness.between(
      first(k),
      left.map((each) => first(each.k)),
    );
    for (const [at, each] of left.entries()) each.nearest = Math.max(each.nearest, alike[at]);
  }
  return chosen;
}

function worthOf({ worth, nearest }: { worth: number; nearest: number }): number {
  return worth * (1 - nearest * nearest);
}

/** The chosen ones in their order, with the drawn ones at random places between them. */
function mixed(chosen: readonly number[], drawn: readonly number[], generator: Random): number[] {
  const all = chosen.length + drawn.length;
  const places = new Set(generator.sample(all, drawn.length));
  let [a, b] = [0, 0];
  return Array.from({ length: all }, (_, place) => (places.has(place) ? drawn[b++] : chosen[a++]));
}

/** The place of each score from the highest, from 1. Equal ones keep their order. */
export function placesOf(scores: readonly number[]): Uint32Array {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
  const place = new Uint32Array(scores.length);
  for (const [k, i] of order.entries()) place[i] = k + 1;
  return place;
}

function checkScores(open: readonly OpenBag[]): void {
  if (open.length === 0)
    throw new InputError({
      code: "review-nothing-open",
      message: "there is no bag left to review",
      remedy: "Add unlabeled bags to the file, or stop here: every bag has an answer.",
    });
  checkFiniteScores(open);
}
