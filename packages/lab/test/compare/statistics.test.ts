import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { belowOneSe, paired, verdict } from "../../src/compare/paired.js";
import { criticalDifference, rankArms, ranksOf } from "../../src/compare/ranks.js";

describe("paired", () => {
  it("agrees with a t-test that was computed elsewhere", () => {
    // scipy.stats.ttest_1samp([0.1, 0.3, -0.1, 0.2, 0.4], 0): p = 0.10453999977837554.
    const test = paired([0.1, 0.3, -0.1, 0.2, 0.4]);
    expect(test.mean).toBeCloseTo(0.18, 12);
    expect(test.se).toBeCloseTo(0.08602325, 7);
    expect(test.p).toBeCloseTo(0.10453999977837554, 10);
  });

  it("is about chance as a permutation of signs is", () => {
    // The exact sign-flip test of 12 differences has 4,096 cases; the t-test is near it.
    const differences = [0.12, 0.05, -0.03, 0.2, 0.07, 0.01, 0.11, -0.06, 0.09, 0.04, 0.15, -0.02];
    const sum = differences.reduce((a, b) => a + b);
    let as = 0;
    for (let mask = 0; mask < 4096; mask++) {
      const flipped = differences.reduce((total, each, k) => total + (mask & (1 << k) ? -each : each), 0);
      if (Math.abs(flipped) >= Math.abs(sum) - 1e-12) as++;
    }
    expect(Math.abs(paired(differences).p - as / 4096)).toBeLessThan(0.01);
  });

  it("knows what to say without spread and of a single pair", () => {
    expect(paired([0.1])).toEqual({ n: 1, mean: 0.1, se: null, p: 1 });
    expect(paired([0.25, 0.25])).toEqual({ n: 2, mean: 0.25, se: 0, p: 0 });
    expect(paired([0, 0, 0])).toEqual({ n: 3, mean: 0, se: 0, p: 1 });
  });

  it("counts what is below one standard error, and nothing where one is not known", () => {
    const sure = paired([-0.1, -0.11, -0.12]);
    expect(belowOneSe([sure, paired([-0.1, 0.2]), sure])).toBe(2);
    expect(belowOneSe([sure, paired([-0.1])])).toBeNull();
  });

  it("gives a win to one and a loss to the other, or a tie to both", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10, max: 20 }), { minLength: 2, maxLength: 12 }), (tenths) => {
        const mine = verdict(paired(tenths));
        const theirs = verdict(paired(tenths.map((each) => -each)));
        expect(theirs).toBe(mine === "win" ? "loss" : mine === "loss" ? "win" : "tie");
      }),
      { seed: 4 },
    );
    expect(verdict(paired([0.1, 0.11, 0.12]))).toBe("win");
    expect(verdict(paired([-0.1, 0.11, 0.12]))).toBe("tie");
  });
});

describe("rankArms", () => {
  it("ranks the largest first and lets ties share", () => {
    expect(ranksOf([0.5, 0.9, 0.5, 0.1])).toEqual([2.5, 1, 2.5, 4]);
    expect(ranksOf([1, 1, 1])).toEqual([2, 2, 2]);
  });

  it("agrees with the example of Demsar (2006, table 6): four algorithms on 14 data sets", () => {
    // There: mean ranks 3.143, 2.000, 2.893, 1.964, and CD 1.25.
    const { means, p, cells, criticalDifference: cd, statistic } = rankArms(DEMSAR);
    expect(cells).toBe(14);
    expect(means.map((mean) => Number(mean.toFixed(3)))).toEqual([3.143, 2, 2.893, 1.964]);
    // Demsar does not correct for ties, which gives 9.28; scipy.stats.friedmanchisquare does.
    expect(statistic).toBeCloseTo(10.228346456692925, 10);
    // scipy.stats.f.sf of the F form.
    expect(p).toBeCloseTo(0.011620659515310975, 10);
    expect(cd).toBeCloseTo(1.25, 2);
  });

  it("finds nothing where all are equal, and is as sure as so few cells can be where all of them agree", () => {
    expect(
      rankArms([
        [1, 1],
        [2, 2],
      ]),
    ).toMatchObject({ means: [1.5, 1.5], statistic: 0, p: 1 });
    expect(
      rankArms([
        [2, 1],
        [4, 3],
        [9, 5],
      ]),
    ).toMatchObject({ means: [1, 2], p: 0.25, exact: true });
  });

  it("does not change when cells change places, and follows arms that do", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }), {
          minLength: 2,
          maxLength: 8,
        }),
        (values) => {
          const ranking = rankArms(values);
          expect(rankArms([...values].reverse()).p).toBeCloseTo(ranking.p, 12);
          expect(ranking.means.reduce((a, b) => a + b)).toBeCloseTo(10, 10);
          const turned = rankArms(values.map((row) => [...row].reverse()));
          turned.means.forEach((mean, k) => {
            expect(mean).toBeCloseTo(ranking.means[3 - k], 12);
          });
        },
      ),
      { seed: 5, numRuns: 20 },
    );
  });
});

