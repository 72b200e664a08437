import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { flagsIn, withFlagNames, withFlags } from "../../../src/cli/flags/options.js";
import { formatFor } from "../../../src/cli/flags/writing.js";

const error = new InputError({
  code: "option",
  message: "the option witnessRate is 3",
  remedy: "Set the option missing to drop.",
  where: { file: "a.csv" },
});

describe("the flags in messages of the library", () => {
  it("replace the names of options, alone and in a list", () => {
    expect(flagsIn("set the option witnessRate to 1")).toBe("set --witness-rate to 1");
    expect(flagsIn("the options bag, label and mostBags differ")).toBe("--bag, --label and --most-bags differ");
    expect(flagsIn("the option format", { format: "to" })).toBe("--to");
    expect(flagsIn("no name of an option")).toBe("no name of an option");
  });

  it("leave code and place of an error as they are, and other errors alone", async () => {
    const { code, where, complaint, remedy } = withFlags(error) as InputError;
    expect({ code, where }).toEqual({ code: "option", where: { file: "a.csv" } });
    expect(complaint).toContain("--witness-rate");
    expect(remedy).toContain("--missing");
    const other = new Error("the option x");
    await expect(withFlagNames(() => Promise.reject(other))).rejects.toBe(other);
  });

  it("name the flag --to where the format to write is not known", () => {
    expect(() => formatFor("bags.unknown", {})).toThrow(/--to\b/);
  });
});
