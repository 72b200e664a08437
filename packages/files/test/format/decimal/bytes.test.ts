import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDecimalBytes } from "../../../src/format/decimal/bytes.js";
import { type DecimalReader, decimalReader, plainDecimalReader } from "../../../src/format/decimal/reader.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0];

const READERS = { wasm: decimalReader(), plain: plainDecimalReader() };

/** Puts the text into the reader's room and reads `count` numbers of it. */
function readRun(reader: DecimalReader, text: string, count: number) {
  const bytes = bytesOf(text);
  const room = reader.room(1024).subarray(0, bytes.length);
  room.set(bytes);
  reader.block.fill(0, 0, count);
  const end = { count: 0, odd: false };
  const at = reader.read(room, 0, 44, reader.block, 0, count, end);
  return { at, ...end, values: [...reader.block.subarray(0, count)] };
}

/** The value by the long way, and by the short ways where they take it. */
function parse(text: string): number[] {
  const bytes = bytesOf(`${text}\n`);
  const long = parseDecimalBytes(bytes, 0, bytes.length - 1);
  const short = Object.values(READERS).map((reader) => readRun(reader, `${text}\n`, 1));
  return [long, ...short.flatMap(({ odd, values }) => (odd ? [] : values))];
}

function expectSameBits(text: string): void {
  const expected = bits(Number(text));
  // A matcher takes longer than the parsing, and there are a hundred thousand comparisons.
  for (const value of parse(text)) if (bits(value) !== expected) expect(bits(value), text).toBe(expected);
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
const sign = fc.constantFrom("", "-", "+");
const exponent = fc.oneof(
  fc.constant(""),
  fc.tuple(fc.constantFrom("e", "E"), sign, fc.integer({ min: 0, max: 330 })).map(([e, s, n]) => `${e}${s}${n}`),
);

describe("a decimal read from bytes", () => {
  it("has every bit of Number() for any spelling", () => {
    const spelling = fc
      .tuple(sign, digits(0, 22), fc.boolean(), digits(0, 22), exponent)
      .filter(([, whole, , fraction]) => whole.length + fraction.length > 0)
      .map(
        ([s, whole, point, fraction, e]) =>
          `${s}${whole}${point || whole === "" ? "." : ""}${whole === "" && fraction === "" ? "0" : fraction}${e}`,
      );
    fc.assert(fc.property(spelling, expectSameBits), { seed: 1, numRuns: 20_000 });
  });

  it("has every bit of Number() for the shortest spelling of any double", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => expectSameBits(String(value))),
      { seed: 2, numRuns: 15_000 },
    );
  });

  it("has every bit of Number() for spellings with 15 to 19 digits, where one rounding is not enough", () => {
    const spelling = fc
      .tuple(sign, fc.integer({ min: 1, max: 9 }), digits(14, 18), fc.integer({ min: 0, max: 22 }))
      .map(([s, first, rest, cut]) => {
        const all = `${first}${rest}`;
        return cut >= all.length
          ? `${s}0.${"0".repeat(cut - all.length)}${all}`
          : `${s}${all.slice(0, all.length - cut)}.${all.slice(all.length - cut)}`;
      });
    fc.assert(fc.property(spelling, expectSameBits), { seed: 3, numRuns: 15_000 });
  });

  it("has every bit of Number() halfway between two doubles and next to it", () => {
    const middles = fc
      .tuple(
        fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([mantissa, shift, step]) => {
        // (2m + 1) * 2^(shift - 1) lies halfway between the doubles m * 2^shift and (m + 1) *
        // 2^shift.
        return ((2n * mantissa + 1n) * 2n ** BigInt(shift - 1) + BigInt(step)).toString();
      });
    fc.assert(
      fc.property(middles, fc.integer({ min: 0, max: 5 }), (text, zeros) =>
        expectSameBits(`${text}.${"0".repeat(zeros)}`),
      ),
      { seed: 4, numRuns: 20_000 },
    );
  });

  it.each([
    "0",
    "-0",
    "0.0",
    "-0.0",
    "000",
    ".5",
    "5.",
    "-.5",
    "1e22",
    "1e23",
    "9007199254740993",
    "123456789",
    "999999999",
    "1234567890",
    "4.9e-324",
    "2.4e-324",
    "1.7976931348623157e308",
    "0.000000000000000000000000000001",
  ])("reads %s", expectSameBits);

  it.each(["", "-", ".", "e5", "1e", "1e+", "1.2.3", "abc", "1 2", " 1", "0x10", "Infinity", "NaN", "--1", "1,5"])(
    "takes %j for no number",
    (text) => {
      const bytes = bytesOf(text);
      expect(parseDecimalBytes(bytes, 0, bytes.length)).toBeNaN();
    },
  );

  it.each(Object.entries(READERS))(
    "is left to the caller by the %s reader where it is not plain, with its place",
    (_, reader) => {
      expect(readRun(reader, "1,-2.5,x,4\n", 4)).toEqual({ at: 7, count: 2, odd: true, values: [1, -2.5, 0, 0] });
      expect(readRun(reader, "1,\n", 2)).toEqual({ at: 2, count: 1, odd: true, values: [1, 0] });
      expect(readRun(reader, "\n", 1)).toMatchObject({ at: 0, count: 0, odd: true });
      expect(readRun(reader, "1,2\n", 4)).toEqual({ at: 3, count: 2, odd: false, values: [1, 2, 0, 0] });
      expect(readRun(reader, "1,2\r\n", 2)).toEqual({ at: 3, count: 2, odd: false, values: [1, 2] });
      expect(readRun(reader, "1,2,3\n", 2)).toEqual({ at: 3, count: 2, odd: false, values: [1, 2] });
    },
  );

  it("is taken by both readers when it has up to eight digits on each side", () => {
    for (const text of ["0", "-0", "12345678", "0.5", "-1234567.8", "99999999.9", "1.23456789"]) {
      for (const reader of Object.values(READERS)) {
        if (text.replace(/[-.]/g, "").length > 9) continue;
        expect(readRun(reader, `${text}\n`, 1), text).toMatchObject({ count: 1, values: [Number(text)] });
      }
    }
  });

  it("is taken by the WebAssembly reader with all digits that a double has, and some more", () => {
    for (const text of [
      "0.7561123515179321",
      "-0.047999591049294306",
      "-0.0012345678901234567",
      "9007199254740994",
      "1234567890123456789",
      "123456789.0123456789",
      "-0.0000000000000000001",
      "000000000000000000.5",
    ])
      expect(readRun(READERS.wasm, `${text},1\n`, 2), text).toEqual({
        at: text.length + 2,
        count: 2,
        odd: false,
        values: [Number(text), 1],
      });
    // More digits, an exponent, or the middle between two doubles are left to the caller.
    for (const text of [
      "9007199254740993",
      "12345678901234567890",
      "0.00000000000000000001",
      "1.5e-7",
      `0.${"1".repeat(40)}`,
    ])
      expect(readRun(READERS.wasm, `${text},1\n`, 2), text).toMatchObject({ at: 0, count: 0, odd: true });
  });

  it("is read in WebAssembly here, so that the fast path is what is tested", () => {
    expect(READERS.wasm.block.buffer).not.toBe(READERS.plain.block.buffer);
    expect(Object.getOwnPropertyDescriptor(READERS.wasm, "block")?.get).toBeDefined();
  });
});
