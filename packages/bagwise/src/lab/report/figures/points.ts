import { comparedCells } from "../../paper/differences.js";
import type { Cell, Spread } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import type { Point, Spot } from "./line-panels.js";

/**
 * A measure of cells as points. The band is the standard error of the mean over trials, or the
 * standard deviation.
 */
export function pointsOf(
  cells: readonly Cell[],
  measure: (cell: Cell) => Spread | null,
  { x = ({ prior }) => prior, band = "error" }: { x?: (cell: Cell) => number; band?: "error" | "deviation" } = {},
): Point[] {
  return cells.flatMap((cell) => {
    const spread = measure(cell);
    if (spread === null) return [];
    const { mean, sd } = spread;
    const half = band === "error" ? sd / Math.sqrt(cell.trials) : sd;
    const { dataset, protocol, method } = cell;
    return [{ dataset, protocol, method, x: x(cell), y: mean, low: mean - half, high: mean + half }];
  });
}

/**
 * The printed values, each once: variants of a method share a column of the paper, and the first
 * one shows it.
 */
export function printedSpots(ink: Ink, cells: readonly Cell[]): Spot[] {
  const compared = comparedCells(cells);
  const columns = new Map<string, string>();
  for (const { name, column } of ink.looks) {
    if (!columns.has(column) && compared.some(({ method }) => method === name)) columns.set(column, name);
  }
  const shown = new Set(columns.values());
  return compared.flatMap(({ dataset, protocol, method, prior, printed }) =>
    printed === undefined || !shown.has(method) ? [] : [{ dataset, protocol, method, x: prior, y: printed.mean }],
  );
}

/** One spot for each setting of the cells, for a grey line. */
export function referenceSpots(
  cells: readonly Cell[],
  y: (cell: Cell) => number,
  x: (cell: Cell) => number = ({ prior }) => prior,
): Spot[] {
  const seen = new Map<string, Spot>();
  for (const cell of cells) {
    const { dataset, protocol, method } = cell;
    const key = JSON.stringify([dataset, protocol, x(cell)]);
    if (!seen.has(key)) seen.set(key, { dataset, protocol, method, x: x(cell), y: y(cell) });
  }
  return [...seen.values()];
}
