import { type BagSet, labelOf, labelReader, NOT_SAID, withLabelsApart } from "@bagwise/core/bags";
import { count, InputError, type Note, type Place, quote } from "@bagwise/core/base";
import { type Grid, gridOf } from "../../table/table.js";
import { safeCell } from "../csv/safe-cell.js";
import type { LabelsAsked, OpenFormat, ReadOptions } from "../format.js";
import { cellText, labelText } from "../rows/cell-values.js";
import { assignRoles, listNames } from "../rows/roles.js";
import type { Input, Source } from "../text/source.js";
import { labelTable } from "./plain-tables.js";

/** Labels by bag id, from a file of their own. */
interface ReadLabels {
  readonly file: string;
  /** 1, 0 or -1. */
  readonly codes: ReadonlyMap<string, number>;
}

/** Opens an input and recognises its format. */
type Open = (input: Input, options: ReadOptions) => Promise<{ source: Source; format: OpenFormat }>;

/**
 * Reads labels from a file of their own, whose format has nothing to do with that of the bags, and
 * gives them to bags.
 */
export async function labelsApart(input: Input, options: ReadOptions, open: Open): Promise<(bags: BagSet) => BagSet> {
  const labels = await openLabels(input, options, open);
  return (bags) => withLabelsOf(bags, labels, options);
}

/** Labels that were read once, for bags that come in parts. */
export interface LabelsForParts extends LabelsAsked {
  /** The ids of the bags that are positive. */
  readonly positive: readonly string[];
  /** All bags with their labels, as `labelsApart` gives them. */
  whole(bags: BagSet): BagSet;
  /** Some of the bags with their labels; it is no error, and no note, if none of them has one. */
  part(bags: BagSet): BagSet;
  /** To be called after the last part: notes what was found. Throws an InputError if no label was of one of the bags. */
  end(): void;
}

/** Reads labels from a file of their own for bags that come in parts. */
export async function labelsForParts(input: Input, options: ReadOptions, open: Open): Promise<LabelsForParts> {
  const labels = await openLabels(input, options, open);
  const { file, codes } = labels;
  const seen = { bags: 0, named: 0, ids: new Set<string>() };
  let last: BagSet | undefined;
  let told = false;
  const positive = [...codes].flatMap(([id, code]) => (code === 1 ? [id] : []));
  const ids = [...new Set([...positive, ...codes.keys()])];
  return {
    positive,
    ids,
    heard(found, asked, bags) {
      told = true;
      if (found.size === 0) throw unmatched(bags, file, ids, asked);
      return unknownNotes(
        ids.slice(0, asked).filter((id) => !found.has(id)),
        file,
      );
    },
    whole: (bags) => withLabelsOf(bags, labels, options),
    part(bags) {
      const found = codesOf(bags, codes);
      seen.bags += bags.size;
      seen.named += found.filter((code) => code !== undefined).length;
      for (const id of bags.ids().flatMap(written)) if (codes.has(id)) seen.ids.add(id);
      last = bags;
      return withCodes(bags, found, file);
    },
    end() {
      if (last === undefined) return;
      if (seen.named === 0 && !told) throw unmatched(last.ids(), file, ids);
      options.onNote?.(foundNote(seen.named, seen.bags, file));
      // Of a sample, the engine has told which ids are bags.
      if (!told)
        for (const note of unknownNotes(
          ids.filter((id) => !seen.ids.has(id)),
          file,
        ))
          options.onNote?.(note);
    },
  };
}

async function openLabels(input: Input, options: ReadOptions, open: Open): Promise<ReadLabels> {
  const plain = { ...options, format: undefined, name: undefined, delimiter: undefined, onProgress: undefined };
  const { source, format } = await open(input, plain);
  return await readLabels(source, format, plain);
}

/** How many ids to name in a message. */
const NAMED = 3;

/**
 * The labels in a file with a column of bag ids and one of labels. The columns are those you named for
 * the bags, if the file has them, else guessed by their names; of two columns the first is the bag.
 * Words mean what they mean among the bags. Throws an InputError if a bag has two labels.
 */
async function readLabels(source: Source, format: OpenFormat, options: ReadOptions): Promise<ReadLabels> {
  const file = source.name;
  const table = await labelTable(source, format, options);
  if (table === undefined)
    throw new InputError({
      code: "option",
      message: `labels cannot be read from ${format.name}`,
      remedy: "Give a table with a column of bag ids and one of labels, such as CSV.",
      where: { file },
    });
  const grid = await gridOf(table, file);
  const { bag, label } = columnsOf(grid, file, options);
  const codeOf = labelReader({ ...options, labels: undefined });
  const textOf = labelText(options);
  const codes = new Map<string, number>();
  for (let row = 0; row < grid.length; row++) {
    const id = cellText(grid.cell(row, bag), () => grid.place(row, bag)).trim();
    const where = (): Place => grid.place(row, label);
    const code = codeOf(textOf(grid.cell(row, label), where), where);
    if (id === "" && code === NOT_SAID) continue;
    if (id === "") throw blankId(grid.place(row, bag));
    const before = codes.get(id) ?? NOT_SAID;
    if (code === NOT_SAID) codes.set(id, before);
    else if (before === NOT_SAID || before === code) codes.set(id, code);
    else throw twoLabels(id, before, code, where());
  }
  return { file, codes };
}

