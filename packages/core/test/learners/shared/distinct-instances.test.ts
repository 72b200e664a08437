import { expect, it } from "vitest";
import { distinctInstances } from "../../../src/learners/shared/distinct-instances.js";
import { bagSet, nested } from "../../bags/make.js";

it("keeps the first of equal instances in each bag, and all that is known of the bags", () => {
  const bags = bagSet(
    [
      [
        [1, 2],
        [1, 2],
        [2, 1],
        [1, 2],
        [0, 0],
        [-0, 0],
      ],
      [[1, 2]],
      [
        [5, 0],
        [2, 1],
        [5, 0],
      ],
    ],
    { labels: ["positive", "unlabeled", "negative"], groups: ["a", "b", "a"] },
  );
  const distinct = distinctInstances(bags.subset([2, 0, 1]));
  expect(nested(distinct)).toEqual([
    [
      [5, 0],
      [2, 1],
    ],
    [
      [1, 2],
      [2, 1],
      [0, 0],
    ],
    [[1, 2]],
  ]);
  expect(distinct.ids()).toEqual(["b2", "b0", "b1"]);
  expect(distinct.labels()).toEqual(["negative", "positive", "unlabeled"]);
  expect(distinct.groups()).toEqual(["a", "a", "b"]);
});

it("gives back the same object when nothing is repeated", () => {
  const bags = bagSet([
    [
      [1, 2],
      [2, 1],
    ],
    [[1, 2]],
    [],
  ]);
  expect(distinctInstances(bags)).toBe(bags);
});
