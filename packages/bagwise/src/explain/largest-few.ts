/**
 * The numbers from 0 to `count - 1` that may be among the `most` with the largest value, when of each value only bounds are known: those whose upper bound is at least the lower bound of `most` others.
 * Ascending.
 */
export function largestFew(
  count: number,
  most: number,
  bounds: (j: number) => readonly [least: number, largest: number],
): number[] {
  const all = Array.from({ length: count }, (_, j) => bounds(j));
  const least = Float64Array.from(all, ([low]) => low).sort();
  const enough = most < count ? least[count - most] : 0;
  return Array.from(all.keys()).filter((j) => all[j][1] >= enough);
}
