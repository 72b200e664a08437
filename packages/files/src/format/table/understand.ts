import type { ColumnUse, DecimalSign } from "@bagwise/core/bags";
import { count, InputError, isMissing, type Place, parseDecimal } from "@bagwise/core/base";
import type { Cell } from "../../table/table.js";
import { listNames } from "../rows/roles.js";
import { dateText, wordOf } from "./cell-text.js";
import { dateOrder, looksLikeDate } from "./dates.js";
import { ambiguity, parseNumber, parsePercent, parseYesNo } from "./notation.js";

/** A column with more different words than this is no category. */
export const MOST_CATEGORIES = 20;
/** A word longer than this is a text to read, not a category. */
const LONGEST_CATEGORY = 40;
/** A category occurs this often on average. */
const LEAST_REPEATS = 3;
/** From this share of numbers on, a column is meant to hold numbers. */
const MOSTLY = 0.5;
/** How many dates of a column to remember. */
const REMEMBERED = 1000;
/** How many values that do not fit to name. */
const NAMED = 3;

/** What a column turned out to be. */
export type ColumnMeaning =
  | {
      readonly kind: "feature";
      readonly use: ColumnUse;
      /** Whether some numbers may mean others, because their only sign stands before three digits. */
      readonly ambiguous?: boolean;
    }
  /** Days are not used unless you ask: later rows are often the newer labels. */
  | { readonly kind: "date"; readonly use: ColumnUse }
  /** Words for people to read. `noDate`: the first that is no date, where most are. */
  | { readonly kind: "text"; readonly noDate?: Misfit | undefined }
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

/** The error for numbers with other values among them. */
export function brokenColumn({ bad, present, examples }: ColumnMeaning & { kind: "broken" }, where: Place): InputError {
  const words = [...new Set(examples.map(({ text }) => text))];
  return new InputError({
    code: "not-a-number",
    message: `${count(bad, "value is no number", "values are no numbers")}, of ${count(present, "value")}: ${listNames(words)}`,
    remedy: `${words.some(looksLikeDate) ? "A spreadsheet makes a date of what looks like one, such as 1-5. " : ""}Correct them, name the words that mean a missing value in the option na, or leave the column out with the option ignore.`,
    where,
  });
}

/** Whether a cell is missing: blank, `?`, NA and so on, or one of these words in lower case, also as a number or date. */
export function isMissingCell(cell: Cell, na: ReadonlySet<string>): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell === "string" ? isMissing(cell.trim()) : Number.isNaN(cell)) return true;
  const word = na.size > 0 ? wordOf(cell) : undefined;
  return word !== undefined && na.has(word.toLowerCase());
}

/** What the cells of one column mean. Costs one pass. */
export function understandColumn(
  cells: Iterable<Cell>,
  notation: { decimal: DecimalSign; na: ReadonlySet<string> },
): ColumnMeaning {
  const tally = new ColumnTally(notation);
  let row = 0;
  for (const cell of cells) tally.add(cell, row++);
  return tally.meaning();
}

