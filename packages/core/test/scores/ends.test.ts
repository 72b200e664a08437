import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { reweighted } from "../../src/scores/bootstrap.js";
import { bound, boundAdvice } from "../../src/scores/bound.js";
import { evaluate } from "../../src/scores/classification.js";
import { expectedGain } from "../../src/scores/expected-gain.js";
import { puCurves } from "../../src/scores/gain-curves.js";
import { hiddenCounts, placesIn } from "../../src/scores/hidden-counts.js";
import { isotonicProbability } from "../../src/scores/isotonic.js";
import { heldOutMeasures, recallOf } from "../../src/scores/pu-measures.js";
import { labelledShare, positivesAmongUnlabeled, sampleSize, shareAmongUnlabeled } from "../../src/scores/scenario.js";
import { separationOf } from "../../src/scores/separation.js";
import { gainReplicates, topK } from "../../src/scores/top-k.js";
import { permutationTest } from "../../src/statistics/permutation-test.js";
import { quantile } from "../../src/statistics/quantile.js";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Scores around 1 for positive bags; of the others a third are positive. */
function some(seed: number, { positive = 20, unlabeled = 60 } = {}) {
  const draw = random(seed);
  return bagScores({
    positive: Array.from({ length: positive }, () => 1 + draw.normal()),
    unlabeled: Array.from({ length: unlabeled }, (_, i) => (i % 3 === 0 ? 1 : -1) + draw.normal()),
  });
}

describe("unseen bags", () => {
  it("of a bootstrap weigh half a bag on each side, of positives and of others", () => {
    const draw = reweighted(some(1), random(2));
    const drawn = Array.from({ length: 6000 }, () => draw());
    // Half a chi square of one degree: mean 1/2, standard deviation .71.
    for (const side of [0, 1] as const) {
      expect(Math.abs(mean(drawn.map(({ positive }) => positive[side])) - 0.5)).toBeLessThan(0.04);
      expect(Math.abs(mean(drawn.map(({ other }) => other[side])) - 0.5)).toBeLessThan(0.04);
    }
    expect(Math.abs(mean(drawn.flatMap(({ bags }) => Array.from(bags))) - 1)).toBeLessThan(0.02);
  });
});

describe("the advice of the bound", () => {
  const advice = (prior: number, positive: number, unlabeled: number) =>
    boundAdvice(bound({ capacity: 2, prior, positive, unlabeled }), { positive, unlabeled });

  it("is none where all bags have one score", () => {
    const nothing = boundAdvice(bound({ capacity: 0, prior: 0.3, positive: 4, unlabeled: 9 }), {
      positive: 4,
      unlabeled: 9,
    });
    expect(nothing).toEqual({
      larger: "positive",
      share: 0,
      doubling: { positive: 0, unlabeled: 0 },
      worth: 1,
      text: "the bound is 0 because the model gives all bags the same score, so it cannot tell which bags would help",
    });
  });

  it("names the kind with the larger term, and what one more bag is worth", () => {
    // Terms in proportion 1 / sqrt(100) and 1 / sqrt(100).
    const equal = advice(0.5, 100, 100);
    expect(equal.larger).toBe("positive");
    expect(equal.text).toBe(
      "half of the bound comes from the 100 positive bags and half from the 100 unlabeled ones: doubling either would help equally. Bag for bag, both help equally",
    );
    // 2 x .52 = 1.04 to 1: 51 %.
    expect(advice(0.52, 100, 100).text).toMatch(
      /^51 % of the bound comes from the 100 positive bags: .* the unlabeled ones\. Bag for bag, both help equally$/,
    );
    expect(advice(0.48, 100, 100).text).toMatch(/^51 % of the bound comes from the 100 unlabeled bags: /);
    expect(advice(0.75, 100, 100).text).toMatch(
      /\. One more positive bag helps as much as about 1\.5 more unlabeled ones$/,
    );
    expect(advice(0.25, 100, 100).text).toMatch(
      /\. One more unlabeled bag helps as much as about 2 more positive ones$/,
    );
    // .3 x 2 x 20 x 20^.5, in whole numbers from ten on.
    expect(advice(0.3, 20, 400).worth).toBeCloseTo(0.6 * 20 * Math.sqrt(20), 9);
    expect(advice(0.3, 20, 400).text).toMatch(/about 54 more unlabeled ones$/);
    expect(advice(0.5, 100, 400).text).toMatch(/about 8 more unlabeled ones$/);
  });
});

