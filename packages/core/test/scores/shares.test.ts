import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagScores } from "../../src/scores/bag-scores.js";
import { heldOutMeasures, recallOf, sharesOf } from "../../src/scores/pu-measures.js";
import { gainReplicates } from "../../src/scores/top-k.js";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("sharesOf", () => {
  it("is the recall, the rate and the wins of weighted bags, by all pairs", () => {
    const score = fc.integer({ min: -2, max: 2 });
    const weight = fc.double({ min: 0.1, max: 2, noNaN: true });
    const held = fc.record({
      positive: fc.array(score, { minLength: 1, maxLength: 4 }),
      unlabeled: fc.array(score, { minLength: 1, maxLength: 5 }),
      negative: fc.array(score, { maxLength: 3 }),
      scenario: fc.constantFrom("case-control" as const, "single-set" as const),
    });
    fc.assert(
      fc.property(held, fc.array(weight, { minLength: 16, maxLength: 16 }), score, (given, weights, threshold) => {
        const { positive, unlabeled, negative, scenario } = given;
        const size = positive.length + unlabeled.length + negative.length;
        const bags = Float64Array.from(weights.slice(0, size));
        const unseen: [number, number] = [weights[12], weights[13]];
        const other: [number, number] = [weights[14], weights[15]];
        const ends = ([above, below]: readonly number[]) => [
          { s: Infinity, w: above },
          { s: -Infinity, w: below },
        ];
        const all = [...positive, ...unlabeled, ...negative].map((s, i) => ({ s, w: bags[i] }));
        const ones = [...all.slice(0, positive.length), ...ends(unseen)];
        // In a single set all bags are the sample, and unseen positives too.
        const sample =
          scenario === "single-set"
            ? [...all, ...ends(other), ...ends(unseen)]
            : [...all.slice(positive.length, positive.length + unlabeled.length), ...ends(other)];
        const mass = (some: readonly { w: number }[]) => sum(some.map(({ w }) => w));
        const called = (some: typeof all) => mass(some.filter(({ s }) => s >= threshold)) / mass(some);
        const wins = sum(ones.flatMap((p) => sample.map((u) => p.w * u.w * (p.s > u.s ? 1 : p.s === u.s ? 0.5 : 0))));
        const found = sharesOf(bagScores(given), threshold)({ bags, positive: unseen, other });
        expect(found.recall).toBeCloseTo(called(ones), 12);
        expect(found.rate).toBeCloseTo(called(sample), 12);
        expect(found.auc).toBeCloseTo(wins / mass(ones) / mass(sample), 12);
      }),
      { seed: 121, numRuns: 60 },
    );
  });
});

describe("gainReplicates", () => {
  it("divide equal scores in proportion, wherever they are in the ranking", () => {
    const held = bagScores({ positive: [5, 3, 2, 2, 0], unlabeled: [5, 5, 2, 2, 2, 2, -1] });
    const guesses = gainReplicates(held, { prior: 0.5, bootstrap: 30, seed: 1 }, [1, 2, 3, 5, 6, 7]);
    for (const [one, two, three, five, six, seven] of guesses) {
      expect(one).toBeCloseTo(two / 2, 12);
      expect(three).toBeCloseTo(two + (six - two) / 4, 12);
      expect(five).toBeCloseTo(two + (3 * (six - two)) / 4, 12);
      expect(seven).toBeGreaterThanOrEqual(six);
      expect(two).toBeLessThanOrEqual(2);
    }
  });
});

describe("measures at their ends", () => {
  it("stay within 0 and 1, and say that they were cut", () => {
    // All positives above all others: with a prior of .9 precision is above 1.
    const held = { positive: [3, 2], unlabeled: [1, -1, -2, -3] };
    const { precision, auc, positiveRate, recall } = heldOutMeasures(held, { prior: 0.9, bootstrap: 0 });
    expect(precision).toEqual({ value: 1, low: 1, high: 1, clipped: true });
    expect(auc).toEqual({ value: 1, low: 1, high: 1, clipped: true });
    expect(recall).toEqual({ value: 1, low: 1, high: 1, clipped: false });
    expect(positiveRate.value).toBe(0.25);
    const free = recallOf(bagScores(held), { bootstrap: 80, seed: 2 });
    expect(free.recall.high).toBe(1);
    expect(free.positiveRate.high).toBeLessThanOrEqual(1);
    expect(free.leeLiu.value).toBe(4);
  });

  it("have intervals where all positives of a single set are labelled", () => {
    const held = { positive: [3, 2, 0], unlabeled: [1, -1, -2, -3], scenario: "single-set" as const };
    const { auc } = heldOutMeasures(held, { prior: 3 / 7, bootstrap: 40 });
    // Nothing is hidden in any guess, so that they are all the same.
    expect(auc.low).toBeCloseTo(auc.value, 9);
    expect(auc.high).toBeCloseTo(auc.value, 9);
  });
});
