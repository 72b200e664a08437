import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessDecimal, parseNumber, parsePercent, parseYesNo } from "../../../src/format/table/notation.js";

describe("a number in text", () => {
  it.each([
    ["1.5", ".", 1.5],
    ["-2e-3", ".", -0.002],
    ["1,234.5", ".", 1234.5],
    ["1 234", ".", 1234],
    ["1'234'567.25", ".", 1234567.25],
    ["1,5", ".", undefined],
    ["12,34", ".", undefined],
    ["1,5", ",", 1.5],
    [",5", ",", 0.5],
    ["1.234,5", ",", 1234.5],
    ["1.234", ",", 1234],
    ["1.5", ",", undefined],
    ["abc", ".", undefined],
    ["", ".", undefined],
    ["5 mg", ".", undefined],
  ] as const)("%j with %j is %s", (text, decimal, value) => {
    expect(parseNumber(text, decimal)).toBe(value);
  });

  it("with a decimal comma has the bits that it has with a point", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, (value) => {
        expect(parseNumber(String(value).replace(".", ","), ",")).toBe(Number(String(value)));
      }),
      { seed: 14, numRuns: 500 },
    );
  });

  it("is a share where it is a percentage", () => {
    expect(parsePercent("12.3 %", ".")).toBe(0.123);
    expect(parsePercent("7%", ".")).toBe(0.07);
    expect(parsePercent("12,5%", ",")).toBe(0.125);
    expect(parsePercent("12", ".")).toBeUndefined();
  });

  it("may be a word for yes or no", () => {
    expect(["Yes", "TRUE", "n", "off", "maybe"].map(parseYesNo)).toEqual([1, 1, 0, 0, undefined]);
  });
});

describe("the decimal sign", () => {
  it.each([
    [["0,5", "1,25", "3"], ","],
    [["0.5", "1.25", "3"], "."],
    [["1.234,5", "2.000,25"], ","],
    [["1,234.5", "2,000.25"], "."],
    // Either a thousand or a bit more than one: a point is taken for the decimal sign.
    [["1,234", "5,678"], "."],
    [["a,b", "x", ""], "."],
  ] as const)("of %j is %j", (texts, sign) => {
    expect(guessDecimal(texts)).toBe(sign);
  });
});
