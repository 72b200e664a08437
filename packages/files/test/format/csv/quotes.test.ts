import type { BagSet } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv } from "../../../src/format/formats.js";
import { CsvReader } from "../../../src/format/from-csv.js";
import { readBags } from "../../../src/format/read-bags.js";
import { gzip } from "../../../src/format/text/gzip.js";
import { expectSameBags } from "../arbitrary-bags.js";
import { failure, inPieces, read } from "../reading.js";

const table = (header: string, rows: number, row: (i: number) => string) =>
  `${header}\n${Array.from({ length: rows }, (_, i) => row(i)).join("\n")}\n`;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The text as one piece, in pieces, and packed: every way in which a file comes. */
async function everyWay(text: string): Promise<BagSet[]> {
  const bytes = bytesOf(text);
  const packed: Uint8Array[] = [];
  for await (const piece of gzip([bytes])) packed.push(piece);
  return [
    await readBags(bytes, { name: "t.csv" }),
    await readBags(inPieces(bytes, 65_536), { name: "t.csv" }),
    await readBags(inPieces(bytes, 2 ** 20), { name: "t.csv" }),
    await readBags(new Blob(packed as BlobPart[]), { name: "t.csv.gz" }),
  ];
}

describe("a quote that is no quotation", () => {
  it("in the header loses no row, however the file comes", async () => {
    for (const bags of await everyWay(table('bag,size 5",z', 40_000, (i) => `b${i},${(7919 * i) % 1000},2`))) {
      expect(bags.size).toBe(40_000);
      expect(bags.features).toEqual(['size 5"', "z"]);
    }
  });

  it("in a row after a quoted one loses no row", async () => {
    const row = (i: number) =>
      `b${i},${i === 5 ? '"two\nlines"' : i === 10 ? '5" nail' : "plain"},${(7919 * i) % 1000}`;
    for (const bags of await everyWay(table("bag,note,x", 30_000, row))) {
      expect(bags.size).toBe(30_000);
      expect(bags.bag(29_999).values[bags.features.indexOf("x")]).toBe((7919 * 29_999) % 1000);
    }
  });

  it("is part of an id, and names keep it", async () => {
    const bags = await read(csv, 'bag,"x ""y""",5"\n5" nail,1,2\n"5"" nail",3,4\n');
    expect(bags.ids()).toEqual(['5" nail']);
    expect(bags.features).toEqual(['x "y"', '5"']);
    expect(bags.instances).toBe(2);
  });
});

describe("line ends", () => {
  const LINES = ["bag,label,x,y", "a,1,1,2", 'a,1,3,"4"', "b,0,5,6", '"c",0,7,8', "d,0,9,10"];
  const wanted = read(csv, LINES.join("\n"));

  it("may be LF and CRLF in one file, in any order and in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: LINES.length, maxLength: LINES.length }),
        fc.integer({ min: 1, max: 12 }),
        async (returns, size) => {
          const text = LINES.map((line, i) => `${line}${returns[i] ? "\r" : ""}\n`).join("");
          expectSameBags(await read(csv, text), await wanted);
          expectSameBags(await read(csv, inPieces(text, size)), await wanted);
        },
      ),
      { seed: 13, numRuns: 100 },
    );
  });

  it("of CR alone are refused by name", async () => {
    expect(await failure(csv, "bag,x\ra,1\rb,2\r")).toMatchObject({ code: "line-ends", where: { line: 1 } });
  });
});

describe("a broken quote", () => {
  it.each([
    ["that is never closed", 'bag,note,x\na,b,1\n"c\nd",e,2\nf,"g,3\nh,i,4\n', 5],
    ["with text after it", 'bag,note,x\na,b,1\nc,"two\nlines" more,2\n', 3],
    ["before the end of the line", 'bag,note,x\na,b,1\nc,d,"2"\r3\n', 3],
    ["in the header", 'bag,"no"te,x\na,b,1\n', 1],
    ["from the header on", 'bag,note\n,"x\na,b,1\n', 2],
  ])("%s is blamed on the line where it opens", async (_, text, line) => {
    expect(await failure(csv, text)).toMatchObject({ code: "quotes", where: { line } });
    expect(await failure(csv, inPieces(text, 3))).toMatchObject({ code: "quotes", where: { line } });
  });

  it("costs one look at each byte", async () => {
    const rows = 20_000;
    const text = table("bag,note,x", rows, (i) => `b${i},${i === 10 ? '"' : ""}${"n".repeat(50)},${i}`);
    const bytes = bytesOf(text);
    const reader = new CsvReader("t.csv", {});
    for (let at = 0; at < bytes.length; at += 4096) reader.add(bytes.subarray(at, at + 4096));
    await expect(reader.finish()).rejects.toMatchObject({ code: "quotes" });
    expect(reader.looked).toBeLessThanOrEqual(bytes.length);
    expect(reader.looked).toBeGreaterThan(0.9 * bytes.length);
  });

  it("ends the reading after 64 MiB, in a row and in the header", async () => {
    const filler = new Uint8Array(2 ** 20).fill(110);
    async function* endless(start: string) {
      yield bytesOf(start);
      for (;;) yield filler;
    }
    const inRow = await failure(csv, endless('bag,note,x\na,b,1\nb,"'));
    expect(inRow).toMatchObject({ code: "quotes", where: { line: 3 } });
    const inHeader = await failure(csv, endless('bag,"'));
    expect(inHeader).toMatchObject({ code: "quotes", where: { line: 1 } });
  });
});
