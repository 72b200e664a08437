/** Numbers from 0 to 1 that are the same on every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value as a literal of SQL. */
export function literal(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toExponential();
  return `'${value.replaceAll("'", "''")}'`;
}
