import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { priorByBestBin } from "../../../src/prior/estimators/bbe.js";
import { estimatePrior } from "../../../src/prior/estimators/estimate-prior.js";
import { kernelMeanPrior } from "../../../src/prior/estimators/kernel-mean.js";
import { km2 } from "../../../src/prior/estimators/km2.js";
import { nearestPoint } from "../../../src/prior/estimators/nearest-point.js";
import { pearsonFit } from "../../../src/prior/estimators/pearson.js";
import { priorInput } from "../../../src/prior/estimators/prior-input.js";
import { priorProblem } from "../../../src/prior/estimators/problem.js";
import { bootstrapCounts, weightedMean, weightsOf } from "../../../src/prior/estimators/weights.js";
import { scored } from "../../../src/statistics/monotone-ratio.js";
import { identical, line, sample } from "../make.js";

const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);

describe("best bin estimation", () => {
  /** By its definition: the bin with the least bound on the other folds, its shares on this one. */
  function plain(positives: number, values: readonly number[], fold: readonly number[], counts: readonly number[]) {
    const weightOf = (is: (i: number) => boolean) => sum(values.map((_, i) => (is(i) ? counts[i] : 0)));
    let [p, u, allP, allU] = [0, 0, 0, 0];
    for (const f of [0, 1]) {
      const out = (i: number) => fold[i] !== f;
      const [n, m] = [weightOf((i) => out(i) && i < positives), weightOf((i) => out(i) && i >= positives)];
      if (n === 0 || m === 0) continue;
      const slack = 1.01 * (Math.sqrt(Math.log(40) / 2 / m) + Math.sqrt(Math.log(40) / 2 / n));
      let best = { bound: Infinity, cut: -Infinity };
      for (const cut of [...new Set(values)].sort((a, b) => b - a)) {
        const above = (is: (i: number) => boolean) => weightOf((i) => out(i) && values[i] >= cut && is(i));
        const recall = above((i) => i < positives) / n;
        const bound = (above((i) => i >= positives) / m + slack) / recall;
        if (recall > 0 && bound < best.bound) best = { bound, cut };
      }
      const own = (is: (i: number) => boolean) => weightOf((i) => !out(i) && is(i));
      allP += own((i) => i < positives);
      allU += own((i) => i >= positives);
      p += own((i) => i < positives && values[i] >= best.cut);
      u += own((i) => i >= positives && values[i] >= best.cut);
    }
    return p > 0 && allU > 0 ? u / allU / (p / allP) : 1;
  }

  it("is the ratio of shares above the score with the least bound on the other folds", () => {
    const bag = fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 0, max: 2 }),
    );
    fc.assert(
      fc.property(fc.array(bag, { minLength: 4, maxLength: 16 }), (bags) => {
        const positives = Math.floor(bags.length / 3);
        const values = bags.map(([value]) => value);
        const fold = bags.map(([, f]) => f);
        const counts = bags.map(([, , count]) => count);
        const shape = { positives, unlabeled: bags.length - positives, scenario: "case-control" as const };
        const weights = weightsOf(shape, Float64Array.from(counts));
        const problem = { fold: Uint8Array.from(fold), folds: 2 };
        const found = priorByBestBin(problem, scored(Float64Array.from(values)), weights);
        expect(found).toBeCloseTo(plain(positives, values, fold, counts), 10);
      }),
      { seed: 111, numRuns: 60 },
    );
  });
});

