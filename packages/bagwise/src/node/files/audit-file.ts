import { stat } from "node:fs/promises";
import { type AuditCode, type AuditDesign, auditCodeText, parseAuditCode } from "@bagwise/core/audit";
import type { Answer } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
import { fileSource, located } from "@bagwise/engines/disk";
import { AUDIT_COLUMN, safeCell } from "@bagwise/files/lists";
import { type OutputTable, readTexts, uniqueNames } from "@bagwise/files/table";
import { readSession } from "./review-file.js";
import { writeTableFile } from "./write-table-file.js";

/** The columns of an audit file before those that are shown to the reviewer. */
const COLUMNS = ["bag", "label"];

/** A column of the audit that shows each of its bags. */
export interface AuditText {
  readonly name: string;
  readonly texts: readonly string[];
}

/**
 * The table for the reviewer: bag, a blank label, what the file shows of the bag, and the code. No
 * score and no stratum: a reviewer who knows what the model thinks agrees with it too often.
 */
export function auditTable({ bags }: AuditDesign, code: AuditCode, shown: readonly AuditText[]): OutputTable {
  const columns = uniqueNames([...COLUMNS, AUDIT_COLUMN, ...shown.map(({ name }) => name)]);
  const [audit, ...names] = columns.slice(COLUMNS.length);
  const text = auditCodeText(code);
  const rows = bags.map(({ bag }, k) => [bag, null, ...shown.map(({ texts }) => texts[k] || null), text]);
  return { columns: [...COLUMNS, ...names, audit], rows };
}

/**
 * Writes a list for people to a file, in the format that its name ends like: an audit, bags to look at, or a round
 * of a review. Text that looks like a formula gets an apostrophe in every format, because such files are made for
 * spreadsheets, which save them as another one. CSV in other than plain letters begins with the mark by which alone
 * Excel recognises UTF-8.
 */
export async function writeListFile(path: string, table: OutputTable): Promise<void> {
  const columns = table.columns.map(safeCell);
  const rows = Array.from(table.rows, (row) => row.map((cell) => (typeof cell === "string" ? safeCell(cell) : cell)));
  const plain = [columns, ...rows].every((row) => row.every((cell) => !/[^ -~]/.test(String(cell ?? ""))));
  await writeTableFile(path, { columns, rows }, { mark: !plain });
}

/** The code in a file of answers. Throws an InputError if there is none, or more than one. */
export async function readAuditCode(path: string, delimiter: string | undefined): Promise<AuditCode> {
  const { columns, rows } = await readTexts(await fileSource(path), { delimiter });
  const at = columns.indexOf(AUDIT_COLUMN);
  const found = new Set(rows.map(({ fields }) => (fields[at] ?? "").trim()).filter((field) => field !== ""));
  const [text, ...others] = found;
  if (text === undefined)
    fail(path, `the column ${AUDIT_COLUMN} is missing or empty, so it is not known what was drawn`);
  if (others.length > 0) fail(path, `the column ${AUDIT_COLUMN} has the codes of ${found.size} audits`);
  const code = parseAuditCode(text);
  if (code === null) fail(path, `the column ${AUDIT_COLUMN} does not hold the code of an audit`);
  return code;
}

/** The audit in the session of a review. Throws an InputError if there is none, or nothing was answered. */
export async function readSessionAudit(path: string): Promise<{ code: AuditCode; answers: Answer[] }> {
  const session = await readSession(path);
  if (session === undefined)
    throw new InputError({
      code: "no-such-file",
      message: "there is no such file",
      remedy: "Check the name.",
      where: { file: path },
    });
  const code = session.audit === undefined ? null : parseAuditCode(session.audit.code);
  if (session.audit === undefined || code === null)
    throw new InputError({
      code: "audit-code",
      message: "the review has no audit",
      remedy: "Begin one in the workbench, under How many are left. Or draw one with --out audit.csv.",
      where: { file: path },
    });
  const { answers } = session.audit;
  if (answers.length === 0)
    throw new InputError({
      code: "audit-empty",
      message: "no bag of the audit is reviewed",
      remedy: "Answer some of its bags in the workbench, and download the session again.",
      where: { file: path },
    });
  return { code, answers: answers.map(({ bag, positive }) => ({ bag, label: positive ? "positive" : "negative" })) };
}

/**
 * Throws an InputError if there is a file at this path, unless it is an audit without answers:
 * answers are an afternoon's work, and no program can restore them.
 */
export async function refuseLostAnswers(path: string): Promise<void> {
  const size = await stat(located(path)).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  if (size === 0) return;
  const lost: (what: string) => never = (what) => {
    throw new InputError({
      code: "exists",
      message: `the file ${what}, which would be lost`,
      remedy: "Choose another name for --out, or move that file away. Or add --force to replace it.",
      where: { file: path },
    });
  };
  // What cannot be read may hold answers as well.
  const table = await readTexts(await fileSource(path)).catch(() => undefined);
  if (table === undefined || !table.columns.includes(AUDIT_COLUMN)) lost("exists and is not an audit by bagwise");
  const label = table.columns.indexOf("label");
  // What we show stands before the code; what comes after it was written by the reviewer.
  const after = table.columns.indexOf(AUDIT_COLUMN) + 1;
  const isFilled = (fields: readonly string[]) =>
    [fields[label], ...fields.slice(after)].some((field) => field?.trim());
  const filled = table.rows.filter(({ fields }) => isFilled(fields)).length;
  if (label < 0 || filled > 0) lost(`has ${count(filled, "answer")}`);
}

function fail(file: string, message: string): never {
  throw new InputError({
    code: "audit-code",
    message,
    remedy: "Give the file that `bagwise audit --out` wrote, with your answers and all its columns.",
    where: { file },
  });
}
