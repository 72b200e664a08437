import fc from "fast-check";
import { expect, it } from "vitest";
import { ChangedSum } from "../../../../src/explain/leave-one-out/views/changed-sum.js";
import { reducedGain } from "../../../../src/explain/leave-one-out/views/reduced-gain.js";
import { matrix } from "../../../../src/linalg/matrix.js";

const sizes = fc.constantFrom(1e-4, 0.005, 0.02, 0.1, 0.2, 3, 40);
const share = fc.double({ min: -1, max: 1, noNaN: true });

it("gains what the exponentials say, whatever the size of the changes", () => {
  const term = fc.record({ weight: share, exponent: fc.double({ min: -30, max: 0, noNaN: true }), change: share });
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 20 }), sizes, share, (terms, size, less) => {
      const weights = Float64Array.from(terms, ({ weight }) => weight);
      const exponents = Float64Array.from(terms, ({ exponent }) => exponent);
      const changes = Float64Array.from(terms, ({ change }) => size * change);
      const sum = new ChangedSum(weights, exponents);
      const down = less * size;
      const wanted = terms.reduce(
        (total, { weight, exponent }, l) => total + weight * Math.exp(exponent) * Math.expm1(changes[l] - down),
        0,
      );
      const scale = terms.reduce(
        (total, { weight, exponent }, l) =>
          total + Math.abs(weight) * Math.exp(exponent) * Math.max(1, Math.exp(changes[l] - down)),
        0,
      );
      const close = (got: number) => expect(Math.abs(got - wanted)).toBeLessThanOrEqual(4e-12 * scale + 1e-300);
      const largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
      close(sum.gain(changes, largest, 1, down));
      close(
        sum.gain(
          changes.map((change) => change / 2),
          largest / 2,
          2,
          down,
        ),
      );
      const count = terms.length;
      const rowsOf = (share: number) =>
        matrix(2, count, Float64Array.of(...exponents, ...changes.map((change) => share * change)));
      const block = { product3: rowsOf(1), product4: rowsOf(1 / 4), times4: 2, product5: rowsOf(1 / 2) };
      const extra = changes.map((change) => change / 2);
      const down3 = { four: extra, five: extra, less3: down, less4: down, less5: down };
      const all = reducedGain({ three: sum, four: sum, five: sum, sum: 3 * sum.sum }, block, 1, down3);
      expect(Math.abs(all - 3 * wanted)).toBeLessThanOrEqual(3 * 4.1e-12 * scale + 1e-300);
    }),
    { seed: 4, numRuns: 400 },
  );
});
