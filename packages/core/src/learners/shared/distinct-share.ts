/** The share of these bags that is left when copies, and bags of one group, count once. */
export function distinctShare(rows: Uint32Array, together: Uint32Array): number {
  if (rows.length === 0) return 1;
  const seen = new Uint8Array(together.length);
  for (const row of rows) seen[together[row]] = 1;
  return seen.reduce((sum, one) => sum + one, 0) / rows.length;
}
