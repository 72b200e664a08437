import type { Cell } from "../../table/table.js";

/** A cell as text, to compare it with another one. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell).trim();
}
