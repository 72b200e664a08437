import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROUNDOFF } from "../../../src/linalg/doubled.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { type FoundRatio, proveRatio } from "../../../src/solver/proof/ratio-proof.js";
import type { RatioProblem } from "../../../src/solver/ratio.js";

const of = (...values: number[]) => Float64Array.from(values);
const at = (...values: number[]) => Uint32Array.from(values);
const largestOf = (values: Iterable<number>) => Math.max(...Array.from(values, Math.abs));
const sizeOf = (values: Iterable<number>) => Array.from(values, Math.abs).reduce((sum, value) => sum + value, 0);
const asPairs = (n: number, sizes: number) => ((n + 8) * ROUNDOFF) ** 2 * sizes + n * 2 ** -1070;

/** What a proof of a ratio should say, from its definition and the errors that it states: slow and plain. */
function stated(problem: RatioProblem, { alpha, beta, u: given, all, jitter }: FoundRatio) {
  const { gram, centres, positive, sample, weights, lambda } = problem;
  const { rows, cols, data } = gram;
  const k = (i: number, j: number) => data[i * cols + j];
  const u = given.slice();
  const most = weights.indexOf(Math.max(...weights));
  u[most] += 1 - u.reduce((sum, value) => sum + value, 0);
  const moved = 2 * ROUNDOFF * Math.abs(u[most]);
  const f = Array.from({ length: rows }, (_, i) => alpha.reduce((sum, a, j) => sum + a * k(i, j), 0));
  const rounded = f.map((value, i) => {
    const sizes = sizeOf(Array.from(alpha, (a, j) => a * k(i, j)));
    return asPairs(cols, sizes) + ROUNDOFF * Math.abs(value);
  });
  const error = Math.max(...rounded) + (all ? 2 ** -44 * largestOf(data) * sizeOf(alpha) : 0);
  // 1/2 sum c (r - u / c)^2.
  let [gap, loss] = [0, 0];
  for (const [i, row] of sample.entries()) {
    const [r, dual] = [f[row] + beta, u[i] / weights[i]];
    const units = 8 * ROUNDOFF * (Math.abs(f[row]) + Math.abs(beta) + Math.abs(dual));
    const off = Math.abs(r - dual) + units + error + (i === most ? moved / weights[i] : 0);
    gap += (weights[i] * off ** 2) / 2;
    loss += (weights[i] * r ** 2) / 2;
  }
  // lambda/2 |f - f of u|^2.
  const spread = f.map(() => 0);
  const sizes = f.map(() => 0);
  for (const row of positive) spread[row] += 1 / positive.length;
  for (const [i, row] of sample.entries()) spread[row] -= u[i];
  for (const [i, row] of sample.entries()) sizes[row] += Math.abs(u[i]);
  if (all) {
    let distance = moved;
    for (const [j, row] of centres.entries()) {
      const own = lambda * alpha[j];
      distance += Math.abs(own - spread[row]);
      distance += 16 * ROUNDOFF * (Math.abs(own) + Math.abs(spread[row]) + sizes[row]);
    }
    gap += (distance ** 2 * largestOf(Array.from(centres, (row, j) => k(row, j)))) / (2 * lambda);
  } else {
    let skew = 0;
    for (const [i, row] of centres.entries())
      for (const [j, other] of centres.entries()) skew = Math.max(skew, Math.abs(k(row, j) - k(other, i)));
    const pulled = (4 * sizeOf(spread) + 4) * ROUNDOFF + moved;
    for (const [j, row] of centres.entries()) {
      const pull = spread.reduce((sum, value, i) => sum + value * k(i, j), 0);
      const own = lambda * (f[row] + jitter * alpha[j]);
      const ownSize = lambda * (Math.abs(f[row]) + jitter * Math.abs(alpha[j]));
      const pullError = asPairs(rows, sizeOf(spread.map((value, i) => value * k(i, j))));
      const off =
        Math.abs(pull - own) +
        8 * ROUNDOFF * (Math.abs(pull) + ownSize) +
        pullError +
        pulled * largestOf(data) +
        lambda * (error + skew * sizeOf(alpha));
      gap += off ** 2 / (lambda * jitter);
    }
  }
  const reached = Array.from(positive, (row) => f[row] + beta).reduce((sum, value) => sum + value, 0) / positive.length;
  const norm = Array.from(centres, (row, j) => alpha[j] * (f[row] + jitter * alpha[j])).reduce((a, b) => a + b, 0);
  const primal = loss - reached + (lambda / 2) * norm;
  const highest = Math.max(Math.abs(beta), largestOf(f));
  const rounding = 4 * (sample.length + positive.length + alpha.length + 32) * ROUNDOFF;
  const unsure = rounding * (loss + 2 * highest + lambda * sizeOf(alpha) * highest);
  const varies = unsure + error * (4 * highest + 2 + lambda * sizeOf(alpha));
  const relative = gap / Math.max(0.5, Math.abs(primal) - varies);
  return { primal, gap, relative, unsure, rounding };
}

