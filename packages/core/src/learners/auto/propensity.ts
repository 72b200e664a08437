import type { BagSet } from "../../bags/bag-set.js";
import { InputError, quote } from "../../base/errors.js";

/** Bags without their column of propensities, and the propensity of each labelled positive by id. */
interface Propensities {
  readonly bags: BagSet;
  readonly of: ReadonlyMap<string, number>;
}

/**
 * Takes the column of propensities out of the features: the probability that a positive bag like
 * this one is labelled. The number of a bag's first instance counts, and only labelled positives
 * need one. Throws an InputError if there is no such feature, if it is the only one, or for a
 * propensity that is not above 0 and at most 1.
 */
export function takePropensities(bags: BagSet, name: string): Propensities {
  const column = bags.features.indexOf(name);
  if (column === -1 || bags.dimension === 1) {
    throw new InputError({
      code: "propensity",
      message:
        column === -1
          ? `there is no numeric column ${quote(name)} with the propensities`
          : `the propensities, ${quote(name)}, are the only numeric column`,
      remedy:
        column === -1
          ? "Set the option propensity to the name of a column of numbers above 0 and at most 1."
          : "Add features to learn from.",
    });
  }
  const of = new Map<string, number>();
  for (const { id, label, values } of bags) {
    if (label !== "positive") continue;
    const propensity = values[column];
    if (!(propensity > 0 && propensity <= 1)) {
      throw new InputError({
        code: "propensity",
        message: `the propensity is ${propensity}`,
        remedy: "Give the probability that a positive bag like this one is labelled: above 0 and at most 1.",
        where: { bag: id, field: name },
      });
    }
    of.set(id, propensity);
  }
  const rest = bags.withFeatures(bags.features.flatMap((_, j) => (j === column ? [] : [j])));
  const { recipe } = bags;
  if (recipe === undefined) return { bags: rest, of };
  const columns = recipe.columns.filter((each) => each.name !== name);
  return { bags: rest.withRecipe({ ...recipe, columns, ignored: [...recipe.ignored, name] }), of };
}
