import fc from "fast-check";
import { expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { medianInPlace, medianOfPairs } from "../../../src/kernels/views/median.js";

it("the median is that of a sort, with ties and any order", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true, min: 0, max: 1e9 }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      const half = sorted.length / 2;
      const expected = (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
      for (const each of [values, sorted, sorted.toReversed()])
        expect(medianInPlace(Float64Array.from(each))).toBe(expected);
    }),
    { seed: 8, numRuns: 400 },
  );
  expect(medianInPlace(new Float64Array(0))).toBeNaN();
});

it("pairs of centres are found at the rows of the centres, and no centre is paired with itself", () => {
  const distances = matrix(3, 2, Float64Array.of(9, 5, 8, 8, 5, 0));
  expect(medianOfPairs(distances, [1, 0])).toBe(9);
  expect(medianOfPairs(matrix(2, 1, Float64Array.of(0, 4)), [0])).toBe(1);
  expect(medianOfPairs(matrix(2, 2), [0, 1])).toBe(1);
});

it("of many centres some, evenly spaced, stand for all", () => {
  const generator = random(1);
  const at = Float64Array.from({ length: 900 }, () => generator.uniform());
  const distances = matrix(900, 900);
  for (let i = 0; i < 900; i++) for (let j = 0; j < 900; j++) distances.data[i * 900 + j] = (at[i] - at[j]) ** 2;
  const all = Uint32Array.from(at.keys());
  // The median of |a - b| for uniform a and b is 1 - sqrt(1/2).
  expect(medianOfPairs(distances, all)).toBeCloseTo((1 - Math.SQRT1_2) ** 2, 2);
  expect(medianOfPairs(distances, all)).toBe(medianOfPairs(distances, all));
});
