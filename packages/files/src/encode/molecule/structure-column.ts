import type { Grid } from "../../table/table.js";
import { firstCells } from "../first-cells.js";
import { isMolfile, looksLikeSmiles, smilesPart } from "./smiles-text.js";

/** A column that is called so holds molecules if this share of its cells can be SMILES. */
const NAME = /smiles/i;
const MOST_BROKEN = 0.2;
/** Under another name all must be, with this many characters on average, and most with rings or branches. */
const LONG = 8;

/** A column of molecules, and how they are written. */
export interface StructureColumn {
  readonly name: string;
  readonly written: "molfile" | "smiles";
}

/** The first column that can hardly hold anything but molecules. */
export function structureColumn(grid: Grid): StructureColumn | undefined {
  const columns = grid.columns.map((name, column) => ({ name, texts: firstTexts(grid, column) }));
  const molfiles = columns.find(({ texts }) => texts?.some(isMolfile));
  if (molfiles !== undefined) return { name: molfiles.name, written: "molfile" };
  const smiles =
    columns.find(({ name, texts }) => NAME.test(name) && texts !== undefined && areSmiles(texts, MOST_BROKEN)) ??
    columns.find(({ texts }) => texts !== undefined && areSmiles(texts, 0) && areTelling(texts));
  return smiles && { name: smiles.name, written: "smiles" };
}

/** The first texts of a column, without blanks; undefined if it has other values. */
function firstTexts(grid: Grid, column: number): string[] | undefined {
  const texts: string[] = [];
  for (const cell of firstCells(grid, column)) {
    if (cell === null || cell === undefined || cell === "") continue;
    if (typeof cell !== "string") return undefined;
    texts.push(cell);
  }
  return texts.length === 0 ? undefined : texts;
}

function areSmiles(texts: readonly string[], mostBroken: number): boolean {
  const broken = texts.filter((text) => !looksLikeSmiles(smilesPart(text))).length;
  return broken <= mostBroken * texts.length;
}

/** Whether most have a branch, a double bond or an aromatic ring, as no word has. */
function areTelling(texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length >= LONG * texts.length && 2 * texts.filter((text) => /[(=#]|[cn]\d/.test(text)).length >= texts.length;
}