describe("kernel mean embedding", () => {
  /** The distance of a point beyond the mixture from the hull, by plain gradient steps on the simplex. */
  function distance(k: (i: number, j: number) => number, u: readonly number[]): number {
    const n = u.length;
    let v = u.map(() => 1 / n);
    const gradient = () => Array.from({ length: n }, (_, i) => sum(u.map((w, j) => (w - v[j]) * k(i, j))));
    for (let step = 0; step < 4000; step++) {
      const g = gradient();
      const to = g.indexOf(Math.max(...g));
      const move = v.map((w, i) => (i === to ? 1 : 0) - w);
      const gain = sum(move.map((m, i) => m * g[i]));
      const curve = sum(move.map((m, i) => m * sum(move.map((o, j) => o * k(i, j)))));
      const t = curve > 0 ? Math.min(1, gain / curve) : 1;
      if (!(gain > 1e-14)) break;
      v = v.map((w, i) => w + t * move[i]);
    }
    return Math.sqrt(Math.max(0, sum(u.map((w, i) => (w - v[i]) * gradient()[i]))));
  }

  it("is where the distance of the positives' part from the hull begins to rise as fast as the threshold", () => {
    // Two points only: positives at one, and a mixture of both. The hull is the segment between them.
    for (const [share, n] of [
      [0.25, 4000],
      [0.6, 4000],
    ]) {
      const points = 40;
      const at = (i: number) => (i < 20 || i >= points - share * 20 ? 0 : 1);
      const k = matrix(points, points);
      for (let i = 0; i < points; i++)
        for (let j = 0; j < points; j++) k.data[i * points + j] = at(i) === at(j) ? 1 : 0.1;
      const weights = {
        positive: Float64Array.from({ length: points }, (_, i) => (i < 20 ? n / 20 : 0)),
        mixture: Float64Array.from({ length: points }, (_, i) => (i < 20 ? 0 : n / 20)),
      };
      // Beyond 1 / (1 - share) the point leaves the segment, at the full slope at once.
      expect(Math.abs(kernelMeanPrior(k, weights) - share)).toBeLessThan(0.003);
    }
  });

  it("takes the other threshold where the samples are close", () => {
    const { gram, positives } = line(6, 14, 0.3, 1.5, 3);
    const n = 20;
    const weights = {
      positive: Float64Array.from({ length: n }, (_, i) => +(i < positives)),
      mixture: Float64Array.from({ length: n }, (_, i) => +(i >= positives)),
    };
    const k = (i: number, j: number) => gram.data[i * n + j];
    const direction = Array.from({ length: n }, (_, i) => (i < positives ? -1 / 6 : 1 / 14));
    const apart = Math.sqrt(sum(direction.map((d, i) => d * sum(direction.map((e, j) => e * k(i, j))))));
    const at = (lambda: number) =>
      distance(
        k,
        direction.map((d, i) => (i < positives ? 0 : 1 / 14) + (lambda - 1) * d),
      );
    const plain = 1 / Math.sqrt(6);
    const begin = at(1.05) / 0.05;
    const threshold = plain > 0.9 * apart ? 0.8 * begin + 0.2 * apart : plain;
    expect(plain).toBeGreaterThan(0.9 * apart);
    const found = kernelMeanPrior(gram, weights);
    const slope = (pi: number) => {
      const lambda = 1 / (1 - pi);
      return (at(lambda + 1e-3) - at(lambda - 1e-3)) / 2e-3;
    };
    expect(slope(Math.min(0.985, found + 0.02))).toBeGreaterThan(threshold);
    expect(slope(Math.max(0.01, found - 0.02))).toBeLessThan(threshold);
  });

  it("is 1 where both samples have the same mean", () => {
    const { gram } = identical(2, 3);
    expect(
      kernelMeanPrior(gram, { positive: Float64Array.of(1, 1, 0, 0, 0), mixture: Float64Array.of(0, 0, 1, 1, 1) }),
    ).toBe(1);
  });
});

describe("the nearest point", () => {
  it("stops at what counts as 0, after the most steps, and with the gap that is asked for", () => {
    const k = matrix(3, 3, Float64Array.of(2, 0, 0, 0, 2, 0, 0, 0, 2));
    const u = Float64Array.of(2, -1, 0);
    const target = u.map((w) => 2 * w);
    const start = Float64Array.of(0, 0, 1);
    expect(nearestPoint(k, u, target, start, { mostIterations: 0 })).toMatchObject({ iterations: 0, weights: start });
    expect(nearestPoint(k, u, target, start, { enough: 100 }).iterations).toBe(0);
    const { weights, squaredDistance, difference } = nearestPoint(k, u, target, start, { tolerance: 1e-12 });
    // The first corner: 2 ((2 - 1)^2 + 1).
    expect([...weights]).toEqual([1, 0, 0]);
    expect(squaredDistance).toBeCloseTo(4, 12);
    expect([...difference]).toEqual([2, -2, 0]);
  });
});

