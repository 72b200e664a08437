import { expect, it } from "vitest";
import { offsetsOf } from "../../src/bags/offsets.js";
import { bagSet } from "./make.js";

it("says where bags begin in the matrix of the set, also of a subset, and gives an empty bag no row", () => {
  const bags = bagSet([[[1], [2]], [], [[3]], [[4], [5], [6]]], { features: ["x"] });
  expect([...offsetsOf(bags)]).toEqual([0, 2, 2, 3, 6]);
  const some = bags.subset([3, 0]);
  const offsets = offsetsOf(some);
  expect([...offsets]).toEqual([0, 3, 5]);
  expect([...some.toMatrix().subarray(offsets[1], offsets[2])]).toEqual([1, 2]);
  expect([...offsetsOf(bags.subset([]))]).toEqual([0]);
});
