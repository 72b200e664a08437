/** How a cell starts that spreadsheets take for a formula; the wide forms are those of Asian fonts. */
export const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The column of an audit file that says how the audit was drawn. Cells of such files are safe. */
export const AUDIT_COLUMN = "audit";

/**
 * A cell that a spreadsheet shows and does not run: an apostrophe before what looks like a formula,
 * as people type it. Numbers stay numbers. `plainCell` undoes it.
 */
export function safeCell(text: string): string {
  const start = text.replace(/^'+/, "");
  return FORMULA.test(start) && !NUMBER.test(start) ? `'${text}` : text;
}

/** The text that `safeCell` made safe. Other text is unchanged, as where a spreadsheet did the same. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && safeCell(cell.slice(1)) === cell ? cell.slice(1) : cell;
}
