import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { reliabilityOf } from "../../../src/kernels/statistic/reliability.js";
import { anyBags, bagSet, FIXED, nested } from "../../bags/make.js";

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const squaresOf = (values: readonly number[]) => values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0);

/** The share from the definition; null where the variance of the means is rounding. */
function naive(bags: readonly (readonly number[])[]): number | null {
  const least = 1 / Math.sqrt(2 * bags.length);
  const several = bags.filter((bag) => bag.length > 1);
  if (several.length === 0) return 1;
  const pooled =
    several.reduce((sum, bag) => sum + squaresOf(bag), 0) / several.reduce((n, bag) => n + bag.length - 1, 0);
  const noise = meanOf(bags.map((bag) => (bag.length === 1 ? pooled : squaresOf(bag) / (bag.length - 1) / bag.length)));
  const variance = squaresOf(bags.map(meanOf)) / bags.length;
  const range = Math.max(...bags.flat()) - Math.min(...bags.flat());
  if (!(variance > 1e-20 * range * range)) return null;
  return Math.min(1, Math.max(least, 1 - noise / variance));
}

/** Bags whose instances have a part that is common to the bag, of this variance, and noise of variance 1. */
function mixed(between: readonly number[], { bags = 400, size = 6, seed = 1 } = {}) {
  const generator = random(seed);
  return bagSet(
    Array.from({ length: bags }, () => {
      const common = between.map((variance) => Math.sqrt(variance) * generator.normal());
      return Array.from({ length: size }, () => common.map((value) => value + generator.normal()));
    }),
  );
}

describe("the reliability of bags' means", () => {
  it("is what the definition says", () => {
    fc.assert(
      fc.property(anyBags({ minSize: 1 }), (bags) => {
        const found = reliabilityOf(bags);
        expect(found).toHaveLength(bags.dimension);
        const shares = Array.from(found, (_, j) => naive(nested(bags).map((bag) => bag.map((row) => row[j]))));
        const largest = Math.max(...shares.map((share) => share ?? 0), 1 / Math.sqrt(2 * Math.max(1, bags.size)));
        shares.forEach((share, j) => {
          if (share !== null) expect(found[j]).toBeCloseTo(share / largest, 6);
        });
      }),
      FIXED,
    );
  });

  it("is the share of the variance between bags in that of the means, in parts of the largest", () => {
    const [none, some, most] = reliabilityOf(mixed([0, 1, 25]));
    expect(none).toBeLessThan(0.1);
    expect(some).toBeCloseTo(1 / (1 + 1 / 6), 1);
    expect(most).toBe(1);
  });

  it("depends neither on units and zeros, nor on the order of bags and instances", () => {
    const bags = mixed([0, 0.2, 3], { bags: 30 });
    const [factors, zeros] = [
      [1e-6, 2 ** 40, -3],
      [5, 0, -100],
    ];
    const others = nested(bags).map((bag) => bag.map((row) => row.map((value, j) => factors[j] * value + zeros[j])));
    const found = reliabilityOf(bags);
    const reversed = nested(bags)
      .map((bag) => bag.toReversed())
      .toReversed();
    for (const other of [bagSet(others), bagSet(reversed)])
      reliabilityOf(other).forEach((value, j) => {
        expect(value).toBeCloseTo(found[j], 6);
      });
  });

  it("is 1 if no bag has two instances, and least for a constant feature and for numbers out of range", () => {
    expect([...reliabilityOf(bagSet([[[1, 7]], [[2, 9]]]))]).toEqual([1, 1]);
    const huge = bagSet([
      [
        [3, -1e308, 1],
        [3, 0, 1.5],
      ],
      [
        [3, 1e308, 8],
        [3, 1, 8.5],
      ],
    ]);
    const least = 1 / Math.sqrt(4);
    const [constant, out, fine] = reliabilityOf(huge);
    expect(fine).toBe(1);
    expect(constant).toBe(out);
    expect(out).toBeGreaterThanOrEqual(least);
    expect(out).toBeLessThan(least + 0.05);
  });
});
