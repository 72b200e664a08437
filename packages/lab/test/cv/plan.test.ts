import { describe, expect, it } from "vitest";
import { checkedCv, planCv } from "../../../bagwise/src/entries/lab.js";

const data = [
  { name: "wolf", positive: 12, negative: 20 },
  { name: "bear", positive: 10, negative: 10 },
];

describe("planCv", () => {
  it("has a trial for each data set, repeat, fold and method, in this order", () => {
    const grid = checkedCv({ methods: ["auto", "lsdd"], folds: 3, repeats: 2, seed: 9 });
    const specs = planCv(data, grid);
    expect(specs).toHaveLength(2 * 2 * 3 * 2);
    expect(new Set(specs.map((spec) => JSON.stringify(spec))).size).toBe(specs.length);
    expect(specs.slice(0, 3).map(({ dataset, repeat, fold, method }) => [dataset, repeat, fold, method])).toEqual([
      ["wolf", 0, 0, "auto"],
      ["wolf", 0, 0, "lsdd"],
      ["wolf", 0, 1, "auto"],
    ]);
    expect(specs.at(-1)).toEqual({
      experiment: "cv",
      dataset: "bear",
      method: "lsdd",
      folds: 3,
      repeat: 1,
      fold: 2,
      seed: 9,
    });
  });

  it("refuses data with fewer bags of a label than folds", () => {
    expect(planCv(data, checkedCv({ methods: ["auto"] }))).toHaveLength(2 * 5 * 10);
    expect(() => planCv(data, checkedCv({ methods: ["auto"], folds: 11 }))).toThrow(/bear.*--folds 10/);
  });
});

describe("checkedCv", () => {
  it("has ten folds and five repeats by default", () => {
    expect(checkedCv({ methods: ["auto"] })).toEqual({ methods: ["auto"], folds: 10, repeats: 5, seed: 1 });
  });

  it.each([{ folds: 1 }, { folds: 2.5 }, { repeats: 0 }, { seed: -1 }, { trials: 3 }, { methods: [] }])(
    "refuses %j",
    (options) => {
      expect(() => checkedCv({ methods: ["auto"], ...options })).toThrowError(
        expect.objectContaining({ code: "option" }),
      );
    },
  );
});
