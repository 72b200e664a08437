/** A date as short as it can be: a day without a time is `2024-02-29`. */
export function dateText(date: Date): string {
  return date.toISOString().replace(/T00:00:00\.000Z$/, "");
}
