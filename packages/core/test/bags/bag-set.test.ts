import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BagSet, type BagSetParts } from "../../src/bags/bag-set.js";
import type { Label } from "../../src/bags/label.js";
import { offsetsOf } from "../../src/bags/offsets-of.js";
import { InputError } from "../../src/base/errors.js";
import { anyBags, bagSet, FIXED, nested } from "./make.js";

const three = () =>
  bagSet(
    [
      [[1, 2]],
      [
        [3, 4],
        [5, 6],
      ],
      [[7, 8]],
    ],
    {
      labels: ["positive", "unlabeled", "negative"],
      groups: ["x", "y", "x"],
      ids: ["a", "b", "c"],
    },
  );

const parts = {
  data: [1, 2, 3],
  offsets: [0, 1, 3],
  ids: ["a", "b"],
  labels: ["positive", "unlabeled"] as Label[],
  features: ["f"],
};

describe("BagSet", () => {
  it("tells sizes, names, labels and groups", () => {
    const bags = three();
    expect([bags.size, bags.dimension, bags.instances, bags.grouped]).toEqual([3, 2, 4, true]);
    expect(bags.ids()).toEqual(["a", "b", "c"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled", "negative"]);
    expect(bags.groups()).toEqual(["x", "y", "x"]);
    expect([bags.startOf(1), bags.sizeOf(1), bags.groupOf(1)]).toEqual([1, 2, "y"]);
    expect(nested(bags)).toEqual([
      [[1, 2]],
      [
        [3, 4],
        [5, 6],
      ],
      [[7, 8]],
    ]);
  });

  it("gives a bag with its place, and refuses an instance it does not have", () => {
    const bag = three().bag(1);
    expect([bag.index, bag.id, bag.label, bag.group, bag.size, bag.start]).toEqual([1, "b", "unlabeled", "y", 2, 1]);
    expect([...bag.instance(1)]).toEqual([5, 6]);
    expect(() => bag.instance(2)).toThrow(RangeError);
    expect(() => three().bag(3)).toThrow(RangeError);
    expect(() => three().bag(0.5)).toThrow(RangeError);
  });

  it("has no groups unless given some", () => {
    const bags = bagSet([[[1]]]);
    expect([bags.grouped, bags.groups(), bags.groupOf(0)]).toEqual([false, undefined, undefined]);
  });

  it("does not change when the caller's arrays do", () => {
    const mine = { ...parts, data: [...parts.data], ids: [...parts.ids], labels: [...parts.labels], features: ["f"] };
    const offsets = Uint32Array.from(parts.offsets);
    const bags = BagSet.from({ ...mine, offsets });
    mine.data[0] = 99;
    mine.ids[0] = "z";
    mine.labels[0] = "negative";
    mine.features[0] = "z";
    offsets[1] = 2;
    expect([bags.bag(0).values[0], bags.idOf(0), bags.labelOf(0), bags.features[0], bags.sizeOf(0)]).toEqual([
      1,
      "a",
      "positive",
      "f",
      1,
    ]);
  });

  it("has frozen names, and its lists are copies", () => {
    const bags = three();
    expect(Object.isFrozen(bags.features)).toBe(true);
    bags.ids()[0] = "z";
    bags.labels()[0] = "negative";
    expect([bags.idOf(0), bags.labelOf(0)]).toEqual(["a", "positive"]);
  });

  it("makes subsets that are views over the same memory, in the order asked for", () => {
    const bags = three();
    const subset = bags.subset([2, 1]);
    expect(subset.ids()).toEqual(["c", "b"]);
    expect(subset.data).toBe(bags.data);
    expect([subset.size, subset.instances]).toEqual([2, 3]);
    expect(subset.subset([1]).ids()).toEqual(["b"]);
    for (const twice of [
      [0, 0],
      [0, 1, 0],
      [1, 0, 1],
      [1, 0, 0],
    ])
      expect(() => subset.subset(twice)).toThrow(InputError);
    expect(() => subset.subset([2])).toThrow(RangeError);
  });

  it("finds the bags of each label", () => {
    const bags = three();
    expect([bags.positive(), bags.unlabeled(), bags.negative()].map((set) => set.ids())).toEqual([["a"], ["b"], ["c"]]);
  });

  it("changes labels in a new set only, also through a view", () => {
    const bags = three();
    const changed = bags.subset([2, 0]).withLabels(["positive", "unlabeled"]);
    expect(changed.labels()).toEqual(["positive", "unlabeled"]);
    expect(changed.data).toBe(bags.data);
    expect(bags.labels()).toEqual(["positive", "unlabeled", "negative"]);
    expect(() => bags.withLabels(["positive"])).toThrow("1 labels for 3 bags");
    expect(() => bags.withLabels(["positive", "maybe" as Label, "negative"])).toThrow('bag 1 has the label "maybe"');
  });

  it("gives the bags of a view other groups, over the same matrix", () => {
    const bags = three();
    const regrouped = bags.subset([2, 0]).withGroups(["g", "h"]);
    expect(regrouped.groups()).toEqual(["g", "h"]);
    expect(regrouped.subset([1]).groupOf(0)).toBe("h");
    expect(regrouped.data).toBe(bags.data);
    expect(regrouped.ids()).toEqual(bags.subset([2, 0]).ids());
    expect(() => bags.withGroups(["g"])).toThrow("1 groups for 3 bags");
  });

  it("copies the rows of a view in its order, and takes a matrix back", () => {
    const view = three().subset([2, 1]);
    const matrix = view.toMatrix();
    expect([...matrix]).toEqual([7, 8, 3, 4, 5, 6]);
    const negated = view.withMatrix(matrix.map((x) => -x));
    expect(nested(negated)).toEqual([
      [[-7, -8]],
      [
        [-3, -4],
        [-5, -6],
      ],
    ]);
    expect([negated.ids(), negated.labels(), negated.groups()]).toEqual([view.ids(), view.labels(), view.groups()]);
    expect(() => view.withMatrix(new Float64Array(3))).toThrow(InputError);
  });

  it("survives a copy through its parts", () => {
    fc.assert(
      fc.property(anyBags(), (bags) => {
        expect(nested(bags.withMatrix(bags.toMatrix()))).toEqual(nested(bags));
      }),
      FIXED,
    );
  });

  it.each<[string, Partial<BagSetParts>, string]>([
    ["offsets that do not start with 0", { offsets: [1, 2, 3] }, "do not start with 0"],
    ["no offsets", { offsets: [] }, "do not start with 0"],
    ["descending offsets", { offsets: [0, 3, 1] }, "offset 2 is 1 after 3"],
    ["offsets that are no whole numbers", { offsets: [0, 0.5, 3] }, "offset 1 is 0.5"],
    ["too few values", { data: [1, 2] }, "need 3 values, got 2"],
    ["too few ids", { ids: ["a"] }, "1 ids for 2 bags"],
    ["too many labels", { labels: ["positive", "positive", "positive"] as Label[] }, "3 labels for 2 bags"],
    ["too few groups", { groups: ["g"] }, "1 groups for 2 bags"],
    ["an id twice", { ids: ["a", "a"] }, 'bag id "a"'],
    ["an empty id", { ids: ["a", ""] }, "a bag id is empty"],
    ["a feature twice", { features: ["f", "f"], data: [1, 2, 3, 4, 5, 6] }, 'feature name "f"'],
    ["a label that is none", { labels: ["positive", "toString" as Label] }, 'bag 1 has the label "toString"'],
  ])("refuses %s", (_, wrong, message) => {
    expect(() => BagSet.from({ ...parts, ...wrong })).toThrow(InputError);
    expect(() => BagSet.from({ ...parts, ...wrong })).toThrow(message);
  });

  it("refuses label codes that mean nothing", () => {
    const owned = { ...parts, data: Float64Array.of(1, 2, 3), offsets: Uint32Array.of(0, 1, 3) };
    expect(() => BagSet.own({ ...owned, labels: Int8Array.of(1, 2) })).toThrow("bag 1 has the label code 2");
  });
});

it("says where bags begin in the matrix of the set, also of a subset, and gives an empty bag no row", () => {
  const bags = bagSet([[[1], [2]], [], [[3]], [[4], [5], [6]]], { features: ["x"] });
  expect([...offsetsOf(bags)]).toEqual([0, 2, 2, 3, 6]);
  const some = bags.subset([3, 0]);
  const offsets = offsetsOf(some);
  expect([...offsets]).toEqual([0, 3, 5]);
  expect([...some.toMatrix().subarray(offsets[1], offsets[2])]).toEqual([1, 2]);
  expect([...offsetsOf(bags.subset([]))]).toEqual([0]);
});
