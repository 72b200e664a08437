import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { negativeDensity } from "../../../src/learners/pu-mil/density.js";
import { keyRows } from "../../../src/learners/pu-mil/keys.js";

/**
 * Bags of 1 to 5 random instances, the first two of them positive, and confidences of the others.
 */
function example({ bags = 12, cols = 3, seed = 1, most = 5, stretch = 1 } = {}) {
  const generator = random(seed);
  const offsets = new Uint32Array(bags + 1);
  for (let i = 0; i < bags; i++) offsets[i + 1] = offsets[i] + 1 + generator.below(most);
  const points = matrix(offsets[bags], cols);
  for (let at = 0; at < points.data.length; at++) points.data[at] = stretch * generator.normal();
  const confidence = Float64Array.from({ length: bags - 2 }, () => generator.uniform());
  const order = generator.permutation(points.rows);
  return { data: { points, offsets, order, positives: 2 }, confidence, bags };
}

const rowOf = ({ cols, data }: Matrix, i: number) => [...data.subarray(i * cols, (i + 1) * cols)];

/** nu x' for all instances x' of the bags, by the definition. */
function weightedPoints({ data, confidence }: ReturnType<typeof example>, negative: Uint32Array): number[][] {
  const rows: number[][] = [];
  for (const bag of negative) {
    for (let row = data.offsets[2 + bag]; row < data.offsets[3 + bag]; row++)
      rows.push(rowOf(data.points, row).map((value) => confidence[bag] * value));
  }
  return rows;
}

const squaredDistance = (x: number[], y: number[]) => x.reduce((sum, value, j) => sum + (value - y[j]) ** 2, 0);

/** The inverse by Gauss-Jordan without pivoting, for a positive definite matrix. */
function inverse(given: number[][]): number[][] {
  const n = given.length;
  const a = given.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    const pivot = a[k][k];
    a[k] = a[k].map((value) => value / pivot);
    for (let i = 0; i < n; i++) {
      const factor = a[i][k];
      if (i !== k) a[i] = a[i].map((value, j) => value - factor * a[k][j]);
    }
  }
  return a.map((row) => row.slice(n));
}

/** x'A x. */
const quadratic = (a: number[][], x: number[]) =>
  a.reduce((sum, row, i) => sum + x[i] * row.reduce((s, value, j) => s + value * x[j], 0), 0);

const all = (bags: number) => Uint32Array.from({ length: bags }, (_, i) => i);
const NEGATIVE = Uint32Array.of(1, 4, 5, 8);

