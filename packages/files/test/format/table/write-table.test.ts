import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetRead } from "hyparquet";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { readArrow } from "../../../src/format/arrow/read-arrow.js";
import { type OutputValue, tableFormatByEnding } from "../../../src/format/table/write-table.js";
import { readXlsx } from "../../../src/format/xlsx/read-xlsx.js";
import { arbitraryTable, cellsOf, gathered, refusal, tableBytes } from "./tables.js";

const RUNS = { seed: 31, numRuns: 60 };
const isBlank = (value: OutputValue) => value === null || (typeof value === "string" && value.trim() === "");
const textOf = (value: OutputValue) => (value === null ? "" : Object.is(value, -0) ? "-0" : String(value));
const utf8 = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** A column of one type stays; the others become text, null stays null. */
function oneType(rows: readonly OutputValue[][]): OutputValue[][] {
  return rows.map((row) =>
    row.map((value, k) => {
      const types = new Set(rows.map((each) => typeof each[k]).filter((type) => type !== "object"));
      return value === null || types.size === 1 ? value : textOf(value);
    }),
  );
}

describe("a written table reads back", () => {
  it("from Excel, but for rows without any value", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTable, async ({ columns, rows }) => {
        const table = await readXlsx(await tableBytes({ columns, rows }, "xlsx"), { file: "x" });
        expect(table.columns).toEqual(columns);
        expect(await cellsOf(table)).toEqual(rows.filter((row) => !row.every(isBlank)));
      }),
      RUNS,
    );
  });

  it("from Arrow, with one type for each column", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTable, async ({ columns, rows }) => {
        const table = await readArrow(await tableBytes({ columns, rows }, "arrow"), { file: "x" });
        expect(table.columns).toEqual(columns);
        expect(await cellsOf(table)).toEqual(oneType(rows));
      }),
      RUNS,
    );
  });

  it("from Parquet by another reader, with one type for each column", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTable, async ({ columns, rows }) => {
        // That reader takes a first U+FEFF for a byte order mark.
        fc.pre(!JSON.stringify({ columns, rows }).includes("\ufeff"));
        const bytes = await tableBytes({ columns, rows }, "parquet");
        // Rows as lists: an object cannot have the key __proto__.
        let found: unknown[][] = [];
        const onComplete = (all: unknown) => {
          found = all as unknown[][];
        };
        await parquetRead({ file: bytes.buffer as ArrayBuffer, columns, onComplete });
        expect(found.map((row) => row.map((value) => value ?? null))).toEqual(oneType(rows));
      }),
      RUNS,
    );
  });

  it("from JSON and JSON Lines", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTable, async ({ columns, rows }) => {
        const list = JSON.parse(utf8(await tableBytes({ columns, rows }, "json")));
        const lines = utf8(await tableBytes({ columns, rows }, "jsonl")).split("\n");
        const valuesOf = (object: Record<string, OutputValue>) =>
          columns.map((name) => Object.getOwnPropertyDescriptor(object, name)?.value);
        expect(list.map(valuesOf)).toEqual(rows);
        expect(lines.slice(0, -1).map((line) => valuesOf(JSON.parse(line)))).toEqual(rows);
      }),
      RUNS,
    );
  });

  it.each([
    ["csv", ","],
    ["tsv", "\t"],
  ] as const)("from %s by another reader, where missing values are empty fields", async (format, delimiter) => {
    await fc.assert(
      fc.asyncProperty(arbitraryTable, async ({ columns, rows }) => {
        const content = utf8(await tableBytes({ columns, rows }, format));
        const { data } = Papa.parse<string[]>(content.slice(0, -1), { delimiter, newline: "\n" });
        expect(data).toEqual([columns, ...rows.map((row) => row.map(textOf))]);
      }),
      RUNS,
    );
  });
});

describe("a table", () => {
  it("is safe for spreadsheets if asked to, without a change of numbers", async () => {
    const rows = [["=1+1"], ["-3.5"], ["@x"], ["'=y"], ["plain"], [-2]];
    const safe = utf8(await tableBytes({ columns: ["+a"], rows }, "csv", { safe: true }));
    expect(safe.split("\n")).toEqual(["'+a", "'=1+1", "-3.5", "'@x", "''=y", "plain", "-2", ""]);
    const plain = utf8(await tableBytes({ columns: ["+a"], rows }, "csv"));
    expect(plain.split("\n")[1]).toBe("=1+1");
  });

  it("is gzipped if asked to", async () => {
    const table = { columns: ["a"], rows: [[1]] };
    expect(gunzipSync(await tableBytes(table, "csv", { gzip: true })).toString()).toBe("a\n1\n");
  });

  it("without rows is a file with names alone", async () => {
    const table = { columns: ["a", "b"], rows: [] };
    expect((await readXlsx(await tableBytes(table, "xlsx"), { file: "x" })).columns).toEqual(["a", "b"]);
    expect((await readArrow(await tableBytes(table, "arrow"), { file: "x" })).columns).toEqual(["a", "b"]);
    expect(JSON.parse(utf8(await tableBytes(table, "json")))).toEqual([]);
  });

  it("writes what is not finite as each format can", async () => {
    const table = {
      columns: ["a", "b"],
      rows: [
        [Number.NaN, Number.NEGATIVE_INFINITY],
        [1, 2],
      ],
    };
    expect(JSON.parse(utf8(await tableBytes(table, "json")))[0]).toEqual({ a: null, b: null });
    const sheet = await readXlsx(await tableBytes(table, "xlsx"), { file: "x" });
    expect(await cellsOf(sheet)).toEqual([[1, 2]]);
    const arrow = await readArrow(await tableBytes(table, "arrow"), { file: "x" });
    expect((await cellsOf(arrow))[0]).toEqual([Number.NaN, Number.NEGATIVE_INFINITY]);
  });

  it("goes through many batches", async () => {
    const rows = Array.from({ length: 140_000 }, (_, i) => [i % 5 === 0 ? null : i / 3, `b${i % 7}`]);
    const table = await readArrow(await tableBytes({ columns: ["x", "y"], rows }, "arrow"), { file: "x" });
    expect(await cellsOf(table)).toEqual(rows);
  });

  it.each([
    [{ columns: Array.from({ length: 16_385 }, (_, k) => `c${k}`), rows: [] }],
    [{ columns: ["a"], rows: [["x".repeat(32_768)]] }],
    [
      {
        columns: ["a"],
        rows: {
          *[Symbol.iterator]() {
            for (let i = 0; i < 2 ** 20; i++) yield [null];
          },
        },
      },
    ],
  ])("that does not fit into a sheet is refused", async (table) => {
    expect(await refusal(() => tableBytes(table, "xlsx"))).toMatchObject({ code: "sheet-limit" });
  });

  it("has its format by the ending of its name", async () => {
    const names = ["a.csv", "B.TSV", "c.d.json", "x.jsonl.gz", "y.pq", "z.xlsx", "/p.q/f.feather"];
    expect(names.map(tableFormatByEnding)).toEqual(["csv", "tsv", "json", "jsonl", "parquet", "xlsx", "arrow"]);
    for (const name of ["scores", "a.txt", "dir.csv/file", ".gz", "constructor"]) {
      const error = await refusal(async () => tableFormatByEnding(name));
      expect(error.code).toBe("unknown-format");
      expect(error.remedy).toContain(".xlsx");
    }
  });

  it("as an Excel file is the same each time", async () => {
    const table = { columns: ["a"], rows: [[1], ["x"]] };
    expect(await tableBytes(table, "xlsx")).toEqual(await gathered([await tableBytes(table, "xlsx")]));
  });
});
