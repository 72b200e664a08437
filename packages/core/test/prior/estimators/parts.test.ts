import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priorInput } from "../../../../bagwise/src/entries/prior.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { linearAlgebra } from "../../../src/linalg/backend.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { priorByBestBin } from "../../../src/prior/estimators/bbe.js";
import { nearestPoint } from "../../../src/prior/estimators/nearest-point.js";
import { priorProblem } from "../../../src/prior/estimators/problem.js";
import { priorByRatio } from "../../../src/prior/estimators/ratio.js";
import { crossFittedRatio } from "../../../src/prior/estimators/ratio-fit.js";
import { weightedMean, weightsOf } from "../../../src/prior/estimators/weights.js";
import { monotoneSteps, scored, stepAt } from "../../../src/statistics/monotone-ratio.js";
import { FIXED } from "../../bags/make.js";
import { sample } from "../make.js";

const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 14 });

describe("the monotone ratio", () => {
  it("never rises from step to step, and shares nothing twice", () => {
    fc.assert(
      fc.property(scores, fc.nat(), (values, seed) => {
        const generator = random(seed);
        const positive = Float64Array.from(values, () => generator.below(3));
        const mixture = Float64Array.from(values, () => generator.below(3));
        const steps = monotoneSteps(scored(Float64Array.from(values)), positive, mixture);
        for (let k = 1; k < steps.length; k++) {
          expect(steps[k].low).toBeLessThan(steps[k - 1].low);
          expect(steps[k - 1].positive * steps[k].mixture).toBeGreaterThan(steps[k].positive * steps[k - 1].mixture);
        }
        const sum = (key: "positive" | "mixture") => steps.reduce((total, step) => total + step[key], 0);
        if (positive.some((w) => w > 0)) expect(sum("positive")).toBeCloseTo(1, 12);
        if (mixture.some((w) => w > 0)) expect(sum("mixture")).toBeCloseTo(1, 12);
      }),
      FIXED,
    );
  });

  it("is the share of positives by that of the mixture where scores part cleanly", () => {
    const values = Float64Array.of(5, 4, 5, 4, 1, 0);
    const steps = monotoneSteps(scored(values), Float64Array.of(1, 1, 0, 0, 0, 0), Float64Array.of(0, 0, 1, 1, 1, 1));
    expect(steps).toEqual([
      { low: 4, positive: 1, mixture: 0.5 },
      { low: 0, positive: 0, mixture: 0.5 },
    ]);
    expect(stepAt(steps, 4.5).low).toBe(4);
    expect(stepAt(steps, 3).low).toBe(0);
    expect(stepAt(steps, -9).low).toBe(0);
  });
});

describe("the monotone ratio of tied scores", () => {
  it("does not depend on which of them comes first", () => {
    // Of two positives and three of the mixture one each has the score 1: a positive that comes
    // first is not pooled with the scores above it.
    const values = [1, 0, 1, 0, 0];
    const [positive, mixture] = [
      [1, 1, 0, 0, 0],
      [0, 0, 1, 1, 1],
    ];
    const expected = [
      { low: 1, positive: 1 / 2, mixture: 1 / 3 },
      { low: 0, positive: 1 / 2, mixture: 2 / 3 },
    ];
    for (const order of [
      [0, 1, 2, 3, 4],
      [2, 3, 4, 0, 1],
    ]) {
      const of = (numbers: readonly number[]) => Float64Array.from(order, (i) => numbers[i]);
      expect(monotoneSteps(scored(of(values)), of(positive), of(mixture))).toEqual(expected);
    }
  });
});

describe("estimates from scores", () => {
  // 10 positives; 30 unlabeled, of which 12 look like them: the prior is 0.4, in the single set (10
  // + 12) / 40.
  const positives = 10;
  const values = Float64Array.from({ length: 40 }, (_, i) => (i < 22 ? 1 : 0));
  const fold = Uint8Array.from(values, (_, i) => i % 2);
  for (const [scenario, prior] of [
    ["case-control", 0.4],
    ["single-set", 0.55],
  ] as const) {
    it(`are exact when scores part the classes: ${scenario}`, () => {
      const problem = { positives, unlabeled: 30, scenario, fold, folds: 2 };
      const weights = weightsOf(problem);
      for (const estimate of [priorByRatio, priorByBestBin]) {
        expect(estimate(problem, scored(values), weights), estimate.name).toBeCloseTo(prior, 12);
      }
    });
  }

  it("do not depend on the scale of the scores", () => {
    const generator = random(2);
    const noisy = values.map((value) => value + 0.8 * generator.normal());
    const problem = { positives, unlabeled: 30, scenario: "case-control" as const, fold, folds: 2 };
    const weights = weightsOf(problem);
    for (const estimate of [priorByRatio, priorByBestBin]) {
      const before = estimate(problem, scored(noisy), weights);
      expect(estimate(problem, scored(noisy.map((x) => Math.exp(3 * x))), weights)).toBe(before);
    }
  });
});

