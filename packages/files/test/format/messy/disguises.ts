import type { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { SchemaElement } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { type OutputValue, type TableFormat, writeTable } from "../../../src/format/table/write-table.js";
import { comma } from "./truth.js";

/** A file that holds known bags in another shape. */
export interface Disguise {
  readonly what: string;
  readonly name: string;
  content(bags: BagSet): string | Uint8Array | Promise<Uint8Array>;
  /** A file of labels, if they are apart. */
  labels?(bags: BagSet): string;
  /** Options that inspect must suggest. Default: none. */
  readonly suggested?: object;
}

/** An instance with its bag. */
interface Row {
  readonly id: string;
  readonly label: 1 | null;
  /** The number of the bag, of the instance in it, and of the row. */
  readonly bag: number;
  readonly at: number;
  readonly row: number;
  readonly values: readonly number[];
}

type Table = readonly (readonly [name: string, cell: (row: Row) => OutputValue])[];

function rowsOf(bags: BagSet): Row[] {
  let row = 0;
  return [...bags].flatMap((bag) =>
    Array.from({ length: bag.size }, (_, at) => ({
      id: bag.id,
      label: bag.label === "positive" ? (1 as const) : null,
      bag: bag.index,
      at,
      row: row++,
      values: Array.from(bag.instance(at)),
    })),
  );
}

const BAG: Table[number] = ["bag", ({ id }) => id];
const LABEL: Table[number] = ["label", ({ label }) => label];

function features(bags: BagSet, write: (value: number, row: Row, k: number) => OutputValue = (value) => value): Table {
  return bags.features.map((name, k) => [name, (row) => write(row.values[k], row, k)] as const);
}

function text(rows: readonly Row[], table: Table, { delimiter = ",", end = "\n" } = {}): string {
  const field = (value: OutputValue) => {
    const plain = String(value ?? "");
    return /[",;\n]/.test(plain) && delimiter !== ";" ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const lines = [table.map(([name]) => name), ...rows.map((row) => table.map(([, cell]) => field(cell(row))))];
  return lines.map((line) => line.join(delimiter) + end).join("");
}

async function packed(format: TableFormat, rows: readonly Row[], table: Table): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const cells = rows.map((row) => table.map(([, cell]) => cell(row)));
  const written = writeTable({ columns: table.map(([name]) => name), rows: cells }, format);
  for await (const piece of written) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

function utf16(content: string): Uint8Array {
  return Uint8Array.from(
    `\ufeff${content}`.split("").flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8]),
  );
}

/** The rows in an order of their own, but with the bags in the order of their first rows. */
function shuffled(rows: readonly Row[]): Row[] {
  const generator = random(5);
  return rows
    .map((row) => ({ row, place: row.at === 0 ? row.bag / 1e6 : 1 + generator.uniform() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

const ROW_GROUP = 500;

/** The ways in which the paper's data sets are written. */
export const DISGUISES: readonly Disguise[] = [
  {
    what: "semicolons, decimal commas, CRLF and labels in words",
    name: "a.csv",
    content: (bags) =>
      text(rowsOf(bags), [BAG, ["label", ({ label }) => (label ? "active" : "")], ...features(bags, comma)], {
        delimiter: ";",
        end: "\r\n",
      }),
  },
  {
    what: "an Excel sheet with the index of pandas",
    name: "b.xlsx",
    content: (bags) => packed("xlsx", rowsOf(bags), [["", ({ row }) => row], BAG, LABEL, ...features(bags)]),
  },
  {
    what: "vectors and texts in JSON Lines",
    name: "c.jsonl",
    content: (bags) =>
      rowsOf(bags)
        .map(({ id, label, values, row }) =>
          JSON.stringify({ doc: id, label, embedding: values, text: `passage ${row}` }),
        )
        .join("\n"),
  },
  {
    what: "vectors in Parquet",
    name: "d.parquet",
    content: (bags) => {
      const rows = rowsOf(bags);
      const columnData = [
        { name: "molecule", data: rows.map(({ id }) => id) },
        { name: "label", data: rows.map(({ label }) => label ?? 0) },
        { name: "vector", data: rows.map(({ values }) => values) },
      ];
      const schema = [
        { name: "root", num_children: 3 },
        { name: "molecule", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
        { name: "label", type: "INT32", repetition_type: "REQUIRED" },
        { name: "vector", converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", type: "DOUBLE", repetition_type: "OPTIONAL" },
      ] as SchemaElement[];
      return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: ROW_GROUP }));
    },
  },
  {
    what: "rows in another order, with the label on the first row of a bag alone",
    name: "e.csv",
    content: (bags) =>
      text(shuffled(rowsOf(bags)), [BAG, ["label", ({ label, at }) => (at === 0 ? label : null)], ...features(bags)]),
  },
  {
    what: "one cell in two hundred missing, and a few not detected",
    name: "f.csv",
    content: (bags) => {
      const generator = random(7);
      const write = (value: number) => {
        const drawn = generator.uniform();
        return drawn < 0.004 ? null : drawn < 0.005 ? "n.d." : value;
      };
      return text(rowsOf(bags), [BAG, LABEL, ...features(bags, write)]);
    },
    suggested: { na: ["n.d."], missing: "median" },
  },
  {
    what: "an index, a number for each bag, a date and a copy of the label",
    name: "g.csv",
    content: (bags) =>
      text(rowsOf(bags), [
        ["row", ({ row }) => row + 1],
        BAG,
        LABEL,
        ["cas", ({ bag }) => 50_000 + 17 * bag],
        ["measured", ({ row }) => `2024-${String((row % 12) + 1).padStart(2, "0")}-11`],
        ["assay", ({ label }) => (label ? 7 : 3)],
        ...features(bags),
      ]),
  },
  {
    what: "texts, addresses and an empty column",
    name: "h.tsv",
    content: (bags) =>
      text(
        rowsOf(bags),
        [
          BAG,
          LABEL,
          ["text", ({ row }) => `no. ${row} of all`],
          ["url", ({ row }) => `https://example.org/${row}`],
          ["void", () => null],
          ...features(bags),
        ],
        { delimiter: "\t" },
      ),
  },
  {
    what: "labels in a file of their own",
    name: "m.csv",
    content: (bags) => text(rowsOf(bags), [BAG, ...features(bags)]),
    labels: (bags) =>
      `name,found\n${[...bags]
        .reverse()
        .flatMap(({ id, label }) => (label === "positive" ? [`${id},yes\n`] : []))
        .join("")}`,
  },
  { what: "UTF-16", name: "i.csv", content: (bags) => utf16(text(rowsOf(bags), [BAG, LABEL, ...features(bags)])) },
  {
    // All a thousand times larger, so that there are thousands.
    what: "percentages and thousands signs",
    name: "j.csv",
    content: (bags) => {
      const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 12 });
      const write = (value: number, _: Row, k: number) =>
        k % 3 === 0 ? `${plain.format(1e5 * value)} %` : plain.format(1e3 * value);
      return text(rowsOf(bags), [BAG, LABEL, ...features(bags, write)]);
    },
  },
  {
    what: "Arrow",
    name: "k.feather",
    content: (bags) => packed("arrow", rowsOf(bags), [BAG, LABEL, ...features(bags)]),
  },
  {
    what: "a bag column and labels that nobody knows, in JSON",
    name: "l.json",
    content: (bags) =>
      JSON.stringify(
        [...bags].map((bag) => ({
          specimen_no: bag.id,
          label: bag.label === "positive" ? "hit" : "",
          regions: Array.from({ length: bag.size }, (_, j) =>
            Object.fromEntries(bags.features.map((name, k) => [name, bag.instance(j)[k]])),
          ),
        })),
      ),
    suggested: { bag: "specimen_no", positive: ["hit"] },
  },
];
