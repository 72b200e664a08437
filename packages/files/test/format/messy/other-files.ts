import { BAG, changed, LABEL, type MessyFile, PLAIN, ROWS, type Row, table, X, Z } from "./truth.js";

const lines = (item: (row: Row) => object) => ROWS.map((row) => JSON.stringify(item(row))).join("\n");
const label = ({ positive }: Row) => (positive ? 1 : 0);

/** One object for each bag, with its rows. */
function documents(item: (rows: readonly Row[]) => object): string {
  const bags = grouped();
  return JSON.stringify([...bags.values()].map(item), null, 1);
}

function grouped(): Map<string, Row[]> {
  const bags = new Map<string, Row[]>();
  for (const row of ROWS) bags.set(row.bag, [...(bags.get(row.bag) ?? []), row]);
  return bags;
}

/** A sheet whose first rows are a title and a blank row, with the names of the columns below. */
async function titledSheet(): Promise<Uint8Array> {
  const { writeXlsx } = await import("../../../src/format/xlsx/write-xlsx.js");
  const rows = [
    [null, null, null, null, null],
    PLAIN.map(([name]) => name),
    ...ROWS.map((row) => PLAIN.map(([, cell]) => cell(row))),
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx({ columns: ["Results of plate 7", "", "", "", ""], rows })) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

const VECTORS = {
  notes: ["vector-columns"],
  features: ["embedding[1]", "embedding[2]", "embedding[3]"],
  xyz: ["embedding[1]", "embedding[2]", "embedding[3]"],
} as const;

/** Sheets, JSON, and the formats of columns. */
export const OTHER_FILES: readonly MessyFile[] = [
  { what: "an Excel sheet", name: "a.xlsx", content: () => table("xlsx") },
  { what: "an Excel sheet under the name of a CSV", name: "b.csv", content: () => table("xlsx") },
  { what: "a title above the header of a sheet", name: "c.xlsx", content: titledSheet },
  {
    what: "a sheet with an index, empty columns, texts and numbers as text",
    name: "d.xlsx",
    content: () =>
      table("xlsx", [
        ["", ({ k }) => k],
        BAG,
        LABEL,
        ["void", () => null],
        X,
        ["y", ({ y }) => String(y)],
        Z,
        ["text", ({ k }) => `no. ${k}`],
      ]),
    notes: ["ignored-index", "ignored-text"],
    shown: ["text"],
  },
  {
    what: "a sheet with gaps, words for gaps and unknown labels",
    name: "e.xlsx",
    content: () =>
      table(
        "xlsx",
        changed(
          "label",
          (row) => (row.positive ? "hit" : null),
          changed("y", (row) => (row.k === 4 ? "n.d." : row.k === 9 ? null : row.y)),
        ),
      ),
    problems: ["label-value label", "not-a-number y", "missing-value y"],
    suggested: { positive: ["hit"], na: ["n.d."], missing: "median" },
    xyz: ["x", null, "z"],
  },
  { what: "a Feather file", name: "f.feather", content: () => table("arrow") },
  {
    what: "a Feather file with texts and booleans",
    name: "g.arrow",
    content: () => table("arrow", [...PLAIN, ["t", ({ k }) => `no. ${k}`], ["f", ({ k }) => k % 3 === 0]]),
    shown: ["t"],
    features: ["x", "y", "z", "f"],
  },
  { what: "Parquet", name: "h.parquet", content: () => table("parquet") },
  {
    what: "Parquet with texts, an index and gaps",
    name: "i.parquet",
    content: () =>
      table("parquet", [
        ["__index_level_0__", ({ k }) => k],
        ...changed("y", (row) => (row.k % 11 === 4 ? null : row.y)),
        ["smiles", ({ b }) => `C${"C".repeat(b)}O`],
      ]),
    problems: ["missing-value y"],
    suggested: { missing: "median" },
    notes: ["row-number", "ignored-text"],
    shown: ["smiles"],
    xyz: ["x", null, "z"],
  },
  {
    what: "JSON Lines with an embedding and a text",
    name: "j.jsonl",
    content: lines((row) => ({
      doc_id: row.bag,
      label: label(row),
      embedding: [row.x, row.y, row.z],
      text: `passage ${row.k}`,
    })),
    ...VECTORS,
    shown: ["text"],
  },
  {
    what: "JSON Lines with an embedding as text",
    name: "k.ndjson",
    content: lines((row) => ({ doc: row.bag, label: label(row), embedding: JSON.stringify([row.x, row.y, row.z]) })),
    ...VECTORS,
  },
  {
    what: "JSON with passages in documents",
    name: "l.json",
    content: documents((rows) => ({
      id: rows[0].bag,
      label: label(rows[0]),
      title: `T ${rows[0].b}`,
      passages: rows.map(({ x, y, z, k }) => ({ x, y, z, text: `p ${k}` })),
    })),
    shown: ["title", "text"],
  },
  {
    what: "JSON with lists of numbers in documents",
    name: "m.json",
    content: documents((rows) => ({
      id: rows[0].bag,
      label: label(rows[0]),
      instances: rows.map(({ x, y, z }) => [x, y, z]),
    })),
    features: ["f1", "f2", "f3"],
    xyz: ["f1", "f2", "f3"],
  },
  {
    what: "JSON with objects that leave out what is zero",
    name: "n.jsonl",
    content: lines((row) => ({
      bag: row.bag,
      label: label(row),
      x: row.x,
      [`w${row.k % 7}`]: 1 + (row.k % 3),
      [`v${row.k % 9}`]: 2,
    })),
    problems: Array.from({ length: 7 }, (_, k) => `missing-value w${k}`).concat(
      Array.from({ length: 9 }, (_, k) => `missing-value v${k}`),
    ),
    suggested: { missing: "zero" },
    features: ["x", "w0", "v0", "w1", "v1", "w2", "v2", "w3", "v3", "w4", "v4", "w5", "v5", "w6", "v6", "v7", "v8"],
    xyz: ["x", null, null],
  },
  {
    what: "JSON with numbers as text and null",
    name: "o.json",
    content: JSON.stringify(
      ROWS.map((row) => ({ bag: row.bag, label: row.positive ? 1 : null, x: String(row.x), y: row.y, z: row.z })),
    ),
  },
  {
    what: "JSON with objects in objects",
    name: "p.jsonl",
    content: lines((row) => ({ bag: row.bag, label: label(row), size: { x: row.x, y: row.y }, z: row.z })),
    features: ["size.x", "size.y", "z"],
    xyz: ["size.x", "size.y", "z"],
  },
  {
    what: "JSON Lines of which the bag has a name that nobody knows",
    name: "q.jsonl",
    content: lines((row) => ({ thread: row.bag, label: label(row), x: row.x, y: row.y, z: row.z })),
    problems: ["no-bag-column"],
    suggested: { bag: "thread" },
  },
  {
    what: "JSON Lines cut off in the middle",
    name: "r.jsonl",
    content: lines((row) => ({ bag: row.bag, x: row.x })).slice(0, 507),
    hopeless: true,
    problems: ["json"],
  },
];