function columnsOf({ columns }: Grid, file: string, options: ReadOptions): { bag: number; label: number } {
  const has = (name: string | undefined) => (name !== undefined && columns.includes(name) ? name : undefined);
  const wanted = { bag: has(options.bag) ?? has(options.recipe?.bag), label: has(options.label) };
  try {
    const { bag, label } = assignRoles(columns, wanted, file);
    const other = columns.length === 2 ? 1 - bag : undefined;
    const at = label ?? other;
    if (at !== undefined) return { bag, label: at };
  } catch (error) {
    const unnamed = error instanceof InputError && error.code === "no-bag-column";
    if (!unnamed) throw error;
    if (columns.length === 2) {
      const label = wanted.label === undefined ? 1 : columns.indexOf(wanted.label);
      return { bag: 1 - label, label };
    }
    throw new InputError({
      code: "no-bag-column",
      message: `no column says which bag a label belongs to; the columns are ${listNames(columns)}`,
      remedy: "Call it as in the file of bags, or bag.",
      where: { file },
    });
  }
  throw new InputError({
    code: "no-label-column",
    message: `no column holds labels; the columns are ${listNames(columns)}`,
    remedy: "Call one of them label.",
    where: { file },
  });
}

/**
 * The bags with these labels; bags that the file does not name are unlabeled. Notes how many labels
 * are of other bags. Throws an InputError if none is of these bags.
 */
function withLabelsOf(bags: BagSet, { file, codes }: ReadLabels, { onNote }: ReadOptions): BagSet {
  const found = codesOf(bags, codes);
  const named = found.filter((code) => code !== undefined).length;
  if (named === 0) throw unmatched(bags.ids(), file, [...codes.keys()]);
  const ids = new Set(bags.ids().flatMap(written));
  const others = [...codes.keys()].filter((id) => !ids.has(id));
  onNote?.(foundNote(named, bags.size, file));
  for (const note of unknownNotes(others, file)) onNote?.(note);
  const own = bags.recipe?.label;
  if (own !== undefined)
    onNote?.({ code: "labels-replaced", message: `the column ${quote(own)} is not used: labels come from ${file}` });
  return withCodes(bags, found, file);
}

/** The code of each bag; undefined for one that the file does not name. */
function codesOf(bags: BagSet, codes: ReadonlyMap<string, number>): (number | undefined)[] {
  return bags.ids().map((id) => written(id).flatMap((each) => codes.get(each) ?? [])[0]);
}

/** How a file of labels may write an id: our own, and those of spreadsheets, put an apostrophe before a formula. */
function written(id: string): string[] {
  return [id, id.trim(), safeCell(id.trim())];
}

function withCodes(bags: BagSet, codes: readonly (number | undefined)[], file: string): BagSet {
  const labels = codes.map((code) => labelOf(code === undefined || code === NOT_SAID ? 0 : code));
  return withLabelsApart(bags, labels, file);
}

function foundNote(named: number, bags: number, file: string): Note {
  const missing = bags - named;
  const rest = missing === 0 ? "" : `; ${count(missing, "bag is", "bags are")} not in it, and not known`;
  return { code: "labels-apart", message: `labels of ${count(named, "bag")} come from ${file}${rest}` };
}

/** What to note of ids that are no bag. */
function unknownNotes(others: readonly string[], file: string): Note[] {
  if (others.length === 0) return [];
  const are = `${count(others.length, "id", "ids")} of ${file} ${others.length === 1 ? "is" : "are"} no bag here`;
  return [{ code: "labels-unknown", message: `${are}: ${listNames(others, { most: NAMED })}` }];
}

/** The error if no label is of one of the bags. `asked`: how many of the labels were looked up. */
function unmatched(bags: readonly string[], file: string, ids: readonly string[], asked = ids.length): InputError {
  const some = (names: readonly string[]) => listNames(names, { most: NAMED });
  const none = asked < ids.length ? `none of ${count(asked, "label")} looked up` : "no label";
  return new InputError({
    code: "labels-unmatched",
    message: `${none} is of one of the bags: labels are of ${some(ids) || "no bag"}, bags are ${some(bags)}`,
    remedy: "Compare how the ids are written, and check which column holds them.",
    where: { file },
  });
}

function blankId(where: Place): InputError {
  return new InputError({
    code: "empty-bag-id",
    message: "the name of the bag is blank",
    remedy: "Give every label the name of its bag.",
    where,
  });
}

function twoLabels(id: string, before: number, code: number, where: Place): InputError {
  return new InputError({
    code: "two-labels",
    message: `bag ${quote(id)} is ${labelOf(code)} here but ${labelOf(before)} before`,
    remedy: "Give each bag one label.",
    where,
  });
}
