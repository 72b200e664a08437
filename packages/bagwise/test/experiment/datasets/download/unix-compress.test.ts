import { spawnSync } from "node:child_process";
import { InputError, random } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCompressed, uncompress } from "../../../../src/experiment/datasets/download/unix-compress.js";
import { missing } from "../../../require-all.js";
import { makeCompressed } from "./make-compressed.js";

/** Bytes from a small alphabet repeat soon, and make long entries. */
function letters(length: number, alphabet: number, seed = 1): Uint8Array {
  const generator = random(seed);
  return Uint8Array.from({ length }, () => 97 + generator.below(alphabet));
}

const CASES: readonly [string, Uint8Array, { maxWidth?: number; clearEvery?: number }][] = [
  ["nothing", new Uint8Array(0), {}],
  ["one byte", Uint8Array.of(7), {}],
  ["one byte many times", new Uint8Array(5000).fill(65), {}],
  ["every width up to 16", letters(400_000, 26), {}],
  ["a full table of 12 bits", letters(60_000, 20), { maxWidth: 12 }],
  ["a full table of 10 bits", letters(9000, 4), { maxWidth: 10 }],
  ["tables that are emptied", letters(50_000, 20), { clearEvery: 3000 }],
];

describe("uncompress", () => {
  it.each(CASES)("gives back %s", (_, input, options) => {
    const packed = makeCompressed(input, options);
    expect(isCompressed(packed)).toBe(true);
    expect(Buffer.compare(uncompress(packed), input)).toBe(0);
  });

  it("gives back any bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2000 }),
        fc.integer({ min: 10, max: 16 }),
        fc.integer({ min: 5, max: 600 }),
        (input, maxWidth, clearEvery) => {
          expect(Buffer.compare(uncompress(makeCompressed(input, { maxWidth, clearEvery })), input)).toBe(0);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it("gives the beginning of a file that is cut off", () => {
    const input = letters(20_000, 9);
    const packed = makeCompressed(input);
    for (const length of [4, 100, 1000, packed.length - 1]) {
      const part = uncompress(packed.subarray(0, length));
      expect(part.length).toBeLessThan(input.length);
      expect(Buffer.compare(part, input.subarray(0, part.length))).toBe(0);
    }
  });

  it("refuses what is no such file, and codes that no table has", () => {
    for (const bytes of [[], [0x1f], [0x1f, 0x9d], [0x1f, 0x8b, 0x90], [0x1f, 0x9d, 0x89], [0x1f, 0x9d, 0x91]])
      expect(() => uncompress(Uint8Array.from(bytes), { name: "a.Z" })).toThrowError(
        expect.objectContaining({ code: "compress", where: { file: "a.Z" } }),
      );
    // The first code is 511.
    expect(() => uncompress(Uint8Array.of(0x1f, 0x9d, 0x90, 0xff, 0x01))).toThrow(InputError);
  });

  it("ends, with bytes or an InputError, whatever follows the header", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        try {
          uncompress(Uint8Array.of(0x1f, 0x9d, 0x90, ...bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

const gzip = spawnSync("gzip", ["--version"]).status === 0;
describe.skipIf(missing("gzip", gzip))("the files that these tests make", () => {
  it.each(CASES.slice(1))("are read by gzip: %s", (_, input, options) => {
    const { stdout } = spawnSync("gzip", ["-dc"], { input: makeCompressed(input, options), maxBuffer: 2 ** 26 });
    expect(Buffer.compare(stdout, input)).toBe(0);
  });
});