const value = fc.double({ min: -2, max: 2, noNaN: true });
const values = (length: number) => fc.array(value, { minLength: length, maxLength: length });

/** Any points with any coefficients: the kernel is x.y + 1 of 5 bags; with landmarks, two of them are centres. */
const anyRatio = (all: boolean) =>
  fc
    .record({
      points: values(5),
      alpha: values(all ? 5 : 2),
      beta: value,
      u: values(3),
      weights: fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
      lambda: fc.constantFrom(0.05, 0.5, 4),
      skew: fc.constantFrom(0, 0.125),
      scale: fc.constantFrom(1, 2 ** 24),
    })
    .map(({ points, alpha, beta, u, weights, lambda, skew, scale }): [RatioProblem, FoundRatio] => {
      const centres = all ? at(0, 1, 2, 3, 4) : at(1, 3);
      const gram = matrix(5, centres.length);
      for (let i = 0; i < 5; i++)
        for (const [j, row] of centres.entries())
          gram.data[i * centres.length + j] = scale * (points[i] * points[row] + 1);
      if (!all) gram.data[1 * 2 + 1] += skew;
      const total = sizeOf(weights);
      const problem = {
        gram,
        centres,
        positive: at(0, 1),
        sample: at(2, 3, 4),
        weights: of(...weights.map((w) => w / total)),
        lambda,
      };
      return [problem, { alpha: of(...alpha), beta, u: of(...u), all, jitter: all ? 0 : 1e-3 }];
    });

describe.each([
  ["with every bag as a centre", true],
  ["with landmarks", false],
])("a ratio %s", (_, all) => {
  it("far from the solution has the gap of its definition", () => {
    fc.assert(
      fc.property(anyRatio(all), ([problem, found]) => {
        const ratio = proveRatio(problem, found);
        const { primal, gap, relative } = stated(problem, found);
        expect(ratio.primalObjective / (1 + Math.abs(primal))).toBeCloseTo(primal / (1 + Math.abs(primal)), 8);
        expect(ratio.relativeGap / relative).toBeCloseTo(1, 9);
        expect((ratio.primalObjective - ratio.dualObjective) / gap).toBeCloseTo(1, 9);
        expect(ratio.status).toBe(relative <= 1e-8 ? "solved" : "inaccurate");
        expect(ratio.alpha).toBe(found.alpha);
        expect(ratio.beta).toBe(found.beta);
      }),
      { seed: 51, numRuns: 40 },
    );
  });
});

