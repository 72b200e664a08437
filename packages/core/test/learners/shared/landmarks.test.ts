import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRows } from "../../../../bagwise/src/entries/linalg.js";
import { drawLandmarks, LANDMARK_WAYS } from "../../../src/learners/shared/landmarks.js";

describe("drawLandmarks", () => {
  it("gives that many different rows, ascending, the same for the same seed", () => {
    const rows = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 2 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, fc.nat(20), fc.nat(1000), fc.constantFrom(...LANDMARK_WAYS), (data, wanted, seed, way) => {
        const count = 1 + (wanted % data.length);
        const drawn = drawLandmarks(fromRows(data), { count, way, seed });
        expect(drawn.length).toBe(count);
        for (let k = 0; k < count; k++) {
          expect(drawn[k]).toBeLessThan(data.length);
          if (k > 0) expect(drawn[k]).toBeGreaterThan(drawn[k - 1]);
        }
        expect(drawLandmarks(fromRows(data), { count, way, seed })).toEqual(drawn);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("spreads over the data by k-means++: of two far clusters it takes one each", () => {
    const rows = fromRows(Array.from({ length: 51 }, (_, i) => [i === 17 ? 1e6 : i * 1e-6]));
    for (let seed = 0; seed < 30; seed++)
      expect([...drawLandmarks(rows, { count: 2, way: "k-means++", seed })]).toContain(17);
  });

  it("draws evenly when all rows coincide", () => {
    const rows = fromRows(Array.from({ length: 6 }, () => [1, 2]));
    const seen = new Set<number>();
    for (let seed = 0; seed < 30; seed++)
      for (const row of drawLandmarks(rows, { count: 3, way: "k-means++", seed })) seen.add(row);
    expect(seen.size).toBe(6);
  });
});
