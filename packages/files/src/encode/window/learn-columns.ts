import { quote } from "@bagwise/core/base";
import { countsRows, countsTime, followsOrder } from "../../table/suspect-features.js";
import type { Grid } from "../../table/table.js";
import type { EncodeContext } from "../encoder.js";
import type { TableReader } from "../table-reader.js";
import { gaps, type MeasuredColumn } from "./columns.js";
import { firstRows, textOf } from "./first-rows.js";
import type { TimedSeries } from "./timed-series.js";

/** So many steps of exactly 1, and no other, make a column a count of rows. */
const LEAST_STEPS = 20;
/** As many series must follow each other before their order says anything. */
const LEAST_SERIES = 20;

/** What a table of series turned out to hold. */
export interface SeriesColumns {
  /** Columns whose values change within a series, as numbers. */
  readonly measured: MeasuredColumn[];
  /** Columns that are the same in all rows of a series. */
  readonly kept: string[];
  /** Those among them that are texts, as nearly every series has another. */
  readonly shown: string[];
}

/**
 * Which columns are measurements and which belong to a whole series. Others are left out, with notes:
 * texts, dates and lists that change within a series, and numbers that count rows or tell the time.
 */
export function learnColumns(
  grid: Grid,
  reader: TableReader,
  series: TimedSeries,
  { time, context }: { time: string | null; context: EncodeContext },
): SeriesColumns {
  const found: SeriesColumns = { measured: [], kept: [], shown: [] };
  const [varying, counting, timing]: [string[], string[], string[]] = [[], [], []];
  const { bag, label, group } = reader.roles;
  grid.columns.forEach((name, column) => {
    if (name === time || [bag, label, group].includes(column) || reader.isIgnored(column)) return;
    if (isConstant(grid, reader, series, column)) {
      found.kept.push(name);
      if (reader.useOf(column, firstRows(grid, reader, series, column)) === undefined) found.shown.push(name);
      return;
    }
    const use = reader.useOf(column);
    if (use === undefined) {
      varying.push(name);
      return;
    }
    const numbers = reader.numbers(column, use);
    const suspicion =
      use.as === "number" && !reader.isWanted(column) ? tellsPlace(name, numbers[0], series) : undefined;
    if (suspicion === "row-number") counting.push(name);
    else if (suspicion === "ignored-dates") timing.push(name);
    else {
      const missing = gaps(numbers).some((gap) => gap === 1);
      found.measured.push({ name, use, missing, centres: numbers.map(meanOf) });
    }
  });
  const tell = (code: "varying-columns" | "row-number" | "ignored-dates", columns: readonly string[], why: string) => {
    const list = columns.map((name) => quote(name)).join(", ");
    if (columns.length > 0) context.onNote?.({ code, message: `${why}: ${list}`, columns });
  };
  tell("varying-columns", varying, "left out because they are no numbers and change within a series");
  const instead = "If it is a measurement, name it in the option use";
  tell("row-number", counting, `left out because it counts rows. ${instead}`);
  tell("ignored-dates", timing, `left out because it looks like a time. ${instead}`);
  return found;
}

/** Whether a column says the same in all rows of each series, where it says anything. */
function isConstant(grid: Grid, reader: TableReader, { rows, offsets }: TimedSeries, column: number): boolean {
  let compared = false;
  for (let i = 0; i + 1 < offsets.length; i++) {
    let first: string | undefined;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const cell = grid.cell(rows[k], column);
      if (reader.isMissing(cell)) continue;
      const text = textOf(cell);
      if (first !== undefined && text !== first) return false;
      compared ||= first !== undefined;
      first = text;
    }
  }
  // Series of one row each say nothing about change: their numbers are measurements.
  return compared || reader.useOf(column) === undefined;
}

/** Whether a column counts rows, or tells the time, and measures nothing. */
function tellsPlace(
  name: string,
  values: Float64Array,
  { rows, offsets }: TimedSeries,
): "row-number" | "ignored-dates" | undefined {
  const value = (row: number) => values[row];
  if (countsTime(name, rows, value)) return "ignored-dates";
  if (countsWithin(values, rows, offsets)) return "row-number";
  if (countsRows(rows, value)) return "row-number";
  return offsets.length > LEAST_SERIES && followsOrder(rows, value) ? "row-number" : undefined;
}

/** Whether every row of every series has one more than the row before it. */
function countsWithin(values: Float64Array, rows: Uint32Array, offsets: Uint32Array): boolean {
  let steps = 0;
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let k = offsets[i] + 1; k < offsets[i + 1]; k++, steps++)
      if (values[rows[k]] - values[rows[k - 1]] !== 1) return false;
  return steps >= LEAST_STEPS;
}

/** The mean of the values that are there, by small steps, so that it never is too large; 0 if there are none. */
function meanOf(values: Float64Array): number {
  let [n, mean] = [0, 0];
  for (const value of values) if (!Number.isNaN(value)) mean += value / ++n - mean / n;
  return mean;
}
