import { registerBaselines } from "@bagwise/baselines";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { LEARNERS } from "../../../src/learners/registry.js";
import { PRIOR_FOR_MEASURES } from "../../../src/learners/shared/options.js";

registerBaselines();

describe("options that several learners have", () => {
  it("mean the same in all of them: one type and one range, but for those that are read by method", () => {
    const byMethod = ["cost", "kernel", "loss", "lambda", "width", "share", "starts", "epochs", "steps", "prior"];
    const all = LEARNERS.flatMap(({ description }) => description.options).filter(
      ({ name }) => !byMethod.includes(name),
    );
    for (const { name, type, range } of all)
      for (const other of all.filter((option) => option.name === name))
        expect({ name, type: other.type, range: other.range }).toEqual({ name, type, range });
  });
});

describe("PRIOR_FOR_MEASURES", () => {
  const read = (prior: unknown) => PRIOR_FOR_MEASURES.read("prior", prior);

  it("is a number, also from text", () => {
    expect(read(0.25)).toBe(0.25);
    expect(read(" 2.5e-1 ")).toBe(0.25);
  });

  it.each([0, 1, -0.5, Number.NaN, "", "  ", "median", "1.5"])("refuses %s, and says what to give", (prior) => {
    expect(() => read(prior)).toThrow(InputError);
    expect(() => read(prior)).toThrow(/option prior is/);
  });
});
