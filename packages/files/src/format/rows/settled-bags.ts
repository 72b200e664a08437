import type { BagSet } from "@bagwise/core/bags";
import type { ReadOptions } from "../format.js";
import { leaveOutSuspects } from "./leave-out-suspects.js";
import { plainRecipe } from "./plain-recipe.js";
import { recallFeatures } from "./recall-columns.js";

/**
 * The bags of a file with the features that count: those of the recipe, or all but those that tell
 * the order of the file, a name or the label.
 */
export function settledBags(bags: BagSet, file: string, options: ReadOptions): BagSet {
  const { recipe } = options;
  if (recipe !== undefined) return recallFeatures(bags, recipe, file, options);
  return leaveOutSuspects(bags, bags.recipe ?? plainRecipe(bags.features, options), options);
}
