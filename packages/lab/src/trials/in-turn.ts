import { groupBy } from "./group-by.js";

/**
 * Items with each key in turn: the first of each, then the second of each, and so on. Trials that run at the
 * same time are then mostly on different data sets, and do not fight for memory over the largest one; and how
 * long the rest will take can be told from the first few. Costs O(items).
 */
export function inTurn<T>(items: Iterable<T>, keyOf: (item: T) => unknown): T[] {
  const groups = groupBy(items, keyOf);
  const longest = groups.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, k) => groups.flatMap((group) => group.slice(k, k + 1))).flat();
}
