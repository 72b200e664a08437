// The average of rankings, from docs/mathematics.md: each standardised by its held-out values, weighted by how well
// these separate positive bags from the others.

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const variance = (values) => mean(values.map((value) => (value - mean(values)) ** 2));

/** `rankings`: held-out values by label, and what each counts usually. The weights, and the values of the average. */
export function average(rankings, positives) {
  const all = rankings.map(({ held }) => [...held.positive, ...held.unlabeled, ...held.negative]);
  const scaled = rankings.map((_, k) => {
    const deviation = Math.sqrt(variance(all[k]));
    return deviation > 1e-9 * Math.abs(mean(all[k])) ? (s) => (s - mean(all[k])) / deviation : null;
  });
  const separations = rankings.map(({ held }, k) => {
    if (scaled[k] === null) return 0.5;
    const [p, o] = [held.positive, [...held.unlabeled, ...held.negative]].map((some) => some.map(scaled[k]));
    // A logistic function for the normal one; two constants are told apart by a billionth.
    return 1 / (1 + Math.exp((-1.702 * (mean(p) - mean(o))) / Math.sqrt(variance(p) + variance(o) + 1e-9)));
  });
  const best = Math.max(...separations);
  const raw = rankings.map(({ usual }, k) => {
    const weight = usual * Math.exp(2 * Math.sqrt(positives) * (separations[k] - best));
    return scaled[k] === null || weight < 0.01 ? 0 : weight;
  });
  const total = raw.reduce((a, b) => a + b, 0);
  const alone = raw.every((weight, k) => k === 0 || weight === 0);
  const weights = raw.map((weight, k) => (alone ? Number(k === 0) : weight / total));
  const value = (s, k) => (alone ? s : scaled[k](s));
  /** The average of one value of each ranking. */
  const of = (values) => weights.reduce((sum, w, k) => sum + (w === 0 ? 0 : w * value(values[k], k)), 0);
  return { weights, of, values: all[0].map((_, i) => of(all.map((values) => values[i]))) };
}
