import type { Times } from "../table-reader.js";

/**
 * What to call a window by the times of its first and last row: `t 30 to 89`, `2024-03-01 10:00 to 10:30`,
 * or `rows 31 to 90` where rows are counted, from 1. One time stands alone: `t 30`.
 */
export function windowName(
  first: number,
  last: number,
  { time, unit }: { time: string | null; unit: Times["unit"] },
): string {
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