describe("the cross-fitted ratio", () => {
  it("satisfies the conditions of a minimum of the penalised squared error", () => {
    const problem = { ...priorProblem(sample({ positives: 15, unlabeled: 40 })), folds: 1, fold: new Uint8Array(55) };
    const { phi } = problem.features();
    const weights = weightsOf(problem);
    const lambda = 0.05;
    const [ratio] = crossFittedRatio(problem, problem.features(), weights, [lambda]);
    expect(weightedMean(ratio, weights.mixture)).toBeCloseTo(1, 9);
    // For every centre c: mean of r k(., c) over the mixture - mean of k(., c) over the positives +
    // lambda f(c) = 0, and f is r up to a constant. All bags are centres here.
    const la = linearAlgebra();
    const overMixture = la.gemvT(
      phi,
      ratio.map((r, i) => (r * weights.mixture[i]) / 40),
    );
    const overPositives = la.gemvT(
      phi,
      weights.positive.map((w) => w / 15),
    );
    const constants = ratio.map((r, c) => (overMixture[c] - overPositives[c]) / lambda + r);
    expect(Math.max(...constants) - Math.min(...constants)).toBeLessThan(1e-4);
    expect(Math.max(...ratio) - Math.min(...ratio)).toBeGreaterThan(1);
  });

  it("is the same whether a bag comes twice or has the weight 2", () => {
    const problem = priorProblem(sample({ positives: 10, unlabeled: 30 }));
    const double = weightsOf(problem, new Float64Array(40).fill(2));
    const [once] = crossFittedRatio(problem, problem.features(), weightsOf(problem), [0.01]);
    const [twice] = crossFittedRatio(problem, problem.features(), double, [0.01]);
    for (const [i, value] of once.entries()) expect(twice[i]).toBeCloseTo(value, 9);
  });
});

describe("the nearest point of a hull", () => {
  it("satisfies the conditions of optimality, and is the point itself inside", () => {
    fc.assert(
      fc.property(fc.nat(10_000), (seed) => {
        const generator = random(seed);
        const points = matrix(
          12,
          2,
          Float64Array.from({ length: 24 }, () => generator.normal()),
        );
        const la = linearAlgebra();
        const k = la.syrk(points);
        const outward = Float64Array.from({ length: 12 }, () => generator.normal());
        const start = new Float64Array(12).fill(1 / 12);
        const found = nearestPoint(k, outward, la.gemv(k, outward), start, { tolerance: 1e-9, mostIterations: 50_000 });
        expect(found.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...found.weights)).toBeGreaterThanOrEqual(0);
        const value = found.weights.reduce((sum, w, i) => sum + w * found.difference[i], 0);
        expect(Math.max(...found.difference) - value).toBeLessThan(1e-7 * (1 + found.squaredDistance));
        const inside = nearestPoint(k, start, la.gemv(k, start), start);
        expect(inside.squaredDistance).toBeLessThan(1e-20);
        expect(inside.iterations).toBe(0);
      }),
      FIXED,
    );
  });
});

describe("the input from bags", () => {
  const { bags } = synthesise({ bags: 100, labeled: 30, prior: 0.3, seed: 2 });

  it("has the positive bags first, and draws among too many", () => {
    expect(priorInput(bags)).toMatchObject({ positives: 30, gram: { rows: 100 } });
    expect(priorInput(bags, { most: 40 })).toMatchObject({ positives: 20, gram: { rows: 40 } });
    expect(priorInput(bags, { most: 95 })).toMatchObject({ positives: 30, gram: { rows: 95 } });
    expect(priorInput(bags, { most: 50, scenario: "single-set" })).toMatchObject({ positives: 15, gram: { rows: 50 } });
  });

  it("leaves known negatives out, and says when a kind of bag is missing", () => {
    const labels = bags.labels().map((label, i) => (label === "unlabeled" && i % 2 ? "negative" : label));
    const { gram, positives } = priorInput(bags.withLabels(labels));
    expect(positives).toBe(30);
    expect(gram.rows).toBe(labels.filter((label) => label !== "negative").length);
    expect(() => priorInput(bags.unlabeled())).toThrow(/no positive bags/);
    expect(() => priorInput(bags.positive())).toThrow(/no unlabeled bags/);
  });
});
