import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { auc, type PuMeasures, puMeasures, puRisk } from "../../src/metrics/index.js";
import { FIXED } from "../bags/make.js";

const scores = fc.array(
  fc.integer({ min: -4, max: 4 }).map((n) => n / 2),
  { minLength: 1, maxLength: 12 },
);
const prior = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const share = (values: readonly number[]) => values.filter((value) => value >= 0).length / values.length;
const clip = (value: number) => Math.min(1, Math.max(0, value));

describe("puMeasures", () => {
  it("has the formulas of METHODS, section 11, cut visibly to what is possible", () => {
    fc.assert(
      fc.property(scores, scores, prior, (positive, unlabeled, pi) => {
        const [r, q] = [share(positive), share(unlabeled)];
        const truth = [...positive.map(() => 1), ...unlabeled.map(() => -1)];
        const aucPu = auc([...positive, ...unlabeled], truth);
        const raw: Record<keyof PuMeasures, number> = {
          recall: r,
          precision: q === 0 ? Number.NaN : (pi * r) / q,
          accuracy: 1 - (2 * pi * (1 - r) + q - pi),
          auc: (aucPu - pi / 2) / (1 - pi),
          leeLiu: q === 0 ? Number.NaN : (r * r) / q,
          positiveRate: q,
        };
        const found = puMeasures(positive, unlabeled, { prior: pi, bootstrap: 20 });
        for (const [name, expected] of Object.entries(raw) as [keyof PuMeasures, number][]) {
          const { value, low, high, clipped } = found[name];
          if (Number.isNaN(expected)) {
            expect([value, low, high, clipped], name).toEqual([Number.NaN, Number.NaN, Number.NaN, false]);
            continue;
          }
          expect(value, name).toBeCloseTo(name === "leeLiu" ? expected : clip(expected), 9);
          expect(low, name).toBeLessThanOrEqual(value);
          expect(high, name).toBeGreaterThanOrEqual(value);
          if (expected > 1 + 1e-9 || expected < -1e-9) expect(clipped, name).toBe(name !== "leeLiu");
          if (expected > 1e-9 && expected < 1 - 1e-9) expect(clipped, name).toBe(false);
        }
      }),
      FIXED,
    );
  });

  it("gives the same intervals for the same seed, and others for another", () => {
    const generator = random(3);
    const draw = (n: number, shift: number) => Float64Array.from({ length: n }, () => generator.normal() + shift);
    const [positive, unlabeled] = [draw(40, 1), draw(120, -0.5)];
    const of = (seed?: number) => puMeasures(positive, unlabeled, { prior: 0.3, seed });
    expect(of()).toEqual(of(0));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
    expect(of(1).auc.value).toBe(of(2).auc.value);
    expect(of().recall.low).toBeLessThan(of().recall.value);
  });

  it("has intervals that cover the truth about as often as they say", () => {
    const generator = random(5);
    const pi = 0.4;
    let covered = 0;
    for (let trial = 0; trial < 60; trial++) {
      const positive = Float64Array.from({ length: 80 }, () => generator.normal() + 1);
      const unlabeled = Float64Array.from(
        { length: 200 },
        () => generator.normal() + (generator.uniform() < pi ? 1 : -1),
      );
      const { recall } = puMeasures(positive, unlabeled, { prior: pi, bootstrap: 100, seed: trial });
      // P(N(1, 1) >= 0)
      if (recall.low <= 0.8413 && recall.high >= 0.8413) covered++;
    }
    expect(covered / 60).toBeGreaterThan(0.75);
  });

  it("gives the value alone without a bootstrap", () => {
    const { recall } = puMeasures([1, -1], [1, -1, -1], { prior: 0.3, bootstrap: 0 });
    expect(recall).toEqual({ value: 0.5, low: 0.5, high: 0.5, clipped: false });
  });
});

describe("puRisk", () => {
  it("is 2 prior mean_P[g < 0] + mean_U[g >= 0] - prior", () => {
    expect(puRisk([1, -1, 0, 2], [1, -1, -1, -1, -1], 0.4)).toBeCloseTo(2 * 0.4 * 0.25 + 0.2 - 0.4, 12);
  });

  it("is 0 for perfect scores of a perfect sample, and may be negative", () => {
    expect(puRisk([1, 1], [1, -1, -1, -1], 0.25)).toBeCloseTo(0, 12);
    expect(puRisk([1], [-1], 0.25)).toBeCloseTo(-0.25, 12);
  });
});
