/**
 * The p-quantile, p from 0 to 1, with linear interpolation (Hyndman & Fan's type 7, the default of
 * R and NumPy). NaN if there are no values. Costs a sort of a copy.
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const at = p * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  const share = at - below;
  return share === 0 ? sorted[below] : sorted[below] * (1 - share) + sorted[above] * share;
}
