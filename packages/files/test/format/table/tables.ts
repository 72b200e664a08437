import { InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { expect } from "vitest";
import {
  type OutputTable,
  type OutputValue,
  type TableFormat,
  type WriteTableOptions,
  writeTable,
} from "../../../src/format/table/write-table.js";
import { type Cell, type Grid, gridOf, type Table } from "../../../src/table/table.js";
import { finite } from "../arbitrary-bags.js";

/** Pieces in one array. */
export async function gathered(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(await new Blob(all as BlobPart[]).arrayBuffer());
}

export function tableBytes(table: OutputTable, format: TableFormat, options?: WriteTableOptions): Promise<Uint8Array> {
  return gathered(writeTable(table, format, options));
}

/** The cells of all rows. */
export async function cellsOf(table: Table | Grid): Promise<Cell[][]> {
  const { columns, length, cell } = "cell" in table ? table : await gridOf(table, "");
  return Array.from({ length }, (_, row) => columns.map((_, column) => cell(row, column)));
}

/** The InputError that some work ends in; fails when it ends in none. */
export async function refusal(work: () => Promise<unknown>): Promise<InputError> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

/** Text that some format must escape. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."\0\x01\x1f\t\r\n\"'<>&;,=+-@_x0041 \u2028\ufeff\ufffe"), maxLength: 8 }),
  fc.constantFrom("", "_x000D_", "=1+1", "007", "1e5", "NA", "true", "]]>", "🧪", "__proto__"),
);

/** Tables of 1 to 5 columns, each of numbers, booleans, texts or all of these, with missing values. */
export const arbitraryTable: fc.Arbitrary<{ columns: string[]; rows: OutputValue[][] }> = fc
  .uniqueArray(
    text.filter((name) => name.trim() !== ""),
    { minLength: 1, maxLength: 5 },
  )
  .chain((columns) => {
    const kinds = [finite, fc.boolean(), text, fc.oneof(finite, fc.boolean(), text)];
    const cell = (kind: number): fc.Arbitrary<OutputValue> =>
      fc.oneof({ weight: 4, arbitrary: kinds[kind] }, { weight: 1, arbitrary: fc.constant(null) });
    return fc
      .tuple(...columns.map(() => fc.nat({ max: kinds.length - 1 })))
      .chain((chosen) => fc.array(fc.tuple(...chosen.map(cell)), { maxLength: 6 }))
      .map((rows) => ({ columns, rows }));
  });