describe("a ratio that is exact", () => {
  // One bag of the sample and one positive bag that are orthogonal: u = 1, f = (k_P - k_S) / lambda, and the value at
  // the sample -1 / lambda + beta is 1.
  const gram = matrix(2, 2, of(1, 0, 0, 1));
  const both = { gram, centres: at(0, 1), positive: at(0), sample: at(1), weights: of(1) };
  const exact = { alpha: of(4, -4), beta: 5, u: of(1), all: true, jitter: 0 };

  it("has a gap of the errors that it allows for", () => {
    for (const lambda of [0.25, 0.5, 2]) {
      const found = { ...exact, alpha: of(1 / lambda, -1 / lambda), beta: 1 + 1 / lambda };
      const problem = { ...both, lambda };
      const ratio = proveRatio(problem, found);
      const { relative, unsure, gap } = stated(problem, found);
      expect(ratio.status).toBe("solved");
      expect(ratio.relativeGap / relative).toBeCloseTo(1, 5);
      const lost = ratio.primalObjective - ratio.dualObjective;
      expect(lost / (unsure + gap)).toBeCloseTo(1, 1);
    }
  });

  it("allows for errors on either side, for a bias below 0, and for weights", () => {
    // The value at the sample is (2 - 1) / lambda + beta = 1.
    const steep = { ...both, gram: matrix(2, 2, of(4, 2, 2, 1)), lambda: 0.25 };
    // Two bags of the sample: r = beta / 2 = 1 at both.
    const identity = matrix(3, 3, of(1, 0, 0, 0, 1, 0, 0, 0, 1));
    const two = {
      gram: identity,
      centres: at(0, 1, 2),
      positive: at(0),
      sample: at(1, 2),
      weights: of(0.5, 0.5),
      lambda: 0.5,
    };
    const cases: [RatioProblem, FoundRatio][] = [
      [steep, { ...exact, beta: -3 }],
      [two, { alpha: of(2, -1, -1), beta: 2, u: of(0.5, 0.5), all: true, jitter: 0 }],
      ...[2 ** -41, -(2 ** -41)].map((off): [RatioProblem, FoundRatio] => [
        { ...both, lambda: 0.25 },
        { ...exact, beta: 5 + off },
      ]),
    ];
    for (const [problem, found] of cases)
      expect(proveRatio(problem, found).relativeGap / stated(problem, found).relative).toBeCloseTo(1, 4);
  });

  it("allows for the size of kernel values, and for u that does not sum to 1", () => {
    const problem = { ...both, lambda: 0.25 };
    // A kernel value of a pair that is large makes all values less certain.
    const gramOf = (entry: number) => ({ ...problem, gram: matrix(2, 2, of(1, entry, entry, 1)) });
    const found = { ...exact, u: of(0.75) };
    for (const entry of [0, -0.5, -1]) {
      const { relative } = stated(gramOf(entry), found);
      expect(proveRatio(gramOf(entry), found).relativeGap / relative).toBeCloseTo(1, 5);
    }
  });

  it("with landmarks has a gap of the rounding errors", () => {
    const jitter = 2 ** -30;
    // Three bags, of which the first two are centres; the third is the mean of nothing.
    const wide = matrix(3, 2, of(1, 0, 0, 1, 0, 0));
    const problem = { gram: wide, centres: at(0, 1), positive: at(0), sample: at(1), weights: of(1), lambda: 0.5 };
    const size = 2 / (1 + jitter);
    const found = { alpha: of(size, -size), beta: 1 + size, u: of(1), all: false, jitter };
    const ratio = proveRatio(problem, found);
    const { relative } = stated(problem, found);
    expect(ratio.relativeGap / relative).toBeCloseTo(1, 3);
    expect(ratio.status).toBe("solved");
  });

  it("is inaccurate beyond a relative gap of 1e-8", () => {
    const statusOf = (off: number) => proveRatio({ ...both, lambda: 0.25 }, { ...exact, beta: 5 + off });
    // The objective is about -1/2 - 4: a constant that is off by x costs x^2 / 2.
    expect(statusOf(2e-4).status).toBe("solved");
    expect(statusOf(2e-4).relativeGap).toBeGreaterThan(4e-9);
    expect(statusOf(4e-4).status).toBe("inaccurate");
    expect(statusOf(4e-4).relativeGap).toBeLessThan(4e-8);
  });

  it("is invalid if a kernel value is not finite, and then says 1 for every bag", () => {
    for (const wrong of [Number.NaN, Infinity]) {
      const ratio = proveRatio({ ...both, lambda: 0.25, gram: matrix(2, 2, of(1, wrong, wrong, 1)) }, exact);
      expect(ratio).toMatchObject({ status: "invalid", alpha: of(0, 0), beta: 1, relativeGap: Infinity });
      expect(ratio.primalObjective).toBeNaN();
      expect(ratio.dualObjective).toBeNaN();
    }
  });
});
