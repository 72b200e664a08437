import { describe, expect, it } from "vitest";
import { estimatePrior, estimatePriors, type PriorOptions } from "../../../../bagwise/src/entries/prior.js";
import { random } from "../../../src/base/random.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { kernelFeatures } from "../../../src/prior/estimators/features.js";
import { km2 } from "../../../src/prior/estimators/km2.js";
import { nearestPoint } from "../../../src/prior/estimators/nearest-point.js";
import { plainRatio } from "../../../src/prior/estimators/plain-ratio.js";
import { identical, sample } from "../make.js";

const given = sample({ positives: 6, unlabeled: 14 });

describe("options of an estimate", () => {
  it("lie within their ranges", () => {
    const of = (options: PriorOptions) => () => estimatePrior(plainRatio, given, { bootstrap: 0, ...options });
    for (const good of [{ level: 0.01 }, { level: 0.99 }, { folds: 2 }, { folds: 100 }, { bootstrap: 0 }])
      expect(of(good)).not.toThrow();
    for (const wrong of [
      { bootstrap: -1 },
      { bootstrap: 1.5 },
      { bootstrap: 100_001 },
      { level: 0 },
      { level: 1 },
      { folds: 1 },
      { folds: 101 },
      { folds: 2.5 },
    ])
      expect(of(wrong)).toThrow(expect.objectContaining({ code: "option" }));
  });

  it("have no interval but all priors without resamples, and quantiles with them", () => {
    const none = estimatePrior(plainRatio, given, { bootstrap: 0 });
    expect([none.low, none.high, none.interval]).toEqual([0.001, 0.999, "none"]);
    expect(none.warnings.map(({ code }) => code)).not.toContain("prior-uncertain");
    const wide = estimatePrior(plainRatio, given, { bootstrap: 60, level: 0.98 });
    const narrow = estimatePrior(plainRatio, given, { bootstrap: 60, level: 0.2 });
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
    expect(estimatePrior(plainRatio, given, { bootstrap: 9 })).toEqual(
      estimatePrior(plainRatio, given, { bootstrap: 9, level: 0.9, seed: 0 }),
    );
  });

  it("give the same for one method alone and beside others", () => {
    const names = ["bbe", "median", "ratio", "bbe"] as const;
    const all = estimatePriors(names, given, { bootstrap: 4 });
    expect(all.map(({ method }) => method)).toEqual([...names]);
    expect(all[0]).toEqual(all[3]);
    for (const [k, name] of names.entries()) expect(estimatePrior(name, given, { bootstrap: 4 })).toEqual(all[k]);
  });
});

describe("the warnings of an estimate", () => {
  it("say where it was cut, and how wide it is", () => {
    const same = estimatePrior("ratio", identical(10, 30), { bootstrap: 5 });
    const [clipped] = same.warnings;
    expect(clipped).toEqual({
      code: "prior-clipped",
      message:
        "the estimated prior 1 lies outside (0, 1) and was set to 0.999. Give the prior if you know it, review a random sample of the unlabeled bags, or choose another estimator.",
    });
    const open = estimatePrior("ratio", sample({ distance: 2, prior: 0.5 }), { bootstrap: 30 });
    const message = open.warnings.find(({ code }) => code === "prior-uncertain")?.message;
    expect(message).toContain(`it may be anything from ${open.low.toFixed(2)} to ${open.high.toFixed(2)}. Say what`);
    expect(open.high - open.low).toBeGreaterThan(0.5);
    // Nothing among the unlabeled bags is like a positive one.
    const bags = 400;
    const alike = (i: number, j: number) => (i < 20 === j < 20 ? (i === j ? 1 : 0.9) : 0);
    const data = Float64Array.from({ length: bags * bags }, (_, at) => alike(Math.floor(at / bags), at % bags));
    const [zero, small] = estimatePriors(
      ["bbe", km2],
      { gram: matrix(bags, bags, data), positives: 20 },
      { bootstrap: 0 },
    );
    expect(zero.warnings[0].message).toMatch(/^the estimated prior 0 lies outside \(0, 1\) and was set to 0\.001\. /);
    expect(small.raw).toBeLessThan(0.001);
    expect(small.warnings[0].message).toMatch(
      /^the estimated prior 0\.000967 is at the edge of \(0, 1\) and was set to 0\.001\. /,
    );
  });
});

