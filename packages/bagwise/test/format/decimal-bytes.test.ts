import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDecimalBytes } from "../../src/format/decimal-bytes.js";
import { readPlainDecimals } from "../../src/format/decimal-run.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0];

/** The value by the long way, and by the short way where that takes it. */
function parse(text: string): number[] {
  const bytes = bytesOf(`${text}\n`);
  const long = parseDecimalBytes(bytes, 0, bytes.length - 1);
  const values = new Float64Array(1);
  const end = { count: 0, odd: false };
  readPlainDecimals(bytes, 0, 44, values, 0, 1, end);
  return end.count === 1 ? [long, values[0]] : [long];
}

function expectSameBits(text: string): void {
  for (const value of parse(text)) expect(bits(value), text).toBe(bits(Number(text)));
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
      { seed: 2, numRuns: 20_000 },
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
    fc.assert(fc.property(spelling, expectSameBits), { seed: 3, numRuns: 50_000 });
  });

  it("has every bit of Number() halfway between two doubles and next to it", () => {
    const middles = fc
      .tuple(
        fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([mantissa, shift, step]) => {
        // (2m + 1) * 2^(shift - 1) lies halfway between the doubles m * 2^shift and (m + 1) * 2^shift.
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

  it("leaves a field that is no plain decimal to the caller, and says where it starts", () => {
    const bytes = bytesOf("1,-2.5,x,4\n");
    const values = new Float64Array(4);
    const end = { count: 0, odd: false };
    expect(readPlainDecimals(bytes, 0, 44, values, 0, 4, end)).toBe(7);
    expect([end.count, end.odd, ...values]).toEqual([2, true, 1, -2.5, 0, 0]);
  });
});
