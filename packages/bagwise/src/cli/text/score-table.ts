/** A score in a few digits. */
export function shortScore(score: number): string {
  return Math.abs(score) >= 1e6 || (score !== 0 && Math.abs(score) < 1e-4)
    ? score.toExponential(3)
    : score.toPrecision(4);
}

/** A probability, or a dash for none. */
export function shortShare(share: number | null): string {
  return share === null ? "-" : share.toFixed(3);
}

/** Rows under a header in padded columns: numbers to the right, text to the left. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((name, c) => Math.max(name.length, ...rows.map((row) => row[c].length)));
  const numeric = header.map((_, c) => rows.every((row) => /^(?:[-+]?\.?\d.*|-?)$/.test(row[c])));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, c) => (numeric[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c]))).join("  ")}`.trimEnd();
  return [line(header), ...rows.map(line)];
}
