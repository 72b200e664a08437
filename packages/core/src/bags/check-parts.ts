import type { ErrorCode } from "../base/codes/catalogue.js";
import { InputError, quote } from "../base/errors.js";
import { LABEL_CODE, type Label } from "./label.js";
import type { SparseBlock } from "./sparse.js";

/** Throws an InputError about the parts of a BagSet. */
export function fail(code: ErrorCode, message: string, remedy: string): never {
  throw new InputError({ code, message, remedy });
}

/** The code of a label: 1, 0 or -1. */
export function codeOf(label: Label, i: number): number {
  if (Object.hasOwn(LABEL_CODE, label)) return LABEL_CODE[label];
  return fail("label", `bag ${i} has the label ${quote(String(label))}`, 'Use "positive", "unlabeled" or "negative".');
}

/** Refuses codes that are no labels. */
export function checkCodes(labels: Int8Array): void {
  const bad = labels.findIndex((code) => code < -1 || code > 1);
  if (bad >= 0) fail("label", `bag ${bad} has the label code ${labels[bad]}`, "Use 1, 0 or -1.");
}

/** Refuses more or fewer entries than bags. */
export function checkCount(what: string, got: number, bags: number): void {
  if (got !== bags)
    fail("parts", `there are ${got} ${what} for ${bags} bags`, `Give one entry of ${what} for each bag.`);
}

/** Refuses names that are empty or occur twice. */
export function checkNames(what: string, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (typeof name !== "string" || name === "") fail("parts", `a ${what} is empty`, `Give every ${what} some text.`);
    if (seen.has(name)) fail("parts", `the ${what} ${quote(name)} occurs twice`, `Make every ${what} unique.`);
    seen.add(name);
  }
}

/** Refuses offsets that do not fit the matrix. */
export function checkOffsets(offsets: ArrayLike<number>, values: number, width: number): void {
  if (offsets.length === 0 || offsets[0] !== 0)
    fail("parts", "the offsets do not start with 0", "Start the offsets with 0 and add one for the end of each bag.");
  for (let i = 1; i < offsets.length; i++) {
    if (!(Number.isInteger(offsets[i]) && offsets[i] >= offsets[i - 1])) {
      fail("parts", `offset ${i} is ${offsets[i]} after ${offsets[i - 1]}`, "Give whole numbers that never decrease.");
    }
  }
  const rows = offsets[offsets.length - 1];
  if (rows * width !== values) {
    fail(
      "parts",
      `${rows} rows of ${width} features need ${rows * width} values, got ${values}`,
      "Make the matrix as long as the last offset times the number of features.",
    );
  }
}

/** Refuses a block of sparse features whose rows are not those of the matrix. */
export function checkBlock({ name, width, offsets, indices, values }: SparseBlock, rows: number): void {
  const last = offsets[offsets.length - 1];
  if (offsets.length !== rows + 1 || last !== indices.length || last !== values.length)
    fail("parts", `the block ${quote(name)} has not one row for each instance`, "Give a sparse row for each instance.");
  for (let row = 0; row < rows; row++)
    for (let k = offsets[row]; k < offsets[row + 1]; k++)
      if (indices[k] >= width || (k > offsets[row] && indices[k] <= indices[k - 1]))
        fail(
          "parts",
          `row ${row} of the block ${quote(name)} has the position ${indices[k]}`,
          `Give each position once, ascending, below ${width}.`,
        );
}
