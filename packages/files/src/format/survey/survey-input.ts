import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import { asksForEncoder } from "../../encode/encoders.js";
import { type Grid, gridOf, type OpenTable, type TableRow } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { openInput, readBags, sourceOf } from "../read-bags.js";
import { encodeTable } from "../table/encode-table.js";
import { notationOf, oneRowPerInstance } from "../table/table-to-bags.js";
import { rereadable } from "../text/rereadable.js";
import type { Input, Source } from "../text/source.js";
import { guessedColumns, readColumns } from "./columns.js";
import { labelCandidate } from "./label-candidate.js";
import { problemOfError, problemsOf } from "./problems.js";
import { suggestOptions, suggestRepair } from "./suggest.js";
import type { SuggestedOptions, Survey } from "./survey.js";
import { TableTally, type TallyHead } from "./table-tally.js";

/** How often to add an option before giving up. */
const MOST_REPAIRS = 20;
/** How many rows that do not fit to remember. */
const MOST_BAD_ROWS = 10_000;

interface Attempt {
  readonly bags: BagSet | undefined;
  readonly notes: readonly Note[];
  readonly error: InputError | undefined;
}

/** `surveyBags`, loaded on demand. */
export async function surveyInput(input: Input, options: ReadOptions): Promise<Survey> {
  const source = rereadable(sourceOf(input, options));
  try {
    return await surveySource(source, options);
  } finally {
    await source.close();
  }
}

async function surveySource(source: Source, options: ReadOptions): Promise<Survey> {
  const first = await attempt(source, options);
  if (first.bags !== undefined) return settled(first, options);
  const { tally, problems } = await look(source, options);
  const { suggested, last } = await repaired(source, options, tally, first);
  const listed = problems.length === 0 && first.error !== undefined ? [problemOfError(first.error)] : problems;
  const asked = options.ignore;
  const columns =
    last.bags !== undefined
      ? readColumns(last.bags, last.notes, { asked, tally })
      : tally === undefined
        ? []
        : guessedColumns(tally);
  const { bags, notes } = last;
  return { bags, notes, error: first.error, columns, problems: listed, suggested, rowNoun: nounOf(tally) };
}

/** A file that can be read as it is. */
function settled({ bags, notes }: Attempt, options: ReadOptions): Survey {
  if (bags === undefined) throw new Error("bags that were read are there");
  const unlabelled = options.labels === undefined && bags.recipe?.bag !== undefined && bags.recipe.label === undefined;
  const label = unlabelled ? labelCandidate(bags) : undefined;
  const columns = readColumns(bags, notes, { asked: options.ignore, tally: undefined });
  const suggested: SuggestedOptions = label === undefined ? {} : { label };
  return { bags, notes, error: undefined, columns, problems: [], suggested, rowNoun: "line" };
}

function nounOf(tally: TableTally | undefined): Survey["rowNoun"] {
  return tally?.table.rowNoun ?? "line";
}

async function attempt(source: Source, options: ReadOptions): Promise<Attempt> {
  const notes: Note[] = [];
  try {
    const bags = await readBags(source, { ...options, onNote: (note) => notes.push(note) });
    return { bags, notes, error: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { bags: undefined, notes, error };
  }
}

/** Counts what is in the rows of the file, as far as they can be read at all. */
async function look(source: Source, options: ReadOptions) {
  const badRows: InputError[] = [];
  const onBadRow = (error: InputError) => {
    if (badRows.length < MOST_BAD_ROWS) badRows.push(error);
  };
  let tally: TableTally | undefined;
  try {
    const opened = await openInput(source, { ...options, onNote: undefined });
    const table = await opened.format.table?.(opened.source, { ...options, onNote: undefined }, onBadRow);
    if (table !== undefined) {
      const { head, rows } = await flattened(table, source.name, options);
      tally = new TableTally(head, options);
      for await (const row of rows) tally.add(row);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    onBadRow(error);
  }
  tally?.end();
  return {
    tally,
    problems: tally === undefined ? badRows.slice(0, 1).map(problemOfError) : problemsOf(tally, badRows),
  };
}

/** One row per instance. Rows of text that come one after the other hold no lists of instances. */
async function flattened(
  table: OpenTable,
  file: string,
  options: ReadOptions,
): Promise<{ head: TallyHead; rows: AsyncIterable<TableRow> | Iterable<TableRow> }> {
  const { instances = table.given?.instances } = options;
  if ("rows" in table && !Array.isArray(table.rows) && instances === undefined && !asksForEncoder(options))
    return { head: table, rows: table.rows };
  const whole = await gridOf(table, file);
  const { grid: raw } = await encodeTable(whole, file, options, notationOf(whole, options));
  const { grid } = oneRowPerInstance(raw, file, { ...options, instances }, table.listed);
  const { nameless = false, unnamed = [] } = table;
  return { head: { ...grid, nameless, unnamed }, rows: rowsOf(grid) };
}

function* rowsOf({ columns, length, cell, number }: Grid): Generator<TableRow> {
  for (let row = 0; row < length; row++)
    yield { cells: columns.map((_, column) => cell(row, column)), number: number(row) };
}

/** Adds options until the file can be read, or none helps. */
async function repaired(
  source: Source,
  options: ReadOptions,
  tally: TableTally | undefined,
  first: Attempt,
): Promise<{ suggested: SuggestedOptions | undefined; last: Attempt }> {
  let suggested: SuggestedOptions = tally === undefined ? {} : suggestOptions(tally, options);
  let last = first;
  for (let k = 0; k < MOST_REPAIRS; k++) {
    if (Object.keys(suggested).length > 0) last = await attempt(source, { ...options, ...suggested });
    if (last.error === undefined) return { suggested, last };
    const more = suggestRepair(last.error, tally, { ...options, ...suggested });
    if (more === undefined) break;
    suggested = { ...suggested, ...more };
  }
  return { suggested: undefined, last };
}
