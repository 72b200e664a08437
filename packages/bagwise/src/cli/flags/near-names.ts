/** How many suggestions to give. */
const MOST = 3;

/**
 * The known names closest to an unknown one, by edit distance; none if all are quite different.
 * Costs O(names x length^2).
 */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const near: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase(), limit);
    if (distance <= limit) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/**
 * The number of letters to insert, remove or replace (Levenshtein 1965); limit + 1 if it is more.
 */
function editDistance(a: string, b: string, limit: number): number {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(before[j] + 1, row[j - 1] + 1, replaced));
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = row;
  }
  return before[b.length];
}
