import { type Cell, columnCells, type Grid } from "../../table/table.js";

/** Numbers between brackets, as Python and JSON write them, and lists of such lists. */
const LIST = /^\[[\s\d.,eE+\-[\]naNul]*\]$/;

/**
 * The grid with lists where a column holds nothing but lists written as text: `[0.1, 0.2]`, also
 * without commas, as NumPy prints them, and `[[1, 2], [3, 4]]`. None of the columns named in `leave`.
 * Most columns are cleared by their first cell. The lists are held in memory.
 */
export function parseLists(grid: Grid, leave: ReadonlySet<string>): Grid {
  const parsed = grid.columns.map((name, column) => (leave.has(name) ? undefined : listsIn(grid, column)));
  if (parsed.every((lists) => lists === undefined)) return grid;
  return {
    ...grid,
    cell: (row, column) => (parsed[column] === undefined ? grid.cell(row, column) : parsed[column][row]),
  };
}

function listsIn(grid: Grid, column: number): Cell[] | undefined {
  const lists: Cell[] = [];
  let some = false;
  for (const cell of columnCells(grid, column)) {
    if (cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "")) lists.push(null);
    else {
      const list = typeof cell === "string" ? listOf(cell.trim()) : undefined;
      if (list === undefined) return undefined;
      some = true;
      lists.push(list);
    }
  }
  return some ? lists : undefined;
}

function listOf(text: string): Cell | undefined {
  if (!text.startsWith("[") || !LIST.test(text)) return undefined;
  const commas = text.includes(",") ? text : text.replace(/(?<=[^\s[])\s+(?=[^\s\]])/g, ",");
  try {
    // NumPy writes `1.` and nan.
    const value: unknown = JSON.parse(
      commas
        .replace(/\bnan\b/gi, "null")
        .replace(/\.(?=[\s,\]eE])/g, ".0")
        .replace(/(^|[\s,[])([+-]?)\./g, "$1$20."),
    );
    return Array.isArray(value) ? (value as Cell) : undefined;
  } catch {
    return undefined;
  }
}
