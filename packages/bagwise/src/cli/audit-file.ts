import { stat } from "node:fs/promises";
import Papa from "papaparse";
import type { BagSet } from "../bags/bag-set.js";
import { contentHash } from "../bags/content-hash.js";
import { count, InputError } from "../base/errors.js";
import { hex, sha256 } from "../base/sha256.js";
import type { AuditDesign } from "../evaluation/audit/design.js";
import { collectText } from "../format/text/source.js";
import { textPieces } from "../format/text/text-pieces.js";
import { csvField } from "../format/to-csv.js";
import { Model } from "../model/model.js";
import { encodeModel } from "../model/model-file.js";
import { fileSource } from "../node/file-source.js";
import { located } from "../node/working-folder.js";
import { writeAtomically } from "../node/write-atomically.js";

/** The column that remembers what was drawn. */
const COLUMN = "audit";

/** The beginnings of the hashes of the bags, and of what the scores of the model are made of. */
export interface AuditSources {
  readonly file: string;
  readonly model: string;
}

/**
 * What names an audit: with it the same bags are drawn again, also when the model has got another
 * threshold or calibration since.
 */
export interface AuditCode extends AuditSources {
  readonly n: number;
  readonly seed: number;
  /** That of the model when the bags were drawn. */
  readonly threshold: number;
  /**
   * From the highest scores to the lowest. They were chosen by probabilities, which a calibration
   * changes.
   */
  readonly strata: readonly { readonly size: number; readonly drawn: number }[];
}

/** What an audit of these bags by this model depends on. */
export async function auditSources(bags: BagSet, model: Model): Promise<AuditSources> {
  const { threshold: _, ...card } = model.card;
  const { scaling, scorer } = model.parts();
  const bytes = encodeModel(new Model({ scaling, scorer, card: { ...card, calibration: null } }), { form: "binary" });
  return { file: (await contentHash(bags)).slice(0, 8), model: hex(await sha256(Uint8Array.from(bytes))).slice(0, 8) };
}

/**
 * `n30-s1-t0-f12ab34cd-m56ef78ab-d7of28_23of242`: letters first, so that no spreadsheet takes it
 * for a number or a date.
 */
export function codeText({ n, seed, threshold, file, model, strata }: AuditCode): string {
  const drawn = strata.map((stratum) => `${stratum.drawn}of${stratum.size}`).join("_");
  return `n${n}-s${seed}-t${threshold}-f${file}-m${model}-d${drawn}`;
}

const CODE =
  /^n(\d{1,15})-s(-?\d{1,10})-t(-?\d[\d.e+-]*)-f([0-9a-f]{8})-m([0-9a-f]{8})-d(\d{1,15}of\d{1,15}(?:_\d{1,15}of\d{1,15})*)$/;

function parseCode(text: string): AuditCode | null {
  const parts = CODE.exec(text);
  if (parts === null) return null;
  const [, n, seed, threshold, file, model, drawn] = parts;
  const strata = drawn.split("_").map((stratum) => {
    const [few, size] = stratum.split("of").map(Number);
    return { size, drawn: few };
  });
  const code = { n: Number(n), seed: Number(seed), threshold: Number(threshold), file, model, strata };
  return Number.isFinite(code.threshold) && strata.every(({ size, drawn: few }) => few <= size) ? code : null;
}

/**
 * Writes the file for the reviewer: bag, a blank label, and the code. No score and no stratum:
 * whoever knows what the model thinks finds it right too often.
 */
export async function writeAuditFile(path: string, { bags }: AuditDesign, code: AuditCode): Promise<void> {
  await writeAtomically(path, textPieces(rows(bags, codeText(code))));
}

function* rows(bags: AuditDesign["bags"], code: string): Generator<string> {
  // Excel takes a file for UTF-8 by this mark alone.
  const mark = bags.some(({ bag }) => /[^ -~]/.test(bag)) ? "\ufeff" : "";
  yield `${mark}bag,label,${COLUMN}\n`;
  for (const { bag } of bags) yield `${csvField(bag)},,${code}\n`;
}

/** The code in a file of answers; an InputError when there is none, or more than one. */
export async function readAuditCode(path: string, delimiter: string | undefined): Promise<AuditCode> {
  const { header, lines } = await readTable(path, delimiter);
  const at = header.indexOf(COLUMN);
  const found = new Set(lines.map((fields) => (fields[at] ?? "").trim()).filter((field) => field !== ""));
  const [text, ...others] = found;
  if (text === undefined) fail(path, `the column ${COLUMN} is missing or empty, so nobody can tell what was drawn`);
  if (others.length > 0) fail(path, `the column ${COLUMN} has the codes of ${found.size} audits`);
  const code = parseCode(text);
  if (code === null) fail(path, `the column ${COLUMN} has no code of an audit`);
  return code;
}

/**
 * Throws an InputError when there is a file at this path, unless it is an audit that nobody has
 * written into yet: answers are an afternoon's work, and no program can make them again.
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
  if (!header.includes(COLUMN)) lost("exists and is no audit of bagwise, and would be lost");
  const own = ["bag", COLUMN];
  const filled = lines.filter((fields) => fields.some((field, k) => field.trim() !== "" && !own.includes(header[k])));
  if (filled.length > 0) lost(`has ${count(filled.length, "answer")}, which would be lost`);
}

interface Table {
  readonly header: readonly string[];
  readonly lines: readonly string[][];
}

async function readTable(path: string, delimiter?: string): Promise<Table> {
  const text = await collectText(await fileSource(path));
  const { data } = Papa.parse<string[]>(text, delimiter === undefined ? {} : { delimiter });
  const [header = [], ...lines] = data;
  return { header: header.map((name) => name.trim()), lines };
}

/**
 * Throws an InputError that says what differs between the audit that was drawn and the files given
 * now.
 */
export function checkSameAudit(
  drawn: AuditCode,
  now: AuditSources & { readonly n: number; readonly seed: number; readonly unlabeled: number },
  { model, file }: { model: string; file: string },
): void {
  const differs = (what: string, remedy: string): never => {
    throw new InputError({ code: "audit-mismatch", message: `the audit was drawn ${what}`, remedy });
  };
  if (drawn.file !== now.file)
    differs(
      `from other bags than those of ${file}`,
      "Give the file that it was drawn from, unchanged and read with the same flags.",
    );
  if (drawn.model !== now.model)
    differs(
      `by another model than ${model}`,
      "Give the model that it was drawn with; another threshold or calibration does no harm.",
    );
  const size = drawn.strata.reduce((sum, stratum) => sum + stratum.size, 0);
  if (size !== now.unlabeled)
    differs(`from ${count(size, "unlabeled bag")}, not ${now.unlabeled}`, "Give the column audit as it was drawn.");
  if (drawn.n !== now.n) differs(`with -n ${drawn.n}, not ${now.n}`, "Leave out -n; the file of answers knows it.");
  if (drawn.seed !== now.seed)
    differs(`with --seed ${drawn.seed}, not ${now.seed}`, "Leave out --seed; the file of answers knows it.");
}

function fail(file: string, message: string): never {
  throw new InputError({
    code: "audit-code",
    message,
    remedy: "Give the file that `bagwise audit --out` wrote, with answers filled in and its columns kept.",
    where: { file },
  });
}
