import { type BagSet, featureNames, type Recipe } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
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
  const at = new Map(names.map((name, column) => [name, column]));
  const missing = recipe.columns.map(({ name }) => name).filter((name) => !at.has(name));
  if (missing.length > 0) throw lacking(missing, file);
  const known = new Set([...recipe.columns.map(({ name }) => name), ...recipe.ignored, ...recipe.show]);
  const unknown = names.filter((name, column) => !known.has(name) && !hasRole(roles, column));
  noteUnknown(unknown, onNote);
  return recipe.columns.map(({ name }) => at.get(name) ?? 0);
}

/**
 * The bags with the features of a recipe alone, in its order, for formats that have read all there
 * are. Throws an InputError that names the features that are missing.
 */
export function recallFeatures(bags: BagSet, recipe: Recipe, file: string, { onNote }: ReadOptions): BagSet {
  const wanted = recipe.columns.flatMap(featureNames);
  const { features } = bags;
  if (wanted.length === features.length && wanted.every((name, k) => name === features[k])) return bags;
  const at = new Map(features.map((name, column) => [name, column]));
  const missing = wanted.filter((name) => !at.has(name));
  if (missing.length > 0) throw lacking(missing, file);
  const known = new Set([...wanted, ...recipe.ignored]);
  noteUnknown(
    features.filter((name) => !known.has(name)),
    onNote,
  );
  return bags.withFeatures(wanted.map((name) => at.get(name) ?? 0));
}

function lacking(missing: readonly string[], file: string): InputError {
  return new InputError({
    code: "features",
    message: `${count(missing.length, "column is", "columns are")} missing that the model needs: ${listNames(missing)}`,
    remedy: "Give a file with the columns of the training data.",
    where: { file },
  });
}

function noteUnknown(unknown: readonly string[], onNote: ReadOptions["onNote"]): void {
  if (unknown.length === 0) return;
  const which = count(
    unknown.length,
    "column that the model does not know is",
    "columns that the model does not know are",
  );
  onNote?.({ code: "unknown-columns", message: `${which} ignored: ${listNames(unknown)}`, columns: unknown });
}
