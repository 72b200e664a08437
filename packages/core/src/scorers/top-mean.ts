/** How many instances are this share of a bag: rounded, at least one. */
export function topCount(share: number, size: number): number {
  return Math.max(1, Math.round(share * size));
}

/** The mean of the highest values, so many as are this share of them. Costs O(n log n). */
export function topMean(values: Float64Array, share: number): number {
  const count = topCount(share, values.length);
  const highest = values
    .slice()
    .sort()
    .subarray(values.length - count);
  let sum = 0;
  for (const value of highest) sum += value;
  return sum / count;
}