describe("the density of negatives and the key instances", () => {
  it.each([1, 2, 3, 4, 5])("follow the definition with the spread of all instances (%i)", (seed) => {
    const made = example({ seed });
    const { data, confidence, bags } = made;
    const options = { densitySpread: "all", densityPoints: 1000 } as const;
    const density = negativeDensity(data, confidence, NEGATIVE, options);
    const points = weightedPoints(made, NEGATIVE);
    expect(density.available).toBe(points.length);
    expect(density.width).toBeCloseTo(points.length ** (-1 / 7), 12);
    const value = (x: number[]) =>
      points.reduce((sum, point) => sum + Math.exp(-squaredDistance(x, point) / (2 * density.width ** 2)), 0);
    expectKeys(made, keyRows(data, density, all(bags)), (x) => value(x));
  });

  it.each([1, 2, 3, 4, 5])("follow SciPy's gaussian_kde with the spread of the points (%i)", (seed) => {
    const made = example({ seed, bags: 30 });
    const { data, confidence, bags } = made;
    const negative = Uint32Array.from({ length: 20 }, (_, k) => k + 3);
    const density = negativeDensity(data, confidence, negative, { densitySpread: "points", densityPoints: 1000 });
    const points = weightedPoints(made, negative);
    const mean = [0, 1, 2].map((j) => points.reduce((sum, point) => sum + point[j], 0) / points.length);
    const covariance = mean.map((_, i) =>
      mean.map(
        (__, j) => points.reduce((sum, x) => sum + (x[i] - mean[i]) * (x[j] - mean[j]), 0) / (points.length - 1),
      ),
    );
    const precision = inverse(covariance);
    const scott = points.length ** (-1 / 7);
    const value = (x: number[]) =>
      points.reduce((sum, point) => {
        const difference = x.map((each, j) => each - point[j]);
        return sum + Math.exp(-quadratic(precision, difference) / (2 * scott ** 2));
      }, 0);
    expectKeys(made, keyRows(data, density, all(bags)), value);
  });

  it("multiplies instances by the factors of their bags first, when these are given", () => {
    const made = example({ seed: 7 });
    const { data, confidence, bags } = made;
    const density = negativeDensity(data, confidence, NEGATIVE, { densitySpread: "all", densityPoints: 1000 });
    const factors = Float64Array.from({ length: bags }, (_, i) => i / bags);
    const points = weightedPoints(made, NEGATIVE);
    const keys = keyRows(data, density, all(bags), factors);
    const value = (x: number[], bag: number) =>
      points.reduce(
        (sum, point) =>
          sum +
          Math.exp(
            -squaredDistance(
              x.map((each) => factors[bag] * each),
              point,
            ) /
              (2 * density.width ** 2),
          ),
        0,
      );
    expectKeys(made, keys, value);
  });

  it("decide where every density is too small for a number", () => {
    const made = example({ seed: 9, stretch: 1000 });
    const { data, confidence, bags } = made;
    const density = negativeDensity(data, confidence, NEGATIVE, { densitySpread: "all", densityPoints: 1000 });
    const points = weightedPoints(made, NEGATIVE);
    // Of sums of such terms only the largest counts: the key instance is the farthest from its
    // nearest point.
    const nearness = (x: number[]) => -Math.min(...points.map((point) => squaredDistance(x, point)));
    expectKeys(made, keyRows(data, density, all(bags)), nearness);
  });

  it("take the first of equal instances, and many rows in blocks as one by one", () => {
    const { data, confidence, bags } = example({ seed: 3, bags: 300, most: 9 });
    const density = negativeDensity(data, confidence, NEGATIVE, { densitySpread: "points", densityPoints: 1000 });
    const together = keyRows(data, density, all(bags));
    for (let bag = 0; bag < bags; bag += 7) {
      expect(keyRows(data, density, Uint32Array.of(bag))[0]).toBe(together[bag]);
    }
    const alike = { points: matrix(6, 3, new Float64Array(18).fill(0.5)), offsets: Uint32Array.of(0, 2, 6) };
    expect([...keyRows(alike, density, all(2))]).toEqual([0, 2]);
  });

  it("draw the points when there are too many, the same for the same bags", () => {
    const made = example({ seed: 4, bags: 40, most: 9 });
    const { data, confidence } = made;
    const negative = Uint32Array.from({ length: 30 }, (_, k) => k);
    const options = { densitySpread: "all", densityPoints: 25 } as const;
    const density = negativeDensity(data, confidence, negative, options);
    expect(density.points.rows).toBe(25);
    expect(density.available).toBe(weightedPoints(made, negative).length);
    expect(density.width).toBeCloseTo(25 ** (-1 / 7), 12);
    const known = new Set(weightedPoints(made, negative).map((row) => row.join()));
    const drawn = new Set(Array.from({ length: 25 }, (_, i) => rowOf(density.points, i).join()));
    expect(drawn.size).toBe(25);
    for (const row of drawn) expect(known.has(row)).toBe(true);
    expect(negativeDensity(data, confidence, negative, options).points).toEqual(density.points);
  });

  it("stay finite when the points are fewer than the dimensions, or one", () => {
    const made = example({ seed: 5, cols: 10, most: 1 });
    for (const negative of [NEGATIVE, Uint32Array.of(2)]) {
      const density = negativeDensity(made.data, made.confidence, negative, {
        densitySpread: "points",
        densityPoints: 1000,
      });
      expect([...density.points.data, ...(density.transform?.data ?? [])].every(Number.isFinite)).toBe(true);
    }
  });
});

/** The key of every bag is where `value` is least. */
function expectKeys(
  { data, bags }: ReturnType<typeof example>,
  keys: Uint32Array,
  value: (x: number[], bag: number) => number,
): void {
  let contested = 0;
  for (let bag = 0; bag < bags; bag++) {
    const rows = Array.from({ length: data.offsets[bag + 1] - data.offsets[bag] }, (_, k) => data.offsets[bag] + k);
    const values = rows.map((row) => value(rowOf(data.points, row), bag));
    expect(keys[bag]).toBe(rows[values.indexOf(Math.min(...values))]);
    if (rows.length > 1 && new Set(values).size > 1) contested++;
  }
  expect(contested).toBeGreaterThan(3);
}
