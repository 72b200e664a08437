import type { OpenTable, TableRow } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { moleculeDefaults } from "./from-smi.js";
import { noInstances } from "./rows/messages.js";
import { type SdfRecord, sdfRecords } from "./sdf/records.js";
import { uniqueNames } from "./table/unique-names.js";
import type { Source } from "./text/source.js";

/** The columns besides the properties: the name of the molecule, and its molfile. */
const MOLECULE = "molecule";
const STRUCTURE = "structure";

/**
 * The records of an SDF file, or a molfile, as rows: a record is a conformer if it has coordinates in 3D, else a molecule
 * whose conformers are made. Records with the same title, or with none and the same atoms and bonds, are
 * one molecule. Properties are columns. Holds the file in memory.
 */
export async function sdfTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const records: SdfRecord[] = [];
  for await (const record of sdfRecords(source)) {
    options.signal?.throwIfAborted();
    records.push(record);
  }
  if (records.length === 0) throw noInstances({ file: source.name }, "Give a file with at least one molecule.");
  const properties = [...new Set(records.flatMap((record) => [...record.properties.keys()]))];
  const columns = uniqueNames([MOLECULE, STRUCTURE, ...properties]);
  const untitled = new Map<string, string>();
  const rows = records.map((record): TableRow => {
    const lineOf = (column: string) => {
      const name = properties[columns.indexOf(column) - 2];
      return record.properties.get(name ?? "")?.line ?? record.line;
    };
    return {
      cells: [
        record.title || nameOf(record, untitled),
        record.molfile,
        ...properties.map((name) => record.properties.get(name)?.text ?? null),
      ],
      number: record.line,
      place: (column) => ({ file: source.name, line: lineOf(column), field: column }),
    };
  });
  return { columns, rowNoun: "line", rows, sparse: true, given: moleculeDefaults(options, columns, columns[1]) };
}

/** A name for a record without a title: the same for records with the same atoms and bonds. */
function nameOf({ molfile }: SdfRecord, untitled: Map<string, string>): string {
  const key = connections(molfile);
  const known = untitled.get(key);
  if (known !== undefined) return known;
  const name = `molecule ${untitled.size + 1}`;
  untitled.set(key, name);
  return name;
}

/** The lines of a molfile without its head, and without coordinates. */
function connections(molfile: string): string {
  return molfile
    .split("\n")
    .slice(3)
    .map((line) => line.replace(/-?\d+\.\d+/g, "").trim())
    .join("\n");
}
