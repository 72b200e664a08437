import { type BagSet, featureNames, type Recipe } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { type Suspicion, suspectFeatures } from "../../table/suspect-features.js";
import type { ReadOptions } from "../format.js";
import { plainRecipe } from "./plain-recipe.js";
import { recallFeatures } from "./recall-columns.js";
import { listNames } from "./roles.js";

const WORDS: Readonly<Record<Suspicion, (list: string) => string>> = {
  "row-number": (list) => `left out because it follows the order of the file: ${list}`,
  identifier: (list) => `left out because it looks like an identifier: ${list}`,
  "ignored-dates": (list) => `left out because it looks like a time since 1970: ${list}`,
  "label-copy": (list) => `left out because it repeats the label: ${list}`,
};

/**
 * The bags of a file with the features that count: those of the recipe, or all but those that tell
 * the order of the file, a name or the label.
 */
export function settledBags(bags: BagSet, file: string, options: ReadOptions): BagSet {
  const { recipe } = options;
  if (recipe !== undefined) return recallFeatures(bags, recipe, file, options);
  return leaveOutSuspects(bags, bags.recipe ?? plainRecipe(bags.features, options), options);
}

/**
 * The bags without columns that tell where a row stands, what it is called, or its label
 * (`suspectFeatures`), each with a note that says how to use it. Columns named in the option `use`
 * stay. Throws an InputError if no feature is left.
 */
function leaveOutSuspects(bags: BagSet, recipe: Recipe, options: ReadOptions): BagSet {
  const columnOf = recipe.columns.flatMap((column) => featureNames(column).map(() => column.name));
  const wanted = new Set(options.use);
  const why = new Map<string, Suspicion>();
  for (const { column, why: reason } of suspectFeatures(bags))
    if (!wanted.has(columnOf[column])) why.set(columnOf[column], reason);
  if (why.size === 0) return bags.withRecipe(recipe);
  for (const [code, words] of Object.entries(WORDS) as [Suspicion, (list: string) => string][]) {
    const names = [...why].flatMap(([name, reason]) => (reason === code ? [name] : []));
    const message = `${words(listNames(names))}. If it is a measurement, name it in the option use`;
    if (names.length > 0) options.onNote?.({ code, message, columns: names });
  }
  const kept = columnOf.flatMap((name, column) => (why.has(name) ? [] : [column]));
  if (kept.length === 0 && bags.blocks.length === 0)
    throw new InputError({
      code: "no-features",
      message: `every numeric column looks like an index, an identifier or the label: ${listNames([...why.keys()])}`,
      remedy: "Name those that are measurements in the option use.",
      where: { file: options.name ?? "the file" },
    });
  return bags.withFeatures(kept).withRecipe({
    ...recipe,
    columns: recipe.columns.filter(({ name }) => !why.has(name)),
    ignored: [...recipe.ignored, ...why.keys()],
  });
}
