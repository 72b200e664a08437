import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteReader } from "../../../src/format/parquet/byte-reader.js";
import { readTexts } from "../../../src/format/parquet/values.js";

/** Texts as a plain page stores them: each after its length. */
function stored(texts: readonly string[]): Uint8Array {
  const pieces = texts.flatMap((text) => {
    const bytes = new TextEncoder().encode(text);
    return [new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes];
  });
  return new Uint8Array(Buffer.concat(pieces));
}

it("plain texts come back, whether they repeat the one before or not", () => {
  const text = fc.constantFrom("", "a", "b", "ab", "ba", "b17", "b18", "é", "è", "bag with a name of many letters, 1");
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
      expect(readTexts(new ByteReader(stored(texts)), texts.length)).toEqual(texts);
    }),
    { seed: 6, numRuns: 200 },
  );
});

it("texts that are cut off, or no UTF-8, are errors wherever they stand", () => {
  const bytes = stored(["ab", "ab", "ab"]);
  for (let length = 0; length < bytes.length; length++)
    expect(() => readTexts(new ByteReader(bytes.subarray(0, length)), 3)).toThrow();
  expect(() => readTexts(new ByteReader(Uint8Array.of(1, 0, 0, 0, 0xff)), 1)).toThrow(/UTF-8/);
});
