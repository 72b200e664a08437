import fc from "fast-check";
import { expect, it } from "vitest";
import { big, ONE, small, sum, times } from "../../../../bench/right/certificates/big-numbers.mjs";
import { columnSums, type Doubled, exactSum, over, plus, rowSums, twoProduct } from "../../src/linalg/doubled.js";
import { matrix } from "../../src/linalg/matrix.js";

/** Numbers of very different sizes, so that sums cancel. */
const number = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -30, max: 30 }))
  .map(([x, power]) => x * 10 ** power);
const shape = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }));
const given = shape.chain(([rows, cols]) =>
  fc.record({
    a: fc.array(number, { minLength: rows * cols, maxLength: rows * cols }).map((values) => {
      return matrix(rows, cols, Float64Array.from(values));
    }),
    x: fc.array(number, { minLength: cols, maxLength: cols }).map((values) => Float64Array.from(values)),
    y: fc.array(number, { minLength: rows, maxLength: rows }).map((values) => Float64Array.from(values)),
  }),
);

/** How far number k is from this exact one. */
const off = ({ high, low }: Doubled, k: number, exact: bigint) => Math.abs(small(big(high[k]) + big(low[k]) - exact));

it("sums rows and columns to within the error that is stated, which is tiny", () => {
  fc.assert(
    fc.property(given, ({ a, x, y }) => {
      const product = (p: number, q: number) => times(big(p), big(q));
      const rows = rowSums(a, x);
      const columns = columnSums(a, y);
      for (let i = 0; i < a.rows; i++) {
        const terms = Array.from(x, (value, j) => product(a.data[i * a.cols + j], value));
        expect(off(rows, i, sum(terms))).toBeLessThanOrEqual(rows.error[i]);
        expect(rows.error[i]).toBeLessThanOrEqual(1e-28 * small(sum(terms.map((t) => (t < 0n ? -t : t)))) + 1e-300);
      }
      for (let j = 0; j < a.cols; j++) {
        const terms = Array.from(y, (value, i) => product(a.data[i * a.cols + j], value));
        expect(off(columns, j, sum(terms))).toBeLessThanOrEqual(columns.error[j]);
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});

it("adds numbers as if without rounding, and finds 0 only where the sum is 0", () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 12 }), (values) => {
      const exact = sum(values.map(big));
      const found = exactSum(values);
      expect(Math.abs(small(big(found) - exact))).toBeLessThanOrEqual(Number.EPSILON * Math.abs(small(exact)));
      expect(exactSum([...values, ...values.map((value) => -value)])).toBe(0);
    }),
    { seed: 4, numRuns: 300 },
  );
  expect(exactSum([1e100, 1, -1e100])).toBe(1);
});

it("multiplies, adds and divides pairs to 30 digits", () => {
  const moderate = fc.double({ min: -1e3, max: 1e3, noNaN: true }).filter((x) => Math.abs(x) > 1e-3);
  fc.assert(
    fc.property(moderate, moderate, moderate, moderate, (a, b, c, d) => {
      const [p, q] = [twoProduct(a, b), twoProduct(c, d)];
      const value = ({ high, low }: { high: number; low: number }) => big(high) + big(low);
      expect(value(p)).toBe((big(a) * big(b)) / ONE);
      const total = value(p) + value(q);
      expect(Math.abs(small(value(plus(p, q)) - total))).toBeLessThanOrEqual(2 ** -103 * Math.abs(small(total)));
      const quotient = (value(p) * ONE) / value(q);
      expect(Math.abs(small(value(over(p, q)) - quotient))).toBeLessThanOrEqual(2 ** -101 * Math.abs(small(quotient)));
    }),
    { seed: 5, numRuns: 300 },
  );
});

it("says that nothing is known where a number overflows", () => {
  const large = matrix(1, 2, Float64Array.of(1e308, 1e308));
  expect(Number.isFinite(rowSums(large, Float64Array.of(10, -10)).error[0])).toBe(false);
});
