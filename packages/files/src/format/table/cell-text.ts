import type { Cell } from "../../table/table.js";

/** A date as short as it can be: a day without a time is `2024-02-29`. */
export function dateText(date: Date): string {
  return date.toISOString().replace(/T00:00:00\.000Z$/, "");
}

/** What a cell with one value says, without blanks around it; undefined for lists, objects and missing cells. */
export function wordOf(cell: Cell): string | undefined {
  if (typeof cell === "string") return cell.trim();
  if (cell instanceof Date) return dateText(cell);
  return cell === null || typeof cell === "object" || cell === undefined ? undefined : String(cell);
}
