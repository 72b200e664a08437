import fc from "fast-check";
import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { LIGHT_WEIGHTS } from "../../../src/learners/pu-skc/choice.js";
import { HEAVY_WEIGHT, usualNegativeWeight } from "../../../src/learners/shared/negative-weight.js";
import { FIXED } from "../../bags/make.js";

it("is the weight with which the combined risk varies least, when all losses are equally spread", () => {
  const counts = { positive: 20, unlabeled: 150, negative: 20 };
  const prior = 0.3;
  const draw = random(1);
  // R_PU = -prior mean_P g + mean_U l(-g) = prior mean_P [l(g) - l(-g)] + mean_U l(-g), with l(-g)
  // = -l(g) + a constant.
  const mean = (n: number) => Array.from({ length: n }, () => draw.normal()).reduce((sum, x) => sum + x / n, 0);
  const pairs = Array.from({ length: 20_000 }, () => {
    const [p, u, n] = [mean(20), mean(150), mean(20)];
    return [2 * prior * p + u, prior * p + (1 - prior) * n];
  });
  const spread = (w: number) => pairs.reduce((sum, [pu, pn]) => sum + ((1 - w) * pu + w * pn) ** 2, 0);
  const weights = Array.from({ length: 101 }, (_, k) => k / 100);
  const best = weights.reduce((a, b) => (spread(b) < spread(a) ? b : a));
  expect(Math.abs(usualNegativeWeight(counts, prior) - best)).toBeLessThanOrEqual(0.02);
});

it("is 0 for no negatives, at most 0.9, and grows with their number", () => {
  const size = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(size, size, size, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (p, u, n, prior) => {
      const weight = (negative: number) => usualNegativeWeight({ positive: p, unlabeled: u, negative }, prior);
      expect(weight(0)).toBe(0);
      expect(weight(n)).toBeGreaterThanOrEqual(0);
      expect(weight(n)).toBeLessThanOrEqual(0.9);
      expect(weight(2 * n)).toBeGreaterThanOrEqual(weight(n));
    }),
    FIXED,
  );
});

it("stands between weights from not at all to nearly alone", () => {
  expect(LIGHT_WEIGHTS[0]).toBe(0);
  for (const weight of LIGHT_WEIGHTS) expect(weight).toBeLessThan(HEAVY_WEIGHT);
  expect(usualNegativeWeight({ positive: 5, unlabeled: 20, negative: 1000 }, 0.7)).toBe(HEAVY_WEIGHT);
});
