/** The same names, each once: `x`, `x (2)`, `x (3)`. Costs O(names). */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    let k = next.get(name) ?? 2;
    for (; seen.has(own) || (own !== name && taken.has(own)); k++) own = `${name} (${k})`;
    next.set(name, k);
    seen.add(own);
    return own;
  });
}

/** A column that got another name than the file gives it. */
export interface Renamed {
  /** The name in the file; empty where it has none. */
  readonly from: string;
  readonly to: string;
  /** Which column, from 1. */
  readonly column: number;
}

/**
 * Unique names for columns, and which are new. A column without a name gets its number (`column3`). A blank or a
 * line break is a name like any other: what bagwise has written must read back.
 */
export function nameColumns(written: readonly string[]): { names: string[]; renamed: Renamed[] } {
  const names = uniqueNames(written.map((name, i) => name || `column${i + 1}`));
  const renamed = names.flatMap((to, i) => (to === written[i] ? [] : [{ from: written[i], to, column: i + 1 }]));
  return { names, renamed };
}
