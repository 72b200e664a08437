import { stat } from "node:fs/promises";
import { count, InputError } from "../base/errors.js";
import { type AuditCode, auditCodeText, parseAuditCode } from "../evaluation/audit/audit-code.js";
import type { AuditDesign } from "../evaluation/audit/design.js";
import { AUDIT_COLUMN, safeCell } from "../format/csv/safe-cell.js";
import { csvTable } from "../format/csv/table.js";
import { collectText } from "../format/text/source.js";
import { textPieces } from "../format/text/text-pieces.js";
import { csvField } from "../format/to-csv.js";
import { fileSource } from "./file-source.js";
import { located } from "./working-folder.js";
import { writeAtomically } from "./write-atomically.js";

/**
 * Writes the file for the reviewer: bag, a blank label, and the code. No score and no stratum: a
 * reviewer who knows what the model thinks agrees with it too often. A bag whose name looks like a
 * formula gets an apostrophe, because the file is made for spreadsheets.
 */
export async function writeAuditFile(path: string, { bags }: AuditDesign, code: AuditCode): Promise<void> {
  await writeAtomically(path, textPieces(rows(bags, auditCodeText(code))));
}

function* rows(bags: AuditDesign["bags"], code: string): Generator<string> {
  // Excel recognises UTF-8 only by this mark.
  const mark = bags.some(({ bag }) => /[^ -~]/.test(bag)) ? "\ufeff" : "";
  yield `${mark}bag,label,${AUDIT_COLUMN}\n`;
  for (const { bag } of bags) yield `${csvField(safeCell(bag))},,${code}\n`;
}

/** The code in a file of answers. Throws an InputError if there is none, or more than one. */
export async function readAuditCode(path: string, delimiter: string | undefined): Promise<AuditCode> {
  const { header, lines } = await readTable(path, delimiter);
  const at = header.indexOf(AUDIT_COLUMN);
  const found = new Set(lines.map((fields) => (fields[at] ?? "").trim()).filter((field) => field !== ""));
  const [text, ...others] = found;
  if (text === undefined)
    fail(path, `the column ${AUDIT_COLUMN} is missing or empty, so it is not known what was drawn`);
  if (others.length > 0) fail(path, `the column ${AUDIT_COLUMN} has the codes of ${found.size} audits`);
  const code = parseAuditCode(text);
  if (code === null) fail(path, `the column ${AUDIT_COLUMN} does not hold the code of an audit`);
  return code;
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
  const lost = (what: string): never => {
    throw new InputError({
      code: "overwrite",
      message: `the file ${what}`,
      remedy: "Choose another name for --out, or move that file away.",
      where: { file: path },
    });
  };
  // What cannot be read, such as a spreadsheet, may hold answers as well.
  const { header, lines } = await readTable(path).catch((): Table => ({ header: [], lines: [] }));
  if (!header.includes(AUDIT_COLUMN)) lost("exists and is not an audit by bagwise; it would be lost");
  const own = ["bag", AUDIT_COLUMN];
  const filled = lines.filter((fields) => fields.some((field, k) => field.trim() !== "" && !own.includes(header[k])));
  if (filled.length > 0) lost(`has ${count(filled.length, "answer")}, which would be lost`);
}

interface Table {
  readonly header: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

async function readTable(path: string, delimiter?: string): Promise<Table> {
  const text = await collectText(await fileSource(path));
  const [header = [], ...lines] = csvTable(text, { file: path, delimiter }).map(({ fields }) => fields);
  return { header: header.map((name) => name.trim()), lines };
}

function fail(file: string, message: string): never {
  throw new InputError({
    code: "audit-code",
    message,
    remedy: "Give the file that `bagwise audit --out` wrote, with your answers and all its columns.",
    where: { file },
  });
}
