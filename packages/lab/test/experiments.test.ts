import { describe, expect, it } from "vitest";
import { planChecks, planGrid } from "../../bagwise/src/entries/lab.js";
import { experimentOf } from "../src/experiments.js";

const GRID = { checks: ["poison"], methods: ["svm"], repeats: 2, seed: 1 };

describe("the experiments", () => {
  it("are found by what their trials say of themselves", () => {
    const kinds = ["paper", "labels", "time", "compare", "cv", "checks", "review"];
    for (const experiment of kinds) expect(experimentOf({ experiment }).name).toBe(experiment);
    for (const spec of [...planGrid("labels"), ...planChecks(GRID)].slice(0, 3))
      expect(experimentOf(spec).name).toBe(spec.experiment);
    expect(() => experimentOf({ experiment: "gone" })).toThrow("gone");
  });

  it("name a trial by what tells it from the others of its kind", () => {
    const said = planChecks(GRID).map((spec) => experimentOf(spec).said(spec));
    expect(said).toEqual(["poison, svm, repeat 1", "poison, svm, repeat 2"]);
    const review = { experiment: "review", dataset: "papers", method: "review", trial: 2 };
    expect(experimentOf(review).said(review)).toBe("papers, review 3");
  });

  it("let only trainings of one fold share their work", () => {
    const fold = { experiment: "cv", dataset: "musk1", method: "svm", folds: 10, repeat: 0, fold: 3, seed: 1 };
    const { together } = experimentOf(fold);
    expect(together?.({ ...fold, method: "dd" })).toBe(together?.(fold));
    const [other] = [{ ...fold, fold: 4 }];
    expect(together?.(other)).not.toBe(together?.(fold));
    expect(experimentOf({ experiment: "paper" }).together).toBeUndefined();
  });
});
