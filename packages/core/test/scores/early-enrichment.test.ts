import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { bedroc, earlyEnrichment, enrichmentFactor } from "../../src/scores/early-enrichment.js";

/** What RDKit 2026.9.1 says (CalcBEDROC with alpha 20, CalcEnrichment): ranks of the positives from 0. */
const RDKIT = [
  { n: 50, positives: [4, 9, 13, 16, 42], bedroc: 0.09013413444975783, ef: [0, 0] },
  {
    n: 200,
    positives: [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 17, 18, 23, 24, 25, 28, 29, 33, 37, 42, 47, 50, 56, 61, 65, 80, 84, 98,
      108, 110, 113, 117, 123, 124, 127, 137, 152,
    ],
    bedroc: 0.8146536256375688,
    ef: [5, 5],
  },
  { n: 1000, positives: [0, 9, 11, 62, 130, 371, 537, 586, 758, 942], bedroc: 0.32793807324272617, ef: [20, 6] },
];

/** Scores that fall, and the truth with positives at these ranks. */
function ranking(n: number, positives: readonly number[]) {
  const truth = new Int8Array(n).fill(-1);
  for (const rank of positives) truth[rank] = 1;
  return { scores: Float64Array.from({ length: n }, (_, rank) => n - rank), truth };
}

const labelled = fc
  .array(fc.record({ score: fc.integer({ min: 0, max: 9 }), positive: fc.boolean() }), { minLength: 2, maxLength: 60 })
  .map((rows) => ({
    scores: Float64Array.from(rows, ({ score }) => score),
    truth: Int8Array.from(rows, ({ positive }) => (positive ? 1 : -1)),
  }))
  .filter(({ truth }) => truth.includes(1) && truth.includes(-1));

describe("early enrichment", () => {
  it.each(RDKIT)("agrees with RDKit about $n bags", ({ n, positives, bedroc: theirs, ef }) => {
    const { scores, truth } = ranking(n, positives);
    const { enrichmentAt1, enrichmentAt5, bedroc: ours } = earlyEnrichment(scores, truth);
    expect(ours).toBeCloseTo(theirs, 12);
    expect([enrichmentAt1, enrichmentAt5]).toEqual(ef.map((value) => expect.closeTo(value, 12)));
  });

  it("of a random order is about 1, and of equal scores exactly", () => {
    const source = random(3);
    const truth = Int8Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : -1));
    let sum = 0;
    for (let k = 0; k < 300; k++) sum += enrichmentFactor(source.permutation(400), truth, 0.05);
    expect(sum / 300).toBeCloseTo(1, 1);
    expect(enrichmentFactor(new Float64Array(400), truth, 0.05)).toBe(1);
  });

  it("averages over ties: the mean over all their orders", () => {
    // One score for all: every order of two positives and two negatives is equally likely.
    const truth = [1, 1, -1, -1];
    const orders = [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ].map((positives) => ranking(4, positives));
    const mean = (of: (order: (typeof orders)[number]) => number) =>
      orders.reduce((sum, order) => sum + of(order), 0) / orders.length;
    const ties = [7, 7, 7, 7];
    expect(enrichmentFactor(ties, truth, 0.3)).toBeCloseTo(
      mean((order) => enrichmentFactor(order.scores, order.truth, 0.3)),
      12,
    );
    expect(bedroc(ties, truth)).toBeCloseTo(
      mean((order) => bedroc(order.scores, order.truth)),
      12,
    );
  });

  it("is between the worst and the best order, which are 0 and 1 for BEDROC", () => {
    fc.assert(
      fc.property(labelled, fc.constantFrom(0.01, 0.05, 0.3, 1), ({ scores, truth }, share) => {
        const n = truth.length;
        const positives = truth.filter((label) => label > 0).length;
        const best = Float64Array.from(truth);
        expect(bedroc(best, truth)).toBeCloseTo(1, 9);
        expect(
          bedroc(
            best.map((label) => -label),
            truth,
          ),
        ).toBeCloseTo(0, 9);
        const value = bedroc(scores, truth);
        expect(value).toBeGreaterThanOrEqual(-1e-9);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
        const factor = enrichmentFactor(scores, truth, share);
        const first = Math.max(1, Math.ceil(share * n - 1e-9));
        expect(factor).toBeGreaterThanOrEqual(0);
        expect(factor).toBeLessThanOrEqual(enrichmentFactor(best, truth, share) + 1e-9);
        expect(enrichmentFactor(best, truth, share)).toBeCloseTo(Math.min(n / positives, n / first), 9);
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  it("depends on the order of the scores alone", () => {
    fc.assert(
      fc.property(labelled, ({ scores, truth }) => {
        const other = scores.map((score) => Math.exp(score / 3) - 5);
        expect(earlyEnrichment(other, truth)).toEqual(earlyEnrichment(scores, truth));
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it("is NaN where one class is missing", () => {
    expect(bedroc([1, 2], [1, 1])).toBeNaN();
    expect(bedroc([1, 2], [-1, -1])).toBeNaN();
    expect(enrichmentFactor([1, 2], [-1, -1], 0.5)).toBeNaN();
  });
});
