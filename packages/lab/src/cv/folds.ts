import { assignFolds, type BagSet } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
import { type Division, divisionSeed } from "./spec.js";

/**
 * The fold of each bag in one repeat, from 0. Each label is dealt evenly; if the bags have groups, no
 * group is in two folds, and labels are balanced as far as that allows. Throws an InputError if a fold
 * would lack one of the labels: no AUC could be computed there. Costs O(bags).
 */
export function cvFolds(bags: BagSet, division: Division): Uint16Array {
  const { folds } = division;
  const positive = bags.positive().size;
  checkEnough({ name: division.dataset, positive, negative: bags.size - positive }, folds);
  const fold = assignFolds(bags, { folds, seed: divisionSeed(division) });
  const both = Array.from({ length: folds }, () => new Set<string>());
  fold.forEach((of, i) => {
    both[of].add(bags.labelOf(i));
  });
  if (both.every(({ size }) => size === 2)) return fold;
  throw new InputError({
    code: "too-few-bags",
    message: `the groups of ${division.dataset} cannot be divided into ${folds} folds that each have bags of both labels`,
    remedy: "Ask for fewer folds with --folds, or read the file without its groups.",
  });
}

/** Throws an InputError unless each label has a bag for every fold. */
export function checkEnough(
  { name, positive, negative }: { readonly name: string; readonly positive: number; readonly negative: number },
  folds: number,
): void {
  const least = Math.min(positive, negative);
  if (least >= folds) return;
  throw new InputError({
    code: "too-few-bags",
    message: `${name} has ${count(positive, "positive bag")} and ${count(negative, "negative bag")}, which is too few for ${folds} folds that each have bags of both labels`,
    remedy: `${least < 2 ? "Use data with at least two bags of each label" : `Ask for --folds ${least} or fewer`}, or name other data sets with --datasets.`,
  });
}
