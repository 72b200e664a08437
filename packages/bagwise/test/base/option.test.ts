import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { badOption, checkOption, checkOptions, type OptionDescription } from "../../src/base/option.js";

const described = (option: Partial<OptionDescription>): OptionDescription => ({
  name: "size",
  type: "integer",
  default: null,
  help: "how many",
  ...option,
});

describe("checkOption", () => {
  it.each<[Partial<OptionDescription>, unknown[], unknown[]]>([
    [{ type: "integer", range: { min: 1, max: 3 } }, [1, 3], [0, 4, 1.5, "1", Number.NaN, [1], null]],
    [{ type: "number", range: { min: 0, max: 1, above: true } }, [0.1, 1], [0, -1, 1.1, Infinity]],
    [{ type: "number" }, [0, -1e300], [Infinity, "0", Number.NaN]],
    [{ type: "integer pair", range: { min: 1, max: 9 } }, [2, [1, 9]], [[1], [1, 2, 3], [0, 1], [1, 1.5]]],
    [{ type: "number list", range: { min: 0, max: 9 } }, [2, [1], [1, 2, 3]], [[], [1, -1], [1, "2"]]],
    [{ type: "choice", choices: ["a", "b"] }, ["a", "b"], ["c", "", 1, ["a"]]],
    [{ type: "text" }, ["", "a"], [1, undefined, ["a"]]],
    [{ type: "boolean" }, [true, false], [0, "true"]],
  ])("of %j accepts %j and refuses %j", (option, good, bad) => {
    for (const value of good) expect(() => checkOption(described(option), value)).not.toThrow();
    for (const value of bad) {
      expect(() => checkOption(described(option), value)).toThrow(InputError);
      expect(() => checkOption(described(option), value)).toThrow(/^the option size is .*\. Give .*\.$/);
    }
  });

  it("says what fits", () => {
    const message = (option: Partial<OptionDescription>, value: unknown) => {
      try {
        checkOption(described(option), value);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(message({ range: { min: 1, max: 3 } }, 0)).toBe("the option size is 0. Give a whole number from 1 to 3.");
    expect(message({ type: "number list", range: { min: 0, max: 9, above: true } }, [1, 0])).toBe(
      "the option size is [1, 0]. Give a number, or several, above 0 and at most 9.",
    );
    expect(message({ type: "choice", choices: ["a", "b"] }, "c")).toBe('the option size is "c". Give one of a, b.');
  });
});

describe("checkOptions", () => {
  const options = [
    described({ range: { min: 1, max: 3 } }),
    described({ name: "way", type: "choice", choices: ["a"] }),
  ];

  it("passes over what is undefined and checks the rest", () => {
    expect(() => checkOptions(options, { size: undefined, way: "a" })).not.toThrow();
    expect(() => checkOptions(options, { size: 4 })).toThrow(/size is 4/);
  });

  it("refuses what nobody described, with the list of what there is", () => {
    expect(() => checkOptions(options, { sise: 1 })).toThrow(/sise.*size, way/);
  });
});

it("badOption names option and value", () => {
  expect(badOption("size", "x\n", "a number").message).toBe('the option size is "x\\n". Give a number.');
  expect(badOption("size", 2, "a number")).toMatchObject({ code: "option" });
});
