import { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { KeyValue, SchemaElement } from "hyparquet";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parquet } from "../../src/format/formats.js";
import { readBags } from "../../src/format/read-bags.js";
import { toSource } from "../../src/format/text/source.js";
import { expectSameBags, plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, readWithNotes, written } from "./reading.js";

function file(columnData: ColumnSource[], schema?: SchemaElement[], kvMetadata?: KeyValue[]): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({ columnData, ...(schema && { schema }), ...(kvMetadata && { kvMetadata }), rowGroupSize: 2 }),
  );
}

function list(
  name: string,
  element: SchemaElement[],
  repetition: "OPTIONAL" | "REQUIRED" = "OPTIONAL",
): SchemaElement[] {
  return [
    { name, converted_type: "LIST", repetition_type: repetition, num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element,
  ];
}

const DOUBLE: SchemaElement = { name: "element", type: "DOUBLE", repetition_type: "OPTIONAL" };
const BAG: SchemaElement = { name: "bag", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" };
const root = (num_children: number): SchemaElement => ({ name: "root", num_children });

describe("Parquet with one row per instance", () => {
  const columns: ColumnSource[] = [
    { name: "mol_id", data: [7n, 7n, 8n, 7n], type: "INT64" },
    { name: "active", data: ["1", "1", null, "1"], type: "STRING" },
    { name: "double", data: [0.5, -0, 5e-324, 1e308], type: "DOUBLE", encoding: "PLAIN" },
    { name: "float", data: [0.25, 0.5, 1, 2], type: "FLOAT" },
    { name: "int", data: [1, -2, 3, 4], type: "INT32" },
    { name: "long", data: [1n, 2n ** 53n, -3n, 4n], type: "INT64" },
    { name: "flag", data: [true, false, true, true], type: "BOOLEAN" },
    { name: "smiles", data: ["C", "CC", "CO", "N"], type: "STRING" },
    { name: "when", data: [new Date(0), new Date(1), new Date(2), new Date(3)], type: "TIMESTAMP" },
  ];

  it("takes numbers of every type as features, shows text and leaves dates out", async () => {
    const { bags, notes } = await readWithNotes(parquet, file(columns));
    expect(plainBags(bags)).toEqual({
      features: ["double", "float", "int", "long", "flag"],
      bags: [
        {
          id: "7",
          label: "positive",
          group: undefined,
          instances: [
            [0.5, 0.25, 1, 1, 1],
            [-0, 0.5, -2, 2 ** 53, 0],
            [1e308, 2, 4, 4, 1],
          ],
        },
        { id: "8", label: "unlabeled", group: undefined, instances: [[5e-324, 1, 3, -3, 1]] },
      ],
    });
    expect(notes).toMatchObject([
      { code: "guessed", message: 'columns guessed: bag = "mol_id", label = "active"' },
      { code: "ignored-text", message: 'text columns are shown and not used: "smiles"' },
      { code: "ignored-dates", message: 'dates are left out: "when". To use them, name them in the option use' },
    ]);
    expect(bags.shownOf(0, "smiles", 2)).toBe("N");
    expect(bags.instanceName(0, 2)).toBe("row 4");
  });

  it("reads the same from a stream and from a blob", async () => {
    const wanted = plainBags(await read(parquet, file(columns)));
    expect(plainBags(await read(parquet, inPieces(file(columns), 100)))).toEqual(wanted);
    expect(plainBags(await read(parquet, new Blob([file(columns) as BlobPart])))).toEqual(wanted);
  });

  it("finds roles by number and leaves out what it is told to", async () => {
    const bags = await read(parquet, file(columns), { bag: "1", label: "2", ignore: ["float", "9"] });
    expect(bags.features).toEqual(["double", "int", "long", "flag"]);
    expect(await failure(parquet, file(columns), { ignore: ["nothing"] })).toMatchObject({ code: "no-such-column" });
    expect(await failure(parquet, file(columns), { bag: "nothing" })).toMatchObject({ code: "no-such-column" });
  });

  it("takes null and NaN as missing", async () => {
    const missing = file([
      { name: "bag", data: ["a", "a", "a"] },
      { name: "x", data: [1, null, 3], type: "DOUBLE" },
      { name: "z", data: [Number.NaN, 5, 6], type: "DOUBLE" },
    ]);
    expect([...(await read(parquet, missing, { missing: "median" })).bag(0).values]).toEqual([1, 5.5, 2, 5, 3, 6]);
    expect(await failure(parquet, missing)).toMatchObject({ code: "missing-value", where: { field: "z", bag: "a" } });
  });

  it("comes back through many row groups and pages", async () => {
    const draw = random(7);
    const rows = 30_000;
    const width = 40;
    const data = Float64Array.from({ length: rows * width }, () => draw.normal());
    const offsets = Uint32Array.from({ length: 301 }, (_, i) => i * 100);
    const bags = BagSet.own({
      data,
      offsets,
      ids: Array.from({ length: 300 }, (_, i) => `bag ${i}`),
      labels: new Int8Array(300),
      features: Array.from({ length: width }, (_, k) => `x.${k}`),
    });
    for (const rows of ["instances", "bags"] as const) {
      const back = await read(parquet, await written(parquet, bags, { rows }));
      expect(back.ids()).toEqual(bags.ids());
      expect(back.features).toEqual(bags.features);
      expect(Buffer.compare(Buffer.from(back.toMatrix().buffer), Buffer.from(data.buffer))).toBe(0);
    }
  }, 60_000);

  it("tells -0 from 0 where a dictionary would not", async () => {
    const data = Array.from({ length: 400 }, (_, i) => (i % 3 === 0 ? -0 : 0));
    const bags = BagSet.from({ data, offsets: [0, 400], ids: ["a"], labels: ["positive"], features: ["w"] });
    for (const rows of ["instances", "bags"] as const) {
      expectSameBags(await read(parquet, await written(parquet, bags, { rows })), bags);
    }
  });

  it("reports progress where it reads by random access, and stops when asked to", async () => {
    const seen: number[] = [];
    await read(parquet, file(columns), { onProgress: ({ bytes }) => seen.push(bytes) });
    expect(seen.length).toBe(2);
    const signal = AbortSignal.abort();
    await expect(read(parquet, file(columns), { signal })).rejects.toBe(signal.reason);
  });
});

describe("Parquet with one row per bag", () => {
  const wanted = {
    features: ["w", "h"],
    bags: [
      {
        id: "a",
        label: "unlabeled",
        group: undefined,
        instances: [
          [1, 2],
          [-0, 4],
          [5, 6],
        ],
      },
      { id: "b", label: "unlabeled", group: undefined, instances: [[7, 8]] },
      {
        id: "c",
        label: "unlabeled",
        group: undefined,
        instances: [
          [9, 10],
          [11, 12],
        ],
      },
    ],
  };

  it("has a list column per feature, as GROUP BY with list() gives", async () => {
    const N: SchemaElement = { name: "n", type: "INT32", repetition_type: "OPTIONAL" };
    const schema = (size: number) => [root(size), BAG, ...list("w", [DOUBLE]), ...list("h", [DOUBLE])];
    const columns: ColumnSource[] = [
      { name: "bag", data: ["a", "b", "c"] },
      { name: "w", data: [[1, -0, 5], [7], [9, 11]], encoding: "PLAIN" },
      { name: "h", data: [[2, 4, 6], [8], [10, 12]] },
    ];
    const bytes = file(columns, schema(3));
    const { bags, notes } = await readWithNotes(parquet, bytes);
    expect(plainBags(bags)).toEqual(wanted);
    expect(notes.map(({ code }) => code)).toEqual(["guessed", "no-label", "list-instances"]);
    const counted = await readWithNotes(parquet, file([...columns, { name: "n", data: [3, 1, 2] }], [...schema(4), N]));
    expect(counted.bags.features).toEqual(["w", "h", "n"]);
    expect([...counted.bags.bag(0).values]).toEqual([1, 2, 3, -0, 4, 3, 5, 6, 3]);
    expect(counted.notes.map(({ code }) => code)).toContain("list-instances");
  });

  it("has a list of lists, with names if they are stored", async () => {
    for (const repetition of ["OPTIONAL", "REQUIRED"] as const) {
      const schema = [root(2), BAG, ...list("rows", list("element", [DOUBLE], repetition), repetition)];
      const columns: ColumnSource[] = [
        { name: "bag", data: ["a", "b", "c"] },
        { name: "rows", data: wanted.bags.map(({ instances }) => instances), encoding: "PLAIN" },
      ];
      const stored = { key: "bagwise.features", value: '["w","h"]' };
      expect(plainBags(await read(parquet, file(columns, schema, [stored])))).toEqual(wanted);
      expect((await read(parquet, file(columns, schema))).features).toEqual(["f1", "f2"]);
    }
  });

  it("must have lists of one length", async () => {
    const schema = [root(3), BAG, ...list("w", [DOUBLE]), ...list("h", [DOUBLE])];
    const at = (w: unknown[], h: unknown[]) =>
      file(
        [
          { name: "bag", data: ["a", "b"] },
          { name: "w", data: w },
          { name: "h", data: h },
        ],
        schema,
      );
    expect(await failure(parquet, at([[1], [2]], [[1], [2, 3]]))).toMatchObject({
      code: "ragged",
      where: { bag: "b", field: "h" },
    });
    expect(await failure(parquet, at([[1], []], [[1], []]))).toMatchObject({ code: "empty-bag", where: { bag: "b" } });
    expect(await failure(parquet, at([[1], null], [[1], null]))).toMatchObject({
      code: "empty-bag",
      where: { bag: "b" },
    });
    expect(await failure(parquet, at([[1], [null]], [[1], [2]]))).toMatchObject({
      code: "missing-value",
      where: { bag: "b", field: "w" },
    });
  });

  it("must have instances of one length", async () => {
    const schema = [root(2), BAG, ...list("rows", list("element", [DOUBLE]))];
    const at = (rows: unknown[]) =>
      file(
        [
          { name: "bag", data: ["a", "b"] },
          { name: "rows", data: rows },
        ],
        schema,
      );
    expect(await failure(parquet, at([[[1, 2]], [[1, 2], [3]]]))).toMatchObject({
      code: "ragged",
      where: { bag: "b", field: "rows" },
    });
    expect(await failure(parquet, at([[[1, 2]], []]))).toMatchObject({ code: "empty-bag", where: { bag: "b" } });
  });

  it("is written with groups", async () => {
    const bags = BagSet.from({
      data: [1, -0, 3],
      offsets: [0, 2, 3],
      ids: ["a", "b"],
      labels: ["positive", "negative"],
      groups: ["g", ""],
      features: ["w"],
    });
    expectSameBags(await read(parquet, await written(parquet, bags, { rows: "bags" })), bags);
  });
});

describe("Parquet in a Buffer of Node", () => {
  it("is read wherever in its memory it begins", async () => {
    const bytes = file([
      { name: "bag", data: ["a", "b"], type: "STRING" },
      { name: "x", data: [1.5, 2.5], type: "DOUBLE" },
    ]);
    const memory = Buffer.alloc(bytes.length + 13);
    memory.set(bytes, 13);
    const bags = await readBags(memory.subarray(13), { name: "a.parquet" });
    expect([...bags.data]).toEqual([1.5, 2.5]);
  });
});

describe("broken Parquet", () => {
  const struct: SchemaElement[] = [
    { name: "s", repetition_type: "OPTIONAL", num_children: 1 },
    { name: "x", type: "DOUBLE", repetition_type: "OPTIONAL" },
  ];
  const nested = file(
    [
      { name: "bag", data: ["a"] },
      { name: "w", data: [1] },
      { name: "s", data: [{ x: 1 }] },
    ],
    [root(3), BAG, { name: "w", type: "DOUBLE" }, ...struct],
  );

  it("is no Parquet, cut off anywhere, or damaged", async () => {
    const good = await written(
      parquet,
      BagSet.from({ data: [1, 2], offsets: [0, 2], ids: ["a"], labels: ["positive"], features: ["w"] }),
    );
    for (const length of [0, 4, 7, 8, 11, 12, 60, good.length - 9, good.length - 1]) {
      expect(await failure(parquet, good.slice(0, length))).toMatchObject({ code: "parquet" });
    }
    expect(await failure(parquet, "PAR1PAR1PAR1PAR1")).toMatchObject({ code: "parquet" });
    const damaged = good.slice();
    damaged.fill(255, 4, 60);
    expect(await failure(parquet, damaged)).toMatchObject({ code: "parquet" });
  });

  it("has no rows, no bag or no features", async () => {
    expect(
      await failure(
        parquet,
        file([
          { name: "bag", data: [], type: "STRING" },
          { name: "w", data: [], type: "DOUBLE" },
        ]),
      ),
    ).toMatchObject({ code: "no-instances" });
    expect(await failure(parquet, file([{ name: "w", data: [1] }]))).toMatchObject({ code: "no-bag-column" });
    expect(await failure(parquet, file([{ name: "bag", data: ["a"] }]))).toMatchObject({ code: "no-features" });
  });

  it("is told from a file that cannot be read", async () => {
    const gone = new Error("gone");
    const source = { ...toSource(nested), slice: () => Promise.reject(gone) };
    await expect(parquet.read(source, {})).rejects.toBe(gone);
  });
});
