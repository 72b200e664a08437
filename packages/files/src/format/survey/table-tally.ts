import { type DecimalSign, type LabelReader, labelReader, NOT_SAID } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { Cell, OpenTableParts, TableHead, TableRow } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { cellText, labelText } from "../rows/cell-values.js";
import { assignRoles, type Roles } from "../rows/roles.js";
import { guessDecimal } from "../table/notation.js";
import { ColumnTally } from "../table/understand.js";
import { bagCandidate } from "./bag-candidate.js";
import { labelColumn } from "./label-candidate.js";
import type { Sighting } from "./survey.js";

/** How many cells of the first rows tell the decimal sign and the bag column. */
const SAMPLE_CELLS = 2 ** 20;
const SAMPLE_ROWS = 10_000;
/** How many examples of one problem to keep. */
const NAMED = 3;
/** A label column with more different words than this is none. */
const MOST_WORDS = 1000;

/** A table without its rows. */
export type TallyHead = TableHead & OpenTableParts;

/** A count with its first examples. */
export class Counted {
  count = 0;
  readonly examples: Sighting[] = [];

  add(text: string, row: number): void {
    this.count++;
    if (this.examples.length < NAMED) this.examples.push({ text, row });
  }
}

/** A word of the label column: how many rows have it, and where it is first. */
export interface LabelWord {
  readonly word: string;
  readonly row: number;
  count: number;
  readonly known: boolean;
  readonly positive: boolean;
}

/**
 * Counts everything in a table that may stop reading, in one pass and without stopping. Memory: a
 * sample of the first rows, the different words of each column up to a limit, and the names of the
 * bags.
 */
export class TableTally {
  readonly table: TallyHead;
  /** Which column is what. If no column is clearly the bag, the likeliest; undefined if none is likely. */
  roles: Roles | undefined;
  /** Why the roles had to be guessed, or could not be. */
  rolesError: InputError | undefined;
  /** The likeliest label column, if none has a name that says so. */
  suggestedLabel: string | undefined;
  decimal: DecimalSign = ".";
  columns: ColumnTally[] = [];
  rows = 0;
  readonly blankBags = new Counted();
  readonly twoLabels = new Counted();
  readonly twoGroups = new Counted();
  readonly labelWords = new Map<string, LabelWord>();
  readonly #options: ReadOptions;
  readonly #readLabel: LabelReader;
  readonly #textOfLabel: ReturnType<typeof labelText>;
  readonly #labels = new Map<string, number>();
  readonly #groups = new Map<string, string>();
  #waiting: TableRow[] = [];
  #started = false;

  constructor(table: TallyHead, options: ReadOptions) {
    this.table = table;
    this.#options = options;
    this.#readLabel = labelReader({ ...options, onNote: undefined });
    this.#textOfLabel = labelText(options);
  }

  add(row: TableRow): void {
    this.rows++;
    if (this.#started) {
      this.#count(row);
      return;
    }
    this.#waiting.push(row);
    const enough = this.#waiting.length >= SAMPLE_ROWS;
    if (enough || this.#waiting.length * this.table.columns.length >= SAMPLE_CELLS) this.#start();
  }

  end(): void {
    if (!this.#started) this.#start();
  }

  #start(): void {
    this.#started = true;
    const sample = this.#waiting;
    this.#waiting = [];
    const texts = sample.flatMap(({ cells }) => cells.filter((cell) => typeof cell === "string"));
    this.decimal = this.#options.decimal ?? guessDecimal(texts);
    const na = new Set((this.#options.na ?? []).map((word) => word.trim().toLowerCase()));
    this.columns = this.table.columns.map(() => new ColumnTally({ decimal: this.decimal, na }));
    this.#assign(sample);
    for (const row of sample) this.#count(row);
  }

  #assign(sample: readonly TableRow[]): void {
    const { columns, unnamed = [], nameless = false } = this.table;
    const options = { ...this.#options, ignore: [...(this.#options.ignore ?? []), ...unnamed] };
    try {
      if (nameless && options.bag === undefined) throw noHeader();
      this.roles = assignRoles(columns, options, "");
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.rolesError = error;
      if (error.code !== "no-bag-column") return;
      const left = new Set([...options.ignore, options.label, options.group]);
      const bag = bagCandidate(columns, sample, { left, decimal: this.decimal });
      if (bag === undefined) return;
      this.roles = assignRoles(columns, { ...options, bag }, "");
    }
    if (this.roles.label !== undefined || options.labels !== undefined) return;
    const taken = new Set([this.roles.bag, this.roles.group, ...this.roles.ignored]);
    const label = labelColumn(columns, sample, { bag: this.roles.bag, taken });
    if (label === undefined) return;
    this.suggestedLabel = columns[label];
    this.roles = { ...this.roles, label };
  }

  #count(row: TableRow): void {
    const { cells, number } = row;
    for (let column = 0; column < this.columns.length; column++) this.columns[column].add(cells[column], number);
    if (this.roles === undefined) return;
    const { bag, label, group } = this.roles;
    const id = textOf(cells[bag]);
    if (id === "") this.blankBags.add("", number);
    else {
      if (label !== undefined) this.#label(id, cells[label], number);
      if (group !== undefined) this.#group(id, textOf(cells[group]), number);
    }
  }

  #label(bag: string, cell: Cell, row: number): void {
    const word = this.#labelWord(cell, row);
    if (word === undefined || word.code === undefined || word.code === NOT_SAID) return;
    const before = this.#labels.get(bag);
    if (before === undefined) this.#labels.set(bag, word.code);
    else if (before !== word.code && before !== CONFLICT) {
      this.#labels.set(bag, CONFLICT);
      this.twoLabels.add(bag, row);
    }
  }

  #labelWord(cell: Cell, row: number): { readonly code: number | undefined } | undefined {
    if (typeof cell === "object" && cell !== null) return undefined;
    const text = this.#textOfLabel(cell, () => ({})).trim();
    const seen = this.labelWords.get(text);
    const code = this.#codeOf(text);
    if (seen !== undefined) seen.count++;
    else if (this.labelWords.size < MOST_WORDS)
      this.labelWords.set(text, { word: text, row, count: 1, known: code !== undefined, positive: code === 1 });
    return { code };
  }

  #codeOf(text: string): number | undefined {
    try {
      return this.#readLabel(text, () => ({}));
    } catch {
      return undefined;
    }
  }

  #group(bag: string, group: string, row: number): void {
    const before = this.#groups.get(bag);
    if (before === undefined) this.#groups.set(bag, group);
    else if (before !== group) this.twoGroups.add(bag, row);
  }
}

/** Instead of a label: rows of the bag disagree, and that was counted. */
const CONFLICT = 3;

function textOf(cell: Cell): string {
  return typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cellText(cell, () => ({})).trim();
}

function noHeader(): InputError {
  return new InputError({
    code: "no-bag-column",
    message: "the file has no header, so no column says which bag a row belongs to",
    remedy: "Name the columns by number, or add a header line.",
  });
}
