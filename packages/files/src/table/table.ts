import { type BlockHead, SparseRow } from "@bagwise/core/bags";
import type { Place } from "@bagwise/core/base";

/** A value as a file holds it, before anybody knows what it means. */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | SparseRow
  | null
  | undefined
  | readonly Cell[]
  | { readonly [key: string]: Cell };

/** What tables have in common, however their rows come. */
export interface TableHead {
  /** The names as written, each once and none empty. */
  readonly columns: readonly string[];
  /** What a row is called in messages: a line of a text file, a row of a sheet. */
  readonly rowNoun: "line" | "row";
  /** What a column holds, where the file declares it: numbers, or these words. */
  readonly declared?: ReadonlyMap<string, "number" | readonly string[]> | undefined;
  /** Whether a column may be absent because no row has a value for it. */
  readonly sparse?: boolean | undefined;
  /** What an instance is called, if an encoder made them: a passage, a region. Default: by its row. */
  readonly instanceNoun?: string | undefined;
  /** The columns whose cells are sparse rows, with the names of their features. */
  readonly blocks?: ReadonlyMap<string, BlockHead & { readonly terms?: readonly string[] | undefined }> | undefined;
  /** Columns for people to look at, whatever their values look like. */
  readonly shown?: readonly string[] | undefined;
  /** The shown column that says what to call an instance, if that is not its line or row. */
  readonly named?: string | undefined;
}

/** Rows of named columns: what every tabular format is before its columns are understood. */
export interface Table extends TableHead {
  /** The rows in the order of the file. Iterate them once. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
}

/** A table as a format opens it, with what else it knows about its columns. */
export type OpenTable = (Table | Grid) & OpenTableParts;

export interface OpenTableParts {
  /** Whether the file has no names of columns, so that they are column1, column2, ... */
  readonly nameless?: boolean;
  /** Columns that are left out because the file gives them no name. */
  readonly unnamed?: readonly string[];
  /** What the options `instances`, `decimal`, `smiles` and `bag` are where you do not give them. */
  readonly given?: TableDefaults | undefined;
  /** Names for the values of instances that are lists. */
  readonly listed?: readonly string[] | undefined;
}

/** What a format knows better than a guess. */
export interface TableDefaults {
  /** The column that holds the instances of a bag. */
  readonly instances?: string;
  readonly decimal?: ".";
  /** The column of molecules, and the one that names them. */
  readonly smiles?: string;
  readonly bag?: string;
}

/** One row: a cell for each column, and the number of its line or row in the file, from 1. */
export interface TableRow {
  readonly cells: readonly Cell[];
  readonly number: number;
  /** The place of the value of a column, if the format knows it better than by row and column. */
  readonly place?: ((column: string) => Place) | undefined;
}

/** A table with all its rows at hand. Rows and columns are counted from 0. */
export interface Grid extends TableHead {
  /** How many rows there are. */
  readonly length: number;
  cell(row: number, column: number): Cell;
  /** The number of the line or row in the file, from 1. */
  number(row: number): number;
  /** Where a cell stands, for messages. */
  place(row: number, column: number): Place;
}

/** The table with all its rows in memory. */
export async function gridOf<Parts extends OpenTableParts>(table: (Table | Grid) & Parts, file: string): Promise<Grid> {
  if ("cell" in table) return table;
  const { rows, ...head } = table;
  const { columns, rowNoun } = head;
  const held: TableRow[] = [];
  for await (const row of rows) held.push(row);
  return {
    ...head,
    length: held.length,
    cell: (row, column) => held[row].cells[column],
    number: (row) => held[row].number,
    place: (row, column) =>
      held[row].place?.(columns[column]) ?? {
        file,
        [rowNoun]: held[row].number,
        column: column + 1,
        field: columns[column],
      },
  };
}

/** The cells of one column. */
export function* columnCells({ length, cell }: Grid, column: number): Generator<Cell> {
  for (let row = 0; row < length; row++) yield cell(row, column);
}

/** Whether a cell is an object with named values. */
export function isRecord(value: Cell): value is { readonly [key: string]: Cell } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isOpaque(value);
}

function isOpaque(value: object): boolean {
  return value instanceof Date || value instanceof SparseRow || ArrayBuffer.isView(value);
}
