/** The mean of scores, and the sum of their squared deviations from it. */
export function moments(values: Float64Array): { readonly mean: number; readonly squares: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, squares: values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) };
}
