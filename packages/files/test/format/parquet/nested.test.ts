import type { SchemaElement } from "hyparquet";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parquet } from "../../../src/format/formats.js";
import { openParquet } from "../../../src/format/parquet/file.js";
import { toSource } from "../../../src/format/text/source.js";
import { failure, readWithNotes } from "../reading.js";

const text = (name: string): SchemaElement => ({
  name,
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  repetition_type: "OPTIONAL",
});
const double = (name: string): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "OPTIONAL" });
const long = (name: string): SchemaElement => ({ name, type: "INT64", repetition_type: "OPTIONAL" });
const struct = (name: string, ...parts: SchemaElement[][]): SchemaElement[] => [
  { name, repetition_type: "OPTIONAL", num_children: parts.length },
  ...parts.flat(),
];
const list = (name: string, element: SchemaElement[]): SchemaElement[] => [
  { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ...element,
];

function file(columns: readonly [SchemaElement[], unknown[]][]): Uint8Array {
  const schema = [{ name: "root", num_children: columns.length }, ...columns.flatMap(([elements]) => elements)];
  const columnData = columns.map(([[{ name }], data]) => ({ name, data }) as ColumnSource);
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: 3 }));
}

const codesOf = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

describe("a nested column is read as it was written", () => {
  const columns: [SchemaElement[], unknown[]][] = [
    [
      list("parts", struct("element", [double("x")], list("tags", [text("element")]))),
      [
        [
          { x: 1, tags: ["a", null] },
          { x: null, tags: [] },
        ],
        [],
        [{ x: 3, tags: ["c"] }],
        null,
      ],
    ],
    [
      struct("outer", struct("inner", [double("y")]), list("z", [long("element")])),
      [1, 2, 3, 4].map((y) => ({ inner: { y }, z: Array.from({ length: y }, (_, k) => BigInt(k)) })),
    ],
    [list("deep", list("element", list("element", [double("element")]))), [[[[1, 2], []]], [[]], null, [[[3]]]]],
  ];

  it("whatever lists and structs are in it", async () => {
    const parquetFile = await openParquet(toSource(file(columns)));
    const values = columns.map((): unknown[] => []);
    for await (const group of parquetFile.groups([0, 1, 2]))
      for (const [k, part] of group.values.entries()) values[k].push(...Array.from(part));
    expect(values).toEqual(columns.map(([, data]) => data));
  });
});

