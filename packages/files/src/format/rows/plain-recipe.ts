import type { Recipe } from "@bagwise/core/bags";
import type { ReadOptions } from "../format.js";
import type { Roles } from "./roles.js";

/** How a file of plain numbers was read. Without `columns` its format has no named columns. */
export function plainRecipe(
  columns: { names: readonly string[]; roles: Roles; features: readonly number[] } | readonly string[],
  { missing = "error", positive = [], unlabeled = [], negative = [], recipe }: ReadOptions,
): Recipe {
  const rest = { positive, unlabeled, negative, decimal: ".", missing, na: [], show: recipe?.show ?? [] } as const;
  const plain = (name: string) => ({ name, use: { as: "number" } }) as const;
  if (!("roles" in columns)) return { ...rest, columns: columns.map(plain), ignored: [] };
  const { names, roles, features } = columns;
  const used = new Set([...features, roles.bag, roles.label, roles.group]);
  const name = (at: number | undefined) => (at === undefined ? undefined : names[at]);
  return {
    ...rest,
    bag: names[roles.bag],
    label: name(roles.label),
    group: name(roles.group),
    columns: features.map((at) => plain(names[at])),
    ignored: names.filter((_, at) => !used.has(at)),
  };
}
