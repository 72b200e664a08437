import { random } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareData, parseArm, summariseComparison } from "../../../bagwise/src/entries/lab.js";
import { compareHeadline, leadOf } from "../../src/compare/headline.js";
import { overCells, paired } from "../../src/compare/paired.js";
import { originals } from "../make.js";
import { compareRecord } from "./make.js";

const NAMES = ["pu-skc", "pu-skc@data", "auto"];

/** A comparison in which method k has the accuracy that `of` says, at two priors. */
function compared(trials: number, of: (k: number, trial: number, prior: number) => number, methods = 2) {
  const arms = NAMES.slice(0, methods).map(parseArm);
  const records = [0.3, 0.6].flatMap((prior) =>
    Array.from({ length: trials }, (_, trial) =>
      arms.map(({ method, knowledge }, k) =>
        compareRecord(
          { dataset: "wolf", protocol: "leak-free", prior, trial, method, knowledge },
          { accuracy: of(k, trial, prior) },
        ),
      ),
    ).flat(),
  );
  return summariseComparison(records, { arms, reference: "pu-skc@true", data: [compareData("wolf", originals())] });
}

describe("the headline of a comparison", () => {
  it("names a winner in bold where the difference is more than chance over enough trials", () => {
    const wobble = (trial: number) => 0.01 * ((trial * 7) % 5);
    const comparison = compared(8, (k, trial) => 0.8 - 0.1 * (1 - k) + wobble(trial * (k + 1)));
    const lead = leadOf(comparison);
    expect(lead).toMatchObject({ arm: "pu-skc@data", other: "pu-skc@true", proven: true, cells: 2, trials: 8 });
    expect(lead?.difference).toBeCloseTo(0.1, 1);
    const { text } = compareHeadline(comparison);
    expect(text).toContain("<strong><code>pu-skc@data</code> wins</strong>");
    expect(text).toContain("p &lt; 0.0001");
  });

  it.each([1, 2])("names none with %i trials in each of two cells, and says what they cannot prove", (trials) => {
    const comparison = compared(trials, (k, trial) => 0.8 - 0.1 * k + 0.001 * trial * (k + 1));
    expect(leadOf(comparison)?.proven).toBe(false);
    const { text } = compareHeadline(comparison);
    expect(text).not.toContain("<strong>");
    expect(text).toContain("better 20");
  });

  it("counts trials of all cells for the winner, and says what they cannot prove about one cell", () => {
    const comparison = compared(3, (k, trial) => 0.8 - 0.1 * k + 0.001 * trial * (k + 1));
    expect(leadOf(comparison)).toMatchObject({ proven: true, trials: 3 });
    expect(compareHeadline(comparison).text).toContain("about a single cell");
  });

  it("names none where the difference may be chance, and how large one would have to be", () => {
    const comparison = compared(6, (k, trial) => 0.7 + (k === trial % 2 ? 0.05 : 0) + 0.002 * k);
    const { text } = compareHeadline(comparison);
    expect(leadOf(comparison)).toMatchObject({ proven: false });
    expect(text).toContain("may well be chance");
    expect(text).toMatch(/less than about 0\.\d{3}/);
    expect(text).not.toContain("better 20");
  });

  it("is the first of several by mean accuracy against the second, and says whether ranks differ", () => {
    const comparison = compared(6, (k, trial) => [0.7, 0.9, 0.8][k] + 0.001 * ((trial * (k + 3)) % 4), 3);
    expect(leadOf(comparison)).toMatchObject({ arm: "pu-skc@data", other: parseArm("auto").name, arms: 3 });
    expect(compareHeadline(comparison).text).toContain("Friedman");
  });

  it("says when methods are equal, when the winner is below the constant guess, and nothing of one method", () => {
    expect(compareHeadline(compared(6, () => 0.7)).text).toContain("the same mean accuracy");
    expect(compareHeadline(compared(6, (k) => 0.2 - 0.1 * k)).text).toContain("not above that of the constant guess");
    expect(compareHeadline(compared(6, () => 0.7, 1)).text).toBe("");
  });
});

describe("overCells", () => {
  it("is the paired t-test where there is one cell", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 12 }), (values) => {
        const one = paired(values.map((value) => value / 100));
        const { mean, se, p } = overCells([one]);
        expect([mean, se]).toEqual([one.mean, one.se]);
        expect(p).toBeCloseTo(one.p, 10);
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it("keeps its level, and notices what it says it notices about four times in five", () => {
    const draw = random(11);
    const cells = (shift: number) =>
      [1, 2, 4].map((spread) => paired(Array.from({ length: 6 }, () => shift + spread * draw.normal())));
    const rounds = 2000;
    const rate = (shift: number) =>
      Array.from({ length: rounds }, () => overCells(cells(shift))).filter(({ p }) => p < 0.05).length / rounds;
    expect(rate(0)).toBeLessThan(0.065);
    const usual = Array.from({ length: 400 }, () => overCells(cells(0)).noticed ?? 0).reduce((a, b) => a + b, 0) / 400;
    expect(rate(usual)).toBeGreaterThan(0.7);
    expect(rate(usual)).toBeLessThan(0.9);
  });
});
