import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { pnuRisk, puRisk } from "../../src/scores/pu-risk.js";
import { FIXED } from "../bags/make.js";

/** So many scores of 1, then so many of -1. */
const answers = (yes: number, no: number) => [...new Array<number>(yes).fill(1), ...new Array<number>(no).fill(-1)];

describe("the risk from positive, unlabeled and negative bags", () => {
  it("is the PU risk without negatives, to the last bit", () => {
    const scores = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (positive, unlabeled, prior) => {
        expect(pnuRisk({ positive, unlabeled, negative: [] }, prior)).toBe(puRisk(positive, unlabeled, prior));
      }),
      FIXED,
    );
  });

  it("combines both rates of false positives by the inverse of their variances", () => {
    // r = 3/4, q = 4/10, and 1 of 5 negatives: worked out by hand with p = (k + 1) / (n + 2).
    const held = { positive: answers(3, 1), unlabeled: answers(4, 6), negative: answers(1, 4) };
    const prior = 0.3;
    const v = (k: number, n: number) => (((k + 1) / (n + 2)) * (1 - (k + 1) / (n + 2))) / n;
    const mixed = (0.4 - 0.3 * 0.75) / 0.7;
    const [a, b] = [(v(4, 10) + 0.09 * v(3, 4)) / 0.49, v(1, 5)];
    const rate = (mixed / a + 0.2 / b) / (1 / a + 1 / b);
    expect(pnuRisk(held, prior)).toBeCloseTo(0.3 * 0.25 + 0.7 * rate, 14);
  });

  it("does not take no error among five negatives for certain", () => {
    const positive = answers(8, 2);
    const unlabeled = answers(50, 50);
    const [few, many] = [5, 5000].map((n) => pnuRisk({ positive, unlabeled, negative: answers(0, n) }, 0.3));
    expect(many).toBeCloseTo(0.3 * 0.2, 3);
    expect(few).toBeGreaterThan(many + 0.1);
    expect(few).toBeLessThan(puRisk(positive, unlabeled, 0.3));
  });

  it("varies less around the true risk than the PU risk does, and is nearly unbiased", () => {
    const draw = random(3);
    const prior = 0.4;
    const [recall, rate] = [0.8, 0.3];
    const truth = prior * (1 - recall) + (1 - prior) * rate;
    const sample = (n: number, p: number) => Array.from({ length: n }, () => (draw.uniform() < p ? 1 : -1));
    const risks = Array.from({ length: 2000 }, () => {
      const positive = sample(20, recall);
      const unlabeled = sample(150, prior * recall + (1 - prior) * rate);
      return [puRisk(positive, unlabeled, prior), pnuRisk({ positive, unlabeled, negative: sample(25, rate) }, prior)];
    });
    const [pu, pnu] = [0, 1].map((k) => {
      const mean = risks.reduce((sum, each) => sum + each[k] / risks.length, 0);
      return { mean, variance: risks.reduce((sum, each) => sum + (each[k] - mean) ** 2 / risks.length, 0) };
    });
    expect(Math.abs(pu.mean - truth)).toBeLessThan(0.01);
    expect(Math.abs(pnu.mean - truth)).toBeLessThan(0.01);
    expect(pnu.variance).toBeLessThan(0.7 * pu.variance);
  });
});
