import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { xlsx } from "../../../src/format/formats.js";
import { showsDay } from "../../../src/format/xlsx/date-format.js";
import { readXlsx } from "../../../src/format/xlsx/read-xlsx.js";
import { plainBags } from "../arbitrary-bags.js";
import { readWithNotes } from "../reading.js";
import { cellsOf, refusal } from "../table/tables.js";
import { file, inline } from "./sheets.js";

const golden = (name: string) => new Uint8Array(readFileSync(fileURLToPath(new URL(`files/${name}`, import.meta.url))));
const utc = (text: string) => new Date(`${text}Z`);

const read = async (bytes: Uint8Array, sheet?: string | number) => await readXlsx(bytes, { file: "a.xlsx", sheet });

describe("an Excel file", () => {
  it("of openpyxl gives the values that pandas reads", async () => {
    const table = await read(golden("openpyxl.xlsx"));
    expect(table.columns).toEqual(["bag", "Ünï 分子 🧪", "when", "flag", "empty", "x", "x (2)", "column8", "when2"]);
    expect(await cellsOf(table)).toEqual([
      ["a", "<&>\"'", utc("2024-02-29T13:45:07"), true, null, 1.5, -0, 3, utc("1999-12-31T00:00")],
      ["b", " lead trail ", utc("1900-01-05T00:00"), false, null, 1e-300, 1e308, null, utc("2100-01-01T00:00")],
      ["c", "two\nlines\ttab", null, null, null, 123456789012345700, 0.3, "text", utc("1970-01-01T00:00")],
      ["007", null, utc("2024-01-01T00:00:00.500"), true, null, null, 2 ** 53, "", null],
    ]);
    expect([0, 1, 2, 3].map((row) => table.number(row))).toEqual([2, 3, 5, 6]);
    expect(table).toMatchObject({
      sheet: "First",
      sheets: ["First", "Zweites Blatt"],
      uncomputed: 1,
      renamed: [
        { from: "x", to: "x (2)", column: 7 },
        { from: "", to: "column8", column: 8 },
      ],
    });
  });

  it("of XlsxWriter has a title, dates, times, formulas, rich text, errors and merged cells", async () => {
    const table = await read(golden("xlsxwriter.xlsx"));
    expect(table.columns).toEqual(["mol", "date", "time", "price", "form", "rich", "err"]);
    const cells = await cellsOf(table);
    expect(cells[1]).toEqual(["m1", utc("2021-05-06T07:08"), 0.25, -1.25, 4, "ab & <c>1", null]);
    expect(cells.slice(5).map(([mol, , , price]) => [mol, price])).toEqual([
      ["merged", 1],
      ["merged", 2],
    ]);
  });

  it("may count dates from 1904", async () => {
    expect(await cellsOf(await read(golden("1904.xlsx")))).toEqual([["a", utc("2024-02-29T00:00")]]);
  });

  it("has sheets, by name or number", async () => {
    const bytes = golden("openpyxl.xlsx");
    for (const sheet of ["Zweites Blatt", "zweites blatt", 2, "2"]) {
      const table = await read(bytes, sheet);
      expect(table.columns).toEqual(["id", "v"]);
      expect(await cellsOf(table)).toEqual([["q", 7]]);
    }
    for (const sheet of ["Third", 0, 3, -1, 1.5, ""]) {
      const error = await refusal(() => read(bytes, sheet));
      expect(error.code).toBe("no-such-sheet");
      expect(error.remedy).toContain('"First", "Zweites Blatt"');
    }
  });

  it("becomes bags, with notes about what is odd", async () => {
    const row = (...cells: (string | number)[]) =>
      `<row>${cells.map((cell) => (typeof cell === "number" ? `<c><v>${cell}</v></c>` : inline(cell))).join("")}</row>`;
    const bytes = await file(row("", "bag", "x", "x") + row(0, "a", 1, 2) + row(1, "a", 3, 5) + row(2, "b", 5, 4));
    const { bags, notes } = await readWithNotes(xlsx, bytes);
    expect(plainBags(bags)).toMatchObject({
      features: ["x", "x (2)"],
      bags: [
        {
          id: "a",
          instances: [
            [1, 2],
            [3, 5],
          ],
        },
        { id: "b", instances: [[5, 4]] },
      ],
    });
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(["ignored-index", "renamed-columns"]));
  });
});

