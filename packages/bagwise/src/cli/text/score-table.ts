import { visible } from "./visible.js";
import { onScreen, padded, screenWidth, shortened, textWidth } from "./width.js";

/** Between columns, and before the first. */
const GAP = "  ";
/** No column is cut below this width. */
const NARROWEST = 8;

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
 * whatever is in it. On a screen that is too narrow, the widest texts are cut.
 */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [header, ...rows].map((row) => row.map(visible));
  const wanted = header.map((_, c) => cells.reduce((most, row) => Math.max(most, textWidth(row[c])), 0));
  const numeric = header.map((_, c) => cells.slice(1).every((row) => /^(?:[-+]?\.?\d.*|-?)$/.test(row[c])));
  const widths = onScreen() ? fitting(wanted, numeric) : wanted;
  return cells.map((row) =>
    row
      .map((cell, c) => GAP + padded(shortened(cell, widths[c]), widths[c], { right: numeric[c] }))
      .join("")
      .trimEnd(),
  );
}

/** The widths with the widest columns of text reduced, one by one, until the table fits the screen. */
function fitting(wanted: readonly number[], fixed: readonly boolean[]): number[] {
  const widths = [...wanted];
  for (let excess = widths.reduce((sum, width) => sum + GAP.length + width, 0) - screenWidth(); excess > 0; ) {
    const texts = widths.flatMap((width, c) => (!fixed[c] && width > NARROWEST ? [{ width, c }] : []));
    if (texts.length === 0) break;
    const { c } = texts.reduce((widest, other) => (other.width > widest.width ? other : widest));
    // Down to the next widest, so that columns of equal width shrink together.
    const next = texts.reduce((most, other) => (other.c !== c ? Math.max(most, other.width) : most), NARROWEST);
    const less = Math.min(excess, Math.max(1, widths[c] - next));
    widths[c] -= less;
    excess -= less;
  }
  return widths;
}
