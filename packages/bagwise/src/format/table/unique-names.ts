/** The same names, each once: `x`, `x (2)`, `x (3)`. Costs O(names). */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let k = 2; seen.has(own) || (own !== name && taken.has(own)); k++) own = `${name} (${k})`;
    seen.add(own);
    return own;
  });
}
