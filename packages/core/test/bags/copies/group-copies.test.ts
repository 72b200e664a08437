import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { groupCopies } from "../../../src/bags/copies/group-copies.js";
import { nearDuplicates } from "../../../src/bags/copies/near-duplicates.js";
import { assignFolds } from "../../../src/bags/split.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { bagSet, nested } from "../make.js";

const originals = synthesise({ bags: 30, dimensions: 8, seed: 3 }).bags;

/** The bags and, behind them, a noisy copy of each of the first few. */
function withCopies(copies: number, groups?: string[]): BagSet {
  const generator = random(5);
  const rows = nested(originals);
  const noisy = rows.slice(0, copies).map((bag) => bag.map((row) => row.map((x) => x + 0.05 * generator.normal())));
  return bagSet([...rows, ...noisy], groups && { groups });
}

describe("groupCopies", () => {
  it("gives the set itself when no bag has company", () => {
    const { bags, clusters, of, notes } = groupCopies(originals);
    expect(bags).toBe(originals);
    expect(clusters).toEqual([]);
    expect([...of]).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(notes).toEqual([]);
  });

  it("puts every copy into the group of its original and everybody else alone", () => {
    const { bags, clusters, of, notes } = groupCopies(withCopies(4));
    expect(clusters).toEqual([
      [0, 30],
      [1, 31],
      [2, 32],
      [3, 33],
    ]);
    expect([...of].slice(30)).toEqual([0, 1, 2, 3]);
    expect(new Set(bags.groups()).size).toBe(30);
    for (const [one, other] of clusters) expect(bags.groupOf(one)).toBe(bags.groupOf(other));
    expect(notes.map(({ code }) => code)).toEqual(["near-duplicates"]);
    expect(notes[0].message).toMatch(/^8 bags are near-duplicates/);
  });

  it("joins given groups that share a copy and leaves the others as they were", () => {
    const names = [...Array.from({ length: 30 }, (_, i) => `p${i % 10}`), "p5", "p6"];
    const { bags } = groupCopies(withCopies(2, names));
    const together = (i: number, j: number) => bags.groupOf(i) === bags.groupOf(j);
    // Bag 30 is a copy of bag 0, of p0, and in p5 itself; bag 31 links p1 and p6 in the same way.
    expect(together(0, 5) && together(10, 25) && together(1, 6)).toBe(true);
    expect(together(0, 1) || together(2, 3) || together(4, 0)).toBe(false);
    expect(new Set(bags.groups()).size).toBe(8);
  });

  it("keeps bags, labels, values and ids, and may be done twice", () => {
    const given = withCopies(3);
    const { bags } = groupCopies(given);
    expect(bags.ids()).toEqual(given.ids());
    expect(bags.labels()).toEqual(given.labels());
    expect(bags.data).toBe(given.data);
    const again = groupCopies(bags);
    expect(again.bags.groups()).toEqual(bags.groups());
  });

  it("works on a view of a larger set", () => {
    const view = withCopies(4).subset([33, 7, 3, 8, 31]);
    const { bags, of } = groupCopies(view, { tolerance: 0.2 });
    expect([...of]).toEqual([0, 1, 0, 3, 4]);
    expect(bags.groups()).toEqual(["0", "1", "0", "3", "4"]);
    expect(bags.subset([2, 4]).groups()).toEqual(["0", "4"]);
  });

  it("says how many bags were not looked at", () => {
    const { clusters, notes } = groupCopies(withCopies(4), { mostBags: 31 });
    expect(clusters).toEqual([[0, 30]]);
    expect(notes.map(({ code }) => code)).toEqual(["near-duplicates", "near-duplicates-unseen"]);
    expect(notes[1].message).toContain("31 bags");
  });

  it("never lets folds part two copies", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 2, max: 6 }),
        fc.nat(1000),
        (copies, folds, seed) => {
          const { bags } = groupCopies(withCopies(copies));
          const of = assignFolds(bags, { folds, by: "grouped", seed });
          for (const cluster of nearDuplicates(bags).clusters) expect(new Set(cluster.map((i) => of[i])).size).toBe(1);
        },
      ),
      { seed: 20_240, numRuns: 20 },
    );
  });
});