describe("centres of a kernel", () => {
  const gram = (bags: number) => {
    const data = new Float64Array(bags * bags);
    for (let i = 0; i < bags; i++)
      for (let j = 0; j < bags; j++) data[i * bags + j] = Math.exp(-((i - j) ** 2) / 9) * 4;
    return matrix(bags, bags, data);
  };

  it("are all bags up to 150, and then 120, of which 40 are positive", () => {
    const sizes = (bags: number, positives: number) => kernelFeatures(gram(bags), positives, { seed: 1 }).phi.cols;
    expect([sizes(20, 5), sizes(150, 70), sizes(151, 70), sizes(160, 3)]).toEqual([20, 150, 120, 120]);
    const { phi, between } = kernelFeatures(gram(160), 60, { seed: 3 });
    // A centre is the bag that is like it to a full degree.
    const centres = Array.from({ length: 120 }, (_, m) => {
      const column = Array.from({ length: 160 }, (_, i) => phi.data[i * 120 + m]);
      return column.indexOf(Math.max(...column));
    });
    expect(centres).toEqual([...centres].sort((a, b) => a - b));
    expect(new Set(centres).size).toBe(120);
    expect(centres.filter((i) => i < 60)).toHaveLength(40);
    for (const [k, c] of centres.entries())
      for (const [m, d] of centres.entries())
        expect(between.data[k * 120 + m]).toBeCloseTo(Math.exp(-((c - d) ** 2) / 9), 12);
  });

  it("are bags that there are, at least one", () => {
    const of = (centres: readonly number[]) => () => kernelFeatures(gram(6), 2, { seed: 0, centres });
    expect(of([0, 5])().phi.cols).toBe(2);
    for (const wrong of [[], [6], [-1], [0.5], [1, 9]])
      expect(of(wrong)).toThrow(expect.objectContaining({ code: "option" }));
    expect(of([2, 9, -1])).toThrow(/centres is 9/);
  });
});

describe("the nearest point of many", () => {
  it("is as near as projected gradients come, and stops within its steps", () => {
    const draw = random(4);
    const n = 40;
    const x = Array.from({ length: n }, () => [draw.normal(), draw.normal(), draw.normal()]);
    const k = matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, at) => {
        const [a, b] = [x[Math.floor(at / n)], x[at % n]];
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      }),
    );
    // Far outside of the hull: three times one point less twice another.
    const u = Float64Array.from({ length: n }, (_, i) => (i === 3 ? 6 : i === 8 ? -5 : 0));
    const target = Float64Array.from({ length: n }, (_, i) => 6 * k.data[i * n + 3] - 5 * k.data[i * n + 8]);
    const start = new Float64Array(n).fill(1 / n);
    const found = nearestPoint(k, u, target, start, { tolerance: 1e-10, mostIterations: 100_000 });
    const distanceTo = (v: ArrayLike<number>) => {
      const point = [0, 1, 2].map(
        (j) => 6 * x[3][j] - 5 * x[8][j] - Array.from(v).reduce((s, w, i) => s + w * x[i][j], 0),
      );
      return point.reduce((s, each) => s + each * each, 0);
    };
    expect(found.squaredDistance).toBeCloseTo(distanceTo(found.weights), 8);
    // Frank and Wolfe's steps, ever smaller.
    let v = Array.from(start);
    for (let step = 0; step < 20_000; step++) {
      const at = [0, 1, 2].map((j) => 6 * x[3][j] - 5 * x[8][j] - v.reduce((s, w, i) => s + w * x[i][j], 0));
      const worth = x.map((row) => row.reduce((s, value, j) => s + value * at[j], 0));
      const best = worth.indexOf(Math.max(...worth));
      v = v.map((w, i) => w + (2 / (step + 2)) * ((i === best ? 1 : 0) - w));
    }
    expect(found.squaredDistance).toBeLessThanOrEqual(distanceTo(v) + 1e-9);
    expect(found.squaredDistance).toBeGreaterThan(distanceTo(v) - 1e-2);
    expect(nearestPoint(k, u, target, start, { tolerance: 0, mostIterations: 7 }).iterations).toBeLessThanOrEqual(7);
    const loose = nearestPoint(k, u, target, start, { tolerance: 0.5 });
    expect(loose.iterations % 16).toBe(0);
    expect(loose.iterations).toBeLessThanOrEqual(found.iterations);
    // The weights that it began with stay as they were.
    expect(new Set(start)).toEqual(new Set([1 / n]));
  });
});
