import type { BagSet } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../src/format/format.js";
import { fromCsv } from "../../src/format/from-csv.js";
import { readBags } from "../../src/format/read-bags.js";
import { toSource } from "../../src/format/text/source.js";
import { encodeBags } from "../../src/format/write-bags.js";
import { arbitraryBags, expectSameBags } from "./arbitrary-bags.js";

const read = (text: string, options: ReadOptions = {}) => fromCsv(toSource({ text }, { name: "t.csv" }), options);

/**
 * The text in pieces of the given number of bytes, from one buffer that is used again, as a file
 * gives it.
 */
function inPieces(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const buffer = new Uint8Array(size);
  return {
    name: "t.csv",
    size: undefined,
    bytes: async function* () {
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    },
  };
}

const rowsOf = (bags: BagSet) => [...bags].map((bag) => [bag.id, bag.label, ...bag.values]);

async function textOf(bags: BagSet): Promise<string> {
  let text = "";
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const piece of encodeBags(bags)) text += decoder.decode(piece, { stream: true });
  return text;
}

const PLAIN = "bag,label,width,height\na,1,1,2\na,1,3,4.5\nb,0,-5,6e2\nc,-1,.5,0\n";

describe("a CSV file", () => {
  it("becomes bags with labels, features and values", async () => {
    const bags = await read(PLAIN);
    expect(rowsOf(bags)).toEqual([
      ["a", "positive", 1, 2, 3, 4.5],
      ["b", "unlabeled", -5, 600],
      ["c", "negative", 0.5, 0],
    ]);
    expect(bags.features).toEqual(["width", "height"]);
  });

  it.each([
    ["CRLF line ends", PLAIN.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\ufeff${PLAIN}`],
    ["no line end at the end", PLAIN.trimEnd()],
    ["blank lines between", PLAIN.replaceAll("\n", "\n\n")],
    ["tabs", PLAIN.replaceAll(",", "\t")],
    ["semicolons", PLAIN.replaceAll(",", ";")],
    ["bars", PLAIN.replaceAll(",", "|")],
    ["blanks around numbers", PLAIN.replaceAll("4.5", "  4.5 ")],
    ["quotes around everything", PLAIN.replace(/[^,\n]+/g, '"$&"')],
    [
      "quotes around names alone",
      PLAIN.replace(/[a-z]+/g, (word) => (word === "e" ? word : `"${word}"`)).replace('6"e"2', "6e2"),
    ],
    ["quotes from the third row on", PLAIN.replace("b,0", '"b",0')],
    ["quotes and CRLF", PLAIN.replace(/[^,\n]+/g, '"$&"').replaceAll("\n", "\r\n")],
    ["a column of text", PLAIN.replaceAll("\n", ",note\n")],
    [
      "labels in words",
      PLAIN.replace("a,1", "a,positive")
        .replace("a,1,3", "a,Positive,3")
        .replace("b,0", "b,?")
        .replace("c,-1", "c,negative"),
    ],
  ])("gives the same bags with %s", async (_, text) => {
    expectSameBags(await read(text), await read(PLAIN));
  });

  it("gives the same bags in pieces of any size", async () => {
    const whole = await read(PLAIN.replace("b,0", '"b",0'));
    for (const size of [1, 2, 3, 7, 16, 1000])
      expectSameBags(await fromCsv(inPieces(PLAIN.replace("b,0", '"b",0'), size)), whole);
  });

  it("keeps its bags while other files are read after it, beside it, or refused", async () => {
    const text = (shift: number) => `bag,x\n${Array.from({ length: 50 }, (_, i) => `b${i},${i + shift}`).join("\n")}\n`;
    const first = await read(text(0));
    await expect(read("bag,x\na,1\na,two\n")).rejects.toMatchObject({ code: "not-a-number" });
    const beside = await Promise.all([1, 2, 3].map((shift) => fromCsv(inPieces(text(shift), 16))));
    for (const [shift, bags] of [first, ...beside].entries())
      expect([...bags].map(({ values }) => values[0])).toEqual(Array.from({ length: 50 }, (_, i) => i + shift));
  });

  it("takes the same values plain and in quotes", async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer().map(String),
      fc.float({ noNaN: true, noDefaultInfinity: true }).map((x) => x.toFixed(3)),
    );
    const table = fc.array(fc.tuple(fc.constantFrom("a", "b", "c d", "é"), value, value), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const plain = `bag,x,y\n${rows.map((row) => row.join(",")).join("\n")}\n`;
        const quoted = `bag,x,y\n${rows.map((row) => row.map((field) => `"${field}"`).join(",")).join("\n")}\n`;
        expectSameBags(await read(plain), await read(quoted));
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it("reads back what was written, bit by bit", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBags(), async (bags) => expectSameBags(await read(await textOf(bags)), bags)),
      { seed: 6, numRuns: 500 },
    );
  });

  it("brings rows of a bag together, in the order of first rows", async () => {
    const bags = await read("bag,x\nb,1\na,2\nb,3\nc,4\na,5\nb,6\n");
    expect(rowsOf(bags)).toEqual([
      ["b", "unlabeled", 1, 3, 6],
      ["a", "unlabeled", 2, 5],
      ["c", "unlabeled", 4],
    ]);
  });

  it("takes columns by name or number, without a header too", async () => {
    const bags = await read("1,mol1,0.5\n0,mol2,0.25\n", { bag: "2", label: "1" });
    expect(rowsOf(bags)).toEqual([
      ["mol1", "positive", 0.5],
      ["mol2", "unlabeled", 0.25],
    ]);
    expect(bags.features).toEqual(["column3"]);
  });

  it("leaves out ignored columns and an unnamed row index", async () => {
    const notes: string[] = [];
    const bags = await read(",bag,x,y\n0,a,1,2\n1,a,3,4\n", { ignore: ["y"], onNote: (note) => notes.push(note.code) });
    expect(bags.features).toEqual(["x"]);
    expect(notes).toEqual(["ignored-index", "guessed", "no-label"]);
  });

  it("renames columns that share a name, and says so", async () => {
    const notes: string[] = [];
    const bags = await read("bag,x,x,,x (2)\na,1,2,3,4\n", { onNote: ({ message }) => notes.push(message) });
    expect(bags.features).toEqual(["x", "x (3)", "column4", "x (2)"]);
    expect(notes[0]).toContain('"x (3)", "column4"');
  });

  it("takes a column called id for the bag if no other name says so", async () => {
    expect((await read("id,x\na,1\n")).ids()).toEqual(["a"]);
    expect((await read("id,bag,x\n1,a,1\n")).ids()).toEqual(["a"]);
  });

  it("drops or imputes missing values when told to", async () => {
    const text = "bag,x,y\na,1,2\na,,4\nb,NA,5\nc,9,\nc,3,1\n";
    expect(rowsOf(await read(text, { missing: "drop" }))).toEqual([
      ["a", "unlabeled", 1, 2],
      ["c", "unlabeled", 3, 1],
    ]);
    expect(rowsOf(await read(text, { missing: "median" }))).toEqual([
      ["a", "unlabeled", 1, 2, 3, 4],
      ["b", "unlabeled", 3, 5],
      ["c", "unlabeled", 9, 3, 3, 1],
    ]);
  });

  it("takes named label values, and * for all others", async () => {
    const text = "bag,label,x\na,active,1\nb,inactive,2\nc,unknown,3\n";
    const bags = await read(text, { positive: ["active"], negative: ["inactive"], unlabeled: ["*"] });
    expect(bags.labels()).toEqual(["positive", "negative", "unlabeled"]);
  });

  it("keeps lines of quoted fields apart from records when it counts", async () => {
    const text = 'bag,note,x\n"a","two\nlines",1\nb,plain,oops\n';
    await expect(read(text)).rejects.toMatchObject({
      code: "not-a-number",
      where: { file: "t.csv", line: 4, column: 3, field: "x" },
    });
  });

  it.each([
    ["", "empty", {}],
    ["  \n", "empty", {}],
    ["bag,label,x\n", "no-instances", {}],
    ["bag,x\na,1\na,1,2\n", "ragged", { line: 3 }],
    ["bag,x\na,1\na\n", "ragged", { line: 3 }],
    ["bag,x\na,1\na,two\n", "not-a-number", { line: 3, column: 2 }],
    ["bag,x\na,1\na,Infinity\n", "not-finite", { line: 3, column: 2 }],
    ["bag,x\na,1\na,1e999\n", "not-finite", { line: 3, column: 2 }],
    ["bag,x\na,1\na,NaN\n", "missing-value", { line: 3, column: 2 }],
    ["bag,x\na,1\na,\n", "missing-value", { line: 3, column: 2 }],
    ["bag,x\na,1\n,2\n", "empty-bag-id", { line: 3, column: 1 }],
    ["bag,label,x\na,1,1\na,0,2\n", "two-labels", { line: 3, column: 2 }],
    ["bag,label,x\na,maybe,1\n", "label-value", { line: 2, column: 2 }],
    ["who,x\na,1\n", "no-bag-column", {}],
    ["1,2\n3,4\n", "no-bag-column", {}],
    ["bag,name\na,b\n", "no-features", {}],
    ['bag,x\n"a,1\nb,2\n', "quotes", {}],
  ])("refuses %j with %s", async (text, code, where) => {
    await expect(read(text)).rejects.toMatchObject({
      name: "InputError",
      code,
      where: expect.objectContaining({ file: "t.csv", ...where }),
    });
  });

  it("refuses bytes that are not UTF-8 in a name, with the line", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode("bag,x\na,1\n"),
      0xff,
      ...new TextEncoder().encode(",2\n"),
    ]);
    await expect(readBags(bytes, { name: "t.csv" })).rejects.toMatchObject({ code: "utf-8", where: { line: 3 } });
  });

  it("refuses a header that is not UTF-8", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode("bag,h"),
      0x81,
      ...new TextEncoder().encode("he\na,1\n"),
    ]);
    await expect(readBags(bytes, { name: "t.csv" })).rejects.toMatchObject({ code: "utf-8", where: { line: 1 } });
  });

  it("stops when the signal says so", async () => {
    await expect(
      readBags(new TextEncoder().encode(PLAIN), { name: "t.csv", signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/i);
  });
});