describe("Parquet with more than numbers", () => {
  const rows = Array.from({ length: 60 }, (_, row) => row);
  const wild = (row: number) => ((7919 * (row + 1)) % 997) / 10;
  const bag: [SchemaElement[], unknown[]] = [[text("bag")], rows.map((row) => `b${row >> 1}`)];
  const label: [SchemaElement[], unknown[]] = [[text("label")], rows.map((row) => (row < 20 ? "active" : "inactive"))];

  it("has a vector where a value is a list and bags repeat", async () => {
    const vector = list("embedding", [double("element")]);
    const good = rows.map((row) => [wild(row), wild(row + 9)]);
    const { bags, notes } = await readWithNotes(
      parquet,
      file([bag, label, [vector, good], [[double("x")], rows.map(wild)]]),
    );
    expect(bags.features).toEqual(["embedding[1]", "embedding[2]", "x"]);
    expect([...bags.bag(1).values]).toEqual([...good[2], wild(2), ...good[3], wild(3)]);
    expect(bags.labelOf(0)).toBe("positive");
    expect(codesOf(notes)).toContain("labels-not-known");
    expect(codesOf(notes).filter((code) => code === "labels-not-known")).toHaveLength(1);
    expect(bags.recipe?.columns[0]).toEqual({ name: "embedding", use: { as: "vector", length: 2 } });
    const ragged = good.map((values, row) => (row === 30 ? [1] : values));
    const other = await readWithNotes(parquet, file([bag, label, [vector, ragged], [[double("x")], rows.map(wild)]]));
    expect(other.bags.features).toEqual(["x"]);
    expect(codesOf(other.notes)).toContain("ignored-nested");
  });

  it("takes whole numbers of 64 bits in vectors, also beside a text", async () => {
    const counts = rows.map((row) => [BigInt((row * 7) % 11), 2n]);
    const sentences = rows.map((row) => `sentence ${row}`);
    const { bags } = await readWithNotes(
      parquet,
      file([bag, [list("counts", [long("element")]), counts], [[text("s")], sentences]]),
    );
    expect(bags.features).toEqual(["counts[1]", "counts[2]"]);
    expect(bags.shownOf(1, "s", 1)).toBe("sentence 3");
  });

  it("has categories, dates, booleans and the parts of structs", async () => {
    const days = rows.map((row) => new Date(Date.UTC(2024, 0, 1 + ((row * 7) % 50))));
    const bytes = file([
      bag,
      [[text("colour")], rows.map((row) => ["red", "blue", "red"][row % 3])],
      [[{ name: "day", type: "INT32", converted_type: "DATE", repetition_type: "OPTIONAL" }], days],
      [[{ name: "flag", type: "BOOLEAN", repetition_type: "OPTIONAL" }], rows.map((row) => row % 7 === 0)],
      [struct("size", [double("w")], [double("h")]), rows.map((row) => ({ w: wild(row), h: wild(row + 3) }))],
      [[{ name: "raw", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" }], rows.map((row) => Uint8Array.of(255, row))],
    ]);
    const { bags, notes } = await readWithNotes(parquet, bytes);
    expect(bags.features).toEqual(["colour=blue", "colour=red", "flag", "size.w", "size.h"]);
    expect([...bags.bag(0).instance(1)]).toEqual([1, 0, 0, wild(1), wild(4)]);
    expect(bags.shownOf(0, "raw", 1)).toBe("ff01");
    expect(codesOf(notes)).toEqual(expect.arrayContaining(["categories", "ignored-dates", "ignored-text"]));
    const used = await readWithNotes(parquet, bytes, { use: ["day"] });
    expect(used.bags.features).toContain("day month");
  });

  it("has instances under any name, with the values of the bag beside them", async () => {
    const passages = rows.map((row) => [
      { a: wild(row), meta: { n: row % 5 }, text: `p${row}` },
      { a: 2, meta: { n: 1 }, text: `q${row}` },
    ]);
    const elements = struct("element", [double("a")], struct("meta", [double("n")]), [text("text")]);
    const bytes = file([
      [[text("id")], rows.map((row) => `d${row}`)],
      [list("passages", elements), passages],
      [[text("title")], rows.map((row) => `title ${row}`)],
    ]);
    const { bags } = await readWithNotes(parquet, bytes);
    expect(bags.features).toEqual(["a", "meta.n"]);
    expect(bags.instances).toBe(120);
    expect([...bags.bag(7).values]).toEqual([wild(7), 2, 2, 1]);
    expect([bags.shownOf(7, "title"), bags.shownOf(7, "text", 1)]).toEqual(["title 7", "q7"]);
    expect(bags.recipe?.instances).toBe("passages");
    const again = await readWithNotes(parquet, bytes, { recipe: bags.recipe });
    expect([...again.bags.data]).toEqual([...bags.data]);
  });

  it("has a feature for each key of a map", async () => {
    const pairs = (row: number) => ["a", "b"].map((key, k) => ({ key, value: wild(row + k) }));
    const schema: SchemaElement[] = [
      { name: "m", converted_type: "MAP", repetition_type: "OPTIONAL", num_children: 1 },
      { name: "key_value", repetition_type: "REPEATED", num_children: 2 },
      { ...text("key"), repetition_type: "REQUIRED" },
      double("value"),
    ];
    const columnData = [
      { name: "bag", data: bag[1] },
      { name: "m", data: rows.map(pairs) },
    ] as ColumnSource[];
    const all = [{ name: "root", num_children: 2 }, ...bag[0], ...schema];
    const { bags } = await readWithNotes(parquet, new Uint8Array(parquetWriteBuffer({ columnData, schema: all })));
    expect(bags.features).toEqual(["m.a", "m.b"]);
    expect([...bags.bag(0).instance(1)]).toEqual([wild(1), wild(2)]);
  });

  it("names several columns that could hold the instances", async () => {
    const matrix = (name: string) => list(name, list("element", [double("element")]));
    const bytes = file([bag, [matrix("p"), rows.map(() => [[1]])], [matrix("q"), rows.map(() => [[2]])]]);
    expect(await failure(parquet, bytes)).toMatchObject({ code: "several-instances" });
    const { bags } = await readWithNotes(parquet, bytes, { ignore: ["p"] });
    expect(bags.data[0]).toBe(2);
  });

  it("keeps the roles and the order of the columns for another file", async () => {
    const first = await readWithNotes(
      parquet,
      file([bag, [[double("y")], rows.map(wild)], [[double("x")], rows.map((row) => wild(row + 5))]]),
    );
    const turned = file([
      [[double("x")], [1]],
      [[text("note")], ["n"]],
      [[text("bag")], ["z"]],
      [[double("y")], [2]],
    ]);
    const { bags, notes } = await readWithNotes(parquet, turned, { recipe: first.bags.recipe });
    expect(bags.features).toEqual(["y", "x"]);
    expect([...bags.data]).toEqual([2, 1]);
    expect(codesOf(notes)).toContain("unknown-columns");
  });
});
