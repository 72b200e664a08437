import { random } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import { addNoise, augment } from "../../src/draws/augment.js";

describe("augment", () => {
  it("keeps every original and makes the set so many times as large", () => {
    const bags = augment(30, 5, random(1));
    expect(bags.length).toBe(150);
    expect(bags.filter(({ copy }) => copy === 0).map(({ original }) => original)).toEqual([...Array(30).keys()]);
    expect(new Set(bags.map(({ original, copy }) => `${original} ${copy}`)).size).toBe(150);
  });

  it("draws the copies with replacement, evenly", () => {
    const times = new Array<number>(10).fill(0);
    for (const { original, copy } of augment(10, 1001, random(2))) if (copy > 0) times[original]++;
    expect(times.reduce((a, b) => a + b)).toBe(10_000);
    // Five standard deviations of Binomial(10000, 1/10).
    for (const n of times) expect(Math.abs(n - 1000)).toBeLessThan(150);
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it("adds nothing when the set shall stay as large as it is", () => {
    expect(augment(3, 1, random(0))).toEqual([0, 1, 2].map((original) => ({ original, copy: 0 })));
  });
});

describe("addNoise", () => {
  const width = 3;
  /** The same bag noised many times: mean and variance of what was added to each value. */
  function added(bag: number[], noise: "printed" | "reference") {
    const generator = random(7);
    const times = 20_000;
    const sum = bag.map(() => 0);
    const squares = bag.map(() => 0);
    for (let k = 0; k < times; k++) {
      const rows = Float64Array.from(bag);
      addNoise(rows, width, noise, generator);
      rows.forEach((value, i) => {
        sum[i] += (value - bag[i]) / times;
        squares[i] += (value - bag[i]) ** 2 / times;
      });
    }
    return { mean: sum, variance: squares };
  }

  it("as printed has mean 0 and variance 0.01 everywhere", () => {
    const { mean, variance } = added([0, 5, -7, 100, 2, 3], "printed");
    for (const value of mean) expect(Math.abs(value)).toBeLessThan(0.004);
    for (const value of variance) expect(value / 0.01).toBeCloseTo(1, 1);
  });

  it("as in the authors' program has a standard deviation of 0.01 times the largest value of the feature in the bag", () => {
    const { variance } = added([0, 5, -7, 100, 2, -3], "reference");
    const expected = [100, 5, -3, 100, 5, -3].map((largest) => (0.01 * largest) ** 2);
    variance.forEach((value, i) => {
      expect(value / expected[i]).toBeCloseTo(1, 1);
    });
  });

  it("leaves a feature alone whose largest value is 0, in the way of the program", () => {
    expect(added([0, 1, 1, -4, 1, 1], "reference").variance[0]).toBe(0);
  });

  it("is independent from instance to instance", () => {
    const generator = random(3);
    let product = 0;
    for (let k = 0; k < 20_000; k++) {
      const rows = Float64Array.of(0, 0);
      addNoise(rows, 1, "printed", generator);
      product += rows[0] * rows[1];
    }
    expect(Math.abs(product / 20_000)).toBeLessThan(0.01 * 0.035);
  });
});
