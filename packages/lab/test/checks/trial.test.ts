import { registerBaselines } from "@bagwise/baselines";
import { LEARNERS, registerLearner } from "@bagwise/core/learners";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CheckOptions,
  type CheckSpec,
  checkedChecks,
  checkMethods,
  drawCheck,
  planChecks,
  runCheckTrial,
  summariseChecks,
} from "../../../bagwise/src/entries/lab.js";
import { nearestMeanEntry } from "../../../core/test/learners/nearest-mean.js";
import { signedMeansEntry } from "../../../core/test/learners/signed-means.js";
import { checkLearnerSeed, checkSeed, raisedShare } from "../../src/checks/trial.js";

registerBaselines();

const removes: (() => void)[] = [];
beforeAll(() => {
  for (const entry of [nearestMeanEntry, signedMeansEntry]) removes.push(registerLearner(entry));
});
afterAll(() => {
  for (const remove of removes) remove();
});

const specOf = (changes: Partial<CheckSpec>): CheckSpec => ({
  experiment: "checks",
  dataset: "frequency",
  method: "signed-means",
  labels: "negative",
  repeat: 0,
  seed: 1,
  ...changes,
});

async function summaryOf(methods: readonly string[], repeats = 1) {
  const grid = checkedChecks({ methods, repeats });
  const records = [];
  for (const spec of planChecks(grid))
    records.push({ id: JSON.stringify(spec), spec, result: (await runCheckTrial(spec)).result });
  return summariseChecks(records, grid);
}

describe("checkMethods", () => {
  it("has every learner of the registry, those that join included", () => {
    const names = checkMethods().map((name) => name.split(":")[0]);
    expect(new Set(names)).toEqual(new Set(LEARNERS.map(({ description }) => description.name)));
    expect(names).toContain("nearest-mean");
    expect(new Set(checkMethods()).size).toBe(checkMethods().length);
  });
});

describe("planChecks", () => {
  it("has a trial for each check, repeat and method, with the labels that the method is made for", () => {
    const specs = planChecks(checkedChecks({ methods: ["signed-means", "nearest-mean"], repeats: 2, seed: 9 }));
    expect(specs).toHaveLength(3 * 2 * 2);
    expect(specs[0]).toEqual(specOf({ dataset: "one-instance", seed: 9 }));
    expect(specs[1]).toEqual(specOf({ dataset: "one-instance", method: "nearest-mean", labels: "unlabeled", seed: 9 }));
    expect(specs.at(-1)).toEqual(specOf({ method: "nearest-mean", labels: "unlabeled", repeat: 1, seed: 9 }));
  });

  it("draws other bags in each check and repeat and with another seed, the same for each method", () => {
    const seeds = [{}, { dataset: "poison" }, { repeat: 1 }, { seed: 2 }].map((each) => checkSeed(specOf(each)));
    expect(new Set(seeds).size).toBe(4);
    expect(checkSeed(specOf({ method: "dd" }))).toBe(seeds[0]);
    expect(checkLearnerSeed(specOf({}))).not.toBe(seeds[0]);
  });
});

describe("checkedChecks", () => {
  it("has three repeats of all checks by default, in their order", () => {
    const { checks, repeats, seed } = checkedChecks({ methods: ["dd"] });
    expect({ checks, repeats, seed }).toEqual({
      checks: ["one-instance", "poison", "frequency"],
      repeats: 3,
      seed: 1,
    });
    expect(checkedChecks({ checks: ["frequency", "poison"], methods: ["dd"] }).checks).toEqual(["poison", "frequency"]);
  });

  it.each([
    [{ checks: ["wolf"] }, "check"],
    [{ checks: [] }, "option"],
    [{ methods: ["wolf"] }, "method"],
    [{ methods: ["auto@audit:30"] }, "knowledge"],
    [{ repeats: 0 }, "option"],
    [{ repeats: 1, folds: 3 }, "option"],
  ])("refuses %j", (options: CheckOptions, code) => {
    expect(() => checkedChecks(options)).toThrowError(expect.objectContaining({ code }));
  });
});

describe("runCheckTrial", () => {
  it("measures the AUC of the model on each kind of test bags, as counted pair by pair", async () => {
    const spec = specOf({});
    const { result } = await runCheckTrial(spec);
    const { training, tests } = drawCheck("frequency", { labels: "negative", seed: checkSeed(spec) });
    const model = await signedMeansEntry.create({ seed: checkLearnerSeed(spec) }).fit(training.bags);
    expect(Object.keys(result.aucs)).toEqual(["own", "reversed", "larger"]);
    for (const [name, { bags }] of Object.entries(tests)) {
      const [up, down] = [bags.positive(), bags.negative()].map((each) => [...model.scores(each)]);
      const pairs = up.flatMap((a) => down.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
      expect(result.aucs[name]).toBeCloseTo(pairs.reduce((sum, each) => sum + each, 0) / pairs.length, 12);
    }
    expect(result.auc).toBe(result.aucs.own);
    expect(result.raised).toBeNull();
    expect((await runCheckTrial(spec)).result).toEqual(result);
  });

  it("finds that methods on means go by frequency and by poison, with either labels", async () => {
    const { cells, respecting, breaking } = await summaryOf(["signed-means", "nearest-mean"]);
    const verdict = (check: string) => cells.filter((cell) => cell.check === check).map((cell) => cell.verdict);
    expect(verdict("frequency")).toEqual(["breaks", "breaks"]);
    expect(verdict("poison")).toEqual(["breaks", "breaks"]);
    for (const { aucs } of cells.filter(({ check }) => check === "frequency")) {
      expect(aucs[0].auc.mean).toBeGreaterThan(0.9);
      expect(aucs[1].auc.mean).toBeLessThan(0.1);
    }
    expect(respecting).toEqual([]);
    expect(breaking).toEqual(["signed-means", "nearest-mean"]);
  });

  it("finds that a method on the nearest instance respects the assumption in every check", async () => {
    const { cells, respecting } = await summaryOf(["em-dd"]);
    expect(cells.map(({ verdict }) => verdict)).toEqual(["respects", "respects", "respects"]);
    expect(respecting).toEqual(["em-dd"]);
    expect(cells.map(({ raised }) => raised === null)).toEqual([false, true, true]);
  });
});

describe("raisedShare", () => {
  it("counts bags that score higher than they did and than 95 % of the negatives", () => {
    const before = Float64Array.from({ length: 21 }, (_, i) => i);
    // The 0.95-quantile of 0 to 20 is 19.
    expect(raisedShare(before, before)).toBe(0);
    expect(
      raisedShare(
        before,
        before.map(() => 19),
      ),
    ).toBe(0);
    expect(
      raisedShare(
        before,
        before.map(() => 20),
      ),
    ).toBe(20 / 21);
    expect(
      raisedShare(
        before,
        before.map(() => 21),
      ),
    ).toBe(1);
    expect(
      raisedShare(
        before,
        before.map((score) => score + 1),
      ),
    ).toBe(2 / 21);
  });
});
