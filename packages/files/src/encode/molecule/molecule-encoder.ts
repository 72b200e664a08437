import { count, InputError, quote, readOptions } from "@bagwise/core/base";
import type { Cell, Grid } from "../../table/table.js";
import { columnsOf, freeName } from "../column-names.js";
import type { EncodeContext, Encoder, FittedEncoder } from "../encoder.js";
import type { Invalid } from "../invalid.js";
import { MOST_ATOMS } from "./conformers/conformers.js";
import type { DescribedMolecule, MoleculeJob, MoleculeOutcome } from "./describe.js";
import { describeInTurn } from "./describe-in-turn.js";
import { MOLECULE_OPTIONS } from "./options.js";
import { fingerprintOf, type Parts, partsOf, termsOf } from "./parts.js";
import type { Flaw } from "./structure.js";
import { structureColumn } from "./structure-column.js";
import { USRCAT_NAMES } from "./usrcat.js";

/** What the encoder of molecules keeps. */
export interface FittedMolecules extends FittedEncoder, Parts {
  readonly type: "molecule";
  /** The column of molecules. */
  readonly smiles: string;
  readonly conformers: number;
  readonly invalid: Invalid;
}

/** The columns of the encoded table, besides the shape. */
const SMILES = "smiles";
const FINGERPRINT = "fingerprint bits";

/** Molecules of one job: always the same ones, so that the outcome does not depend on the threads. */
const JOB = 16;

/**
 * Molecules as bags of conformers. An instance is a conformer, described by its shape and by the parts
 * of the molecule, which are the same for all its conformers: the surroundings of its atoms, and for
 * each number of rings, donors and so on whether it has at least so many. A molfile with coordinates in
 * 3D is one conformer. Learns which surroundings at least two molecules share.
 */
export const moleculeEncoder: Encoder<FittedMolecules> = {
  async fit(grid, context) {
    const { smiles, conformers, invalid } = readOptions(MOLECULE_OPTIONS, {
      smiles: context.options.smiles,
      conformers: context.options.conformers,
      invalid: context.options.invalid,
    });
    const column = smiles ?? structureColumn(grid)?.name ?? SMILES;
    const [at] = columnsOf(grid, [column], "smiles", context.file);
    if (smiles === undefined)
      context.onNote?.({ code: "molecules-found", message: `read as molecules: ${column}`, columns: [column] });
    const { molecules, names } = await described(grid, at, { conformers, invalid }, context);
    return { type: "molecule", smiles: column, conformers, invalid, ...partsOf(molecules, names) };
  },
  async encode(fitted, grid, context) {
    // A file in another format may have its molecules in a column of another name.
    const column = grid.columns.includes(fitted.smiles) ? fitted.smiles : structureColumn(grid)?.name;
    const [at] = columnsOf(grid, [column ?? fitted.smiles], "smiles", context.file);
    const { conformers, invalid } = { ...fitted, ...(context.options.invalid && { invalid: context.options.invalid }) };
    const { molecules } = await described(grid, at, { conformers, invalid }, context);
    noteMolecules(molecules, grid, context);
    return encoded(fitted, grid, at, molecules);
  },
};

/** For each row its molecule; undefined if it was left out. */
type Molecules = readonly (DescribedMolecule | undefined)[];

interface Described {
  readonly molecules: Molecules;
  /** How people write each environment. */
  readonly names: ReadonlyMap<number, string>;
}

/** Fitting and encoding the same table describes its molecules once. */
const remembered = new WeakMap<Grid, { readonly key: string; readonly described: Promise<Described> }>();

async function described(
  grid: Grid,
  column: number,
  options: Pick<FittedMolecules, "conformers" | "invalid">,
  context: EncodeContext,
): Promise<Described> {
  const key = `${column} ${options.conformers} ${options.invalid}`;
  const before = remembered.get(grid);
  if (before?.key === key) return await before.described;
  const now = describeAll(grid, column, options, context);
  remembered.set(grid, { key, described: now });
  // What failed may work later: it was stopped, or a package was missing.
  now.catch(() => remembered.delete(grid));
  return await now;
}

async function describeAll(
  grid: Grid,
  column: number,
  { conformers, invalid }: Pick<FittedMolecules, "conformers" | "invalid">,
  context: EncodeContext,
): Promise<Described> {
  const texts = Array.from({ length: grid.length }, (_, row) => textOf(grid.cell(row, column)));
  const places = new Map<string, number>();
  for (const text of texts) if (!places.has(text)) places.set(text, places.size);
  const outcomes = await run(jobsOf([...places.keys()], conformers), context);
  const all = outcomes.flatMap(({ molecules }) => molecules);
  const names = new Map<number, string>();
  for (const outcome of outcomes) for (const [id, name] of outcome.names) if (!names.has(id)) names.set(id, name);
  const byRow = texts.map((text) => all[places.get(text) ?? 0]);
  return { molecules: readable(byRow, texts, { grid, column, invalid, context }), names };
}

function textOf(cell: Cell): string {
  return cell === null || cell === undefined || typeof cell === "object" ? "" : String(cell);
}

function jobsOf(texts: readonly string[], conformers: number): MoleculeJob[] {
  return Array.from({ length: Math.ceil(texts.length / JOB) }, (_, k) => ({
    texts: texts.slice(k * JOB, (k + 1) * JOB),
    conformers,
  }));
}

async function run(
  jobs: readonly MoleculeJob[],
  { tools, signal, onProgress }: EncodeContext,
): Promise<MoleculeOutcome[]> {
  let done = 0;
  const onDone = () => onProgress?.(++done, jobs.length);
  return await (tools.describeMolecules ?? describeInTurn)(jobs, { onDone, signal });
}

