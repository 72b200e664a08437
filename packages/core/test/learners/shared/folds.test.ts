import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import type { Label } from "../../../src/bags/label.js";
import { InputError } from "../../../src/base/errors.js";
import { trainingFolds } from "../../../src/learners/shared/folds.js";
import { bagSet, FIXED } from "../../bags/make.js";

function labelled(positive: number, unlabeled: number, groups?: (i: number) => string): BagSet {
  const size = positive + unlabeled;
  const labels = Array.from({ length: size }, (_, i): Label => (i < positive ? "positive" : "unlabeled"));
  const bags = labels.map((_, i) => [[i]]);
  return bagSet(bags, groups ? { labels, groups: labels.map((_, i) => groups(i)) } : { labels });
}

/** Whatever fold is held out, both kinds remain; and every bag is held out once. */
function expectUsable(bags: BagSet, found: ReturnType<typeof trainingFolds>): void {
  if (found === undefined) return;
  expect(found.of.length).toBe(bags.size);
  expect(new Set(found.of).size).toBe(found.folds);
  for (let fold = 0; fold < found.folds; fold++) {
    const rest = bags.filter((i) => found.of[i] !== fold);
    expect([rest.positive().size, rest.unlabeled().size].every((n) => n > 0)).toBe(true);
  }
}

describe("trainingFolds", () => {
  it("deals positives and unlabeled evenly to five folds", () => {
    const bags = labelled(20, 180);
    const found = trainingFolds(bags, { folds: undefined, seed: 1 });
    expect(found?.folds).toBe(5);
    for (let fold = 0; fold < 5; fold++) {
      const held = bags.filter((i) => found?.of[i] === fold);
      expect([held.positive().size, held.unlabeled().size]).toEqual([4, 36]);
    }
  });

  it("deals known negatives evenly, too, however few they are", () => {
    const labels: Label[] = [
      ...new Array(20).fill("positive"),
      ...new Array(157).fill("unlabeled"),
      ...new Array(23).fill("negative"),
    ];
    const found = trainingFolds(
      bagSet(
        labels.map((_, i) => [[i]]),
        { labels },
      ),
      { folds: undefined, seed: 1 },
    );
    const negatives = Array.from(
      { length: 5 },
      (_, fold) => labels.filter((l, i) => l === "negative" && found?.of[i] === fold).length,
    );
    expect(negatives.toSorted()).toEqual([4, 4, 5, 5, 5]);
    const few: Label[] = [...labels.slice(0, 177), "negative", "negative"];
    const dealt = trainingFolds(
      bagSet(
        few.map((_, i) => [[i]]),
        { labels: few },
      ),
      { folds: undefined, seed: 1 },
    );
    expect(dealt?.of[177]).not.toBe(dealt?.of[178]);
  });

  it("takes fewer folds when there are fewer positive bags", () => {
    expect(trainingFolds(labelled(3, 10), { folds: undefined, seed: 0 })?.folds).toBe(3);
    expect(trainingFolds(labelled(2, 10), { folds: undefined, seed: 0 })?.folds).toBe(2);
  });

  it.each([
    [1, 10],
    [10, 1],
    [1, 1],
  ])("is undefined for %i positive and %i unlabeled bags, where nothing can be held out", (positive, unlabeled) => {
    expect(trainingFolds(labelled(positive, unlabeled), { folds: undefined, seed: 0 })).toBeUndefined();
  });

  it("refuses more folds than positive bags, and folds where nothing can be held out", () => {
    expect(() => trainingFolds(labelled(4, 50), { folds: 5, seed: 0 })).toThrow(/4 positive bags/);
    expect(() => trainingFolds(labelled(4, 1), { folds: 2, seed: 0 })).toThrow(InputError);
    expect(() =>
      trainingFolds(
        labelled(4, 9, (i) => (i < 4 ? "a" : `b${i}`)),
        { folds: 2, seed: 0 },
      ),
    ).toThrow(/in different groups/);
    expect(() =>
      trainingFolds(
        labelled(4, 9, (i) => `g${i % 3}`),
        { folds: 4, seed: 0 },
      ),
    ).toThrow(/3 groups/);
  });

  it("gives the same folds for the same seed, and others for another", () => {
    const bags = labelled(20, 80);
    const of = (seed: number) => trainingFolds(bags, { folds: 5, seed })?.of;
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });

  it("never divides a group, and always leaves both kinds to train on", () => {
    const groups = fc.array(fc.nat(6), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(groups, fc.nat(39), fc.boolean(), fc.nat(9), (names, cut, grouped, seed) => {
        const positive = 1 + (cut % (names.length - 1));
        const bags = labelled(positive, names.length - positive, grouped ? (i) => `g${names[i]}` : undefined);
        const found = trainingFolds(bags, { folds: undefined, seed });
        expectUsable(bags, found);
        if (!grouped || found === undefined) return;
        const foldOf = new Map<string | undefined, number>();
        for (const { group, index } of bags) {
          expect(foldOf.get(group) ?? found.of[index]).toBe(found.of[index]);
          foldOf.set(group, found.of[index]);
        }
      }),
      { ...FIXED, numRuns: 300 },
    );
  });
});
