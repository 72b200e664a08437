import type { BagSet } from "../../bags/bag-set.js";
import type { Label } from "../../bags/label.js";
import { assignFolds } from "../../bags/split.js";
import { count, InputError } from "../../base/errors.js";

/** The fold of each bag, and the number of folds. */
export interface Folds {
  readonly of: Uint16Array;
  readonly folds: number;
}

/** The default number of folds; fewer if there are fewer positive bags. */
const USUAL = 5;

/**
 * Folds for positive and unlabeled bags: stratified by label, or with whole groups if the bags have
 * groups. Whichever fold is held out, positive and unlabeled bags remain. Known negatives are dealt
 * just as evenly, but some folds may have none. Without any unlabeled bag they take its place.
 *
 * If `folds` is undefined, there are `usual` folds, by default 5, or as many as there are positive
 * bags (or groups with positive bags) if that is less. Returns undefined if nothing can be held
 * out. Throws an InputError if you ask for more folds than positive bags or groups, or for folds
 * when nothing can be held out.
 */
export function trainingFolds(
  bags: BagSet,
  { folds, usual = USUAL, seed }: { folds: number | undefined; usual?: number; seed: number },
): Folds | undefined {
  const positives = bags.labels().filter((label) => label === "positive").length;
  if (folds !== undefined && folds > positives) {
    throw new InputError({
      code: "folds",
      message: `there are ${count(positives, "positive bag")} for ${folds} folds`,
      remedy: `Choose at most ${positives} folds, or label more bags.`,
    });
  }
  const number = folds ?? Math.min(usual, places(bags, "positive"));
  const possible = places(bags, "positive") >= 2 && places(bags, otherLabel(bags)) >= 2;
  const of =
    possible && number >= 2
      ? assignFolds(bags, { folds: number, by: bags.grouped ? "grouped" : "stratified", seed })
      : undefined;
  if (of !== undefined && alwaysRemain(bags, of)) return { of, folds: number };
  if (folds === undefined) return undefined;
  throw new InputError({
    code: "folds",
    message: `nothing can be held out: the positive or the ${otherLabel(bags)} bags would all be in one of ${folds} folds`,
    remedy: `Give at least two bags of each kind${bags.grouped ? ", in different groups" : ""}, or leave out the number of folds.`,
  });
}

/**
 * The largest number of folds that bags with this label can be in: how many such bags there are, or
 * how many groups contain them.
 */
function places(bags: BagSet, wanted: Label): number {
  const found = Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === wanted);
  return new Set(found.map((i) => bags.groupOf(i) ?? i)).size;
}

/** The label of the bags to learn positive ones from. */
function otherLabel(bags: BagSet): Label {
  return bags.labels().includes("unlabeled") ? "unlabeled" : "negative";
}

/** Whether positive and other bags are each in at least two folds. */
function alwaysRemain(bags: BagSet, of: Uint16Array): boolean {
  const foldsWith = (wanted: Label) => new Set(of.filter((_, i) => bags.labelOf(i) === wanted)).size;
  return foldsWith("positive") >= 2 && foldsWith(otherLabel(bags)) >= 2;
}
