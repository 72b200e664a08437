import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpack } from "../../../src/format/parquet/codecs/decompress.js";

const words =
  "The molecule was known for its effects, and of the 1,234 papers That THEY had read none said so.\n".repeat(40);
const TEXTS: readonly (readonly [string, Uint8Array])[] = [
  ["nothing", new Uint8Array(0)],
  ["a letter", new TextEncoder().encode("a")],
  ["words", new TextEncoder().encode(words)],
  [
    "words with accents",
    new TextEncoder().encode("Märchen für große Mädchen, “naïve” — こんにちは, где ¡°±! ".repeat(400)),
  ],
  ["zeros", new Uint8Array(70_000)],
  ["doubles", new Uint8Array(Float64Array.from({ length: 9000 }, (_, i) => i / 7).buffer)],
  ["noise", Uint8Array.from({ length: 20_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24)],
];

function packed(bytes: Uint8Array, quality: number, window = 22, mode = 0): Uint8Array {
  const { BROTLI_PARAM_QUALITY: q, BROTLI_PARAM_LGWIN: w, BROTLI_PARAM_MODE: m } = constants;
  return new Uint8Array(brotliCompressSync(bytes, { params: { [q]: quality, [w]: window, [m]: mode } }));
}

describe("Brotli", () => {
  for (const [what, bytes] of TEXTS)
    it(`unpacks ${what} as zlib packs them, however hard it tries`, async () => {
      for (const quality of [0, 1, 4, 5, 9, 11])
        for (const [window, mode] of [
          [10, 0],
          [16, 1],
          [24, 2],
        ])
          expect(await unpack("BROTLI", packed(bytes, quality, window, mode), bytes.length)).toEqual(bytes);
    });

  it("refuses data of another size than they say", async () => {
    const small = packed(new TextEncoder().encode("0123456789"), 5);
    for (const size of [0, 9, 11, 2 ** 20]) await expect(unpack("BROTLI", small, size)).rejects.toThrow("packed data");
  });

  it("refuses damaged data, or gives as many bytes, and always ends", async () => {
    const bytes = TEXTS[2][1];
    for (const quality of [1, 5, 11]) {
      const good = packed(bytes, quality);
      for (let bit = 0; bit < 8 * good.length; bit += 3) {
        const bad = good.slice();
        bad[bit >> 3] ^= 1 << (bit & 7);
        const found = await unpack("BROTLI", bad, bytes.length).catch((error: Error) => error.message);
        if (typeof found === "string") expect(found).toContain("packed data");
        else expect(found.length).toBe(bytes.length);
      }
    }
  });
});