describe("the XML of a sheet", () => {
  it("may have prefixes, no places, CDATA, comments, entities and reading aids", async () => {
    const bytes = await file("", {
      "xl/s.xml": `\ufeff<?xml version="1.0"?><!-- > --><x:worksheet xmlns:x="y>z"><x:sheetData>
        <x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t='s'><x:v>1</x:v></x:c></x:row>
        <x:row r="7"><x:c r="B7" t="str"><x:f>A1</x:f><x:v><![CDATA[<b>]]></x:v></x:c></x:row>
        <x:row><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      "xl/t.xml": `<sst><si><r><t>a</t></r><r><t xml:space="preserve"> &lt;&#x1F9EA;&#98;</t></r><rPh><t>no</t></rPh></si>
        <si><t>_x0041__x005F_x0042_</t></si></sst>`,
    });
    const table = await read(bytes);
    expect(table.columns).toEqual(["a <🧪b", "A_x0042_"]);
    expect(await cellsOf(table)).toEqual([
      [null, "<b>"],
      [true, null],
    ]);
    expect([table.number(0), table.number(1)]).toEqual([7, 8]);
  });

  it("gives the same in pieces of any size", async () => {
    const { readXml } = await import("../../../src/format/xlsx/xml.js");
    const xml = "<a b=\"1>2\" c='&quot;'>x&amp;\r\ny<!-- <z> --><d/><![CDATA[&]]>\rü🧪</a>";
    const bytes = new TextEncoder().encode(xml);
    for (let size = 1; size <= bytes.length; size++) {
      const told: string[] = [];
      let text = "";
      const pieces = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      await readXml(pieces(), {
        open: (name, attributes) => told.push(`<${name} ${attributes.get("b")} ${attributes.get("c")}`),
        close: (name) => told.push(`>${name}`),
        text: (piece) => {
          text += piece;
        },
      });
      expect(told).toEqual(['<a 1>2 "', "<d undefined undefined", ">d", ">a"]);
      expect(text).toBe("x&\ny&\nü🧪");
    }
  });

  it("has headers that are merged, and blank rows and columns around the table", async () => {
    const bytes = await file("", {
      "xl/s.xml": `<worksheet><sheetData><row r="3"><c r="B3" t="inlineStr"><is><t>id</t></is></c>
        <c r="C3" t="inlineStr"><is><t>position</t></is></c><c r="D3" s="1"/></row>
        <row r="4"><c r="B4"><v>1</v></c><c r="C4"><v>2</v></c><c r="D4"><v>3</v></c><c r="Z4" s="1"/></row>
        <row r="9"><c r="B9" s="1"/></row></sheetData><mergeCells><mergeCell ref="C3:XFD3"/></mergeCells></worksheet>`,
    });
    const table = await read(bytes);
    expect(table.columns).toEqual(["id", "position", "position (2)"]);
    expect(await cellsOf(table)).toEqual([[1, 2, 3]]);
  });

  it("tells formats of days from other formats", () => {
    const days = ["yyyy-mm-dd", "d/m/yy h:mm", "mmm", "[$-407]T. MMMM JJJJ;@", '"on" dd', "m/d", "mmm-yy"];
    const others = [
      "General",
      "0.00",
      "h:mm:ss",
      "[h]:mm",
      "[mm]",
      "mm:ss.0",
      '0 "days"',
      "[Red]0",
      "[$USD] 0",
      "0.0E+00",
      "",
    ];
    expect(days.filter((code) => !showsDay(code))).toEqual([]);
    expect(others.filter(showsDay)).toEqual([]);
  });
});
