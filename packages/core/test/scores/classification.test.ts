import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { auc, averagePrecision, byScore, evaluate } from "../../src/scores/classification.js";
import { FIXED } from "../bags/make.js";

/** Scores with many ties, and the truth. */
const judged = fc.array(
  fc.record({ score: fc.integer({ min: -3, max: 3 }).map((n) => n / 2), truth: fc.constantFrom(1, -1) }),
  { maxLength: 25 },
);
const scoresOf = (bags: readonly { score: number }[]) => bags.map(({ score }) => score);
const truthOf = (bags: readonly { truth: number }[]) => bags.map(({ truth }) => truth);

describe("auc", () => {
  it("is the share of pairs in the right order, ties one half", () => {
    fc.assert(
      fc.property(judged, (bags) => {
        let [won, pairs] = [0, 0];
        for (const p of bags.filter(({ truth }) => truth > 0)) {
          for (const n of bags.filter(({ truth }) => truth < 0)) {
            pairs++;
            won += p.score > n.score ? 1 : p.score === n.score ? 0.5 : 0;
          }
        }
        fc.pre(pairs > 0);
        expect(auc(scoresOf(bags), truthOf(bags))).toBeCloseTo(won / pairs, 12);
      }),
      FIXED,
    );
  });

  it("is NaN without both classes", () => {
    expect(auc([1, 2], [1, 1])).toBeNaN();
    expect(auc([1], [-1])).toBeNaN();
    expect(auc([], [])).toBeNaN();
  });
});

describe("averagePrecision", () => {
  it("is the mean over the positives of the share of positives at or above them", () => {
    fc.assert(
      fc.property(judged, (bags) => {
        const positive = bags.filter(({ truth }) => truth > 0);
        fc.pre(positive.length > 0);
        const precisions = positive.map(({ score }) => {
          const above = bags.filter((bag) => bag.score >= score);
          return above.filter(({ truth }) => truth > 0).length / above.length;
        });
        const expected = precisions.reduce((sum, each) => sum + each, 0) / positive.length;
        expect(averagePrecision(scoresOf(bags), truthOf(bags))).toBeCloseTo(expected, 12);
      }),
      FIXED,
    );
  });

  it("is NaN without a positive bag", () => {
    expect(averagePrecision([1, 2], [-1, -1])).toBeNaN();
  });
});

it("byScore puts the highest first and keeps the order of equals", () => {
  expect(byScore([1, 3, 3, -Infinity, 2, 3])).toEqual([1, 2, 5, 4, 0, 3]);
});

it("byScore gives the same first ones when asked for these alone", () => {
  const score = fc.constantFrom(0, -0, 1, 2, 2.5, Infinity, -Infinity, Number.NaN);
  fc.assert(
    fc.property(fc.array(score, { maxLength: 20 }), fc.nat(22), (scores, most) => {
      expect(byScore(scores, most)).toEqual(byScore(scores).slice(0, most));
    }),
    { seed: 1, numRuns: 500 },
  );
  expect(byScore([])).toEqual([]);
});

describe("evaluate", () => {
  it("counts a score of 0 as a positive answer", () => {
    const found = evaluate([0, 1, -1, -2, 3, -0.5], [1, 1, 1, -1, -1, -1]);
    expect(found).toMatchObject({
      positive: 3,
      negative: 3,
      confusion: { truePositive: 2, falsePositive: 1, trueNegative: 2, falseNegative: 1 },
      constantGuess: 0.5,
    });
    for (const name of ["accuracy", "balancedAccuracy", "precision", "recall", "f1"] as const)
      expect(found[name]).toBeCloseTo(2 / 3, 12);
  });

  it("has the formulas of the textbook, and the constant guess of the larger class", () => {
    fc.assert(
      fc.property(judged, (bags) => {
        const [scores, truth] = [scoresOf(bags), truthOf(bags)];
        fc.pre(new Set(truth).size === 2);
        const found = evaluate(scores, truth);
        const { truePositive: tp, falsePositive: fp, trueNegative: tn, falseNegative: fn } = found.confusion;
        expect(tp + fn).toBe(found.positive);
        expect(fp + tn).toBe(found.negative);
        expect(tp).toBe(bags.filter((bag) => bag.truth > 0 && bag.score >= 0).length);
        expect(tn).toBe(bags.filter((bag) => bag.truth < 0 && bag.score < 0).length);
        expect(found.accuracy).toBeCloseTo((tp + tn) / bags.length, 12);
        expect(found.recall).toBeCloseTo(tp / (tp + fn), 12);
        expect(found.balancedAccuracy).toBeCloseTo((tp / (tp + fn) + tn / (tn + fp)) / 2, 12);
        expect(found.auc).toBe(auc(scores, truth));
        expect(found.averagePrecision).toBe(averagePrecision(scores, truth));
        expect(found.constantGuess).toBe(Math.max(tp + fn, tn + fp) / bags.length);
        if (tp > 0) expect(found.f1).toBeCloseTo(2 / (1 / found.precision + 1 / found.recall), 12);
      }),
      FIXED,
    );
  });

  it("has no precision without a positive answer", () => {
    expect(evaluate([-1, -2], [1, -1])).toMatchObject({ precision: Number.NaN, recall: 0, f1: 0 });
  });

  it.each([[[1, 1]], [[-1, -1]], [[]]])("refuses truth of one kind only: %j", (truth) => {
    expect(() => evaluate(truth, truth)).toThrow(InputError);
    expect(() => evaluate(truth, truth)).toThrow(/labelled 1 and -1/);
  });
});
