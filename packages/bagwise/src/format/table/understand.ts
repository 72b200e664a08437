import type { ColumnUse, DecimalSign } from "../../bags/recipe.js";
import { isMissing } from "../../base/number-text.js";
import { dateOrder, looksLikeDate } from "./dates.js";
import { parseNumber, parsePercent, parseYesNo } from "./notation.js";
import type { Cell } from "./table.js";

/** A column with more different words than this is no category. */
export const MOST_CATEGORIES = 20;
/** A word longer than this is a text to read, not a category. */
const LONGEST_CATEGORY = 40;
/** A category occurs this often on average. */
const LEAST_REPEATS = 3;
/** From this share of numbers on, a column is meant to hold numbers. */
const MOSTLY = 0.5;
/** How many different words of a column to remember. */
const REMEMBERED = 1000;
/** How many values that do not fit to name. */
const NAMED = 3;

/** What a column turned out to be. */
export type ColumnMeaning =
  | { readonly kind: "feature"; readonly use: ColumnUse }
  /** Days are not used unless you ask: later rows are often the newer labels. */
  | { readonly kind: "date"; readonly use: ColumnUse }
  /** Words for people to read. */
  | { readonly kind: "text" }
  | { readonly kind: "empty" }
  /** Lists of different lengths, or objects. */
  | { readonly kind: "nested" }
  /** Numbers with values among them that are none: nothing to decide for the reader. */
  | { readonly kind: "broken"; readonly bad: number; readonly present: number; readonly examples: readonly Misfit[] };

/** A value that does not fit its column, and the number of its row in the table, from 0. */
export interface Misfit {
  readonly text: string;
  readonly row: number;
}

/** Whether a cell is missing: blank, `?`, NA and so on, or one of these words in lower case. */
export function isMissingCell(cell: Cell, na: ReadonlySet<string>): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell === "number") return Number.isNaN(cell);
  if (typeof cell !== "string") return false;
  const text = cell.trim();
  return isMissing(text) || na.has(text.toLowerCase());
}

/** What the cells of one column mean. Costs one pass. */
export function understandColumn(
  cells: Iterable<Cell>,
  { decimal, na }: { decimal: DecimalSign; na: ReadonlySet<string> },
): ColumnMeaning {
  const seen = { number: 0, percent: 0, yesNo: 0, date: 0, vector: 0, nested: 0, present: 0 };
  const words = new Map<string, number>();
  const dates: string[] = [];
  const misfits: Misfit[] = [];
  let length: number | undefined;
  let ragged = false;
  let row = -1;
  for (const cell of cells) {
    row++;
    if (isMissingCell(cell, na)) continue;
    seen.present++;
    if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") seen.number++;
    else if (cell instanceof Date) seen.date++;
    else if (typeof cell === "string") {
      const text = cell.trim();
      const numeric = parseNumber(text, decimal) !== undefined;
      if (numeric) seen.number++;
      else if (misfits.length < NAMED) misfits.push({ text, row });
      if (parsePercent(text, decimal) !== undefined) seen.percent++;
      else if (parseYesNo(text) !== undefined) seen.yesNo++;
      else if (!numeric && looksLikeDate(text)) {
        seen.date++;
        if (dates.length < REMEMBERED) dates.push(text);
      }
      if (words.size <= REMEMBERED) words.set(text, (words.get(text) ?? 0) + 1);
    } else if (isVector(cell)) {
      seen.vector++;
      ragged ||= length !== undefined && cell.length !== length;
      length ??= cell.length;
    } else seen.nested++;
  }
  const { present } = seen;
  if (present === 0) return { kind: "empty" };
  if (seen.vector === present && !ragged && length !== undefined && length > 0)
    return { kind: "feature", use: { as: "vector", length } };
  if (seen.vector + seen.nested > 0) return { kind: "nested" };
  if (seen.number === present) return { kind: "feature", use: { as: "number" } };
  if (seen.percent === present) return { kind: "feature", use: { as: "percent" } };
  if (seen.yesNo === present) return { kind: "feature", use: { as: "yes-no" } };
  const order = seen.date === present ? dateOrder(dates) : undefined;
  if (order !== undefined) return { kind: "date", use: { as: "date", order } };
  if (seen.number >= MOSTLY * present)
    return { kind: "broken", bad: present - seen.number, present, examples: misfits };
  return isCategory(words, present)
    ? { kind: "feature", use: { as: "category", values: [...words.keys()].sort() } }
    : { kind: "text" };
}

function isCategory(words: ReadonlyMap<string, number>, present: number): boolean {
  if (words.size < 2 || words.size > MOST_CATEGORIES || present < LEAST_REPEATS * words.size) return false;
  return [...words.keys()].every((word) => word.length <= LONGEST_CATEGORY);
}

/** Whether a cell is a list of numbers. */
export function isVector(cell: Cell): cell is readonly number[] {
  if (ArrayBuffer.isView(cell)) return true;
  return Array.isArray(cell) && cell.every((value) => value === null || NUMBERS.has(typeof value));
}

/** The types of values that are numbers or become one. */
const NUMBERS: ReadonlySet<string> = new Set(["number", "bigint", "boolean"]);
