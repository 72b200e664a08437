import type { DecimalSign } from "@bagwise/core/bags";
import type { Cell, TableRow } from "../../table/table.js";
import { parseNumber } from "../table/notation.js";
import { isMissingCell } from "../table/understand.js";

/** Names of columns that hold names. */
const TELLING = /(?:^|[\W_\d])(?:ids?|names?|keys?|codes?|no|nr|number|uuid|samples?|cases?)\W?$/i;
const TELLING_END = /[a-z](?:Ids?|ID|Names?|Key|Code|No|Nr)$/;
/** Longer texts are to be read, and no names. */
const LONGEST = 100;
/** Where most rows have a name of their own, they are bags of one instance. */
const REPEATED = 0.9;
/** Fewer different values than this are no names. */
const FEW = 5;
const NOTHING: ReadonlySet<string> = new Set();

/**
 * The column that most likely names the bags, judged by some rows: every row has a value, values
 * repeat, preferably in rows that stand together, and they are words, or the column is called like
 * a name. Undefined if no column is like that.
 */
export function bagCandidate(
  columns: readonly string[],
  rows: readonly TableRow[],
  { left, decimal }: { left: ReadonlySet<string | undefined>; decimal: DecimalSign },
): string | undefined {
  let best: string | undefined;
  let most = 0;
  columns.forEach((name, column) => {
    if (left.has(name)) return;
    const points = likeness(
      name,
      rows.map(({ cells }) => cells[column]),
      decimal,
    );
    if (points > most) {
      best = name;
      most = points;
    }
  });
  return best;
}

/** How much a column is like one of names; 0 if it cannot be. */
function likeness(name: string, cells: readonly Cell[], decimal: DecimalSign): number {
  const seen = new Set<string>();
  let runs = 0;
  let numbers = 0;
  let before: string | undefined;
  for (const cell of cells) {
    if (isMissingCell(cell, NOTHING) || (typeof cell === "object" && cell !== null)) return 0;
    const text = String(cell).trim();
    if (text.length > LONGEST) return 0;
    const number = typeof cell === "string" ? parseNumber(text, decimal) : Number(cell);
    if (number !== undefined) {
      if (!Number.isInteger(number)) return 0;
      numbers++;
    }
    if (text !== before) runs++;
    before = text;
    seen.add(text);
  }
  const share = seen.size / cells.length;
  const telling = TELLING.test(name) || TELLING_END.test(name) ? 2 : 0;
  const words = numbers === 0 ? 1 : 0;
  if (seen.size < 2) return 0;
  // Rows with a name each: bags of one instance, if the column says so.
  if (share > REPEATED) return telling > 0 ? telling + words - 1 : words / 2;
  const together = runs <= 1.05 * seen.size ? 2 : 0;
  // A few words that come again and again are a category, or labels.
  if (telling === 0 && (seen.size < FEW || (together === 0 && share < 0.05))) return 0;
  if (telling === 0 && together === 0 && words === 0) return 0;
  return 1 + telling + words + together + share;
}
