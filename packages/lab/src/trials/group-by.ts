/** Items with equal keys together, groups and items in the order in which they come. Costs O(items). */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => unknown): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

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
