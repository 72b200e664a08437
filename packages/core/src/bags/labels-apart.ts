import type { BagSet } from "./bag-set.js";
import type { Label } from "./label.js";

/**
 * The bags with labels that come from a file of their own, and a recipe that says so. A label column of the
 * bags is then one that is left out.
 */
export function withLabelsApart(bags: BagSet, labels: readonly Label[], file: string): BagSet {
  const labelled = bags.withLabels(labels);
  const { recipe } = bags;
  if (recipe === undefined) return labelled;
  const ignored = recipe.label === undefined ? recipe.ignored : [...recipe.ignored, recipe.label];
  return labelled.withRecipe({ ...recipe, label: undefined, ignored, labels: file });
}
