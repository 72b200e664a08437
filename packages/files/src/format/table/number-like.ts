import type { Cell } from "../../table/table.js";

/** A number with a sign before it or a unit after it: `<0.5`, `~12`, `3.4 cm`, `1.2e3 nM`, `$12`, `5±0.1`. */
const NUMBER_LIKE =
  /^[<>≤≥~≈=±$€£¥]*\s*[+-]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][+-]?\d+)?\s*(?:±.*|[^\d\s]{1,8}(?:\s?[^\d\s]{1,4})?)?$/u;

/** Longer texts are no numbers, and are not looked at. */
const LONGEST = 40;
/** From this share of such values on, somebody meant numbers. */
const MOSTLY = 0.5;

/** Whether most cells of a column of text look like numbers that were written for people. */
export function looksLikeNumbers(cells: Iterable<Cell>): boolean {
  let present = 0;
  let numbers = 0;
  for (const cell of cells) {
    if (cell === null || cell === undefined || cell === "") continue;
    present++;
    if (typeof cell === "number" || (typeof cell === "string" && isNumberLike(cell.trim()))) numbers++;
  }
  return present > 0 && numbers >= MOSTLY * present;
}

function isNumberLike(text: string): boolean {
  return text.length <= LONGEST && NUMBER_LIKE.test(text);
}
