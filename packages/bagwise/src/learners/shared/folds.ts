import type { BagSet } from "../../bags/bag-set.js";
import type { Label } from "../../bags/label.js";
import { assignFolds } from "../../bags/split.js";
import { count, InputError } from "../../base/errors.js";

/** How the bags are divided: fold numbers, one for each bag, and how many folds there are. */
export interface Folds {
  readonly of: Uint16Array;
  readonly folds: number;
}

/** As usual; less when there are fewer positive bags. */
const USUAL = 5;

/**
 * Folds for positive and unlabeled bags: stratified by label, or whole groups together where the
 * bags have groups. Whatever fold is held out, positive and unlabeled bags remain. Known negatives
 * are dealt as evenly, but need not be in every fold, or in two.
 *
 * `folds` undefined: `usual`, by default 5, or as many as there are positive bags (or groups with
 * positive bags) if that is less; undefined when nothing can be held out. Asking for more folds
 * than positive bags or groups, or for folds where nothing can be held out, is an InputError.
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
  const possible = places(bags, "positive") >= 2 && places(bags, "unlabeled") >= 2;
  const of =
    possible && number >= 2
      ? assignFolds(bags, { folds: number, by: bags.grouped ? "grouped" : "stratified", seed })
      : undefined;
  if (of !== undefined && alwaysRemain(bags, of)) return { of, folds: number };
  if (folds === undefined) return undefined;
  throw new InputError({
    code: "folds",
    message: `nothing can be held out: the positive or the unlabeled bags would all be in one of ${folds} folds`,
    remedy: `Give at least two bags of each kind${bags.grouped ? ", in different groups" : ""}, or leave out the number of folds.`,
  });
}

/**
 * In how many folds the bags with this label could be: the number of them, or of the groups they
 * are in.
 */
function places(bags: BagSet, wanted: Label): number {
  const found = Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === wanted);
  return new Set(found.map((i) => bags.groupOf(i) ?? i)).size;
}

/** Whether positive and unlabeled bags are each in two folds at least. */
function alwaysRemain(bags: BagSet, of: Uint16Array): boolean {
  const foldsWith = (wanted: Label) => new Set(of.filter((_, i) => bags.labelOf(i) === wanted)).size;
  return foldsWith("positive") >= 2 && foldsWith("unlabeled") >= 2;
}
