import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coarse } from "../../src/shared/coarse.js";

/** Where each of the bags of these sizes begins, and the end of the last one. */
function offsetsOf(sizes: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(sizes.length + 1);
  for (const [i, size] of sizes.entries()) offsets[i + 1] = offsets[i] + size;
  return offsets;
}

describe("coarse", () => {
  it("keeps all rows if there are few", () => {
    expect(coarse(offsetsOf([300, 2, 2, 400]), 704)).toBeUndefined();
  });

  it("keeps small bags whole, and rows of large ones that are spread over all of them", () => {
    const offsets = offsetsOf([6, 1, 2, 9]);
    const kept = coarse(offsets, 9) ?? new Uint8Array(0);
    expect([...kept]).toEqual([0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0]);
  });

  it("keeps at most so many rows, and at least one of every bag", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 400 }),
        (sizes, most) => {
          const offsets = offsetsOf(sizes);
          const kept = coarse(offsets, most);
          expect(kept === undefined).toBe(offsets[sizes.length] <= most);
          if (kept === undefined) return;
          const counts = sizes.map((size, i) => kept.subarray(offsets[i], offsets[i] + size).filter(Boolean).length);
          expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
          expect(counts.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(Math.max(most, sizes.length));
        },
      ),
      { seed: 15, numRuns: 200 },
    );
  });
});