describe("evaluate", () => {
  it("takes 0 and -1 for negative", () => {
    const scores = [0.5, -0.5, 0, 1, -2, 0.25];
    expect(evaluate(scores, [1, 1, 0, 0, 0, 1])).toEqual(evaluate(scores, [1, 1, -1, -1, -1, 1]));
    expect(evaluate(scores, [1, 1, 0, 0, 0, 1]).confusion).toEqual({
      truePositive: 2,
      falsePositive: 2,
      trueNegative: 1,
      falseNegative: 1,
    });
  });
});

describe("curves of finds", () => {
  const held = some(3);
  const options = { prior: 0.3, bootstrap: 80, seed: 4 };

  it("have bands of the quantiles of their guesses, around the value", () => {
    for (const level of [0.9, 0.5]) {
      const { gain, precisionRecall } = puCurves(held, { ...options, level });
      const ks = gain.slice(1).map(({ reviewed }) => reviewed);
      const { found } = expectedGain(held, 0.3);
      const guesses = gainReplicates(held, options, ks);
      for (const [at, k] of ks.entries()) {
        const values = guesses.map((guess) => guess[at]);
        const side = (1 - level) / 2;
        const [low, high] = [quantile(values, side), quantile(values, 1 - side)];
        expect(gain[at + 1].low).toBeCloseTo(Math.min(found[k], low), 12);
        expect(gain[at + 1].high).toBeCloseTo(Math.max(found[k], high), 12);
        expect(precisionRecall[at].low).toBeCloseTo(Math.min(found[k], low) / k, 12);
        expect(precisionRecall[at].high).toBeCloseTo(Math.max(found[k], high) / k, 12);
        expect(precisionRecall[at].recall).toBeCloseTo(found[k] / found[found.length - 1], 12);
      }
    }
    expect(puCurves(held, options)).toEqual(puCurves(held, { ...options, level: 0.9 }));
    const { seed: _, ...usual } = options;
    expect(puCurves(held, usual)).toEqual(puCurves(held, { ...usual, seed: 0 }));
  });

  it("have a point for each of 99 bags, and then ever fewer", () => {
    const points = (unlabeled: number) =>
      puCurves(some(5, { unlabeled }), { prior: 0.3, bootstrap: 0 }).gain.map(({ reviewed }) => reviewed);
    expect(points(99)).toEqual(Array.from({ length: 100 }, (_, k) => k));
    const many = points(1000);
    expect(many).toHaveLength(100);
    expect([many[1], many[2], many[99]]).toEqual([1, 2, 1000]);
    const steps = many.slice(1).map((k, at) => k - many[at]);
    expect(steps.every((step) => step >= 1)).toBe(true);
    expect(steps[98]).toBeGreaterThan(steps[50]);
  });

  it("of the first bags have whole numbers as ends", () => {
    for (const [at, k] of [1, 5, 20, 60].entries()) {
      const found = topK(held, { ...options, k: [1, 5, 20, 60] })[at];
      const values = gainReplicates(held, options, [1, 5, 20, 60]).map((guess) => guess[at]);
      const surely = k * 0.05 ** (1 / k);
      expect(found.low).toBe(Math.floor(Math.min(found.value, quantile(values, 0.05), surely)));
      expect(found.high).toBe(Math.ceil(Math.max(found.value, quantile(values, 0.95))));
    }
    expect(topK(held, { prior: 0.3, k: 5 })).toEqual(topK(held, { prior: 0.3, k: 5, seed: 0, level: 0.9 }));
  });
});

describe("guesses of hidden positives", () => {
  it("whose mean place is high have many above a threshold", () => {
    const guesses = [...hiddenCounts(some(6), [0.5], { prior: 0.3, bootstrap: 400, seed: 7 })];
    const share = guesses.map(({ above, positives }) => above[0] / positives);
    const place = guesses.map((guess) => guess.place);
    const [a, b] = [mean(share), mean(place)];
    const product = mean(share.map((x, k) => (x - a) * (place[k] - b)));
    const spread = Math.sqrt(mean(share.map((x) => (x - a) ** 2)) * mean(place.map((y) => (y - b) ** 2)));
    expect(product / spread).toBeGreaterThan(0.4);
  });
});

