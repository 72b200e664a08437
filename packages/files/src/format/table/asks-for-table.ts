import { isPlain } from "@bagwise/core/bags";
import { asksForEncoder } from "../../encode/encoders.js";
import type { ReadOptions } from "../format.js";

/**
 * Whether the options ask for more than plain numbers under their usual names, so that all rows must
 * be held as a table before their columns are understood.
 */
export function asksForTable(options: ReadOptions): boolean {
  const { recipe, decimal, na, use, show, instances } = options;
  if (asksForEncoder(options)) return true;
  if (decimal === "," || [na, use, show].some((names) => names !== undefined)) return true;
  if ((instances ?? "instances") !== "instances") return true;
  return recipe !== undefined && !(isPlain(recipe) && recipe.show.length === 0);
}
