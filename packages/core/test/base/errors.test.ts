import { describe, expect, it } from "vitest";
import { count, describePlace, InputError, quote } from "../../src/base/errors.js";

describe("InputError", () => {
  const error = new InputError({
    code: "not-a-number",
    message: '"x" is not a number',
    remedy: "Correct it.",
    where: { line: 3, column: 7, field: "f5" },
  });

  it("is one sentence of place and complaint, and one of remedy", () => {
    expect(error.message).toBe('line 3, column 7 ("f5"): "x" is not a number. Correct it.');
    expect([error.name, error.code, error.remedy]).toEqual(["InputError", "not-a-number", "Correct it."]);
    expect(error).toBeInstanceOf(Error);
  });

  it("learns the file from who knows it, and keeps what it knew", () => {
    const placed = error.at({ file: "a.csv", line: 9 });
    expect(placed.message).toBe('a.csv, line 3, column 7 ("f5"): "x" is not a number. Correct it.');
    expect(placed.code).toBe(error.code);
  });

  it("starts with the complaint when no place is known", () => {
    expect(new InputError({ code: "shape", message: "it is wrong", remedy: "Mend it." }).message).toBe(
      "it is wrong. Mend it.",
    );
  });
});

describe("describePlace", () => {
  it("names what is known in reading order", () => {
    expect(describePlace({ file: "a.csv", field: "f", bag: "b" })).toBe('a.csv, column "f", bag "b"');
    expect(describePlace()).toBe("");
  });
});

describe("quote", () => {
  it("escapes what would break a line", () => {
    expect(quote('a"\n')).toBe('"a\\"\\n"');
  });

  it("shortens in the middle, never within a character", () => {
    expect(quote("abcdefghij", { longest: 5 })).toBe('"ab…ij"');
    expect(quote("x".repeat(1_000_000)).length).toBe(41);
    expect([...quote("😀".repeat(500))].length).toBe(41);
    expect(quote("abc", { longest: 1 })).toBe('"…"');
    expect(quote("abc", { longest: 3 })).toBe('"abc"');
  });
});

describe("count", () => {
  it("writes counts as people do", () => {
    expect([count(0, "bag"), count(1, "bag"), count(1234, "bag"), count(2, "box", "boxes")]).toEqual([
      "0 bags",
      "1 bag",
      "1,234 bags",
      "2 boxes",
    ]);
  });
});
