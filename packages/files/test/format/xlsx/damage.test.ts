import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { crc32, InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readXlsx } from "../../../src/format/xlsx/read-xlsx.js";
import { zipEntries } from "../../../src/format/zip/directory.js";
import { entryPieces } from "../../../src/format/zip/inflate.js";
import { writeZip } from "../../../src/format/zip/write-zip.js";
import { cellsOf, gathered, refusal, tableBytes } from "../table/tables.js";
import { file, inline } from "./sheets.js";

const golden = new Uint8Array(readFileSync(fileURLToPath(new URL("files/openpyxl.xlsx", import.meta.url))));
const read = (bytes: Uint8Array) => readXlsx(bytes, { file: "a.xlsx" });

/** The parts of an archive, to change and pack again. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  for (const entry of zipEntries(bytes)) parts.set(entry.name, await gathered(entryPieces(bytes, entry)));
  return parts;
}

async function withPart(name: string, content: string | Uint8Array): Promise<Uint8Array> {
  const parts = await partsOf(golden);
  parts.set(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
  return gathered(writeZip([...parts].map(([part, bytes]) => ({ name: part, pieces: [bytes] }))));
}

const SHEET = "xl/worksheets/sheet1.xml";
const sheet = (data: string, after = "") => `<worksheet><sheetData>${data}</sheetData>${after}</worksheet>`;

describe("a damaged Excel file is read or refused, never a crash", () => {
  it("where bytes of the archive are changed or cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: golden.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: golden.length }),
        fc.boolean(),
        async (changes, end, cut) => {
          const bytes = golden.slice(0, cut ? end : golden.length);
          for (const [at, value] of changes) bytes[at] = value;
          await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(InputError));
        },
      ),
      { seed: 5, numRuns: 80 },
    );
  });

  it("where a changed part is packed with a right checksum", async () => {
    const parts = await partsOf(golden);
    const names = [...parts.keys()].filter((name) => /workbook|sheet1|styles|shared|rels/.test(name));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 0.999, noNaN: true }),
            fc.nat({ max: 5 }),
            fc.constantFrom("<", ">", "&", '"', "/", "9", "r", "", "]]>", "</c>", "<row>", "="),
          ),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        async (name, changes) => {
          let text = new TextDecoder().decode(parts.get(name));
          for (const [share, gone, put] of changes) {
            const at = Math.floor(share * text.length);
            text = text.slice(0, at) + put + text.slice(at + gone);
          }
          await read(await withPart(name, text)).catch((error: unknown) => expect(error).toBeInstanceOf(InputError));
        },
      ),
      { seed: 6, numRuns: 80 },
    );
  });

  it("and never gives other values for a flipped bit of a part", async () => {
    const wanted = JSON.stringify(await cellsOf(await read(golden)));
    let refused = 0;
    for (let at = 40; at < golden.length; at += 67) {
      const bytes = golden.slice();
      bytes[at] ^= 1 << (at % 8);
      const table = await read(bytes).catch(() => undefined);
      if (table === undefined) refused++;
      else expect(JSON.stringify(await cellsOf(table))).toBe(wanted);
    }
    expect(refused).toBeGreaterThan(30);
  });
});

describe("what a file cannot mean is refused", () => {
  it.each([
    ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${sheet("")}`],
    ["an unknown entity", sheet("<row><c><v>&b;</v></c></row>")],
    ["an element that does not end", "<worksheet><sheetData><row>"],
    ["elements that cross", "<worksheet><sheetData></worksheet></sheetData>"],
    ["a row behind the last", sheet('<row r="1048577"/>')],
    ["rows out of order", sheet('<row r="3"/><row r="2"/>')],
    ["a column behind the last", sheet('<row><c r="XFE1"><v>1</v></c></row>')],
    ["a cell at no place", sheet('<row><c r="1"><v>1</v></c></row>')],
    ["a text that is not there", sheet('<row><c t="s"><v>99999</v></c></row>')],
    ["a number that is none", sheet("<row><c><v>x</v></c></row>")],
    ["no XML", "\xff\xfe"],
  ])("%s", async (_, xml) => {
    expect(await refusal(async () => read(await withPart(SHEET, xml)))).toMatchObject({
      code: "xlsx",
      where: { file: "a.xlsx" },
    });
  });

  it("and quotes what is wrong in one line of a few words", async () => {
    const long = "]]&gt;\n".repeat(500);
    for (const bytes of [
      await file(`<row><c t="s"><v>${long}</v></c></row>`),
      await file(`<row><c><v>${long}</v></c></row>`),
      await file("<row><c><v>1</v></c></row>", {
        "_rels/.rels": `<Relationships><Relationship Id="a" Type="http://x/relationships/officeDocument" Target="/${"a&#10;".repeat(500)}"/></Relationships>`,
      }),
    ]) {
      const { message } = await refusal(() => read(bytes));
      expect(message).not.toMatch(/\n/);
      expect(message.length).toBeLessThan(400);
    }
  });

  it("text that is not UTF-8", async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode("<worksheet>"), 0xff, 0xff]);
    expect(await refusal(async () => read(await withPart(SHEET, bytes)))).toMatchObject({ code: "xlsx" });
  });
});

describe("a small file that claims much costs little", () => {
  it("as a part that unpacks to far more than its size", async () => {
    const zeros = new Uint8Array(80 * 2 ** 20);
    expect(await refusal(async () => read(await withPart(SHEET, zeros)))).toMatchObject({ code: "xlsx" });
  });

  it("as a part that says another size than it has", async () => {
    const packed = deflateRawSync(new Uint8Array(2 ** 24));
    const bytes = await gathered(writeZip([{ name: "a", pieces: [new Uint8Array(2 ** 24)] }]));
    const [entry] = zipEntries(bytes);
    expect(entry).toMatchObject({ size: 2 ** 24, crc: crc32(new Uint8Array(2 ** 24)) });
    let seen = 0;
    const reading = async () => {
      for await (const piece of entryPieces(bytes, { ...entry, size: 1000 })) seen += piece.length;
    };
    await expect(reading()).rejects.toThrow("checksum");
    expect(seen).toBeLessThan(1001);
    expect(packed.length).toBeLessThan(2 ** 15);
  });

  const rows = (n: number, row: (number: number) => string) =>
    Array.from({ length: n }, (_, i) => `<row r="${i + 2}">${row(i + 2)}</row>`).join("");
  const names = (n: number) => `<row>${Array.from({ length: n }, (_, k) => inline(`f${k}`)).join("")}</row>`;

  it("as values in the last column, which hold what is there", async () => {
    const far = rows(5000, (r) => `<c><v>${r}</v></c><c r="XFD${r}"><v>-1</v></c>`);
    const table = await read(await withPart(SHEET, sheet(`<row>${inline("bag")}<c r="XFD1"><v>1</v></c></row>${far}`)));
    expect(table).toMatchObject({ columns: ["bag", "1"], length: 5000 });
    expect(table.place(4999, 1)).toMatchObject({ row: 5001, column: 16_384, cell: "XFD5001" });
    expect((await cellsOf(table)).at(-1)).toEqual([5001, -1]);
  });

  it("as many names above few values", async () => {
    const values = (n: number) => rows(n, (r) => `<c><v>${r}</v></c>`);
    const few = await read(await withPart(SHEET, sheet(names(16_384) + values(200))));
    expect([few.columns.length, few.length, few.cell(199, 0), few.cell(199, 16_383)]).toEqual([16_384, 200, 201, null]);
    const many = await withPart(SHEET, sheet(names(16_384) + values(3000)));
    expect(await refusal(() => read(many))).toMatchObject({ code: "too-many-values", where: { file: "a.xlsx" } });
  });

  it("as a long text that many cells share", async () => {
    const long = `<t xml:space="preserve">${" ".repeat(30_000)}x</t>`;
    const texts = { "xl/t.xml": `<sst><si>${long}</si></sst>` };
    const shared = names(1) + rows(3000, () => '<c t="s"><v>0</v></c>');
    const again = rows(3000, (r) => `<c><v>1</v></c>${r === 2 ? '<c t="s"><v>0</v></c>' : ""}`);
    const merged = `<a>${sheet(names(2) + again)}<mergeCell ref="B2:B3001"/></a>`;
    for (const bytes of [await file(shared, texts), await file("", { ...texts, "xl/s.xml": merged })])
      expect(await refusal(() => read(bytes))).toMatchObject({ code: "too-many-values", where: { file: "a.xlsx" } });
  });

  it.each([
    ["elements inside elements", sheet("<a>".repeat(1000) + "</a>".repeat(1000))],
    ["a merged range behind the last column", sheet("", '<mergeCell ref="ZZZZ2:ZZZZ1048576"/>')],
    ["a merged range behind the last row", sheet("", '<mergeCell ref="A1:B1048577"/>')],
    ["a merged range that ends before it starts", sheet("", '<mergeCell ref="B2:A1"/>')],
    ["a merged range at no place", sheet("", "<mergeCell/>")],
    ["rows inside rows", sheet('<row><row r="2"><c><v>1</v></c></row><c><v>1</v></c></row>')],
  ])("as %s, which is refused", async (_, xml) => {
    expect(await refusal(async () => read(await withPart(SHEET, xml)))).toMatchObject({ code: "xlsx" });
  });

  it.each([
    ["styles", "xl/styles.xml", `<a><cellXfs>${"<xf/>".repeat(70_000)}</cellXfs></a>`],
    [
      "relations",
      "xl/_rels/workbook.xml.rels",
      `<a>${Array.from({ length: 70_000 }, (_, k) => `<Relationship Id="${k}" Target="a"/>`).join("")}</a>`,
    ],
  ])("as too many %s, which are refused", async (_, part, xml) => {
    expect(await refusal(async () => read(await withPart(part, xml)))).toMatchObject({ code: "xlsx" });
  });

  it("as a tag of nothing but blanks, which is not looked at again for each piece of it", async () => {
    const { readXml } = await import("../../../src/format/xlsx/xml.js");
    const bytes = new TextEncoder().encode(`<a${" ".repeat(1_000_000)}b="1"></a>`);
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += 50) {
        if (at % 50_000 === 0) await new Promise(setImmediate);
        yield bytes.subarray(at, at + 50);
      }
    };
    const found: (string | undefined)[] = [];
    await readXml(pieces(), { open: (_, attributes) => found.push(attributes.get("b")) });
    expect(found).toEqual(["1"]);
  }, 30_000);

  it("as merged cells over the whole sheet, again and again", async () => {
    const data = rows(200, (r) => `<c r="A${r}"><v>1</v></c><c r="XFD${r}"><v>2</v></c>`);
    const merges = '<mergeCell ref="A2:XFD1048576"/>';
    expect(await read(await withPart(SHEET, sheet(data, merges)))).toMatchObject({ length: 199 });
    const again = await withPart(SHEET, sheet(data, merges.repeat(1000)));
    expect(await refusal(() => read(again))).toMatchObject({ code: "xlsx" });
  });
});

describe("files of other programs", () => {
  const compound = (text: string) =>
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      ...new Uint8Array(600),
      ...[...text].flatMap((c) => [c.charCodeAt(0), 0]),
    ]);

  it("are refused with the advice to save them as .xlsx", async () => {
    const old = await refusal(() => read(compound("Workbook")));
    expect(old).toMatchObject({ code: "other-sheet" });
    expect(old.remedy).toContain(".xlsx");
    const locked = await refusal(() => read(compound("EncryptedPackage")));
    expect(locked).toMatchObject({ code: "protected-sheet" });
    const zip = (...names: string[]) => gathered(writeZip(names.map((name) => ({ name, pieces: [] }))));
    expect(await refusal(async () => read(await zip("mimetype", "content.xml")))).toMatchObject({
      code: "other-sheet",
    });
    expect(await refusal(async () => read(await zip("a.txt")))).toMatchObject({ code: "other-sheet" });
    const binary = await zip("[Content_Types].xml", "xl/workbook.bin");
    expect(await refusal(() => read(binary))).toMatchObject({ code: "other-sheet" });
  });

  it("without any cell are tables without columns", async () => {
    const empty = await withPart(SHEET, sheet(""));
    expect(await read(empty)).toMatchObject({ columns: [], length: 0 });
    const bytes = await tableBytes({ columns: ["a"], rows: [] }, "xlsx");
    expect(await read(bytes)).toMatchObject({ columns: ["a"], length: 0 });
  });
});
