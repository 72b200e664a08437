import { describe, expect, it } from "vitest";
import { kernelOfRows, valuesOf } from "../../../../src/learners/shared/machine/task.js";
import { linearAlgebra } from "../../../../src/linalg/backend.js";
import { expectSameBits, randomMatrix, randomVector } from "../../../linalg/support.js";

const gram = linearAlgebra().syrk(randomMatrix(700, 9));

describe("the kernel between some rows", () => {
  const rows = Uint32Array.from([
    ...Array(40).keys(),
    50,
    51,
    300,
    ...Array.from({ length: 90 }, (_, k) => 310 + k),
    3,
  ]);
  const wanted = Float64Array.from(Array.from(rows).flatMap((i) => Array.from(rows, (j) => gram.data[i * 700 + j])));

  it("has their values in any order, also in memory that was used before", () => {
    expectSameBits(kernelOfRows(gram, rows).data, wanted);
    const room = new Float64Array(gram.data.length).fill(7);
    const found = kernelOfRows(gram, rows, room);
    expectSameBits(found.data, wanted);
    expect(found.data.buffer).toBe(room.buffer);
  });

  it("is the same matrix for all rows", () => {
    expect(
      kernelOfRows(
        gram,
        Uint32Array.from({ length: 700 }, (_, k) => k),
      ),
    ).toBe(gram);
  });
});

it("the values of most rows have the bits of a product with all coefficients, of which most may be 0", () => {
  const rows = Uint32Array.from({ length: 600 }, (_, k) => k + 50);
  for (const share of [0, 0.1, 1]) {
    const alpha = randomVector(700, 3).map((value, k) => ((k * 37) % 100 < 100 * share ? value : 0));
    const all = linearAlgebra().gemv(gram, alpha);
    expectSameBits(
      valuesOf(gram, { alpha, beta: 0.25 }, rows),
      Float64Array.from(rows, (row) => all[row] + 0.25),
    );
  }
});
