import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseThreshold } from "../../src/judge/threshold/choose-threshold.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { expectedGain } from "../../src/scores/expected-gain.js";
import { probabilitiesAt } from "../../src/scores/hidden-probabilities.js";
import { heldOutMeasures } from "../../src/scores/pu-measures.js";
import { positivesAmongUnlabeled, SCENARIOS } from "../../src/scores/scenario.js";
import { topK } from "../../src/scores/top-k.js";

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);
/** Scores whose probabilities rise with them. */
const judged = fc
  .record({
    positive: fc.array(fc.double({ min: -3, max: 5, noNaN: true }), { minLength: 1, maxLength: 12 }),
    unlabeled: fc.array(fc.double({ min: -6, max: 5, noNaN: true }), { minLength: 1, maxLength: 60 }),
    scenario: fc.constantFrom(...SCENARIOS),
  })
  .map((given) => {
    const scores = bagScores(given);
    const unlabeled = scores.unlabeled.map((score) => 1 / (1 + Math.exp(-score)));
    const known = given.scenario === "single-set" ? scores.positive.length : 0;
    const prior = (sum(unlabeled) + known) / (scores.unlabeled.length + known);
    return { ...scores, probabilities: { unlabeled, prior } };
  });

describe("measures of scores with probabilities", () => {
  it("are what the probabilities of single bags add up to", () => {
    fc.assert(
      fc.property(judged, fc.double({ min: -4, max: 4, noNaN: true }), (scores, threshold) => {
        const { prior, unlabeled } = scores.probabilities;
        const options = { prior, threshold, bootstrap: 20 };
        const { precision, recall, accuracy } = heldOutMeasures(scores, options);
        const known = scores.scenario === "single-set" ? scores.positive : new Float64Array(0);
        // Every bag of the sample, with its probability.
        const bags = [
          ...Array.from(scores.unlabeled, (score, i) => ({ score, p: unlabeled[i] })),
          ...Array.from(known, (score) => ({ score, p: 1 })),
        ];
        const called = bags.filter(({ score }) => score >= threshold);
        const found = sum(called.map(({ p }) => p));
        const right = bags.map(({ score, p }) => (score >= threshold ? p : 1 - p));
        if (called.length > 0) expect(precision.value).toBeCloseTo(found / called.length, 9);
        expect(recall.value).toBeCloseTo(found / sum(bags.map(({ p }) => p)), 9);
        expect(accuracy.value).toBeCloseTo(sum(right) / bags.length, 9);
        for (const { value, low, high } of [recall, accuracy]) expect(low <= value && value <= high).toBe(true);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it("count the first k bags by their probabilities", () => {
    fc.assert(
      fc.property(judged, (scores) => {
        const { prior, unlabeled } = scores.probabilities;
        const falling = [...unlabeled].sort((a, b) => b - a);
        const { found } = expectedGain(scores, prior);
        const k = Math.ceil(falling.length / 2);
        expect(found[k]).toBeCloseTo(sum(falling.slice(0, k)), 9);
        expect(topK(scores, { prior, k, bootstrap: 10 })[0].value).toBe(found[k]);
        expect(found[falling.length]).toBeCloseTo(positivesAmongUnlabeled(counts(scores), scores.scenario, prior), 9);
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  it("move to another prior together, in the same order, and add up to what it expects", () => {
    fc.assert(
      fc.property(judged, fc.double({ min: 0.02, max: 0.98, noNaN: true }), (scores, prior) => {
        const expected = positivesAmongUnlabeled(counts(scores), scores.scenario, prior);
        const moved = probabilitiesAt(scores, prior) ?? new Float64Array(0);
        expect(sum(moved)).toBeCloseTo(expected, 5);
        const own = scores.probabilities.unlabeled;
        for (let i = 1; i < moved.length; i++)
          if (own[i] !== own[i - 1])
            expect(Math.sign(moved[i] - moved[i - 1])).not.toBe(Math.sign(own[i - 1] - own[i]));
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it("choose thresholds by what they expect there", () => {
    fc.assert(
      fc.property(judged, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (scores, wanted) => {
        const { prior, unlabeled } = scores.probabilities;
        const { value, expected } = chooseThreshold(scores, `recall=${wanted}`, { prior, bootstrap: 0 });
        expect(expected?.recall.value).toBeGreaterThan(wanted - 1e-9);
        // A higher threshold would miss the lowest bag that is called.
        const known = scores.scenario === "single-set" ? [...scores.positive] : [];
        const called = [...scores.unlabeled, ...known].filter((score) => score >= value);
        const lowest = Math.min(...called);
        const above = (bags: ArrayLike<number>, weights?: ArrayLike<number>) =>
          sum(Array.from(bags, (score, i) => (score > lowest ? (weights?.[i] ?? 1) : 0)));
        const without = above(scores.unlabeled, unlabeled) + above(known);
        expect(without / (sum(unlabeled) + known.length)).toBeLessThan(wanted + 1e-9);
      }),
      { seed: 14, numRuns: 100 },
    );
  });

  it("are the plain formulas where nobody gives probabilities, or where all are 0", () => {
    const scores = bagScores({ positive: [2, 1], unlabeled: [3, 0, -1, -2] });
    expect(probabilitiesAt(scores, 0.25)).toBeUndefined();
    const nothing = { ...scores, probabilities: { unlabeled: new Float64Array(4), prior: 0.25 } };
    expect(heldOutMeasures(nothing, { prior: 0.25, bootstrap: 0 })).toEqual(
      heldOutMeasures(scores, { prior: 0.25, bootstrap: 0 }),
    );
    expect(heldOutMeasures(scores, { prior: 0.25, bootstrap: 0 }).recall.value).toBe(1);
  });

  it("keep certain answers at every prior", () => {
    const scores = bagScores({ positive: [1], unlabeled: [2, 1, 0, -1] });
    const certain = { ...scores, probabilities: { unlabeled: Float64Array.of(1, 0.5, 0.25, 0), prior: 0.4375 } };
    const moved = probabilitiesAt(certain, 0.6) ?? [];
    expect([moved[0], moved[3]]).toEqual([1, 0]);
    expect(sum(moved)).toBeCloseTo(2.4, 6);
  });
});

function counts({
  positive,
  unlabeled,
  negative,
}: {
  positive: Float64Array;
  unlabeled: Float64Array;
  negative: Float64Array;
}) {
  return { positive: positive.length, unlabeled: unlabeled.length, negative: negative.length };
}
