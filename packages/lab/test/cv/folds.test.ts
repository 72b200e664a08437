import { BagSet } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cvFolds } from "../../../bagwise/src/entries/lab.js";
import { originals } from "../make.js";
import { cvSpec } from "./make.js";

const bags = originals({ positive: 23, negative: 31 });
const foldsOf = (changes: Parameters<typeof cvSpec>[0] = {}, of = bags) => [...cvFolds(of, cvSpec(changes))];

describe("cvFolds", () => {
  it("puts every bag into one fold, and deals the bags of each label evenly", () => {
    const shapes = fc.record({
      positive: fc.integer({ min: 10, max: 30 }),
      negative: fc.integer({ min: 10, max: 30 }),
      folds: fc.integer({ min: 2, max: 10 }),
      repeat: fc.integer({ min: 0, max: 9 }),
      seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    fc.assert(
      fc.property(shapes, ({ positive, negative, ...division }) => {
        const drawn = originals({ positive, negative, features: 1 });
        const fold = foldsOf(division, drawn);
        expect(fold).toHaveLength(positive + negative);
        for (const label of ["positive", "negative"] as const) {
          const sizes = Array.from(
            { length: division.folds },
            (_, k) => fold.filter((of, i) => of === k && drawn.labelOf(i) === label).length,
          );
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(label === "positive" ? positive : negative);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(2);
        }
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  it("is the same for every method and every fold that is tested", () => {
    expect(foldsOf({ method: "svm", fold: 3 })).toEqual(foldsOf({ method: "auto", fold: 0 }));
  });

  it("is another one in another repeat, with another seed, and on another data set", () => {
    const first = foldsOf();
    for (const changes of [{ repeat: 1 }, { seed: 2 }, { dataset: "bear" }])
      expect(foldsOf(changes)).not.toEqual(first);
    expect(foldsOf()).toEqual(first);
  });

  it("keeps groups whole where the bags have groups", () => {
    const groups = Array.from({ length: bags.size }, (_, i) => `g${i % 27}`);
    const fold = foldsOf({}, withGroups(bags, groups));
    for (const name of new Set(groups)) expect(new Set(fold.filter((_, i) => groups[i] === name)).size, name).toBe(1);
  });

  it("refuses folds that would lack a label, and says how many are possible", () => {
    const few = originals({ positive: 3, negative: 31 });
    expect(() => foldsOf({}, few)).toThrowError(expect.objectContaining({ code: "too-few-bags" }));
    expect(() => foldsOf({}, few)).toThrow(/wolf has 3 positive bags.*--folds 3/);
    const one = withGroups(
      bags,
      bags.labels().map((label, i) => (label === "positive" ? "all" : `g${i}`)),
    );
    expect(() => foldsOf({}, one)).toThrow(/groups of wolf.*4 folds/);
  });
});

function withGroups(of: BagSet, groups: readonly string[]): BagSet {
  const rows = Array.from({ length: of.size }, (_, i) => i);
  return BagSet.from({
    data: rows.map((i) => i),
    offsets: [...rows, of.size],
    ids: of.ids(),
    labels: of.labels(),
    features: ["f"],
    groups,
  });
}
