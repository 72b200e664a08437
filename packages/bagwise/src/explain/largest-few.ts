/**
 * The numbers from 0 to `count - 1` that may be among the `most` with the largest value, when of
 * each value only bounds are known: those whose upper bound is at least the lower bound of `most`
 * others. Ascending.
 */
export function largestFew(
  count: number,
  most: number,
  bounds: (j: number) => readonly [least: number, largest: number],
): number[] {
  const all = Array.from({ length: count }, (_, j) => bounds(j));
  const least = new Float64Array(count);
  for (let j = 0; j < count; j++) least[j] = all[j][0];
  least.sort();
  const enough = most < count ? least[count - most] : 0;
  const few: number[] = [];
  for (let j = 0; j < count; j++) if (all[j][1] >= enough) few.push(j);
  return few;
}
