import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { closeDistances, gaussianOf, gaussianReach } from "../../../src/kernels/gram/sparse-gaussian.js";

function rowsOf(seed: number, rows: number, cols: number): Matrix {
  const generator = random(seed);
  const data = Float64Array.from({ length: rows * cols }, () => Math.round(4 * generator.normal()) / 2);
  // Near-duplicates of earlier rows, so that tiny distances occur.
  for (let i = 3; i < rows; i += 4)
    for (let j = 0; j < cols; j++) data[i * cols + j] = data[(i - 3) * cols + j] + 1e-4 * generator.normal();
  return matrix(rows, cols, data);
}

function dense({ rows, cols, offsets, indices, values }: ReturnType<typeof closeDistances>): number[] {
  const result = new Array<number>(rows * cols).fill(0);
  for (let i = 0; i < rows; i++)
    for (let at = offsets[i]; at < offsets[i + 1]; at++) result[i * cols + indices[at]] = values[at];
  return result;
}

describe("a sparse Gaussian kernel", () => {
  it("holds what the dense one holds, and 0 elsewhere, with and without other rows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom(1e-3, 0.05, 0.5, 20),
        fc.boolean(),
        (seed, width, own) => {
          const a = rowsOf(seed, 13, 3);
          const b = own ? undefined : rowsOf(seed, 9, 3);
          const sparse = gaussianOf(closeDistances(a, b, gaussianReach(width)), width);
          const expected = instanceGram({ type: "gaussian", width }, a, b);
          dense(sparse).forEach((value, k) => {
            // The distances may differ in the last digits; an exponent of -700 multiplies that.
            expect(Math.abs(value - expected.data[k])).toBeLessThanOrEqual(1e-9 * expected.data[k] + 1e-300);
          });
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  it("stores the columns of each row in ascending order, each once", () => {
    const { rows, offsets, indices } = closeDistances(rowsOf(2, 40, 2), undefined, 4);
    for (let i = 0; i < rows; i++) {
      const own = [...indices.subarray(offsets[i], offsets[i + 1])];
      expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
      expect(own).toContain(i);
    }
  });

  it("is exactly symmetric, with 0 distances on the diagonal only for equal rows", () => {
    const distances = closeDistances(rowsOf(5, 30, 3), undefined, 3);
    const whole = dense({ ...distances, values: distances.values.map((value) => value + 1) });
    for (let i = 0; i < 30; i++) {
      expect(whole[i * 30 + i]).toBe(1);
      for (let j = 0; j < i; j++) expect(whole[i * 30 + j]).toBe(whole[j * 30 + i]);
    }
  });

  it("reaches as far as the kernel is above 0 in double precision, and no farther", () => {
    for (const width of [1e-6, 0.01, 3]) {
      const reach = Math.sqrt(gaussianReach(width));
      const value = (distance: number) =>
        instanceGram(
          { type: "gaussian", width },
          matrix(1, 1, Float64Array.of(0)),
          matrix(1, 1, Float64Array.of(distance)),
        ).data[0];
      expect(value(0.999 * reach)).toBeGreaterThan(0);
      expect(value(1.001 * reach)).toBe(0);
    }
  });
});
