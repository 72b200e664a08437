import type { Recipe } from "../../bags/recipe.js";
import { count, InputError } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";
import { hasRole, listNames, type Roles } from "./roles.js";

/**
 * The positions of the columns that a recipe uses, in its order. Other columns are ignored; those
 * that the recipe never saw are noted. Throws an InputError that names the columns that are missing.
 */
export function recallColumns(
  names: readonly string[],
  roles: Roles,
  recipe: Recipe,
  file: string,
  { onNote }: ReadOptions,
): number[] {
  const missing = recipe.columns.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new InputError({
      code: "features",
      message: `${count(missing.length, "column is", "columns are")} missing that the model needs: ${listNames(missing)}`,
      remedy: "Give a file with the columns of the training data.",
      where: { file },
    });
  const known = new Set([...recipe.columns.map(({ name }) => name), ...recipe.ignored, ...recipe.show]);
  const unknown = names.filter((name, column) => !known.has(name) && !hasRole(roles, column));
  if (unknown.length > 0) {
    const which = count(
      unknown.length,
      "column that the model does not know is",
      "columns that the model does not know are",
    );
    onNote?.({ code: "unknown-columns", message: `${which} ignored: ${listNames(unknown)}` });
  }
  return recipe.columns.map(({ name }) => names.indexOf(name));
}
