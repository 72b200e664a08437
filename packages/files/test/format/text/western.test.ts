import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonl } from "../../../src/format/formats.js";
import { readBags } from "../../../src/format/read-bags.js";
import { toSource } from "../../../src/format/text/source.js";
import { westernOrUtf8 } from "../../../src/format/text/western.js";
import { inPieces } from "../reading.js";

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** What comes out of the wrapper, and how often it told. */
async function through(bytes: Uint8Array, size = bytes.length + 1) {
  const pieces: number[] = [];
  let told = 0;
  for await (const piece of westernOrUtf8(toSource(inPieces(bytes, size)), () => told++).bytes()) pieces.push(...piece);
  return { bytes: Uint8Array.from(pieces), told };
}

const TEXT = "bag,label,x\nMüller,1,1\nFrançois,,2\n20 °C,,3\n";

describe("text without a known encoding", () => {
  it("is read as Windows-1252 if it is not UTF-8, however it is cut into pieces", async () => {
    const wanted = new TextEncoder().encode(TEXT);
    for (let size = 1; size < 40; size++) {
      const { bytes, told } = await through(latin1(TEXT), size);
      expect({ size, told, same: Buffer.compare(bytes, wanted) }).toEqual({ size, told: 1, same: 0 });
    }
    const signs = await through(Uint8Array.of(...latin1("price,5 "), 0x80, ...latin1(" caf"), 0xe9));
    expect(new TextDecoder().decode(signs.bytes)).toBe("price,5 € café");
    const named = Uint8Array.of(...latin1("bag,x\n"), 0x80, 0x9f, 0xff, ...latin1(",1\n"));
    expect((await readBags(named, { name: "t.csv", encoding: "latin1" })).idOf(0)).toBe("€Ÿÿ");
  });

  it("is left as it is if it is ASCII or UTF-8, however it is cut into pieces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const bytes = new TextEncoder().encode(text);
        expect(await through(bytes, size)).toEqual({ bytes, told: 0 });
      }),
      { seed: 20240601, numRuns: 200 },
    );
  });

  it("is an error with its line if it looks like neither", async () => {
    const cyrillic = "привет мир".replace(/[а-я]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0x430 + 0xe0));
    for (const id of ["\xff\xfe", "caf\x81", "caf\xe9\x00", cyrillic]) {
      const bytes = latin1(`bag,label,x\na,1,1\n${id},0,2\n`);
      await expect(readBags(bytes, { name: "t.csv" })).rejects.toMatchObject({ code: "utf-8", where: { line: 3 } });
    }
    const late = [latin1("bag,x\ncafé,1\n"), latin1("caf\x81,2\n")];
    const pieces = (async function* () {
      yield* late;
    })();
    await expect(readBags(pieces, { name: "t.csv" })).rejects.toMatchObject({ code: "utf-8" });
  });

  it("is said once, and may come late in a stream of any text format", async () => {
    const rows = Array.from({ length: 3000 }, (_, k) => `{"bag":"b${k >> 1}","x":${(k * 7) % 13}}\n`);
    const bytes = latin1(`${rows.join("")}{"bag":"Zoë","x":1}\n`);
    const codes: string[] = [];
    const bags = await readBags(inPieces(bytes, 1000), { format: jsonl.name, onNote: ({ code }) => codes.push(code) });
    expect(bags.idOf(bags.size - 1)).toBe("Zoë");
    expect(codes.filter((code) => code === "western-text")).toHaveLength(1);
  });
});
