import { describe, expect, it } from "vitest";
import { defaultText, helpWithoutDefaults, valuesText } from "../../src/base/describe-option.js";
import { bySetting, choice, integer, number, numbers, optionList } from "../../src/base/option.js";

const [size, share, widths, way, rest] = optionList({
  size: integer({ default: bySetting(30, 100), range: { min: 1, max: 10_000 }, help: "how many; of them" }),
  share: number({ default: null, range: { min: 0, max: 1, above: true }, help: "a share" }),
  widths: numbers({ default: bySetting([1, 0.5], [1e-6]), range: { min: 1e-6, max: 2 }, help: "widths" }),
  way: choice({ choices: ["left", "right"], default: "left", help: "which way" }),
  rest: number({ default: 0, help: "any" }),
});

describe("an option in words", () => {
  it("has its type and range, or its choices", () => {
    expect([size, share, widths, way, rest].map((option) => valuesText(option))).toEqual([
      "integer, 1 to 10,000",
      "number, above 0, at most 1",
      "number list, 0.000001 to 2",
      "left, right",
      "number",
    ]);
    expect(valuesText(way, { choice: (name) => `<${name}>` })).toBe("<left>, <right>");
  });

  it("has its default, and that of each other setting", () => {
    expect([size, share, widths, way, rest].map(defaultText)).toEqual([
      "30 (paper: 100)",
      "",
      "1, 0.5 (paper: 0.000001)",
      "left",
      "0",
    ]);
  });

  it("has help that repeats no default", () => {
    expect(size.help).not.toBe("how many; of them");
    expect([size, share, widths].map(helpWithoutDefaults)).toEqual(["how many; of them", "a share", "widths"]);
  });
});
