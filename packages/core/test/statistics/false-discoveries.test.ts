import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { matrix } from "../../src/linalg/matrix.js";
import { discoveries } from "../../src/statistics/false-discoveries.js";
import { permutationTest } from "../../src/statistics/permutation-test.js";

describe("discoveries", () => {
  it("are those of Benjamini and Hochberg's own example", () => {
    // Table of their section 4: at 5 % four of fifteen, where Bonferroni finds three.
    const p = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    expect(discoveries(p.toReversed(), { rate: 0.05 })).toEqual([14, 13, 12, 11]);
  });

  it("are none among large p-values, all among tiny ones, and none among none", () => {
    expect(discoveries([0.2, 0.9], { rate: 0.05 })).toEqual([]);
    expect(discoveries([0.001, 0.0001], { rate: 0.05 })).toEqual([1, 0]);
    expect(discoveries([], { rate: 0.05 })).toEqual([]);
  });
});

describe("a permutation test", () => {
  it("never falls below the share of choices that are as extreme: 1 of 45 for two rows of ten", () => {
    const x = matrix(10, 1, Float64Array.from([100, 101, 1, 2, 3, 4, 5, 6, 7, 8]));
    const [p] = permutationTest(x, 2, random(1));
    expect(p).toBeGreaterThan(0.8 / 45);
    expect(p).toBeLessThan(2 / 45);
  });

  it("gives 1 for a constant column, and where a side has no rows", () => {
    const x = matrix(
      6,
      2,
      Float64Array.from({ length: 12 }, (_, k) => (k % 2 === 0 ? 1 / 3 : k)),
    );
    expect(permutationTest(x, 2, random(1))[0]).toBe(1);
    expect([...permutationTest(x, 0, random(1)), ...permutationTest(x, 6, random(1))]).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ["normal values", 5, (normal: number) => normal],
    ["heavy tails", 5, (normal: number) => Math.sinh(2 * normal)],
    ["rare counts", 3, (normal: number) => (normal > 1.5 ? 1 : 0)],
  ])("with discoveries finds anything among %s without signal no more often than the rate", (_, first, value) => {
    const [runs, rows, columns, rate] = [300, 40, 30, 0.05];
    let any = 0;
    for (let seed = 0; seed < runs; seed++) {
      const generator = random(seed);
      const features = Array.from({ length: rows * (columns / 3) }, () => value(generator.normal()));
      // Three dependent columns of each, as the minimum, maximum and mean of a feature are.
      const data = features.flatMap((each) => [each, each + value(generator.normal()) / 2, each]);
      const p = permutationTest(matrix(rows, columns, Float64Array.from(data)), first, generator);
      any += discoveries(p, { rate }).length > 0 ? 1 : 0;
    }
    expect(any / runs).toBeLessThanOrEqual(rate + 2 * Math.sqrt((rate * (1 - rate)) / runs));
  });

  it("finds the columns that differ", () => {
    const generator = random(7);
    const data = Float64Array.from({ length: 60 * 20 }, (_, k) => {
      const [row, column] = [Math.floor(k / 20), k % 20];
      return generator.normal() + (row < 15 && column < 4 ? 2 : 0);
    });
    const found = discoveries(permutationTest(matrix(60, 20, data), 15, generator), { rate: 0.05 });
    expect(found.toSorted((a, b) => a - b).slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(found.length).toBeLessThan(6);
  });
});
