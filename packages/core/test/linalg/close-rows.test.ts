import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { closePairs, instancesMatch } from "../../src/linalg/close-rows.js";
import { FIXED } from "../bags/make.js";

const rows = (seed: number, n: number, width: number) => {
  const generator = random(seed);
  return Float64Array.from({ length: n * width }, () => generator.uniform());
};
const distance = (a: Float64Array, i: number, b: Float64Array, j: number, width: number) => {
  let sum = 0;
  for (let k = 0; k < width; k++) sum += (a[i * width + k] - b[j * width + k]) ** 2;
  return sum;
};

describe("closePairs", () => {
  it("finds the pairs that a plain double loop finds", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 0, max: 150 }), fc.integer({ min: 1, max: 9 }), (seed, n, width) => {
        const table = rows(seed, n, width);
        const limit = 0.05 * width;
        const found: string[] = [];
        closePairs(table, width, limit, (i, j) => found.push(`${i},${j}`));
        const expected: string[] = [];
        for (let i = 0; i < n; i++) {
          for (let j = i + 1; j < n; j++) if (distance(table, i, table, j, width) <= limit) expected.push(`${i},${j}`);
        }
        expect(found.sort()).toEqual(expected.sort());
      }),
      { ...FIXED, numRuns: 40 },
    );
  });
});

describe("instancesMatch", () => {
  it("is true when the Hausdorff distance is at most the limit", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), (seed, n, m) => {
        const [a, b] = [rows(seed, n, 2), rows(seed + 1, m, 2)];
        const nearest = (x: Float64Array, i: number, y: Float64Array) =>
          Math.min(...Array.from({ length: y.length / 2 }, (_, j) => distance(x, i, y, j, 2)));
        const hausdorff = Math.max(
          ...Array.from({ length: n }, (_, i) => nearest(a, i, b)),
          ...Array.from({ length: m }, (_, j) => nearest(b, j, a)),
        );
        expect(instancesMatch(a, b, 2, 0.1)).toBe(hausdorff <= 0.1);
      }),
      FIXED,
    );
  });
});
