import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { fromRows, identity, matrix, transpose } from "../../src/linalg/matrix.js";
import { flip, randomMatrix, SIZES } from "./support.js";

describe("matrix", () => {
  it("is zero when no numbers are given", () => {
    expect(matrix(2, 3)).toEqual({ rows: 2, cols: 3, data: new Float64Array(6) });
  });

  it("uses the numbers it is given without a copy", () => {
    const data = Float64Array.of(1, 2);
    expect(matrix(1, 2, data).data).toBe(data);
  });

  it.each([
    [-1, 2],
    [1.5, 2],
    [2, Number.NaN],
    [2, Number.POSITIVE_INFINITY],
  ])("rejects the size %s x %s", (rows, cols) => {
    expect(() => matrix(rows, cols)).toThrow(InputError);
  });

  it("says how many numbers are missing", () => {
    expect(() => matrix(2, 3, new Float64Array(5))).toThrow(/2 x 3 .* 6 .* 5\b/);
  });

  it("can be made from rows, which are copied", () => {
    const row = [1, 2];
    const made = fromRows([row, Float64Array.of(3, 4)]);
    row[0] = 9;
    expect(made).toEqual(matrix(2, 2, Float64Array.of(1, 2, 3, 4)));
    expect(fromRows([])).toEqual(matrix(0, 0));
    expect(() => fromRows([[1], [1, 2]])).toThrow("row 2 has 2");
  });

  it("can be an identity, also of size 0", () => {
    expect(identity(2).data).toEqual(Float64Array.of(1, 0, 0, 1));
    expect(identity(0).data.length).toBe(0);
  });

  it("has a transpose for every shape", () => {
    for (const rows of [...SIZES, 70]) {
      for (const cols of SIZES) {
        const a = randomMatrix(rows, cols);
        expect(transpose(a)).toEqual(flip(a));
      }
    }
  });
});
