import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromLine, lineEnds, toLine } from "../../../src/experiment/folder/log.js";
import { record } from "../make-records.js";

describe("a line of a journal", () => {
  it("carries a record with the same bits, NaN and -0 too", () => {
    const line = toLine(record(3));
    expect(line.endsWith("}\n")).toBe(true);
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(fromLine(line.slice(0, -1))).toEqual(record(3));
  });

  it("is JSON that other programs read, with the CRC-32 of the rest", () => {
    const line = toLine({ id: "a", value: 1 });
    expect(JSON.parse(line)).toEqual({ crc: expect.stringMatching(/^[0-9a-f]{8}$/), id: "a", value: 1 });
    expect(JSON.parse(line).crc).toBe(zlibCrc32('{"id":"a","value":1}').toString(16).padStart(8, "0"));
  });

  it("is known to be damaged when any part of it is missing", () => {
    const line = toLine(record(1)).slice(0, -1);
    for (let length = 0; length < line.length; length++) expect(fromLine(line.slice(0, length))).toBeUndefined();
  });

  it("is known to be damaged when any character of it was changed", () => {
    const line = toLine(record(1)).slice(0, -1);
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(character !== line[at]);
        expect(fromLine(line.slice(0, at) + character + line.slice(at + 1))).toBeUndefined();
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it.each(["", "{}", "null", '{"crc":"00000000",', "\0\0\0\0", '{"crc":"00000000","a":1}'])("is not %j", (text) => {
    expect(fromLine(text)).toBeUndefined();
  });
});

describe("lineEnds", () => {
  it("are the offsets after each line feed", () => {
    expect(lineEnds(new TextEncoder().encode("ä\n\nb"))).toEqual([3, 4]);
    expect(lineEnds(new Uint8Array(0))).toEqual([]);
  });
});
