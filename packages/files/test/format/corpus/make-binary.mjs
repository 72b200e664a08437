// Makes the Parquet files of the corpus: `node make-binary.mjs`. The result is kept in the
// repository.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parquetWriteBuffer } from "hyparquet-writer";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = (columnData, schema) => new Uint8Array(parquetWriteBuffer({ columnData, ...(schema && { schema }) }));
const expect = (name, expected) => writeFileSync(here(`expected/${name}.json`), `${JSON.stringify(expected)}\n`);
const broken = (name, bytes, expected) => {
  writeFileSync(here(`broken/${name}`), bytes);
  expect(name, expected);
};

const bags = [
  { bag: "a", label: 1, instances: [[0.5, 2], [-1.25, 3e-5]] },
  { bag: "b", label: 0, instances: [[7, 0]] },
  { bag: "c", label: -1, instances: [[0.1, -4], [8, 16], [0, 0.25]] },
];
const rows = bags.flatMap(({ bag, label, instances }) => instances.map(([width, height]) => ({ bag, label, width, height })));
const flat = file([
  { name: "bag", data: rows.map(({ bag }) => bag), type: "STRING" },
  { name: "label", data: rows.map(({ label }) => label), type: "INT32" },
  { name: "width", data: rows.map(({ width }) => width), type: "DOUBLE" },
  { name: "height", data: rows.map(({ height }) => height), type: "DOUBLE" },
]);
writeFileSync(here("good/sample.parquet"), flat);

const BAG = { name: "bag", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" };
const LABEL = { name: "label", type: "INT32", repetition_type: "OPTIONAL" };
const DOUBLE = { name: "element", type: "DOUBLE", repetition_type: "OPTIONAL" };
const list = (name, ...element) => [
  { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ...element,
];
const roles = [
  { name: "bag", data: bags.map(({ bag }) => bag) },
  { name: "label", data: bags.map(({ label }) => label) },
];
const listFile = (instances) =>
  file(
    [
      { name: "bag", data: instances.map((_, i) => `bag ${i}`) },
      { name: "instances", data: instances },
    ],
    [{ name: "root", num_children: 2 }, BAG, ...list("instances", ...list("element", DOUBLE))],
  );
writeFileSync(
  here("good/sample-lists.parquet"),
  file(
    [
      ...roles,
      { name: "width", data: bags.map(({ instances }) => instances.map(([width]) => width)) },
      { name: "height", data: bags.map(({ instances }) => instances.map(([, height]) => height)) },
    ],
    [{ name: "root", num_children: 4 }, BAG, LABEL, ...list("width", DOUBLE), ...list("height", DOUBLE)],
  ),
);

broken("parquet-truncated.parquet", flat.subarray(0, Math.floor(flat.length / 2)), { code: "parquet" });
broken("parquet-magic-only.parquet", new TextEncoder().encode("PAR1"), { code: "parquet" });
broken("parquet-no-footer.parquet", new TextEncoder().encode("PAR1 and then nothing that matters PAR1"), { code: "parquet" });
const damaged = flat.slice();
damaged.fill(255, 4, 80);
broken("parquet-damaged-page.parquet", damaged, { code: "parquet" });
writeFileSync(
  here("good/sample-text.parquet"),
  file(
    [
      { name: "bag", data: rows.map(({ bag }) => bag) },
      { name: "label", data: rows.map(({ label }) => label) },
      { name: "note", data: rows.map(({ bag }, row) => `note ${row} of ${bag}`) },
      { name: "day", data: rows.map((_, row) => new Date(Date.UTC(2024, 0, 9 - row))) },
      { name: "width", data: rows.map(({ width }) => width) },
      { name: "height", data: rows.map(({ height }) => height) },
      { name: "tags", data: rows.map((_, row) => Array.from({ length: row % 3 }, (_, k) => `tag ${k}`)) },
    ],
    [
      { name: "root", num_children: 7 },
      BAG,
      LABEL,
      { name: "note", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
      { name: "day", type: "INT32", converted_type: "DATE", repetition_type: "OPTIONAL" },
      { name: "width", type: "DOUBLE", repetition_type: "OPTIONAL" },
      { name: "height", type: "DOUBLE", repetition_type: "OPTIONAL" },
      ...list("tags", { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" }),
    ],
  ),
);
writeFileSync(
  here("good/sample-structs.parquet"),
  file(
    [
      ...roles,
      { name: "parts", data: bags.map(({ instances }) => instances.map(([width, height]) => ({ width, height }))) },
    ],
    [
      { name: "root", num_children: 3 },
      BAG,
      LABEL,
      ...list("parts", { name: "element", repetition_type: "OPTIONAL", num_children: 2 }),
      { name: "width", type: "DOUBLE", repetition_type: "OPTIONAL" },
      { name: "height", type: "DOUBLE", repetition_type: "OPTIONAL" },
    ],
  ),
);
broken("parquet-empty-bag.parquet", listFile([[[1, 2]], []]), { code: "empty-bag" });
broken("parquet-ragged-lists.parquet", listFile([[[1, 2]], [[1, 2], [3]]]), { code: "ragged" });
broken(
  "parquet-infinity.parquet",
  file([
    { name: "bag", data: ["a", "a"], type: "STRING" },
    { name: "width", data: [1, Number.POSITIVE_INFINITY], type: "DOUBLE" },
  ]),
  { code: "not-finite" },
);
broken(
  "parquet-no-rows.parquet",
  file([
    { name: "bag", data: [], type: "STRING" },
    { name: "width", data: [], type: "DOUBLE" },
  ]),
  { code: "no-instances" },
);
