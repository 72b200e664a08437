import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditableBag, drawAudit } from "../../src/audit/design.js";
import { random } from "../../src/base/random.js";

/** Bags with these scores and, by default, probabilities of the logistic function. */
function bagsOf(scores: readonly number[], probability: (score: number) => number | null = sigmoid): AuditableBag[] {
  return scores.map((score, i) => ({
    bag: `bag-${String(i).padStart(4, "0")}`,
    score,
    probability: probability(score),
  }));
}

const sigmoid = (score: number) => 1 / (1 + Math.exp(-score));

function normals(n: number, seed: number): number[] {
  const generator = random(seed);
  return Array.from({ length: n }, () => 2 * generator.normal() - 1);
}

describe("drawAudit", () => {
  it("draws the same bags again by the strata of a design, whatever the probabilities are now", () => {
    const scores = normals(200, 1);
    const options = { n: 30, threshold: 0.3, seed: 1 };
    const design = drawAudit(bagsOf(scores), options);
    const others = bagsOf(scores, (score) => sigmoid(5 * score - 4));
    expect(drawAudit(others, options).strata).not.toEqual(design.strata);
    expect(drawAudit(others, { ...options, strata: design.strata })).toEqual(design);
    for (const wrong of [[], [{ size: 199, drawn: 5 }], [{ size: 200, drawn: 201 }], [{ size: 200, drawn: 0.5 }]])
      expect(() => drawAudit(others, { ...options, strata: wrong })).toThrow("strata");
  });

  it("draws so many different bags, with the decision threshold between strata", () => {
    const design = drawAudit(bagsOf(normals(200, 1)), { n: 30, threshold: 0.3, seed: 1 });
    expect(new Set(design.bags.map(({ bag }) => bag)).size).toBe(30);
    expect(design.population).toBe(200);
    expect(design.strata).toHaveLength(4);
    expect(design.strata.reduce((sum, { size }) => sum + size, 0)).toBe(200);
    for (const { predictedPositive, size, low, high } of design.strata) {
      expect([0, size]).toContain(predictedPositive);
      expect(predictedPositive === size ? low >= 0.3 : high < 0.3).toBe(true);
    }
    for (const bag of design.bags) {
      const stratum = design.strata[bag.stratum];
      expect(bag).toMatchObject({
        size: stratum.size,
        drawn: stratum.drawn,
        predicted: bag.score >= 0.3 ? "positive" : "negative",
      });
      expect(bag.score).toBeGreaterThanOrEqual(stratum.low);
      expect(bag.score).toBeLessThanOrEqual(stratum.high);
    }
  });

  it("keeps its promises for any bags and any number of draws", () => {
    const score = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -5, max: 5, noNaN: true }));
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 90 }), (scores, n) => {
        const { bags, strata, population } = drawAudit(bagsOf(scores), { n, seed: 3 });
        expect(bags).toHaveLength(Math.min(n, scores.length));
        expect(population).toBe(scores.length);
        for (const [h, { size, drawn }] of strata.entries()) {
          expect(bags.filter(({ stratum }) => stratum === h)).toHaveLength(drawn);
          expect(drawn).toBeLessThanOrEqual(size);
          if (n >= 4) expect(drawn).toBeGreaterThanOrEqual(Math.min(2, size));
        }
        // Strata are stretches of the scores, and equal scores stay together unless there is one
        // stratum.
        for (let h = 1; h < strata.length; h++) expect(strata[h].high).toBeLessThan(strata[h - 1].low);
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it("draws the same bags for the same seed, whatever the order of the bags", () => {
    const bags = bagsOf(normals(120, 2));
    const first = drawAudit(bags, { n: 25, seed: 7 });
    expect(drawAudit([...bags].reverse(), { n: 25, seed: 7 })).toEqual(first);
    expect(drawAudit(bags, { n: 25, seed: 8 })).not.toEqual(first);
  });

  it("draws every bag of a stratum equally often", () => {
    const bags = bagsOf(normals(40, 3));
    const times = new Map<string, number>();
    const expected = new Map<string, number>();
    const draws = 2000;
    for (let seed = 0; seed < draws; seed++) {
      for (const { bag, size, drawn } of drawAudit(bags, { n: 12, seed }).bags) {
        times.set(bag, (times.get(bag) ?? 0) + 1);
        expected.set(bag, (draws * drawn) / size);
      }
    }
    expect(times.size).toBe(40);
    // Five standard deviations of a binomial.
    for (const [id, often] of times)
      expect(Math.abs(often - (expected.get(id) ?? 0))).toBeLessThan(5 * Math.sqrt(draws / 4));
  });

  it("puts the bags in an order that does not follow their strata", () => {
    const places = Array.from(
      { length: 200 },
      (_, seed) => drawAudit(bagsOf(normals(100, 4)), { n: 20, seed }).bags[0],
    );
    expect(new Set(places.map(({ stratum }) => stratum)).size).toBe(3);
  });

  it("looks more often where the model is unsure, and never less than twice", () => {
    const scores = [
      ...Array(90)
        .fill(0)
        .map((_, i) => -8 - i / 100),
      ...Array(90)
        .fill(0)
        .map((_, i) => -0.5 - i / 1000),
      5,
      6,
    ];
    const { strata } = drawAudit(bagsOf(scores), { n: 30 });
    const rate = strata.map(({ drawn, size }) => drawn / size);
    expect(strata[0]).toMatchObject({ size: 2, drawn: 2 });
    expect(rate.at(-1)).toBeLessThan(rate[1]);
  });

  it("takes all bags when there are no more than asked for", () => {
    const { strata, bags } = drawAudit(bagsOf([1, 2, -1, -2, -3]), { n: 30 });
    expect(bags).toHaveLength(5);
    expect(strata.map(({ size, drawn }) => [size, drawn])).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  it("has one stratum for equal scores, and for fewer than four draws", () => {
    expect(drawAudit(bagsOf(Array(50).fill(0.2)), { n: 30 }).strata).toHaveLength(1);
    for (const n of [1, 2, 3]) {
      const { strata, bags } = drawAudit(bagsOf(normals(50, 5)), { n });
      expect(strata).toHaveLength(1);
      expect(bags).toHaveLength(n);
    }
    expect(drawAudit(bagsOf(normals(50, 5)), { n: 4 }).strata.map(({ drawn }) => drawn)).toEqual([2, 2]);
  });

  it("needs no probability", () => {
    const scores = normals(100, 6);
    const without = drawAudit(
      bagsOf(scores, () => null),
      { n: 30 },
    );
    expect(without.bags).toHaveLength(30);
    expect(
      drawAudit(
        scores.map((score, i) => ({ bag: `${i}`, score })),
        { n: 30 },
      ).strata,
    ).toEqual(without.strata);
  });

  it("says what is wrong with its input", () => {
    const bags = bagsOf([1, 2]);
    expect(() => drawAudit([])).toThrow("there is no unlabeled bag to audit");
    expect(() => drawAudit(bags, { n: 0 })).toThrow("a whole number from 1 on");
    expect(() => drawAudit(bags, { n: 2.5 })).toThrow("a whole number from 1 on");
    expect(() => drawAudit(bags, { threshold: Number.NaN })).toThrow("threshold");
    expect(() => drawAudit(bags, { seed: 0.5 })).toThrow("seed");
    expect(() => drawAudit(bagsOf([1, Number.NaN]))).toThrow('bag "bag-0001": the score is NaN');
  });
});
