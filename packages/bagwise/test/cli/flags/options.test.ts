import { InputError } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
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
    expect(flagsIn("change the option witnessRate")).toBe("change --witness-rate");
    expect(flagsIn("the options bag, label and mostBags differ")).toBe("--bag, --label and --most-bags differ");
    expect(flagsIn("the option format", { format: "to" })).toBe("--to");
    expect(flagsIn("no name of an option")).toBe("no name of an option");
  });

  it("say what to type where a value is named, up to the end of the value", () => {
    expect(flagsIn("Or set the option priorAtMost to 0.5. The rest")).toBe("Or add --prior-at-most 0.5. The rest");
    expect(flagsIn("set the option audited to POSITIVES/30, or")).toBe("add --audited POSITIVES/30, or");
    expect(flagsIn("set the option positive to 1 and the option unlabeled to -1,0")).toBe(
      "add --positive 1 and --unlabeled=-1,0",
    );
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