/** Counts what the cells of a column look like, one cell after the other. */
export class ColumnTally {
  readonly #decimal: DecimalSign;
  readonly #na: ReadonlySet<string>;
  readonly #seen = {
    number: 0,
    percent: 0,
    yesNo: 0,
    date: 0,
    vector: 0,
    nested: 0,
    infinite: 0,
    otherDecimal: 0,
    ambiguous: 0,
    clear: 0,
  };
  /** Different texts, and those among them that are no numbers: one more than a category may have. */
  readonly #words = new Set<string>();
  readonly #strange = new Set<string>();
  readonly #dates: string[] = [];
  readonly #misfits: Misfit[] = [];
  #noDate: Misfit | undefined;
  #present = 0;
  #missing = 0;
  #firstMissing: number | undefined;
  #length: number | undefined;
  #ragged = false;

  constructor({ decimal, na }: { decimal: DecimalSign; na: ReadonlySet<string> }) {
    this.#decimal = decimal;
    this.#na = na;
  }

  /** How many cells look like what: one cell may count in several ways. */
  get seen(): Readonly<Record<"number" | "percent" | "yesNo" | "date" | "infinite" | "otherDecimal", number>> {
    return this.#seen;
  }

  get present(): number {
    return this.#present;
  }

  /** How many cells are missing, and the number of the first. */
  get missing(): { readonly count: number; readonly first: number | undefined } {
    return { count: this.#missing, first: this.#firstMissing };
  }

  /** The first texts that are no numbers. */
  get misfits(): readonly Misfit[] {
    return this.#misfits;
  }

  /** The different texts that are no numbers, the first few. */
  get strange(): ReadonlySet<string> {
    return this.#strange;
  }

  /** `row`: a number for the cell, for messages. */
  add(cell: Cell, row: number): void {
    if (isMissingCell(cell, this.#na)) {
      this.#missing++;
      this.#firstMissing ??= row;
      return;
    }
    this.#present++;
    const seen = this.#seen;
    const dates = seen.date;
    if (this.#words.size <= MOST_CATEGORIES) this.#words.add(wordOf(cell) ?? "");
    if (typeof cell === "string") this.#text(cell.trim(), row);
    else if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") {
      seen.number++;
      if (typeof cell === "number" && !Number.isFinite(cell)) seen.infinite++;
    } else if (cell instanceof Date) {
      seen.date++;
      this.#misfit(dateText(cell), row);
    } else if (isVector(cell)) {
      seen.vector++;
      this.#ragged ||= this.#length !== undefined && cell.length !== this.#length;
      this.#length ??= cell.length;
    } else seen.nested++;
    if (seen.date === dates) this.#noDate ??= { text: wordOf(cell) ?? "", row };
  }

  #text(text: string, row: number): void {
    const seen = this.#seen;
    // Most texts are plain numbers: they need no other look.
    if (this.#decimal === "." && parseDecimal(text) !== undefined) {
      seen.number++;
      if (text.includes(".")) seen.clear++;
      return;
    }
    if (parseNumber(text, this.#decimal) !== undefined) {
      seen.number++;
      const sign = ambiguity(text, this.#decimal);
      if (sign !== undefined) seen[sign]++;
    } else this.#noNumber(text, row);
  }

  #noNumber(text: string, row: number): void {
    const seen = this.#seen;
    this.#misfit(text, row);
    if (parseNumber(text, this.#decimal === "." ? "," : ".") !== undefined) seen.otherDecimal++;
    if (parsePercent(text, this.#decimal) !== undefined) seen.percent++;
    else if (parseYesNo(text) !== undefined) seen.yesNo++;
    else if (looksLikeDate(text)) {
      seen.date++;
      if (this.#dates.length < REMEMBERED) this.#dates.push(text);
    }
  }

  #misfit(text: string, row: number): void {
    if (this.#misfits.length < NAMED) this.#misfits.push({ text, row });
    if (this.#strange.size <= MOST_CATEGORIES) this.#strange.add(text);
  }

  /** What the cells so far mean. */
  meaning(): ColumnMeaning {
    const seen = this.#seen;
    const present = this.#present;
    const length = this.#length;
    if (present === 0) return { kind: "empty" };
    if (seen.vector === present && !this.#ragged && length !== undefined && length > 0)
      return { kind: "feature", use: { as: "vector", length } };
    if (seen.vector + seen.nested > 0) return { kind: "nested" };
    if (seen.number === present) {
      // In a file of one notation a number with a thousands sign has decimals where others have them.
      const ambiguous = seen.ambiguous > 0 && seen.clear > 0;
      return { kind: "feature", use: { as: "number" }, ...(ambiguous && { ambiguous }) };
    }
    if (seen.percent === present) return { kind: "feature", use: { as: "percent" } };
    if (seen.yesNo === present) return { kind: "feature", use: { as: "yes-no" } };
    const order = seen.date === present ? dateOrder(this.#dates) : undefined;
    if (order !== undefined) return { kind: "date", use: { as: "date", order } };
    if (seen.number >= MOSTLY * present)
      return { kind: "broken", bad: present - seen.number, present, examples: this.#misfits };
    return isCategory(this.#words, present)
      ? { kind: "feature", use: { as: "category", values: [...this.#words].sort() } }
      : { kind: "text", ...(seen.date >= MOSTLY * present && { noDate: this.#noDate }) };
  }
}

function isCategory(words: ReadonlySet<string>, present: number): boolean {
  if (words.size < 2 || words.size > MOST_CATEGORIES || present < LEAST_REPEATS * words.size) return false;
  return [...words].every((word) => word.length <= LONGEST_CATEGORY);
}

/** Whether a cell is a list of numbers. */
export function isVector(cell: Cell): cell is readonly number[] {
  if (ArrayBuffer.isView(cell)) return true;
  return Array.isArray(cell) && cell.every((value) => value === null || NUMBERS.has(typeof value));
}

/** The types of values that are numbers or become one. */
const NUMBERS: ReadonlySet<string> = new Set(["number", "bigint", "boolean"]);
