import { badOption, count, InputError, quote, readOptions } from "@bagwise/core/base";
import type { Grid } from "../../table/table.js";
import { columnsOf } from "../column-names.js";
import type { EncodeContext, Encoder, FittedEncoder } from "../encoder.js";
import type { TableReader } from "../table-reader.js";
import { gaps, type MeasuredColumn, partsOf } from "./columns.js";
import { learnColumns } from "./learn-columns.js";
import { WINDOW_OPTIONS } from "./options.js";
import { type TimedSeries, timedSeries } from "./timed-series.js";
import { cutSeries, describeWindows, type SeriesWindows } from "./window-features.js";
import { windowTable } from "./window-table.js";

/** What the encoder of windows keeps. */
export interface FittedWindows extends FittedEncoder {
  readonly type: "window";
  readonly window: number;
  readonly step: number;
  /** The column of time; null where rows are counted. */
  readonly time: string | null;
  /** The columns that are described by statistics. */
  readonly measured: readonly MeasuredColumn[];
  /** The columns that belong to a whole series, and stay as they are. */
  readonly kept: readonly string[];
  /** Those among them that are texts to look at. */
  readonly shown: readonly string[];
}

/**
 * Series as bags of windows. The rows of a bag are sorted by time and cut into windows that may overlap
 * (`windowsOf`); each is an instance. A column of numbers becomes seven features (`windowStatistics`);
 * words, and yes or no, become the share of rows that have them. Missing values are left out of the
 * statistics; where the training file has some, their share is a feature. A window without any value of a
 * column has the mean of its series, or else of the training file, and no spread. Columns that are the
 * same in all rows of a bag stay as they are. Other texts and dates, row numbers and the time itself
 * are no features.
 *
 * Costs rows x window / step x columns, and 8 bytes for each feature of each window, beside the table.
 */
export const windowEncoder: Encoder<FittedWindows> = {
  async fit(grid, context) {
    const { window, step, time } = lengthsOf(context);
    const reader = readerOf(grid, context);
    const series = timedSeries(grid, reader, time, context.file);
    return { type: "window", window, step, time, ...learnColumns(grid, reader, series, { time, context }) };
  },
  async encode(fitted, grid, context) {
    const { file, signal, onProgress } = context;
    // A model file may have been changed by hand.
    readOptions(WINDOW_OPTIONS, { window: fitted.window, step: fitted.step });
    const reader = readerOf(grid, context);
    const series = timedSeries(grid, reader, fitted.time, file);
    const windows = cutSeries(series, fitted);
    const names = fitted.measured.map(({ name }) => name);
    const at = columnsOf(grid, names, "window", file);
    const numbers = fitted.measured.map(({ use }, k) => reader.numbers(at[k], use));
    const parts = fitted.measured.flatMap((column, k) => partsOf(column, numbers[k]));
    const width = parts.reduce((sum, part) => sum + part.names.length, 0);
    const out = new Float64Array(windows.series.length * width);
    let offset = 0;
    for (const [k, part] of parts.entries()) {
      signal?.throwIfAborted();
      describeWindows(part, series, windows, { out, offset, width });
      offset += part.names.length;
      onProgress?.(k + 1, parts.length);
    }
    noteWindows(fitted, series, windows, context);
    noteMissing(
      names.map((name, k) => ({ name, missing: gaps(numbers[k]).reduce((sum, gap) => sum + gap, 0) })),
      context,
    );
    const features = { names: parts.flatMap((part) => part.names), values: out };
    return windowTable(grid, reader, { fitted, series, windows, features });
  },
};

function lengthsOf({ options }: EncodeContext): { window: number; step: number; time: string | null } {
  const given = { window: options.window, step: options.step, time: options.time };
  const { window, step, time } = readOptions(WINDOW_OPTIONS, given);
  if (window === undefined)
    throw new InputError({
      code: "no-window",
      message: "nothing says how long a window is",
      remedy: "Give its length in the option window.",
    });
  if (time !== undefined) return { window, step: step ?? window / 2, time };
  const lengths = { window, step: step ?? Math.max(1, Math.floor(window / 2)) };
  for (const [name, value] of Object.entries(lengths))
    if (!Number.isInteger(value))
      throw badOption(name, value, "a whole number of rows, or name the column of time in the option time");
  return { ...lengths, time: null };
}

function readerOf(grid: Grid, { reader }: EncodeContext): TableReader {
  if (reader === undefined) throw new Error("the encoder of windows needs a reader of tables");
  return reader(grid);
}

function noteWindows(
  { window, step, time }: FittedWindows,
  { offsets, unit }: TimedSeries,
  { series, short }: SeriesWindows,
  { onNote }: EncodeContext,
): void {
  const of = time === null ? "rows" : unit === "seconds" ? "seconds" : `units of ${time}`;
  const tooShort = short === 0 ? "" : `; ${count(short, "series is", "series are")} shorter than a window`;
  onNote?.({
    code: "windows-made",
    message: `${count(series.length, "window")} of ${window} ${of}, every ${step}, of ${count(offsets.length - 1, "series", "series")}${tooShort}`,
  });
}

/** Says where values are missing: nobody asked for an error. */
function noteMissing(columns: readonly { name: string; missing: number }[], { onNote }: EncodeContext): void {
  const found = columns.filter(({ missing }) => missing > 0);
  if (found.length === 0) return;
  const named = found.slice(0, 5).map(({ name, missing }) => `${quote(name)} (${count(missing, "row")})`);
  onNote?.({
    code: "window-gaps",
    message: `missing values are left out of the statistics of windows: ${named.join(", ")}${found.length > 5 ? " …" : ""}`,
    columns: found.map(({ name }) => name),
  });
}
