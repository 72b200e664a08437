import { expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { thinned } from "../../../src/learners/shared/thinned.js";

const bagsOf = (sizes: readonly number[]) =>
  BagSet.from(
    sizes.map((size, i) => ({
      id: `b${i}`,
      label: i === 0 ? ("positive" as const) : ("unlabeled" as const),
      instances: Array.from({ length: size }, (_, k) => [i, k]),
    })),
  );
const sizesOf = (bags: BagSet) => Array.from(bags, ({ size }) => size);

it("leaves bags alone that are small enough", () => {
  const bags = bagsOf([3, 5]);
  const found = thinned(bags, { most: 8, seed: 1 });
  expect(found.bags).toBe(bags);
  expect(found.notes).toEqual([]);
});

it("takes from the largest bags only, in order, and says so", () => {
  const { bags, notes } = thinned(bagsOf([3, 1000, 2, 50]), { most: 45, seed: 1 });
  expect(sizesOf(bags)).toEqual([3, 20, 2, 20]);
  expect(notes.map(({ code }) => code)).toEqual(["instances-drawn"]);
  const kept = Array.from(bags.bag(1).values).filter((_, at) => at % 2 === 1);
  expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
  expect([bags.ids(), bags.labels()]).toEqual([bagsOf([1, 1, 1, 1]).ids(), bagsOf([1, 1, 1, 1]).labels()]);
});

it("draws the same for the same seed, and keeps one instance of every bag at least", () => {
  const bags = bagsOf([100, 100, 100]);
  const drawn = (seed: number) => thinned(bags, { most: 30, seed }).bags.toMatrix();
  expect(drawn(4)).toEqual(drawn(4));
  expect(drawn(5)).not.toEqual(drawn(4));
  expect(sizesOf(thinned(bags, { most: 1, seed: 0 }).bags)).toEqual([1, 1, 1]);
});
