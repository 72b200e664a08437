/**
 * Rows by the label of their bags. `unlabeled` is the sample of p(X): in a single set, all rows.
 */
interface SampleRows {
  readonly positive: Uint32Array;
  readonly unlabeled: Uint32Array;
  readonly negative: Uint32Array;
  /** The share of an `unlabeled` row in the sample of p(X). Default: all rows have the same. */
  readonly shareOf?: ((row: number) => number) | undefined;
}

/**
 * The rows of the second mean in the risk, and their weights, which sum to 1. With known negatives
 * the risk is that of PNU learning (Sakai et al., ICML 2017), with w for `weight`:
 *
 *     (1 - w) [-prior mean_P g + mean_U l(-g)] + w [prior mean_P l(g) + (1 - prior) mean_N l(-g)].
 *
 * Because l(g) = l(-g) - g, it equals -prior mean_P g + sum_i c_i l(-g_i) with c = (1 - w) / N_U on
 * unlabeled, w (1 - prior) / N_N on negative and w prior / N_P on positive bags: the problem
 * without negatives, but with weights. Without negatives, or with w = 0, it is exactly that
 * problem.
 */
export function weightedSample(
  { positive, unlabeled, negative, shareOf }: SampleRows,
  { weight, prior }: { readonly weight: number; readonly prior: number },
): { rows: Uint32Array; weights: Float64Array } {
  const counts = new Map<number, number>();
  const add = (rows: Uint32Array, total: number, share?: (row: number) => number) => {
    const equal = total / rows.length;
    for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + (share ? total * share(row) : equal));
  };
  const w = negative.length === 0 ? 0 : weight;
  // A weight of 1 ignores the unlabeled bags. In the single-set scenario the others are among them.
  if (w < 1) add(unlabeled, 1 - w, shareOf);
  if (w > 0) {
    add(negative, w * (1 - prior));
    add(positive, w * prior);
  }
  return { rows: Uint32Array.from(counts.keys()), weights: Float64Array.from(counts.values()) };
}
