import type { Part } from "./columns.js";
import { STATISTICS, windowStatistics } from "./statistics.js";
import type { TimedSeries } from "./timed-series.js";
import { windowsOf } from "./windows.js";

/** The windows of all series, one after the other. */
export interface SeriesWindows {
  /** The series of each window. */
  readonly series: readonly number[];
  /** Its rows, as positions among the rows of all series. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** How many series are one window, of less than its length. */
  readonly short: number;
}

/** Cuts every series into windows, see `windowsOf`. */
export function cutSeries(
  { offsets, times }: TimedSeries,
  lengths: { readonly window: number; readonly step: number },
): SeriesWindows {
  const [series, from, to]: [number[], number[], number[]] = [[], [], []];
  let short = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [start, end] = [offsets[i], offsets[i + 1]];
    const windows = windowsOf(times.subarray(start, end), lengths);
    for (const window of windows) {
      series.push(i);
      from.push(start + window.from);
      to.push(start + window.to);
    }
    const rows = end - start;
    const span = times[end - 1] - times[start];
    // A series of regular rows spans one distance less than its rows take.
    if (windows.length === 1 && span + (rows > 1 ? span / (rows - 1) : 0) < 0.999 * lengths.window) short++;
  }
  return { series, from, to, short };
}

/**
 * The features of a part in every window: `names.length` numbers for each window, written to `out` from
 * `offset` on, `width` apart. A window without a value has the mean of its series, or else the centre of
 * the part, as mean, least and greatest value, and 0 for the rest.
 */
export function describeWindows(
  { values, names, centre }: Part,
  { rows, offsets, times }: TimedSeries,
  { series, from, to }: SeriesWindows,
  { out, offset, width }: { out: Float64Array; offset: number; width: number },
): void {
  // In the order of time they lie side by side.
  const sorted = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) sorted[k] = values[rows[k]];
  const found = new Float64Array(STATISTICS.length);
  for (let w = 0; w < series.length; w++) {
    const range = { from: from[w], to: to[w] };
    if (windowStatistics({ values: sorted, times }, range, found, 0) === 0) {
      const whole = { from: offsets[series[w]], to: offsets[series[w] + 1] };
      if (windowStatistics({ values: sorted, times }, whole, found, 0) === 0) found[0] = centre;
      const [mean] = found;
      for (let k = 0; k < STATISTICS.length; k++)
        found[k] = STATISTICS[k] === "mean" || STATISTICS[k] === "min" || STATISTICS[k] === "max" ? mean : 0;
    }
    for (let k = 0; k < names.length; k++) out[w * width + offset + k] = found[k];
  }
}
