import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixturePicture } from "../../src/data/score-mixture.js";
import { fakeHeldOut } from "../model/make-model.js";

const found = (...[held, options]: Parameters<typeof mixturePicture>) => {
  const mixture = mixturePicture(held, options);
  if (mixture === null) throw new Error("no spread");
  return mixture;
};

describe("mixturePicture", () => {
  it("finds in the curves as many bags as there are, and the prior's share of them positive", () => {
    const held = fakeHeldOut({ unlabeled: 4000, positive: 400 });
    const { curve, low, high, width } = found(held, { threshold: 0, prior: 0.3 });
    // The area under a curve in bags per bar, by the trapezoidal rule.
    const step = (high - low) / (curve.length - 1);
    const area = (value: (k: number) => number) =>
      (curve.reduce((sum, _, k) => sum + value(k) * (k === 0 || k === curve.length - 1 ? 0.5 : 1), 0) * step) / width;
    expect(area((k) => curve[k].sample) / 4000).toBeCloseTo(1, 1);
    expect(area((k) => curve[k].positive) / 4000).toBeCloseTo(0.3, 1);
    expect(area((k) => curve[k].rest) / 4000).toBeCloseTo(0.7, 1);
  });

  it("smooths as the sum of Gaussians over all bags does", () => {
    const held = fakeHeldOut({ unlabeled: 60, positive: 15, seed: 3 });
    const { curve, width } = found(held, { threshold: 0, prior: 0.3 });
    // Silverman's width for the positives, written out.
    const p = [...held.positive].sort((a, b) => a - b);
    const mean = p.reduce((a, b) => a + b) / p.length;
    const sd = Math.sqrt(p.reduce((sum, x) => sum + (x - mean) ** 2, 0) / p.length);
    const at = (share: number) => {
      const i = share * (p.length - 1);
      return p[Math.floor(i)] + (i - Math.floor(i)) * (p[Math.ceil(i)] - p[Math.floor(i)]);
    };
    const h = Math.max(0.9 * Math.min(sd, (at(0.75) - at(0.25)) / 1.34) * p.length ** -0.2, width / 2);
    const density = (x: number, of: ArrayLike<number>) =>
      Array.from(of).reduce((sum, y) => sum + Math.exp(-0.5 * ((x - y) / h) ** 2), 0) /
      (of.length * h * Math.sqrt(2 * Math.PI));
    for (const k of [20, 60, 90, 120]) {
      const { score, sample, positive } = curve[k];
      expect(Math.abs(sample - 60 * width * density(score, held.unlabeled))).toBeLessThan(0.02 * 60 * width);
      expect(Math.abs(positive - 60 * width * 0.3 * density(score, p))).toBeLessThan(0.02 * 60 * width);
    }
  });

  it("never shows a rest below 0, and says how much was cut", () => {
    const { curve, cutShare } = found(fakeHeldOut(), { threshold: 0, prior: 0.95 });
    expect(curve.every(({ rest, cut, positive, sample }) => rest >= 0 && cut === positive > sample)).toBe(true);
    expect(cutShare).toBeGreaterThan(0.1);
    expect(cutShare).toBeLessThanOrEqual(1);
    expect(found(fakeHeldOut({ unlabeled: 4000, positive: 400 }), { threshold: 0, prior: 0.02 }).cutShare).toBeLessThan(
      0.02,
    );
  });

  it("counts every bag in a bar or beyond the picture, with the threshold on an edge", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 60 }),
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        (unlabeled, positive, threshold) => {
          const held = {
            ...fakeHeldOut(),
            unlabeled: Float64Array.from(unlabeled),
            positive: Float64Array.from(positive),
          };
          const mixture = mixturePicture(held, { threshold, prior: 0.4 });
          if (mixture === null) return;
          const { bars, beyond, thresholdShown, curve } = mixture;
          const counted = bars.reduce((sum, { sample, positive: own }) => sum + sample + own, 0);
          expect(counted + beyond.left + beyond.right).toBe(unlabeled.length + positive.length);
          if (thresholdShown) expect(bars.some(({ from, to }) => from === threshold || to === threshold)).toBe(true);
          expect(
            curve.every((point) =>
              Object.values(point).every((value) => typeof value === "boolean" || Number.isFinite(value)),
            ),
          ).toBe(true);
          expect(bars.length).toBeLessThan(150);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it("leaves a few far scores beyond the picture instead of squeezing all others", () => {
    const held = fakeHeldOut();
    const far = { ...held, unlabeled: Float64Array.from([...held.unlabeled, 500, -900]) };
    const { beyond, high, low } = found(far, { threshold: 0, prior: 0.3 });
    expect(beyond).toEqual({ left: 1, right: 1 });
    expect(high - low).toBeLessThan(20);
  });

  it("takes all bags of a single set for the sample", () => {
    const held = fakeHeldOut({ scenario: "single-set", positive: 30, unlabeled: 100, negative: 7 });
    const { bars } = found(held, { threshold: 0, prior: 0.4 });
    expect(bars.reduce((sum, { sample }) => sum + sample, 0)).toBe(137);
  });

  it("is null when all scores are the same, and survives one positive bag and scores that are no numbers", () => {
    expect(mixturePicture(fakeHeldOut({ constant: 0.4 }), { threshold: 0, prior: 0.3 })).toBeNull();
    expect(mixturePicture(fakeHeldOut({ constant: Number.NaN }), { threshold: 0, prior: 0.3 })).toBeNull();
    const { curve } = found(fakeHeldOut({ positive: 1 }), { threshold: 0, prior: 0.3 });
    expect(curve.every(({ positive }) => Number.isFinite(positive))).toBe(true);
    expect(Math.max(...curve.map(({ positive }) => positive))).toBeGreaterThan(0);
  });
});
