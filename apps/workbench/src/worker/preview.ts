import { SparseRow, summarise } from "@bagwise/core/bags";
import { openInput, type ReadOptions, type Survey } from "@bagwise/files";
import type { Cell } from "@bagwise/files/table";
import { isFolder } from "./reading.js";
import { troubleOf } from "./trouble.js";
import type { GivenFile, Preview, Reading } from "./types.js";

const ROWS = 6;
const LONGEST = 160;

/** The columns and first rows of a file, as they stand there; null for a format without named columns. */
export async function firstRows(file: GivenFile): Promise<Preview["table"]> {
  const { blob, name, reading } = file;
  if (isFolder(file)) return null;
  try {
    const { source, format } = await openInput(blob, { ...(reading as ReadOptions), name });
    if (format.table === undefined) return null;
    const table = await format.table(source, { ...(reading as ReadOptions), name }, () => undefined);
    const rows: string[][] = [];
    if ("rows" in table) {
      for await (const { cells } of table.rows) {
        rows.push(cells.map(cellText));
        if (rows.length === ROWS) break;
      }
    } else
      for (let i = 0; i < Math.min(ROWS, table.length); i++)
        rows.push(table.columns.map((_, j) => cellText(table.cell(i, j))));
    return { columns: table.columns, rows };
  } catch {
    // The survey says what is wrong.
    return null;
  }
}

/** A survey as plain data. */
export function previewOf(survey: Survey, table: Preview["table"]): Preview {
  const { bags, columns, problems, rowNoun, notes, error, suggested } = survey;
  return {
    table,
    columns,
    problems,
    rowNoun,
    notes,
    trouble: error === undefined ? null : troubleOf(error),
    suggested: suggested === undefined ? null : (suggested as Reading),
    summary: bags === undefined ? null : summarise(bags),
    encoder: bags?.recipe?.encoders?.[0]?.type ?? null,
    encoded: encodedColumns(bags?.recipe?.encoders?.[0]),
  };
}

/** The columns that an encoder reads, under the name of its option. */
function encodedColumns(encoder: object | undefined): string[] {
  const named = Object.entries(encoder ?? {}).filter(([name]) => ["text", "smiles", "photo"].includes(name));
  return named.flatMap(([, value]) =>
    typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : [],
  );
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  const text =
    cell instanceof SparseRow || (typeof cell === "object" && !(cell instanceof Date))
      ? JSON.stringify(cell)
      : cell instanceof Date
        ? cell.toISOString()
        : String(cell);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
