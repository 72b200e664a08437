import { smilesPart } from "../encode/molecule/smiles-text.js";
import type { OpenTable, TableDefaults, TableRow } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { noInstances } from "./rows/messages.js";
import { isBagName } from "./rows/roles.js";
import { nameColumns } from "./table/unique-names.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** The columns of a file without a line of names. */
const SMILES = "smiles";
const MOLECULE = "molecule";

/** A column with one of these names says which molecule it is, besides the usual names of bags. */
const NAME = /^(?:name|title)$/i;

/** What reads a column as molecules; undefined if a model knows how. */
export function moleculeDefaults(
  { recipe }: ReadOptions,
  columns: readonly string[],
  structures: string,
): TableDefaults | undefined {
  if (recipe !== undefined) return undefined;
  const usual = columns.some((name) => name !== structures && isBagName(name));
  const bag = usual ? undefined : columns.find((name) => NAME.test(name));
  return { smiles: structures, ...(bag !== undefined && { bag }) };
}

/**
 * Molecules as rows, one per line: a SMILES, a blank or tab, and a name. Further columns are separated by tabs,
 * or by blanks if the first line names them. Blank lines and lines that start with # are left out.
 * Lines with the same name are one molecule.
 */
export async function smiTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const held: { readonly fields: readonly string[]; readonly number: number }[] = [];
  let named: readonly string[] | undefined;
  for await (const { text, line } of lines(source)) {
    options.signal?.throwIfAborted();
    if (text.trim() === "" || text.startsWith("#")) continue;
    if (named === undefined && held.length === 0 && /^"?smiles"?$/i.test(smilesPart(text))) named = columnsIn(text);
    else held.push({ fields: named === undefined ? fieldsOf(text) : columnsIn(text), number: line });
  }
  if (held.length === 0) throw noInstances({ file: source.name }, "Give a file with a SMILES on each line.");
  const width = held.reduce((most, { fields }) => Math.max(most, fields.length), named?.length ?? 1);
  const columns = namesOf(named, width);
  const bag = columns.indexOf(MOLECULE);
  const rows = held.map(({ fields, number }): TableRow => {
    const cells = columns.map((_, k) => fields[k] ?? null);
    // A molecule without a name among others that have one.
    if (named === undefined && bag !== -1 && (cells[bag] ?? "") === "") cells[bag] = `line ${number}`;
    return { cells, number };
  });
  return { columns, rowNoun: "line", rows, given: moleculeDefaults(options, columns, columns[0]) };
}

/** A SMILES, and the rest as a name, which may have blanks; or all that tabs separate. */
function fieldsOf(text: string): string[] {
  if (text.includes("\t")) return columnsIn(text);
  const smiles = smilesPart(text);
  const name = text.trim().slice(smiles.length).trim();
  return name === "" ? [smiles] : [smiles, name];
}

function columnsIn(text: string): string[] {
  const fields = text.includes("\t") ? text.split("\t") : text.trim().split(/\s+/);
  return fields.map((field) => field.trim());
}

function namesOf(named: readonly string[] | undefined, width: number): string[] {
  const given = named ?? (width > 1 ? [SMILES, MOLECULE] : [SMILES]);
  const all = Array.from({ length: width }, (_, k) => given[k] ?? "");
  return nameColumns(all).names;
}
