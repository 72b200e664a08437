import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Clusters } from "../../../src/bags/copies/clusters.js";
import { duplicates } from "../../../src/bags/copies/duplicates.js";
import { bagSet, FIXED, nested, shuffled } from "../make.js";

/** The canonical text of a bag: its instances, sorted as text. */
const canonical = (rows: number[][]) => JSON.stringify(rows.map((row) => row.map((x) => String(x + 0)).join()).sort());

const row = fc.array(fc.constantFrom(0, -0, 1, -1, Number.NaN), { minLength: 2, maxLength: 2 });

describe("duplicates", () => {
  it("finds bags with the same instances in another order", () => {
    expect(duplicates(bagSet([[[1], [2]], [[3]], [[2], [1]], [[3]], [[4]]]))).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it("minds how often an instance occurs, and which value stands in which feature", () => {
    expect(
      duplicates(
        bagSet([
          [[1], [1], [2]],
          [[1], [2], [2]],
          [[1], [2]],
        ]),
      ),
    ).toEqual([]);
    expect(duplicates(bagSet([[[1, 2]], [[2, 1]]]))).toEqual([]);
  });

  it("takes 0 and -0, and NaN and NaN, for the same, and leaves empty bags out", () => {
    expect(duplicates(bagSet([[[0]], [[-0]], [[Number.NaN]], [[Number.NaN]], [], []]))).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("agrees with comparing every pair", () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 3 }), { maxLength: 15 }), (rows) => {
        const bags = bagSet(rows, { features: ["a", "b"] });
        const keys = nested(bags).map(canonical);
        const expected = new Clusters(bags.size);
        for (let i = 0; i < keys.length; i++) {
          for (let j = i + 1; j < keys.length; j++) if (rows[i].length > 0 && keys[i] === keys[j]) expected.join(i, j);
        }
        expect(duplicates(bags)).toEqual(expected.list());
      }),
      { ...FIXED, numRuns: 300 },
    );
  });

  it("does not depend on the order of the instances", () => {
    const rows = Array.from({ length: 6 }, (_, i) => [i % 4, i * i]);
    fc.assert(
      fc.property(shuffled(rows), shuffled(rows), (a, b) => {
        expect(duplicates(bagSet([a, b]))).toEqual([[0, 1]]);
      }),
      FIXED,
    );
  });
});

describe("Clusters", () => {
  it("lists those joined directly or through others, whatever the order", () => {
    const pairs: [number, number][] = [
      [4, 2],
      [2, 0],
      [5, 3],
    ];
    fc.assert(
      fc.property(shuffled(pairs), (order) => {
        const clusters = new Clusters(6);
        for (const [a, b] of order) clusters.join(a, b);
        expect(clusters.list()).toEqual([
          [0, 2, 4],
          [3, 5],
        ]);
        expect([clusters.together(0, 4), clusters.together(0, 1)]).toEqual([true, false]);
      }),
      FIXED,
    );
  });
});