describe("measures of a threshold that few bags reach", () => {
  it("have an interval of precision for a single call, and none for no call", () => {
    const held = bagScores({ positive: [3, 2, 1, 0.5, 0], unlabeled: [2.5, 0.2, -1, -2, -3, -4, -5, -6, -7, -8] });
    const one = heldOutMeasures(held, { prior: 0.2, threshold: 2.4, seed: 1 }).precision;
    expect(one.low).toBeLessThan(one.value);
    const none = heldOutMeasures(held, { prior: 0.2, threshold: 2.6, seed: 1 });
    expect(none.precision.value).toBeNaN();
    expect(none.leeLiu.value).toBeNaN();
    expect(recallOf(held, { threshold: 2.6 }).leeLiu.value).toBeNaN();
    expect(none.recall.value).toBeCloseTo(0.2, 12);
  });

  it("are those of seed 0, level .9 and threshold 0 unless you say otherwise", () => {
    const held = some(8);
    const usual = { seed: 0, level: 0.9, threshold: 0, bootstrap: 500 };
    expect(heldOutMeasures(held, { prior: 0.3 })).toEqual(heldOutMeasures(held, { prior: 0.3, ...usual }));
    expect(recallOf(held, {})).toEqual(recallOf(held, usual));
    expect(recallOf(held, {})).not.toEqual(recallOf(held, { seed: 1 }));
  });
});

describe("permutationTest", () => {
  it("has the same p-values in any unit, also where squares or sums would overflow", () => {
    const draw = random(9);
    const [rows, cols] = [24, 3];
    const data = Float64Array.from(
      { length: rows * cols },
      (_, k) => draw.normal() + (k < 6 * cols && k % 3 === 0 ? 1 : 0),
    );
    const test = (unit: number) =>
      Array.from(permutationTest({ rows, cols, data: data.map((x) => x * unit) }, 6, random(1)));
    const plain = test(1);
    expect(Math.min(...plain)).toBeGreaterThan(0);
    for (const unit of [2 ** 990, 2 ** -990, -1, 2 ** -40]) expect(test(unit)).toEqual(plain);
  });

  it("leaves a column alone after ten choices that are as extreme", () => {
    // Any choice of one row of a column of one and the same number but for one row is nearly as far.
    const p = permutationTest({ rows: 4, cols: 1, data: Float64Array.of(1, -1, 1, -1) }, 2, random(3));
    expect([10, 11, 12, 13, 14, 15].map((done) => 10 / done)).toContain(p[0]);
  });
});

describe("scores that are judged", () => {
  it("stay as they are, in their order", () => {
    const held = some(10);
    const before = structuredClone(held);
    heldOutMeasures(held, { prior: 0.3, bootstrap: 20 });
    topK(held, { prior: 0.3, k: 5, bootstrap: 20 });
    puCurves(held, { prior: 0.3, bootstrap: 20 });
    separationOf(held);
    isotonicProbability(held, 0.3);
    placesIn(held.unlabeled, [0, 1]);
    expect(held).toEqual(before);
  });
});

describe("counts of bags without known negatives", () => {
  it("have none of them", () => {
    const counts = { positive: 3, unlabeled: 9 };
    expect(sampleSize(counts, "single-set")).toBe(12);
    expect(sampleSize(counts, "case-control")).toBe(9);
    expect(labelledShare(counts, "single-set")).toBe(0.25);
    expect(shareAmongUnlabeled(counts, "single-set", 0.5)).toBeCloseTo(3 / 9, 12);
    expect(positivesAmongUnlabeled(counts, "single-set", 0.5)).toBeCloseTo(3, 12);
    expect(positivesAmongUnlabeled(counts, "single-set", 0.99)).toBeCloseTo(8.88, 12);
    expect(positivesAmongUnlabeled({ ...counts, negative: 12 }, "single-set", 0.5)).toBe(9);
  });
});