describe("the critical difference of Nemenyi", () => {
  const q = (arms: number) => (criticalDifference(arms, 1) ?? Number.NaN) / Math.sqrt((arms * (arms + 1)) / 6);

  it("has the q of Demsar's table 5", () => {
    const printed = [1.96, 2.343, 2.569, 2.728, 2.85, 2.949, 3.031, 3.102, 3.164];
    for (const [k, value] of printed.entries()) expect(Math.abs(q(k + 2) - value)).toBeLessThan(0.001);
  });

  it("has the quantiles of the studentised range, integrated here", () => {
    const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const step = 0.005;
    const grid = Array.from({ length: 4001 }, (_, i) => -10 + i * step);
    const below = new Float64Array(grid.length);
    for (let i = 1; i < grid.length; i++)
      below[i] =
        below[i - 1] + (step * (density(grid[i - 1]) + 4 * density(grid[i] - step / 2) + density(grid[i]))) / 6;
    const phi = (z: number) => {
      const at = Math.min(grid.length - 2, Math.max(0, Math.floor((z + 10) / step)));
      const share = Math.min(1, Math.max(0, (z - grid[at]) / step));
      return below[at] + share * (below[at + 1] - below[at]);
    };
    for (let arms = 2; arms <= 20; arms++) {
      const range = q(arms) * Math.SQRT2;
      const chance = grid.reduce(
        (sum, z) => sum + step * arms * density(z) * Math.max(0, phi(z) - phi(z - range)) ** (arms - 1),
        0,
      );
      expect(Math.abs(chance - 0.95), `${arms} arms`).toBeLessThan(1e-5);
    }
  });

  it("shrinks with the root of the cells, and is not known for one arm or more than 20", () => {
    expect(criticalDifference(4, 14)).toBeCloseTo((criticalDifference(4, 56) ?? 0) * 2, 12);
    expect(criticalDifference(1, 5)).toBeNull();
    expect(criticalDifference(21, 5)).toBeNull();
  });
});

/** Table 6 of Demsar (2006): AUC of C4.5 with no, m, cf and both adjustments on 14 data sets. */
const DEMSAR = [
  [0.763, 0.768, 0.771, 0.798],
  [0.599, 0.591, 0.59, 0.569],
  [0.954, 0.971, 0.968, 0.967],
  [0.628, 0.661, 0.654, 0.657],
  [0.882, 0.888, 0.886, 0.898],
  [0.936, 0.931, 0.916, 0.931],
  [0.661, 0.668, 0.609, 0.685],
  [0.583, 0.583, 0.563, 0.625],
  [0.775, 0.838, 0.866, 0.875],
  [1, 1, 1, 1],
  [0.94, 0.962, 0.965, 0.962],
  [0.619, 0.666, 0.614, 0.669],
  [0.972, 0.981, 0.9751, 0.975],
  [0.957, 0.978, 0.946, 0.97],
];
