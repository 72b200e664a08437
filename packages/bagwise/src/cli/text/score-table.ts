import { visible } from "./visible.js";

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

/**
 * Rows under a header in padded columns: numbers to the right, text to the left. A cell is one line,
 * whatever is in it.
 */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(visible));
  const names = header.map(visible);
  const widths = names.map((name, c) => cells.reduce((most, row) => Math.max(most, row[c].length), name.length));
  const numeric = names.map((_, c) => cells.every((row) => /^(?:[-+]?\.?\d.*|-?)$/.test(row[c])));
  const line = (each: readonly string[]) =>
    `  ${each.map((cell, c) => (numeric[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c]))).join("  ")}`.trimEnd();
  return [line(names), ...cells.map(line)];
}
