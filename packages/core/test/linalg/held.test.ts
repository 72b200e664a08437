import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { holdMatrix } from "../../src/linalg/held.js";
import { matrix } from "../../src/linalg/matrix.js";

const shapes = fc.record({
  rows: fc.integer({ min: 0, max: 600 }),
  cols: fc.integer({ min: 0, max: 40 }),
  wide: fc.boolean(),
  seed: fc.nat(),
});

describe.each(["simd", "plain"] as const)("a held matrix with the back end %s", (backend) => {
  const algebra = linearAlgebra({ backend });

  it("gives the bits of gemv and gemvT, whatever its shape, again and again", () => {
    fc.assert(
      fc.property(shapes, ({ rows, cols, wide, seed }) => {
        const [m, n] = wide ? [cols, rows] : [rows, cols];
        const { normal } = random(seed);
        const a = matrix(m, n, Float64Array.from({ length: m * n }, normal));
        const held = holdMatrix(a, { backend, after: seed % 4 });
        for (let round = 0; round < 2; round++) {
          const [x, y] = [n, m].map((length) => Float64Array.from({ length }, normal));
          expect(held.times(x)).toEqual(algebra.gemv(a, x));
          expect(held.timesTransposed(y)).toEqual(algebra.gemvT(a, y));
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it("passes on what is not finite", () => {
    const a = matrix(64, 64);
    a.data[65] = Number.POSITIVE_INFINITY;
    const held = holdMatrix(a, { backend });
    const one = new Float64Array(64).fill(1);
    expect(held.times(one)[1]).toBe(Number.POSITIVE_INFINITY);
    expect(held.timesTransposed(one)[1]).toBe(Number.POSITIVE_INFINITY);
    expect(held.times(new Float64Array(64).fill(Number.NaN))[0]).toBeNaN();
  });

  it("refuses vectors of another length", () => {
    const held = holdMatrix(matrix(64, 50), { backend });
    expect(() => held.times(new Float64Array(64))).toThrow(expect.objectContaining({ code: "shape" }));
    expect(() => held.timesTransposed(new Float64Array(50))).toThrow(expect.objectContaining({ code: "shape" }));
  });
});