/** The molecules that can be read. Throws an InputError at the first other one, unless they are left out. */
function readable(
  byRow: readonly (DescribedMolecule | Flaw)[],
  texts: readonly string[],
  { grid, column, invalid, context }: { grid: Grid; column: number; invalid: Invalid; context: EncodeContext },
): Molecules {
  const flawed = byRow.flatMap((each, row) => ("flaw" in each ? [{ row, flaw: each.flaw }] : []));
  if (flawed.length > 0) {
    const [{ row, flaw }] = flawed;
    const text = texts[row].trim();
    const shown = text === "" ? "the molecule is missing" : `${quote(firstLine(text))} is no molecule: ${flaw}`;
    if (invalid === "error" || flawed.length === byRow.length)
      throw new InputError({
        code: "bad-molecule",
        message: flawed.length === byRow.length && flawed.length > 1 ? `no molecule can be read; ${shown}` : shown,
        remedy:
          flawed.length === byRow.length
            ? text.includes("\n")
              ? "Get the file again: it may be cut off."
              : "Name the column of molecules in the option smiles."
            : `Correct it, or set the option invalid to skip to leave out what cannot be read (${count(flawed.length, "molecule")}).`,
        where: grid.place(row, column),
      });
    context.onNote?.({
      code: "molecules-skipped",
      message: `${count(flawed.length, "molecule")} cannot be read and ${flawed.length === 1 ? "is" : "are"} left out (${placesOf(
        flawed.map((each) => each.row),
        grid,
      )}): ${shown}`,
    });
  }
  return byRow.map((each) => ("flaw" in each ? undefined : each));
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0].trim() || "the record";
}

/** `lines 3, 8 …`: the first rows by their numbers in the file. */
function placesOf(rows: readonly number[], grid: Grid): string {
  const first = rows.slice(0, 5).map((row) => grid.number(row));
  return `${grid.rowNoun}${rows.length > 1 ? "s" : ""} ${first.join(", ")}${rows.length > first.length ? " …" : ""}`;
}

/** The table with a row for each conformer. Without conformers, the fingerprint alone describes a molecule. */
function encoded(fitted: FittedMolecules, grid: Grid, raw: number, molecules: Molecules): Grid {
  const width = fitted.conformers === 0 ? 0 : USRCAT_NAMES.length;
  const rowOf: number[] = [];
  const conformerOf: number[] = [];
  molecules.forEach((molecule, row) => {
    if (molecule === undefined) return;
    const conformers = width === 0 ? 1 : molecule.shapes.length / width;
    for (let k = 0; k < conformers; k++) {
      rowOf.push(row);
      conformerOf.push(k);
    }
  });
  const fingerprint = fingerprintOf(fitted);
  const fingerprints = molecules.map((molecule) => molecule && fingerprint(molecule));
  const kept = grid.columns.flatMap((_, column) => (column === raw ? [] : [column]));
  const names = kept.map((column) => grid.columns[column]);
  const own = [SMILES, FINGERPRINT, ...USRCAT_NAMES.slice(0, width)].map((name) => freeName(name, names));
  const [smiles, block] = own;
  const terms = termsOf(fitted);
  const given = textsShown(grid, raw, molecules);
  const ownCell = (row: number, column: number): Cell => {
    if (column === 0) return given[rowOf[row]];
    if (column === 1) return fingerprints[rowOf[row]];
    return molecules[rowOf[row]]?.shapes[conformerOf[row] * width + column - 2];
  };
  return {
    ...grid,
    columns: [...names, ...own],
    length: rowOf.length,
    cell: (row, column) =>
      column < kept.length ? grid.cell(rowOf[row], kept[column]) : ownCell(row, column - kept.length),
    number: (row) => grid.number(rowOf[row]),
    place: (row, column) => grid.place(rowOf[row], column < kept.length ? kept[column] : raw),
    ...(width > 0 && { instanceNoun: "conformer" }),
    shown: [...(grid.shown ?? []), smiles],
    blocks: new Map([
      ...(grid.blocks ?? []),
      [block, { name: block, width: terms.length, similarity: "cosine", terms }],
    ]),
  };
}

/** The SMILES as the file has it; of a molfile, the one we made. */
function textsShown(grid: Grid, raw: number, molecules: Molecules): string[] {
  return molecules.map((molecule, row) => {
    const text = textOf(grid.cell(row, raw)).trim();
    return text.includes("\n") ? (molecule?.smiles ?? "") : text;
  });
}

function noteMolecules(molecules: Molecules, grid: Grid, { onNote }: EncodeContext): void {
  const rows = (of: (molecule: DescribedMolecule) => boolean) =>
    molecules.flatMap((molecule, row) => (molecule !== undefined && of(molecule) ? [row] : []));
  const salts = rows(({ stripped }) => stripped);
  if (salts.length > 0)
    onNote?.({
      code: "salts-stripped",
      message: `${count(salts.length, "molecule comes", "molecules come")} with a counter-ion or a solvent, which is left out (${placesOf(salts, grid)})`,
    });
  const flat = rows((molecule) => molecule.flat);
  if (flat.length > 0)
    onNote?.({
      code: "no-conformers",
      message: `${count(flat.length, "molecule has", "molecules have")} no conformer and ${flat.length === 1 ? "is" : "are"} described by the drawing instead (${placesOf(flat, grid)}): more than ${MOST_ATOMS} atoms, or stereo centres that contradict each other`,
    });
}
