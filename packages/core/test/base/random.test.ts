import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { type Random, random } from "../../src/base/random.js";

const draws = (generator: Random, n = 200) => Array.from({ length: n }, () => generator.uniform());

const correlation = (a: number[], b: number[]) => {
  const [ma, mb] = [a, b].map((x) => x.reduce((s, v) => s + v, 0) / x.length);
  const dot = (x: number[], mx: number, y: number[], my: number) =>
    x.reduce((s, v, i) => s + (v - mx) * (y[i] - my), 0);
  return dot(a, ma, b, mb) / Math.sqrt(dot(a, ma, a, ma) * dot(b, mb, b, mb));
};

describe("random", () => {
  it("gives the same numbers for the same seed and others for another", () => {
    expect(draws(random(5))).toEqual(draws(random(5)));
    expect(draws(random(5))).not.toEqual(draws(random(6)));
    expect(draws(random())).toEqual(draws(random(0)));
  });

  it("gives the numbers it has always given, on every machine", () => {
    const generator = random(42);
    expect([generator.uniform(), generator.below(1000), generator.normal()]).toMatchInlineSnapshot(`
      [
        0.2725744465111921,
        342,
        -0.37084864084413377,
      ]
    `);
  });

  it("gives unlike first numbers for neighbouring seeds", () => {
    for (const nth of [0, 1, 2]) {
      const values = Array.from({ length: 1000 }, (_, seed) => draws(random(seed), 3)[nth]);
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
      expect(Math.abs(correlation(values.slice(1), values.slice(0, -1)))).toBeLessThan(0.1);
    }
  });

  it("draws uniformly from [0, 1) and from the whole numbers below n", () => {
    const generator = random(1);
    const values = draws(generator, 10_000);
    expect(values.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(values.reduce((a, b) => a + b, 0) / 10_000).toBeCloseTo(0.5, 1);
    const counts = [0, 0, 0];
    for (let k = 0; k < 9000; k++) counts[generator.below(3)]++;
    for (const count of counts) expect(Math.abs(count - 3000)).toBeLessThan(200);
    expect(() => generator.below(0)).toThrow(RangeError);
  });

  it("draws normal numbers with mean 0, variance 1 and no skew", () => {
    const generator = random(2);
    const values = Array.from({ length: 50_000 }, () => generator.normal());
    const moment = (k: number) => values.reduce((sum, x) => sum + x ** k, 0) / values.length;
    expect(Math.abs(moment(1))).toBeLessThan(0.02);
    expect(Math.abs(moment(2) - 1)).toBeLessThan(0.03);
    expect(Math.abs(moment(3))).toBeLessThan(0.06);
    expect(Math.abs(moment(4) - 3)).toBeLessThan(0.15);
  });

  it("permutes, and samples without repeating", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(60), fc.nat(1000), (n, k, seed) => {
        expect([...random(seed).permutation(n)].sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
        const sample = random(seed).sample(n, k);
        expect(new Set(sample).size).toBe(Math.min(n, k));
        expect(sample.every((i) => i < n)).toBe(true);
      }),
      { seed: 1 },
    );
  });

  it("forks a generator whose use does not change what its parent gives", () => {
    const [used, unused] = [random(3), random(3)];
    draws(used.fork(), 1000);
    unused.fork();
    expect(draws(used)).toEqual(draws(unused));
  });

  it("forks generators that are unlike their parents, siblings, children and cousins", () => {
    const parent = random(3);
    const child = parent.fork();
    const sibling = parent.fork();
    const grandchild = child.fork();
    const cousin = sibling.fork();
    const family = [parent, child, sibling, grandchild, cousin].map((generator) => draws(generator, 2000));
    for (let i = 0; i < family.length; i++) {
      for (let j = 0; j < i; j++) expect(Math.abs(correlation(family[i], family[j]))).toBeLessThan(0.1);
    }
  });

  it.each([0.5, Number.NaN, 2 ** 32, -(2 ** 31) - 1])("refuses the seed %d", (seed) => {
    expect(() => random(seed)).toThrow(InputError);
  });
});
