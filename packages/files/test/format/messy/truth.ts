import type { BagSet } from "@bagwise/core/bags";
import type { OutputValue, TableFormat } from "../../../src/format/table/write-table.js";
import { writeTable } from "../../../src/format/table/write-table.js";

/** One instance of the bags that the files of this corpus hold. */
export interface Row {
  readonly bag: string;
  /** The number of the bag, and of the row, from 0. */
  readonly b: number;
  readonly k: number;
  readonly positive: boolean;
  readonly x: number;
  readonly y: number;
  /** In the thousands. */
  readonly z: number;
}

/** Numbers without any order, with two decimals. */
function wild(k: number, salt: number): number {
  return (((k + 1) * 7919 + salt * 104_729) % 9973) / 100;
}

/** 30 bags of two or three instances. Eight are labelled, and as many more are like them. */
export const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, b) =>
  Array.from({ length: 2 + (b % 2) }, (_, j) => ({ b, j })),
)
  .flat()
  .map(({ b }, k) => ({
    bag: `m${b}`,
    b,
    k,
    positive: b < 8,
    x: Number((wild(k, 1) + (b < 16 ? 150.25 : 0.25)).toFixed(2)),
    y: Number((wild(k, 2) / 10 - 5.01).toFixed(3)),
    z: Number((1000.5 + 10 * wild(k, 3)).toFixed(1)),
  }));

/** A column of a file: its name and what stands in each row. */
export type Column = readonly [name: string, cell: (row: Row) => OutputValue];

export const BAG: Column = ["bag", ({ bag }) => bag];
export const LABEL: Column = ["label", ({ positive }) => (positive ? 1 : null)];
export const X: Column = ["x", ({ x }) => x];
export const Y: Column = ["y", ({ y }) => y];
export const Z: Column = ["z", ({ z }) => z];
export const PLAIN = [BAG, LABEL, X, Y, Z];

/** The columns with one of them written in another way. */
export function changed(name: string, cell: (row: Row) => OutputValue, columns: readonly Column[] = PLAIN): Column[] {
  return columns.map((column) => (column[0] === name ? [name, cell] : column));
}

/** Text with a line for each row; fields are quoted only where `quoted` says. */
export function text(
  columns: readonly Column[] = PLAIN,
  {
    delimiter = ",",
    end = "\n",
    rows = ROWS,
    quoted = false,
  }: { delimiter?: string; end?: string; rows?: readonly Row[]; quoted?: boolean } = {},
): string {
  const field = (value: OutputValue) => (quoted ? `"${String(value ?? "")}"` : String(value ?? ""));
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => field(cell(row))))];
  return lines.map((line) => line.join(delimiter) + end).join("");
}

/** The same as a file of another format. */
export async function table(format: TableFormat, columns: readonly Column[] = PLAIN): Promise<Uint8Array> {
  const rows = ROWS.map((row) => columns.map(([, cell]) => cell(row)));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeTable({ columns: columns.map(([name]) => name), rows }, format)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** A decimal comma instead of the point. */
export const comma = (value: number) => String(value).replace(".", ",");

/** The values of a feature, row by row in the order of the bags. */
export function values(bags: BagSet, feature: string): number[] {
  const column = bags.features.indexOf(feature);
  return [...bags].flatMap((bag) => Array.from({ length: bag.size }, (_, j) => bag.instance(j)[column]));
}

/** What a file of the corpus is, and what it must become. */
export interface MessyFile {
  /** What is messy about it. */
  readonly what: string;
  /** Its name, which tells its format. */
  readonly name: string;
  readonly content: string | Uint8Array | (() => Promise<Uint8Array>);
  /** Codes of the notes that reading must give, besides others. */
  readonly notes?: readonly string[];
  /** What stops reading: `code`, or `code column`. Default: nothing. */
  readonly problems?: readonly string[];
  /** The options that must be suggested. Default: none, and no file needs any that has no problems. */
  readonly suggested?: object | undefined;
  /** No option reads it. */
  readonly hopeless?: true;
  /** Names of the features, in their order. Default: x, y, z. */
  readonly features?: readonly string[];
  /** Features whose values are those of x, y and z, in this order. Default: x, y, z. */
  readonly xyz?: readonly (string | null)[];
  /** Ids of the bags. Default: m0, m1, ... */
  readonly ids?: (b: number) => string;
  /** The columns shown and not learnt from. Default: none. */
  readonly shown?: readonly string[];
  /** Every row is a bag. */
  readonly single?: true;
}
