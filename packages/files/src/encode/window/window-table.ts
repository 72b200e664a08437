import type { Grid } from "../../table/table.js";
import { freeName } from "../column-names.js";
import type { TableReader, Times } from "../table-reader.js";
import { firstRows } from "./first-rows.js";
import type { TimedSeries } from "./timed-series.js";
import type { SeriesWindows } from "./window-features.js";

/** The column that names the windows. */
const WINDOW = "window";

/** What a table of windows is made of. */
export interface WindowParts {
  readonly fitted: {
    readonly time: string | null;
    readonly measured: readonly { readonly name: string }[];
    /** Columns that belong to a whole series. */
    readonly kept: readonly string[];
    /** Those among them that are to be looked at. */
    readonly shown: readonly string[];
  };
  readonly series: TimedSeries;
  readonly windows: SeriesWindows;
  /** The features of the windows, window by window. */
  readonly features: { readonly names: readonly string[]; readonly values: Float64Array };
}

/**
 * The table with a row for each window: bag, label and group, what belongs to the whole series, the name
 * of the window, and its features. A row has the number of the first row of its window. Throws an
 * InputError where the rows of a series have different labels or groups.
 */
export function windowTable(
  grid: Grid,
  reader: TableReader,
  { fitted: { time, measured, kept, shown }, series, windows, features: { names, values } }: WindowParts,
): Grid {
  const { bag, label, group } = reader.roles;
  const described = new Set([time, ...measured.map(({ name }) => name)]);
  const columns = grid.columns.flatMap((name, column) => {
    const hasRole = [bag, label, group].includes(column) || reader.isIgnored(column);
    return hasRole || (kept.includes(name) && !described.has(name)) ? [column] : [];
  });
  const said = columns.map((column) => firstRows(grid, reader, series, column));
  const taken = [...columns.map((column) => grid.columns[column]), ...names];
  const window = freeName(WINDOW, taken);
  const { rows, times, unit } = series;
  return {
    ...grid,
    columns: [...taken.slice(0, columns.length), window, ...taken.slice(columns.length)],
    length: windows.series.length,
    cell: (w, column) => {
      if (column < columns.length) return grid.cell(said[column][windows.series[w]], columns[column]);
      if (column > columns.length) return values[w * names.length + column - columns.length - 1];
      return windowName(times[windows.from[w]], times[windows.to[w] - 1], { time, unit });
    },
    number: (w) => grid.number(rows[windows.from[w]]),
    place: (w, column) =>
      column < columns.length
        ? grid.place(said[column][windows.series[w]], columns[column])
        : grid.place(rows[windows.from[w]], bag),
    shown: [...(grid.shown ?? []), ...shown.filter((name) => taken.includes(name)), window],
    named: window,
  };
}

/**
 * What to call a window by the times of its first and last row: `t 30 to 89`, `2024-03-01 10:00 to 10:30`,
 * or `rows 31 to 90` where rows are counted, from 1. One time stands alone: `t 30`.
 */
function windowName(first: number, last: number, { time, unit }: { time: string | null; unit: Times["unit"] }): string {
  if (time === null) return first === last ? `row ${first}` : `rows ${first} to ${last}`;
  if (unit === "seconds") return dateRange(first, last);
  return first === last ? `${time} ${plain(first)}` : `${time} ${plain(first)} to ${plain(last)}`;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function dateRange(first: number, last: number): string {
  const [a, b] = [first, last].map((seconds) => new Date(1000 * seconds).toISOString());
  const days = [a, b].map((text) => text.slice(0, text.indexOf("T")));
  const ending = [/T00:00:00\.000Z$/, /:00\.000Z$/, /\.000Z$/].find((each) => each.test(a) && each.test(b)) ?? /Z$/;
  const [from, to] = [a, b].map((text) => text.replace(ending, "").replace("T", " "));
  if (from === to) return from;
  return `${from} to ${days[0] === days[1] ? to.slice(days[1].length + 1) : to}`;
}
