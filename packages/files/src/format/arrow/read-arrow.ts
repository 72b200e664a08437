import { InputError } from "@bagwise/core/base";
import type { Cell, Table, TableRow } from "../../table/table.js";
import { nameColumns, type Renamed } from "../table/unique-names.js";
import { type Batch, openArrow } from "./batches.js";
import { readColumn } from "./column.js";
import type { ArrowField } from "./schema.js";

/** The table of an Arrow file, and what is worth a note. */
export interface ArrowTable extends Table {
  /** Columns whose names were empty or there before. */
  readonly renamed: readonly Renamed[];
}

/**
 * Reads an Arrow IPC file, which Feather is, or a stream: uncompressed or packed with LZ4 or
 * Zstandard. Lists become arrays, structs objects, dictionaries their entries, 64-bit integers
 * bigints, timestamps dates in UTC, decimals numbers. Throws an InputError for a damaged file, and
 * so do the rows. Memory: the file and one batch.
 */
export async function readArrow(bytes: Uint8Array, { file }: { file: string }): Promise<ArrowTable> {
  return guarded(file, () => {
    const { fields, messages } = openArrow(bytes);
    const { names, renamed } = nameColumns(fields.map(({ name }) => name));
    const rows = readRows(fields, messages);
    return { columns: names, rowNoun: "row", rows: guardedRows(file, rows), renamed };
  });
}

function* readRows(
  fields: readonly ArrowField[],
  messages: ReturnType<typeof openArrow>["messages"],
): Generator<TableRow> {
  const byId = dictionaryFields(fields);
  const dictionaries = new Map<number, readonly Cell[]>();
  let number = 1;
  for (const message of messages) {
    if (message.kind === "dictionary") {
      const field = byId.get(message.id);
      if (field === undefined) throw new Error("it has a dictionary that no column uses");
      const entries = [...cellsOf(field, message.batch, dictionaries)];
      dictionaries.set(message.id, message.more ? [...(dictionaries.get(message.id) ?? []), ...entries] : entries);
    } else {
      const { batch } = message;
      const columns = fields.map((field) => readColumn(field, batch, dictionaries));
      if (columns.some(({ length }) => length !== batch.rows)) throw new Error("its columns have different lengths");
      if (batch.rows * columns.length > 2 ** 24 + 64 * batch.size) throw new Error(`a batch claims ${batch.rows} rows`);
      for (let i = 0; i < batch.rows; i++) yield { number: number++, cells: columns.map(({ at }) => at(i)) };
    }
  }
}

function* cellsOf(
  field: ArrowField,
  batch: Batch,
  dictionaries: ReadonlyMap<number, readonly Cell[]>,
): Generator<Cell> {
  const { length, at } = readColumn(field, batch, dictionaries);
  for (let i = 0; i < length; i++) yield at(i);
}

/** What the entries of each dictionary are, by its number. */
function dictionaryFields(fields: readonly ArrowField[]): Map<number, ArrowField> {
  const found = new Map<number, ArrowField>();
  const walk = ({ dictionary, ...field }: ArrowField): void => {
    if (dictionary !== undefined) found.set(dictionary.id, field);
    field.children.forEach(walk);
  };
  fields.forEach(walk);
  return found;
}

function* guardedRows(file: string, rows: Generator<TableRow>): Generator<TableRow> {
  for (;;) {
    const { value, done } = guarded(file, () => rows.next());
    if (done) return;
    yield value;
  }
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError({
      code: "arrow",
      message: `this is not an Arrow file, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
      remedy: "Copy the file or write it again.",
      where: { file },
    });
  }
}