describe("the Pearson divergence", () => {
  it("chooses the penalty with the least error on held-out bags, as a loop over all says", () => {
    const problem = priorProblem(sample({ positives: 12, unlabeled: 36, seed: 5 }));
    const { phi } = problem.features();
    const { positive, mixture } = weightsOf(problem);
    const { fold, folds } = problem;
    const squares = Array.from(phi.data, (value, at) => value ** 2 * mixture[Math.floor(at / phi.cols)]);
    const scale = sum(squares) / sum(mixture) / phi.cols;
    const errors = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001].map((share) => {
      let error = 0;
      for (let f = 0; f < folds; f++) {
        const outside = (weights: Float64Array) => weights.map((w, i) => (fold[i] === f ? 0 : w));
        const inside = (weights: Float64Array) => weights.map((w, i) => (fold[i] === f ? w : 0));
        const { ratio } = pearsonFit(phi, outside(mixture), outside(positive), share * scale);
        error +=
          weightedMean(
            ratio.map((r) => r * r),
            inside(mixture),
          ) -
          2 * weightedMean(ratio, inside(positive));
      }
      return { share, error };
    });
    const { share } = errors.reduce((best, one) => (one.error < best.error ? one : best));
    const fit = pearsonFit(phi, mixture, positive, share * scale);
    const input = sample({ positives: 12, unlabeled: 36, seed: 5 });
    expect(estimatePrior("pe", input, { bootstrap: 0 }).raw).toBeCloseTo(fit.prior, 10);
    expect(estimatePrior("pe", input, { bootstrap: 0, eta: 100 * scale }).raw).toBeCloseTo(
      pearsonFit(phi, mixture, positive, 100 * scale).prior,
      10,
    );
  });
});

describe("the bags that are drawn from too many", () => {
  it("are at least one of each kind, at one rate in a single set", () => {
    const { bags } = synthesise({ bags: 60, labeled: 3, prior: 0.3, seed: 2 });
    const drawn = (most: number) => {
      const { positives, gram } = priorInput(bags, { most, scenario: "single-set" });
      return [positives, gram.rows];
    };
    expect(drawn(8)).toEqual([1, 8]);
    expect(drawn(40)).toEqual([2, 40]);
    const many = synthesise({ bags: 60, labeled: 57, prior: 0.3, seed: 2 }).bags;
    expect(priorInput(many, { most: 8, scenario: "single-set" }).positives).toBe(7);
    expect(priorInput(bags, { most: 2 }).gram.rows).toBe(2);
    for (const most of [1, 2.5])
      expect(() => priorInput(bags, { most })).toThrow(expect.objectContaining({ code: "option" }));
  });
});

describe("notes and intervals", () => {
  it("say when nothing could be held out, and from what an interval comes", () => {
    const codes = (positives: number) =>
      estimatePrior("ratio", line(positives, 12, 0.3, 4), { bootstrap: 2 }).warnings.map(({ code }) => code);
    expect(codes(2)).not.toContain("prior-not-held-out");
    expect(codes(1)).toContain("prior-not-held-out");
    expect(estimatePrior(km2, line(6, 14, 0.3, 4), { bootstrap: 2 }).interval).toBe("refitted");
    expect(estimatePrior(km2, line(6, 14, 0.3, 4), { bootstrap: 0 }).interval).toBe("none");
  });
});

describe("weights of bags", () => {
  it("are 0 outside of their sample", () => {
    const shape = { positives: 2, unlabeled: 3 };
    expect(weightsOf({ ...shape, scenario: "case-control" })).toEqual({
      positive: Float64Array.of(1, 1, 0, 0, 0),
      mixture: Float64Array.of(0, 0, 1, 1, 1),
    });
    expect(weightsOf({ ...shape, scenario: "single-set" }).mixture).toEqual(Float64Array.of(1, 1, 1, 1, 1));
    expect(weightedMean(Float64Array.of(Infinity, 4, 8), Float64Array.of(0, 1, 3))).toBe(7);
    expect(weightedMean(Float64Array.of(1), Float64Array.of(0))).toBe(0);
    for (let seed = 0; seed < 20; seed++) {
      const counts = bootstrapCounts({ ...shape, scenario: "case-control" }, random(seed));
      expect([sum(counts.subarray(0, 2)), sum(counts.subarray(2))]).toEqual([2, 3]);
    }
  });
});
