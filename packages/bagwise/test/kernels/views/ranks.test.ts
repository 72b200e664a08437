import fc from "fast-check";
import { expect, it } from "vitest";
import { midRanks } from "../../../src/kernels/views/ranks.js";

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(5e-324, -5e-324, 1e-300, Number.MAX_VALUE, -Number.MAX_VALUE),
);

it("a mid-rank counts what is below and half of what is equal, whatever the values", () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), fc.array(value), (values, others) => {
      const rank = midRanks(Float64Array.from(values));
      for (const each of [...values, ...others]) {
        const below = values.filter((v) => v < each).length;
        const upTo = values.filter((v) => v <= each).length;
        expect(rank(each)).toBe((below + upTo) / (2 * values.length) - 0.5);
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});

it("the values keep their order", () => {
  const values = Float64Array.of(3, 1, 2);
  expect(midRanks(values)(2)).toBe(0);
  expect([...values]).toEqual([3, 1, 2]);
});
