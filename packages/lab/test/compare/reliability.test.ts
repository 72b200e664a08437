import { describe, expect, it } from "vitest";
import { parseArm, runCompareTrial, summariseComparison } from "../../../bagwise/src/entries/lab.js";
import { reliabilities } from "../../src/compare/reliability.js";
import { reliabilityCounts } from "../../src/compare/reliability-counts.js";
import { originals } from "../make.js";
import { compareRecord, compareSpec } from "./make.js";
import { data } from "./make-comparison.js";

/** So many bags with this probability, so many of them positive. */
const some = (probability: number, bags: number, positive: number) =>
  Array.from({ length: bags }, (_, i) => ({ probability, positive: i < positive }));
const trialOf = (prior: number, trial: number, bags: Parameters<typeof reliabilityCounts>[0]) =>
  compareRecord({ prior, trial }, { reliability: reliabilityCounts(bags) });

describe("reliabilityCounts", () => {
  it("counts bags, positives and what was said by tenths, an end being of the range above it", () => {
    const { bags, positive, said, brier } = reliabilityCounts([
      ...some(0, 3, 0),
      ...some(0.3, 2, 1),
      ...some(0.35, 2, 0),
      ...some(1, 4, 3),
    ]);
    expect(bags).toEqual([3, 0, 0, 4, 0, 0, 0, 0, 0, 4]);
    expect(positive).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 3]);
    expect(said[3]).toBeCloseTo(1.3, 12);
    expect(said[9]).toBe(4);
    expect(brier).toBeCloseTo((0.49 + 0.09 + 2 * 0.1225 + 1) / 11, 12);
  });
});

describe("reliabilities", () => {
  const of = (records: Parameters<typeof reliabilities>[0]) => reliabilities(records, "pu-skc@true", "leak-free");

  it("joins the trials whose true prior is in one range, the smallest first", () => {
    const found = of([
      trialOf(0.5, 0, some(0.62, 40, 20)),
      trialOf(0.1, 0, some(0.12, 40, 4)),
      trialOf(0.15, 0, [...some(0.18, 30, 6), ...some(0.9, 10, 9)]),
    ]);
    expect(found.map(({ priors, trials, bags }) => ({ priors, trials, bags }))).toEqual([
      { priors: [0.1, 0.15], trials: 2, bags: 80 },
      { priors: [0.5, 0.5], trials: 1, bags: 40 },
    ]);
    const [{ bins, said, share, constantBrier }] = found;
    expect(bins.map(({ from, bags }) => [from, bags])).toEqual([
      [0.1, 70],
      [0.9, 10],
    ]);
    expect(bins[0].said).toBeCloseTo((40 * 0.12 + 30 * 0.18) / 70, 12);
    expect(bins[0].share).toBeCloseTo(10 / 70, 12);
    expect(said).toBeCloseTo((4.8 + 5.4 + 9) / 80, 12);
    expect(share).toBeCloseTo(19 / 80, 12);
    expect(constantBrier).toBeCloseTo((0.1 * 0.9 + (15 / 40) * (25 / 40)) / 2, 12);
  });

  it("gives Wilson's interval where trials differ by chance alone", () => {
    const alike = [0, 1].map((trial) => trialOf(0.5, trial, some(0.55, 20, 10)));
    const [{ bins }] = of(alike);
    // 20 of 40 at 90 %: (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4 n^2)) / (1 + z^2 / n).
    expect(bins[0].low).toBeCloseTo(0.37415, 5);
    expect(bins[0].high).toBeCloseTo(0.62585, 5);
  });

  it("gives a wider interval where trials differ more, because their bags share a training set", () => {
    const width = (counts: readonly number[]) => {
      const [{ bins }] = of(counts.map((positive, trial) => trialOf(0.5, trial, some(0.55, 20, positive))));
      expect(bins[0].share).toBe(0.5);
      return bins[0].high - bins[0].low;
    };
    expect(width([2, 18, 2, 18])).toBeGreaterThan(2 * width([10, 10, 10, 10]));
  });

  it("holds the share itself where no bag or every bag is positive", () => {
    for (const positive of [0, 7]) {
      const [{ bins }] = of([trialOf(0.5, 0, some(0.55, 7, positive))]);
      expect(bins[0].low).toBeLessThanOrEqual(bins[0].share);
      expect(bins[0].high).toBeGreaterThanOrEqual(bins[0].share);
      expect(bins[0].high - bins[0].low).toBeGreaterThan(0.2);
    }
  });

  it("leaves out trials without counts, as journals had before", () => {
    const arms = [parseArm("pu-skc:given")];
    const frame = { arms, reference: arms[0].name, data };
    const old = [0, 1].map((trial) => compareRecord({ trial }, {}));
    expect(summariseComparison(old, frame).reliability).toEqual([]);
    const later = trialOf(0.3, 2, some(0.3, 40, 12));
    expect(summariseComparison([...old, later], frame).reliability).toMatchObject([{ trials: 1, bags: 40 }]);
  });
});

describe("the counts of a trial", () => {
  it("are of its test bags, and the same every time", async () => {
    const bags = originals();
    const spec = compareSpec({ method: "pu-skc", knowledge: "true" });
    const { result } = await runCompareTrial(bags, spec);
    const total = (values: readonly number[] = []) => values.reduce((sum, value) => sum + value, 0);
    expect(total(result.reliability?.bags)).toBe(40);
    // The constant guess is negative at this prior, so it is wrong on the positives.
    expect(total(result.reliability?.positive)).toBe(Math.round(40 * (1 - result.constantAccuracy)));
    expect((await runCompareTrial(bags, spec)).result).toEqual(result);
  });

  it("are absent where a model gives no probabilities", async () => {
    const { result } = await runCompareTrial(originals(), compareSpec({ method: "lsdd:default" }));
    expect(result).not.toHaveProperty("reliability");
  });
});
