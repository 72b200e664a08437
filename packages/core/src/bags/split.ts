import { count, InputError } from "../base/errors.js";
import { badOption } from "../base/option.js";
import { type Random, random } from "../base/random.js";
import type { BagSet } from "./bag-set.js";
import { assignGroups, groupsOf } from "./split-groups.js";

export const SPLIT_WAYS = ["random", "stratified", "grouped"] as const;

/**
 * Random: regardless of labels. Stratified: each label in proportion. Grouped: no group in two
 * parts.
 */
export type SplitBy = (typeof SPLIT_WAYS)[number];

export interface SplitOptions {
  /** The share of the bags to test on, above 0 and below 1. Default 0.25. */
  readonly test?: number | undefined;
  /** Default: "grouped" when the bags have groups, else "stratified". */
  readonly by?: SplitBy | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

export interface FoldOptions {
  /** The number of folds, 2 to 65,535. Default 5. */
  readonly folds?: number | undefined;
  /** Default: "grouped" when the bags have groups, else "stratified". */
  readonly by?: SplitBy | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

const DEFAULTS = { test: 0.25, folds: 5, seed: 0 } as const;

/**
 * Training and test bags: views in the order of `bags`, never empty.
 *
 * Random and stratified give the test set round(test x bags) bags; stratified gives each label its
 * share within one bag, so a label with few bags may be on one side only. Grouped comes as near to
 * the share, of all bags and of each label, as whole groups allow; the largest groups are placed
 * first. Throws an InputError for fewer than two bags or groups.
 */
export function split(bags: BagSet, options: SplitOptions = {}): { train: BagSet; test: BagSet } {
  const { test = DEFAULTS.test, by = usualWay(bags), seed = DEFAULTS.seed } = options;
  if (!(test > 0 && test < 1)) throw badOption("test", test, "a share above 0 and below 1");
  checkWay(bags, by, 2);
  const generator = random(seed);
  const inTest =
    by === "grouped"
      ? assignGroups(bags, groupsOf(bags), [1 - test, test], generator)
      : drawTest(by === "random" ? [indices(bags)] : byLabel(bags), test, bags.size, generator);
  return { train: bags.filter((i) => inTest[i] === 0), test: bags.filter((i) => inTest[i] === 1) };
}

/**
 * The fold of each bag, from 0; no fold is empty.
 *
 * Random: fold sizes differ by at most one. Stratified: so do the bags of each label in a fold;
 * with fewer positive bags than folds some folds have none. Grouped: no group is in two folds, and
 * folds are balanced by number of bags and by label as far as whole groups allow. Throws an
 * InputError for fewer bags, or groups, than folds.
 */
export function assignFolds(bags: BagSet, options: FoldOptions = {}): Uint16Array {
  const { folds = DEFAULTS.folds, by = usualWay(bags), seed = DEFAULTS.seed } = options;
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= 65_535)) {
    throw badOption("folds", folds, "a whole number from 2 to 65535");
  }
  checkWay(bags, by, folds);
  const generator = random(seed);
  if (by === "grouped") {
    return assignGroups(bags, groupsOf(bags), new Array<number>(folds).fill(1 / folds), generator);
  }
  const fold = new Uint16Array(bags.size);
  let next = 0;
  for (const stratum of by === "random" ? [indices(bags)] : byLabel(bags)) {
    // Dealing continues where the last label ended, so that the folds stay equal in size.
    for (const k of generator.permutation(stratum.length)) fold[stratum[k]] = next++ % folds;
  }
  return fold;
}

/** 1 for the bags drawn for the test set: from each stratum its share, by largest remainders. */
function drawTest(strata: readonly number[][], share: number, bags: number, generator: Random): Uint16Array {
  const total = Math.min(bags - 1, Math.max(1, Math.round(share * bags)));
  const quota = strata.map((stratum) => share * stratum.length);
  const taken = quota.map(Math.floor);
  const byRemainder = [...strata.keys()].sort((a, b) => quota[b] - taken[b] - (quota[a] - taken[a]) || a - b);
  let left = total - taken.reduce((sum, n) => sum + n, 0);
  for (const k of byRemainder) if (left-- > 0) taken[k]++;
  const inTest = new Uint16Array(bags);
  strata.forEach((stratum, k) => {
    for (const at of generator.sample(stratum.length, taken[k])) inTest[stratum[at]] = 1;
  });
  return inTest;
}

function usualWay(bags: BagSet): SplitBy {
  return bags.grouped ? "grouped" : "stratified";
}

/** Throws an InputError if the bags cannot be split this way into this many parts. */
function checkWay(bags: BagSet, by: SplitBy, parts: number): void {
  if (!SPLIT_WAYS.includes(by)) throw badOption("by", by, `one of ${SPLIT_WAYS.join(", ")}`);
  if (by === "grouped" && !bags.grouped) {
    const message = "the bags have no groups to split by";
    throw new InputError({
      code: "no-groups",
      message,
      remedy: "Name a group column when you read the file, or split in another way.",
    });
  }
  const [have, noun] = by === "grouped" ? [groupsOf(bags).length, "group"] : [bags.size, "bag"];
  if (have >= parts) return;
  throw new InputError({
    code: "too-few",
    message: `${count(have, noun)} cannot be split into ${parts} parts`,
    remedy: `Give at least ${count(parts, noun)}, or ask for fewer parts.`,
  });
}

function indices(bags: BagSet): number[] {
  return Array.from({ length: bags.size }, (_, i) => i);
}

/** Bag numbers by label: positive, unlabeled, negative. */
function byLabel(bags: BagSet): number[][] {
  return (["positive", "unlabeled", "negative"] as const).map((label) =>
    indices(bags).filter((i) => bags.labelOf(i) === label),
  );
}
