import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { DSDD_OPTIONS } from "../../../src/learners/dsdd/options.js";
import { LSDD_OPTIONS } from "../../../src/learners/lsdd/options.js";
import { PU_MIL_OPTIONS } from "../../../src/learners/pu-mil/options.js";
import { PU_SKC_OPTIONS } from "../../../src/learners/pu-skc/options.js";
import { bySetting, givenPrior, inherited, inheritedBySetting } from "../../../src/learners/shared/baseline-options.js";

describe("inherited", () => {
  it("is the option of PU-SKC with what differs", () => {
    const seed = PU_SKC_OPTIONS.find(({ name }) => name === "seed");
    expect(inherited("seed")).toEqual(seed);
    expect(inherited("seed", { help: "other" })).toEqual({ ...seed, help: "other" });
  });

  it("prefers the option of baselines where PU-SKC has one of the same name", () => {
    expect(inherited("prior").help).not.toBe(PU_SKC_OPTIONS.find(({ name }) => name === "prior")?.help);
  });

  it("throws for a name that no learner has", () => {
    expect(() => inherited("colour")).toThrow("no option colour");
  });
});

describe("inheritedBySetting", () => {
  it("has no default of its own and tells those of the settings", () => {
    expect(bySetting({ default: [1, 0.5], paper: "none" })).toBe("default 1, 0.5, paper none");
    const { help, default: own, range } = inheritedBySetting("lambda", { default: 2, paper: [1e-3] });
    expect(own).toBeNull();
    expect(help).toMatch(/ to choose from; default 2, paper 0\.001$/);
    expect(range).toEqual(inherited("lambda").range);
  });
});

describe("the options of baselines", () => {
  it("mean the same for all: an option of one name has one type, one range and the same choices", () => {
    const all = [...LSDD_OPTIONS, ...DSDD_OPTIONS, ...PU_MIL_OPTIONS];
    for (const { name, type, range, choices } of all)
      for (const other of all.filter((option) => option.name === name))
        expect({ type: other.type, range: other.range, choices: other.choices }).toEqual({ type, range, choices });
    for (const options of [LSDD_OPTIONS, DSDD_OPTIONS, PU_MIL_OPTIONS])
      expect(options.map(({ name }) => name)).toEqual([...new Set(options.map(({ name }) => name))]);
  });
});

describe("givenPrior", () => {
  it("is a number, also from text, or none", () => {
    expect(givenPrior(0.25)).toBe(0.25);
    expect(givenPrior(" 2.5e-1 ")).toBe(0.25);
    expect(givenPrior(undefined)).toBeUndefined();
  });

  it.each([0, 1, -0.5, Number.NaN, "", "  ", "median", "1.5"])("refuses %s, and says what to give", (prior) => {
    expect(() => givenPrior(prior)).toThrow(InputError);
    expect(() => givenPrior(prior)).toThrow(/option prior is/);
  });
});
