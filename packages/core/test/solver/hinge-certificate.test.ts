import fc from "fast-check";
import { expect, it } from "vitest";
import { hingeCertificate } from "../../src/solver/hinge-certificate.js";

const number = fc.double({ min: -3, max: 3, noNaN: true });
const sample = fc.record({
  feature: number,
  kink: number,
  weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

it("is the objective of alpha, and a bound below that no alpha gets under", () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 6 }), number, number, (samples, alpha, linear) => {
      const n = samples.length;
      const kappa = 0.5;
      const primalAt = (a: number) =>
        samples.reduce((sum, { feature, kink, weight }) => sum + (weight * Math.max(0, feature * a - kink)) / n, 0) -
        linear * a +
        (kappa / 2) * a * a;
      const of = (value: (each: (typeof samples)[number]) => number) => Float64Array.from(samples, value);
      const gamma = of(({ weight, share }) => weight * share);
      const pull = samples.reduce((sum, { feature }, i) => sum + (feature * gamma[i]) / n, 0);
      const { primal, dual, gap } = hingeCertificate(
        of(({ kink }) => kink),
        of(({ weight }) => weight),
      )({
        prior: 0,
        e: 1,
        kappa,
        c: Float64Array.of(linear),
        alpha: Float64Array.of(alpha),
        s: of(({ feature }) => feature * alpha),
        gamma,
        rest: of(({ weight, share }) => weight - weight * share),
        residual: Float64Array.of(kappa * alpha - linear + pull),
      });
      expect(primal).toBeCloseTo(primalAt(alpha), 9);
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(primal - dual).toBeCloseTo(gap, 9);
      for (let a = -10; a <= 10; a += 0.25) expect(dual).toBeLessThanOrEqual(primalAt(a) + 1e-9);
    }),
    { seed: 7, numRuns: 200 },
  );
});

it("has no gap at the solution, and compares a gap with the objective of alpha = 0", () => {
  // min (a + 1)_+ + a^2 / 4: at a = -1 the slope of the hinge may be anything in [0, 1], and 1/2
  // balances the penalty.
  const certify = hingeCertificate(Float64Array.of(-1), Float64Array.of(1));
  const common = { prior: 0, e: 1, kappa: 0.5, c: Float64Array.of(0) };
  const solved = certify({
    ...common,
    alpha: Float64Array.of(-1),
    s: Float64Array.of(-1),
    gamma: Float64Array.of(0.5),
    rest: Float64Array.of(0.5),
    residual: Float64Array.of(0),
  });
  expect(solved).toEqual({ b: 0, primal: 0.25, dual: 0.25, gap: 0, relative: 0 });
  const start = certify({
    ...common,
    alpha: Float64Array.of(0),
    s: Float64Array.of(0),
    gamma: Float64Array.of(0),
    rest: Float64Array.of(1),
    residual: Float64Array.of(0),
  });
  expect(start).toMatchObject({ primal: 1, gap: 1, relative: 1 });
});

it("compares a gap with the objective of alpha = 0, a mean of all hinges that are above 0 there", () => {
  const certify = hingeCertificate(Float64Array.of(-1, 2, -0.5), Float64Array.of(1, 8, 2));
  const point = { prior: 0, e: 1, kappa: 0.5, c: Float64Array.of(0), alpha: Float64Array.of(0) };
  // At a distance of 0.03 from the dual point, which itself is 0.
  const { gap, relative } = certify({
    ...point,
    s: Float64Array.of(-1, 2, -0.5),
    gamma: Float64Array.of(0, 0, 0),
    rest: Float64Array.of(1, 8, 2),
    residual: Float64Array.of(0.03),
  });
  expect(gap).toBeCloseTo(0.03 ** 2, 12);
  expect(relative).toBeCloseTo(gap / ((1 + 2 * 0.5) / 3), 12);
});
