import { InputError, quote } from "@bagwise/core/base";
import type { Grid } from "../../table/table.js";
import { columnsOf } from "../column-names.js";
import type { TableReader, Times } from "../table-reader.js";
import { type Series, seriesOf } from "./series.js";

/** The series of a table, with the times of their rows. */
export interface TimedSeries extends Series {
  readonly unit: Times["unit"];
  /** The time of each position of `rows`; where rows are counted, their number within the series, from 1. */
  readonly times: Float64Array;
}

/**
 * The rows of each bag, in the order of the column `time`; null: in the order of the file. Throws an
 * InputError for a row without a time, and for a column of time that has another role.
 */
export function timedSeries(grid: Grid, reader: TableReader, time: string | null, file: string): TimedSeries {
  const column = time === null ? undefined : timeColumn(grid, reader, time, file);
  const read = column === undefined ? undefined : reader.times(column);
  const { rows, offsets } = seriesOf(grid.length, reader.bagOf, read?.values);
  const times = new Float64Array(grid.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let k = offsets[i]; k < offsets[i + 1]; k++)
      times[k] = read === undefined ? k - offsets[i] + 1 : read.values[rows[k]];
  return { rows, offsets, times, unit: read?.unit ?? "number" };
}

function timeColumn(grid: Grid, { roles, isIgnored }: TableReader, time: string, file: string): number {
  const [column] = columnsOf(grid, [time], "time", file);
  if (![roles.bag, roles.label, roles.group].includes(column) && !isIgnored(column)) return column;
  throw new InputError({
    code: "two-roles",
    message: `column ${quote(time)} cannot be the time and something else`,
    remedy: "Name a different column in each of the options bag, label, group, ignore and time.",
    where: { file },
  });
}
