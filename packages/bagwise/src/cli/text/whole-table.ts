import { count, thousands } from "@bagwise/core/base";
import type { TableOverview } from "@bagwise/files";
import { shortScore, textTable } from "./score-table.js";

/** How many columns to list; `--json` has all. */
const LISTED = 12;

/** What a database counted in all of a table, where the rest is about the bags that were read. */
export function wholeTableLines({ engine, bags, positive, instances, largest, columns }: TableOverview): string[] {
  const numbers = columns.filter(({ min }) => min !== null);
  const cell = (value: number | null) => (value === null ? "-" : shortScore(value));
  const rows = numbers
    .slice(0, LISTED)
    .map(({ name, missing, min, max, mean }) => [name, thousands(missing), cell(min), cell(max), cell(mean)]);
  const more = numbers.length - rows.length;
  return [
    `  All of the table, counted by ${engine}`,
    `    ${count(bags, "bag")}, ${thousands(positive)} of them positive; ${count(instances, "instance")}, at most ${thousands(largest)} in a bag`,
    ...textTable(["column", "missing", "min", "max", "mean"], rows).map((line) => `  ${line}`),
    ...(more > 0 ? [`    and ${count(more, "more column")} of numbers; --json lists them`] : []),
    "",
  ];
}
