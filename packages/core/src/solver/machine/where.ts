/** The numbers from 0 to n - 1 that pass a test, ascending. Faster than `filter` on a range. */
export function where(n: number, test: (i: number) => boolean): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) if (test(i)) found[count++] = i;
  return found.slice(0, count);
}

/** The samples strictly between their bounds. */
export function freeSamples(
  { low, high }: { readonly low: Float64Array; readonly high: Float64Array },
  alpha: Float64Array,
): Uint32Array<ArrayBuffer> {
  return where(alpha.length, (i) => alpha[i] > low[i] && alpha[i] < high[i]);
}
