import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFault, keysInText, lineColumn, positionOf } from "../../../src/format/json/locate.js";

const SEED = 5;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("findFault", () => {
  it("finds a fault exactly where JSON.parse fails", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "{", "]", "\\", "0", "-", "e", "\n", "x"))
      .map(([text, at, put]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + put + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(findFault(text) === undefined).toBe(parses(text));
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it("never looks past what can be mended: the text before the fault starts some valid JSON", () => {
    expect(findFault('{"a": [1, 2')).toMatchObject({ at: 11 });
    expect(findFault('{"a": tru}')).toMatchObject({ at: 6 });
    expect(findFault("[1 2]")).toMatchObject({ at: 3 });
    expect(findFault("01")).toMatchObject({ at: 0 });
  });
});

describe("positionOf", () => {
  it("points at the value of every path", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.array(fc.integer(), { maxLength: 5 })),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          for (const [key, list] of Object.entries(value)) {
            list.forEach((entry, i) => {
              expect(text.slice(positionOf(text, [key, i])).startsWith(String(entry))).toBe(true);
            });
          }
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("points at the innermost value there is when the path goes further", () => {
    expect(positionOf('{"a": [1]}', ["a", 5, "b"])).toBe(6);
    expect(positionOf("3", ["a"])).toBe(0);
  });
});

describe("keysInText", () => {
  it("keeps the order of the text and names each key once", () => {
    expect(keysInText('{"10": 1, "a\\"b": {"x": 1}, "2": [], "10": 3}', [])).toEqual(["10", 'a"b', "2"]);
    expect(keysInText('[{"b": 1}]', [0])).toEqual(["b"]);
  });
});

describe("lineColumn", () => {
  it("counts from 1", () => {
    expect(lineColumn("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(lineColumn("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
    expect(lineColumn("ab\n", 3)).toEqual({ line: 2, column: 1 });
  });
});
