import type { BagSet } from "../../bags/bag-set.js";
import { count, InputError } from "../../base/errors.js";
import { random } from "../../base/random.js";
import { trainingFolds } from "../shared/folds.js";

/** The fold of each bag, from 0; -1 for a bag that is never held out. */
export interface BagFolds {
  readonly of: Int32Array;
  readonly folds: number;
}

const USUAL = 5;

/** Stratified folds that keep groups together; undefined if nothing can be held out. */
export function stratifiedFolds(
  bags: BagSet,
  options: { folds: number | undefined; seed: number },
): BagFolds | undefined {
  const found = trainingFolds(bags, options);
  return found && { of: Int32Array.from(found.of), folds: found.folds };
}

/**
 * The folds of the authors' program: the bags are shuffled, whatever their labels and groups, and
 * cut into parts of floor(bags / folds). The rest is never held out. There are 5 folds by default;
 * undefined if there are fewer bags. Throws an InputError for fewer bags than the folds you ask
 * for.
 */
export function programFolds(
  bags: BagSet,
  { folds, seed }: { folds: number | undefined; seed: number },
): BagFolds | undefined {
  const number = folds ?? USUAL;
  const part = Math.floor(bags.size / number);
  if (part === 0) {
    if (folds === undefined) return undefined;
    throw new InputError({
      code: "folds",
      message: `there are ${count(bags.size, "bag")} for ${folds} folds`,
      remedy: `Choose at most ${bags.size} folds.`,
    });
  }
  const of = new Int32Array(bags.size).fill(-1);
  const order = random(seed).permutation(bags.size);
  for (let k = 0; k < part * number; k++) of[order[k]] = Math.floor(k / part);
  return { of, folds: number };
}
