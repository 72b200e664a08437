import { type ColumnUse, type DateOrder, type DecimalSign, featureNames } from "@bagwise/core/bags";
import { InputError, quote } from "@bagwise/core/base";
import type { TableReader, Times } from "../../encode/table-reader.js";
import { type Cell, columnCells, type Grid } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { cellText } from "../rows/cell-values.js";
import { assignRoles } from "../rows/roles.js";
import { wordOf } from "./cell-text.js";
import { likelyOrders, secondsOf } from "./dates.js";
import { featureValues, MISFIT } from "./feature-values.js";
import { parseNumber } from "./notation.js";
import { brokenColumn, isMissingCell, understandColumn } from "./understand.js";

/** How numbers and missing values are written in a file. */
export interface Notation {
  readonly decimal: DecimalSign;
  readonly na: ReadonlySet<string>;
}

/**
 * Reads the columns of a table for an encoder as they would be read without one. Values that were read
 * once are remembered. Throws an InputError if no column names the bag.
 */
export function tableReader(grid: Grid, file: string, options: ReadOptions, notation: Notation): TableReader {
  const { ignored, ...roles } = assignRoles(grid.columns, options, file);
  const isMissing = (cell: Cell) => isMissingCell(cell, notation.na);
  const known = new Map<number, readonly Float64Array[]>();
  return {
    roles,
    isIgnored: (column) => ignored.has(column),
    isWanted: (column) => options.use?.includes(grid.columns[column]) ?? false,
    isMissing,
    bagOf: (row) => cellText(grid.cell(row, roles.bag), () => grid.place(row, roles.bag)),
    useOf(column, rows) {
      const cells = rows === undefined ? columnCells(grid, column) : cellsOf(grid, column, rows);
      const meaning = understandColumn(cells, notation);
      if (meaning.kind === "broken") throw brokenColumn(meaning, grid.place(meaning.examples[0].row, column));
      return meaning.kind === "feature" ? meaning.use : undefined;
    },
    numbers(column, use) {
      const found = known.get(column) ?? numbersOf(grid, column, use, notation);
      known.set(column, found);
      return found;
    },
    times: (column) => timesOf(grid, column, notation),
  };
}

function* cellsOf(grid: Grid, column: number, rows: Iterable<number>): Generator<Cell> {
  for (const row of rows) yield grid.cell(row, column);
}

function numbersOf(grid: Grid, column: number, use: ColumnUse, { decimal, na }: Notation): Float64Array[] {
  const names = featureNames({ name: grid.columns[column], use });
  const found = names.map(() => new Float64Array(grid.length));
  for (let row = 0; row < grid.length; row++) {
    const cell = grid.cell(row, column);
    const values = isMissingCell(cell, na) ? undefined : featureValues(cell, use, decimal);
    if (values === MISFIT) throw notANumber(wordOf(cell) ?? String(cell), grid, row, column);
    for (let k = 0; k < found.length; k++) found[k][row] = values?.[k] ?? Number.NaN;
  }
  return found;
}

/**
 * Numbers, or dates with or without a time, which are taken for UTC unless they name a zone. Days before
 * months and months before days are told apart by all values together.
 */
function timesOf(grid: Grid, column: number, { decimal, na }: Notation): Times {
  const values = new Float64Array(grid.length);
  const fill = (read: (cell: Cell) => number | undefined): number => {
    for (let row = 0; row < grid.length; row++) {
      const cell = grid.cell(row, column);
      if (isMissingCell(cell, na)) throw noTime(grid, row, column);
      const time = read(cell);
      if (time === undefined || !Number.isFinite(time)) return row;
      values[row] = time;
    }
    return grid.length;
  };
  let furthest = fill((cell) => numberOf(cell, decimal));
  if (furthest === grid.length) return { unit: "number", values };
  const first = grid.length === 0 ? null : grid.cell(0, column);
  for (const order of likelyOrders(typeof first === "string" ? [first.trim()] : [])) {
    const reached = fill((cell) => dateOf(cell, order));
    if (reached === grid.length) return { unit: "seconds", values };
    furthest = Math.max(furthest, reached);
  }
  throw noTime(grid, furthest, column);
}

function numberOf(cell: Cell, decimal: DecimalSign): number | undefined {
  if (typeof cell === "string") return parseNumber(cell.trim(), decimal);
  return typeof cell === "number" || typeof cell === "bigint" ? Number(cell) : undefined;
}

function dateOf(cell: Cell, order: DateOrder): number | undefined {
  if (typeof cell === "string") return secondsOf(cell.trim(), order);
  return cell instanceof Date ? secondsOf(cell, order) : undefined;
}

function noTime(grid: Grid, row: number, column: number): InputError {
  const cell = grid.cell(row, column);
  const said = cell instanceof Date || typeof cell === "object" || cell === undefined ? "" : String(cell).trim();
  return new InputError({
    code: "no-time",
    message: said === "" ? "the time of the row is missing" : `${quote(said)} is neither a number nor a date`,
    remedy:
      "Give every row a number, or a date such as 2024-03-01 or 2024-03-01 12:30:00. All rows need the same way of writing.",
    where: grid.place(row, column),
  });
}

function notANumber(text: string, grid: Grid, row: number, column: number): InputError {
  return new InputError({
    code: "not-a-number",
    message: `${quote(text.trim())} is not a number`,
    remedy: "Correct it, or leave out the column with the option ignore.",
    where: grid.place(row, column),
  });
}
