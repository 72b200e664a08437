import type { DateOrder } from "@bagwise/core/bags";

const TIME = "(?:[T ]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:\\s*[AaPp][Mm])?(?:\\s*(?:Z|[+-]\\d{2}:?\\d{2}))?)?";
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`);

const DAY = 86_400_000;

/** A day as numbers. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Days since 1 January 1970. */
  readonly days: number;
}

/** Whether a trimmed text looks like a date, with or without a time. */
export function looksLikeDate(text: string): boolean {
  return dateOf(text, "ymd") !== undefined || dateOf(text, "dmy") !== undefined || dateOf(text, "mdy") !== undefined;
}

/**
 * The order of year, month and day in which all these texts are dates. If several fit, the first of
 * `likelyOrders`. Undefined if no order fits all.
 */
export function dateOrder(texts: readonly string[]): DateOrder | undefined {
  return likelyOrders(texts).find((order) => texts.every((text) => dateOf(text, order) !== undefined));
}

/**
 * The orders in which these texts may be dates, the likeliest first: day before month with points
 * (`03.04.2024`), month before day with slashes, as most programs write them.
 */
export function likelyOrders(texts: readonly string[]): readonly DateOrder[] {
  return texts.some((text) => /^\d{1,2}\./.test(text)) ? ["ymd", "dmy", "mdy"] : ["ymd", "mdy", "dmy"];
}

/** The day that a trimmed text or a Date means; undefined if it is none. Times are left out. */
export function dateOf(value: string | Date, order: DateOrder): DateParts | undefined {
  if (value instanceof Date) return partsOf(value.getUTCFullYear(), value.getUTCMonth() + 1, value.getUTCDate());
  const first = YEAR_FIRST.exec(value);
  if (first !== null)
    return order === "ymd" ? partsOf(Number(first[1]), Number(first[3]), Number(first[4])) : undefined;
  const last = order === "ymd" ? null : YEAR_LAST.exec(value);
  if (last === null) return undefined;
  const [a, b] = [Number(last[1]), Number(last[3])];
  const year = last[4].length === 2 ? 2000 + Number(last[4]) - (Number(last[4]) > 68 ? 100 : 0) : Number(last[4]);
  return order === "dmy" ? partsOf(year, b, a) : partsOf(year, a, b);
}

function partsOf(year: number, month: number, day: number): DateParts | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // The 31st of a shorter month would become the first of the next one.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { year, month, weekday: ((date.getUTCDay() + 6) % 7) + 1, days: Math.round(date.getTime() / DAY) };
}

const CLOCK =
  /[T ]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:\s*([AaPp])[Mm])?(?:\s*(?:(Z)|([+-])(\d{2}):?(\d{2})))?$/;

/**
 * The seconds since 1970 that a trimmed text or a Date means; undefined if it is no date, or its time is
 * none. Without a zone the time is UTC; without a time it is midnight.
 */
export function secondsOf(value: string | Date, order: DateOrder): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime() / 1000;
  const day = dateOf(value, order);
  if (day === undefined) return undefined;
  const midnight = (day.days * DAY) / 1000;
  const clock = CLOCK.exec(value);
  if (clock === null) return midnight;
  const [, hours, minutes, seconds = "0", half, , sign, zoneHours = "0", zoneMinutes = "0"] = clock;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) >= 61) return undefined;
  const zone = (sign === "-" ? -60 : 60) * (60 * Number(zoneHours) + Number(zoneMinutes));
  return midnight + 3600 * hour + 60 * Number(minutes) + Number(seconds) - zone;
}
