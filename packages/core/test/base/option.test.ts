import { describe, expect, expectTypeOf, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import {
  badOption,
  boolean,
  bySetting,
  checkOption,
  choice,
  integer,
  number,
  numberPair,
  numbers,
  type OptionDescription,
  type OptionsOf,
  optionList,
  readOptions,
  text,
} from "../../src/base/option.js";

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

describe("readOptions", () => {
  const TABLE = {
    setting: choice({ choices: ["default", "paper"], default: "default", help: "the setting" }),
    size: integer({ default: 2, range: { min: 1, max: 3 }, help: "how many" }),
    share: number({ default: null, range: { min: 0, max: 1 }, help: "how much" }),
    width: numbers({ default: bySetting([1, 2], [3]), help: "how wide" }),
    spread: numberPair({ default: 1, help: "from and to" }),
    exact: boolean({ default: false, help: "to the last bit" }),
    prior: text({
      default: "0.5",
      help: "the prior",
      read: (value: number | string, name) => {
        if (Number(value) > 0) return Number(value);
        throw badOption(name, value, "a number above 0");
      },
    }),
  };

  it("fills in defaults, those of a setting included, and reads values into what the code works with", () => {
    const usual = readOptions(TABLE, {});
    expectTypeOf(usual).toEqualTypeOf<{
      readonly setting: "default" | "paper";
      readonly size: number;
      readonly share: number | undefined;
      readonly width: readonly number[];
      readonly spread: readonly [number, number];
      readonly exact: boolean;
      readonly prior: number;
    }>();
    const common = { setting: "default", size: 2, share: undefined, exact: false, prior: 0.5 };
    expect(usual).toEqual({ ...common, width: [1, 2], spread: [1, 1] });
    expect(readOptions(TABLE, { setting: "paper", spread: [1, 4] })).toMatchObject({ width: [3], spread: [1, 4] });
    expect(readOptions(TABLE, { setting: "paper", width: [5, 5, 4] }).width).toEqual([5, 4]);
    expect(readOptions(TABLE, { width: 7, prior: "0.25", share: 0 })).toMatchObject({
      width: [7],
      prior: 0.25,
      share: 0,
    });
  });

  it("gives callers a type in which every option is optional and has its own values", () => {
    expectTypeOf<OptionsOf<typeof TABLE>>().toEqualTypeOf<{
      readonly setting?: "default" | "paper" | undefined;
      readonly size?: number | undefined;
      readonly share?: number | undefined;
      readonly width?: number | readonly number[] | undefined;
      readonly spread?: number | readonly [number, number] | undefined;
      readonly exact?: boolean | undefined;
      readonly prior?: number | string | undefined;
    }>();
  });

  it("counts what is undefined as not given, and checks the rest", () => {
    expect(readOptions(TABLE, { size: undefined }).size).toBe(2);
    for (const wrong of [{ size: 4 }, { size: null }, { width: [] }, { prior: -1 }, { setting: "other" }])
      expect(() => readOptions(TABLE, wrong as object)).toThrow(/^the option \w+ is .*\. Give .*\.$/);
  });

  it("refuses what nobody described, with the list of what there is", () => {
    expect(() => readOptions(TABLE, { sise: 1 } as object)).toThrow(/sise.*size, share/);
    expect(() => readOptions(TABLE, { toString: 1 } as object)).toThrow(/toString/);
  });

  it("lists a table as data, with the defaults of the settings at the end of the help", () => {
    const list = optionList(TABLE);
    expect(list.map(({ name }) => name)).toEqual(Object.keys(TABLE));
    expect(JSON.parse(JSON.stringify(list))).toEqual(list);
    expect(list[3]).toMatchObject({
      type: "number list",
      default: null,
      bySetting: { default: [1, 2], paper: [3] },
      help: "how wide; default 1, 2, paper 3",
    });
  });
});

it("badOption names option and value", () => {
  expect(badOption("size", "x\n", "a number").message).toBe('the option size is "x\\n". Give a number.');
  expect(badOption("size", 2, "a number")).toMatchObject({ code: "option" });
});
