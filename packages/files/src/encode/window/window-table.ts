import type { Grid } from "../../table/table.js";
import { freeName } from "../free-name.js";
import type { TableReader } from "../table-reader.js";
import { firstRows } from "./first-rows.js";
import type { TimedSeries } from "./timed-series.js";
import type { SeriesWindows } from "./window-features.js";
import { windowName } from "./window-name.js";

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
