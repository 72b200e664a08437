import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRows, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { checkOverlapSize, densityFactor, fitLsdd, overlaps } from "../../../src/learners/lsdd/fit.js";
import { gaussianElimination } from "./naive-lsdd.js";

const points = fc.array(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 2, maxLength: 2 }), {
  minLength: 1,
  maxLength: 8,
});

describe("fitLsdd", () => {
  it("solves (factor H + lambda I) theta = h, as Gaussian elimination does, and proves it", () => {
    fc.assert(
      fc.property(points, fc.constantFrom(1, 1e-3, 7), fc.constantFrom(1e-4, 0.1, 10), (rows, factor, lambda) => {
        const centres = fromRows(rows);
        const overlap = () => overlaps(centres, 0.7);
        const h = Float64Array.from(rows, ([x, y]) => x - y);
        const [{ theta, energy, status, primalObjective, dualObjective, relativeGap }] = fitLsdd(
          overlap,
          { factor, lambda },
          [h],
        );
        const entry = (i: number, j: number) =>
          factor * Math.exp(-((rows[i][0] - rows[j][0]) ** 2 + (rows[i][1] - rows[j][1]) ** 2) / (4 * 0.7 * 0.7));
        const system = rows.map((_, i) => rows.map((_, j) => entry(i, j) + (i === j ? lambda : 0)));
        const expected = gaussianElimination(system, [...h]);
        const largest = Math.max(...expected.map(Math.abs));
        theta.forEach((value, l) => {
          expect(Math.abs(value - expected[l])).toBeLessThanOrEqual(1e-7 * largest);
        });
        const quadratic = expected.reduce(
          (sum, a, i) => sum + expected.reduce((inner, b, j) => inner + a * entry(i, j) * b, 0),
          0,
        );
        expect(energy).toBeCloseTo(quadratic, 5);
        expect(status).toBe("solved");
        expect(dualObjective).toBeLessThanOrEqual(primalObjective);
        expect(relativeGap).toBeLessThanOrEqual(1e-8);
        // The minimum of J is -h' theta, and it lies between the bounds.
        const minimum = -expected.reduce((sum, value, l) => sum + value * h[l], 0);
        expect(primalObjective).toBeCloseTo(minimum, 5);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it("gives each of several h the solution that it has alone", () => {
    const centres = fromRows([[0], [1], [3]]);
    const overlap = () => overlaps(centres, 1);
    const targets = [Float64Array.of(1, 0, 0), Float64Array.of(0, -1, 2)];
    const together = fitLsdd(overlap, { factor: 1, lambda: 0.1 }, targets);
    const alone = targets.flatMap((h) => fitLsdd(overlap, { factor: 1, lambda: 0.1 }, [h]));
    expect(together).toEqual(alone);
  });

  it("is h / lambda where H is lost beside lambda, to the last bit, and does not compute H", () => {
    const h = Float64Array.of(0.3, -0.7);
    const overlap = () => {
      throw new Error("H was computed");
    };
    for (const factor of [0, 1e-300, 4e-21]) {
      const [fit] = fitLsdd(overlap, { factor, lambda: 1e-3 }, [h]);
      expect([...fit.theta]).toEqual([0.3 / 1e-3, -0.7 / 1e-3]);
      expect(fit).toMatchObject({ status: "solved", energy: 0 });
      expect(fit.primalObjective).toBeCloseTo(-580, 9);
    }
    expect(() => fitLsdd(overlap, { factor: 6e-21, lambda: 1e-3 }, [h])).toThrow("H was computed");
  });

  it("does not jump where H is no longer lost", () => {
    const overlap = () => overlaps(fromRows([[0], [1]]), 1);
    const [below, above] = [4.9e-21, 5.1e-21].map(
      (factor) => fitLsdd(overlap, { factor, lambda: 1e-3 }, [Float64Array.of(0.3, -0.7)])[0],
    );
    above.theta.forEach((value, l) => {
      expect(value / below.theta[l]).toBeCloseTo(1, 14);
    });
    expect(above.primalObjective).toBeCloseTo(below.primalObjective, 9);
  });

  it("finds nothing where h is 0, and is sure of it", () => {
    const [fit] = fitLsdd(() => fromRows([[1]]), { factor: 1, lambda: 0.1 }, [new Float64Array(1)]);
    expect(fit).toMatchObject({ status: "solved", primalObjective: 0, relativeGap: 0 });
  });

  it("is invalid, and knows nothing, when a number is not finite", () => {
    for (const [factor, target] of [
      [Number.POSITIVE_INFINITY, 1],
      [1, Number.NaN],
    ]) {
      const [fit] = fitLsdd(() => fromRows([[1]]), { factor, lambda: 0.1 }, [Float64Array.of(target)]);
      expect(fit).toMatchObject({ status: "invalid", relativeGap: Number.POSITIVE_INFINITY });
      expect([...fit.theta]).toEqual([0]);
    }
  });

  it("says so when rounding leaves the solution inaccurate", () => {
    // Equal centres and a lambda that is lost beside 1: the matrix is singular, and h is not in its
    // range.
    const overlap = () => matrix(3, 3, new Float64Array(9).fill(1));
    const [fit] = fitLsdd(overlap, { factor: 1, lambda: 1e-25 }, [Float64Array.of(1, -1, 0.5)]);
    expect(fit.status).toBe("inaccurate");
    expect(fit.relativeGap).toBeGreaterThan(1e-8);
  });
});

describe("checkOverlapSize", () => {
  const lost = { factor: 1e-300, lambda: 1e-6 };
  const seen = { factor: 1, lambda: 1e-6 };

  it("refuses more than 5,000 centres where H counts for one of the weights", () => {
    expect(() => checkOverlapSize(5001, [lost, seen])).toThrow(/^5,001 kernel centres .*201 MB/);
    expect(() => checkOverlapSize(5001, [{ ...seen, factor: Number.POSITIVE_INFINITY }])).toThrow(/kernel centres/);
  });

  it("accepts them where H is lost beside every lambda, and fewer in any case", () => {
    expect(() => checkOverlapSize(20_000, [lost])).not.toThrow();
    expect(() => checkOverlapSize(5000, [lost, seen])).not.toThrow();
  });
});

describe("densityFactor", () => {
  it("is the integral of the product of two equal kernels", () => {
    // Over a fine grid: the integral of exp(-x^2 / s^2) is sqrt(pi) s in each dimension.
    for (const width of [0.3, 1, 2]) {
      let sum = 0;
      for (let k = -40_000; k <= 40_000; k++) sum += Math.exp(-((k * 1e-3) ** 2) / width ** 2) * 1e-3;
      expect(densityFactor(width, 1)).toBeCloseTo(sum, 9);
      expect(densityFactor(width, 3) / sum ** 3).toBeCloseTo(1, 9);
    }
  });

  it("is tiny at the paper's widths on Musk, 0 on Corel, and infinite for wide kernels in many dimensions", () => {
    expect(Math.log10(densityFactor(0.01, 166))).toBeCloseTo(83 * Math.log10(Math.PI * 1e-4), 6);
    expect(densityFactor(0.01, 230)).toBe(0);
    expect(densityFactor(100, 230)).toBe(Number.POSITIVE_INFINITY);
  });
});
