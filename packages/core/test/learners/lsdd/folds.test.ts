import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { programFolds, stratifiedFolds } from "../../../src/learners/lsdd/folds.js";
import { trainingFolds } from "../../../src/learners/shared/folds.js";
import { bagSet } from "../../bags/make.js";
import { trainingSet } from "../make.js";

const bagsOf = (size: number) => bagSet(Array.from({ length: size }, (_, i) => [[i]]));

describe("programFolds", () => {
  it("cuts the shuffled bags into parts of floor(bags / folds) and never holds the rest out", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 2, max: 5 }), fc.nat(99), (size, folds, seed) => {
        const found = programFolds(bagsOf(size), { folds, seed });
        const sizes = Array.from({ length: folds }, (_, fold) => found?.of.filter((each) => each === fold).length);
        expect(sizes).toEqual(sizes.map(() => Math.floor(size / folds)));
        expect(found?.of.filter((each) => each === -1).length).toBe(size % folds);
        expect(programFolds(bagsOf(size), { folds, seed })).toEqual(found);
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  it("shuffles by the seed, whatever the labels: some fold has no positive bag", () => {
    const without = Array.from({ length: 20 }, (_, seed) => {
      const { of } = programFolds(bagsOf(25), { folds: undefined, seed }) ?? { of: new Int32Array(0) };
      return new Set(of.slice(0, 5)).size < 5;
    });
    expect(without).toContain(true);
  });

  it("holds nothing out of fewer bags than folds, unless the folds were asked for, which is refused", () => {
    expect(programFolds(bagsOf(4), { folds: undefined, seed: 0 })).toBeUndefined();
    expect(() => programFolds(bagsOf(4), { folds: 5, seed: 0 })).toThrow(InputError);
    expect(() => programFolds(bagsOf(4), { folds: 5, seed: 0 })).toThrow(/4 bags for 5 folds/);
  });
});

describe("stratifiedFolds", () => {
  it("are those of the other learners", () => {
    const bags = trainingSet();
    const expected = trainingFolds(bags, { folds: 4, seed: 2 });
    expect(stratifiedFolds(bags, { folds: 4, seed: 2 })).toEqual({
      of: Int32Array.from(expected?.of ?? []),
      folds: 4,
    });
    expect(stratifiedFolds(bagsOf(3), { folds: undefined, seed: 0 })).toBeUndefined();
  });
});
