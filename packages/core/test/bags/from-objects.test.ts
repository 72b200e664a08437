import { describe, expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import type { BagObject } from "../../src/bags/from-objects.js";
import { nested } from "./make.js";

describe("BagSet.from bags as plain objects", () => {
  it("takes instances by position, and names the features f1, f2 and so on", () => {
    const bags = BagSet.from([
      { id: "a", label: 1, instances: [[1, 2], Float32Array.of(3, 4)] },
      { id: 7, instances: [[5, 6]] },
      { id: "c", label: "negative", instances: [] },
    ]);
    expect(bags.ids()).toEqual(["a", "7", "c"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled", "negative"]);
    expect(bags.features).toEqual(["f1", "f2"]);
    expect(bags.grouped).toBe(false);
    expect(nested(bags)).toEqual([
      [
        [1, 2],
        [3, 4],
      ],
      [[5, 6]],
      [],
    ]);
  });

  it("takes instances by name, in any order of the keys, and groups", () => {
    const instances = [
      { width: 1, height: 2 },
      { height: 4, width: 3 },
    ];
    const bags = BagSet.from([{ id: "a", group: "g", instances }]);
    expect(bags.features).toEqual(["width", "height"]);
    expect(bags.groups()).toEqual(["g"]);
    expect(nested(bags)).toEqual([
      [
        [1, 2],
        [3, 4],
      ],
    ]);
    expect(nested(BagSet.from([{ id: "a", instances }], { features: ["height"] }))).toEqual([[[2], [4]]]);
  });

  it("takes labels as files write them, true and false, and values that are named", () => {
    const labelled = (label: BagObject["label"], options = {}) =>
      BagSet.from([{ id: "a", label, instances: [[1]] }], options).labelOf(0);
    for (const label of [1, "1", "+1", "Positive", true]) expect(labelled(label)).toBe("positive");
    for (const label of [0, "0", "", "?", null, undefined, false]) expect(labelled(label)).toBe("unlabeled");
    for (const label of [-1, "neg"]) expect(labelled(label)).toBe("negative");
    expect(labelled("yes", { positive: ["yes"] })).toBe("positive");
    expect(labelled(false, { negative: ["false"] })).toBe("negative");
  });

  it("is empty without bags", () => {
    expect(BagSet.from([]).size).toBe(0);
    expect(BagSet.from([], { features: ["x"] }).features).toEqual(["x"]);
  });

  it.each<[string, unknown[], object]>([
    [
      "a label nobody named",
      [{ id: "a", label: "maybe", instances: [[1]] }],
      { code: "label-value", where: { bag: "a", field: "label" } },
    ],
    ["a bag without an id", [{ instances: [[1]] }], { code: "empty-bag-id", where: { field: "id" } }],
    ["a bag without instances", [{ id: "a" }], { code: "parts", where: { bag: "a" } }],
    ["instances of different length", [{ id: "a", instances: [[1, 2], [3]] }], { code: "parts", where: { bag: "a" } }],
    [
      "text for a number",
      [{ id: "a", instances: [{ x: "1" }] }],
      { code: "not-a-number", where: { bag: "a", field: "x" } },
    ],
    [
      "a feature that is missing",
      [{ id: "a", instances: [{ x: 1 }, { y: 1 }] }],
      { code: "missing-value", where: { bag: "a", field: "x" } },
    ],
    [
      "a group for some bags only",
      [
        { id: "a", group: "g", instances: [[1]] },
        { id: "b", instances: [[1]] },
      ],
      { code: "parts", where: { bag: "b", field: "group" } },
    ],
    [
      "an id that comes twice",
      [
        { id: "a", instances: [[1]] },
        { id: "a", instances: [[1]] },
      ],
      { code: "parts" },
    ],
  ])("refuses %s, and says where", (_, bags, error) => {
    expect(() => BagSet.from(bags as BagObject[])).toThrow(expect.objectContaining(error));
  });
});

describe("BagSet.from rows", () => {
  const rows = [
    { molecule: "m1", active: 1, scaffold: "s", weight: 1, charge: -1 },
    { molecule: "m2", active: 0, scaffold: "s", weight: 2, charge: -2 },
    { molecule: "m1", active: 1, scaffold: "s", weight: 3, charge: -3 },
  ];
  const options = { bag: "molecule", label: "active", group: "scaffold" };

  it("gathers the rows of a bag, and takes every other key as a feature", () => {
    const bags = BagSet.from(rows, options);
    expect(bags.ids()).toEqual(["m1", "m2"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled"]);
    expect(bags.groups()).toEqual(["s", "s"]);
    expect(bags.features).toEqual(["weight", "charge"]);
    expect(nested(bags)).toEqual([
      [
        [1, -1],
        [3, -3],
      ],
      [[2, -2]],
    ]);
    expect(BagSet.from(rows, { ...options, ignore: ["charge"] }).features).toEqual(["weight"]);
    expect(BagSet.from(rows, { ...options, features: ["charge"] }).features).toEqual(["charge"]);
  });

  it.each<[string, object, object]>([
    ["two labels in a bag", { active: 0 }, { code: "two-labels", where: { bag: "m1" } }],
    ["two groups in a bag", { scaffold: "t" }, { code: "two-groups", where: { bag: "m1" } }],
    ["a row without a bag", { molecule: "" }, { code: "empty-bag-id", where: { field: "molecule" } }],
    ["text for a number", { charge: "high" }, { code: "not-a-number", where: { bag: "m1", field: "charge" } }],
    ["a key that other rows have not", { mass: 3 }, { code: "new-key", where: { bag: "m1", field: "mass" } }],
  ])("refuses %s, and says where", (_, change, error) => {
    expect(() => BagSet.from(rows.with(2, { ...rows[2], ...change }), options)).toThrow(expect.objectContaining(error));
  });

  it("refuses a label key that is not there", () => {
    const error = { code: "no-such-column", where: { bag: "m1", field: "act" } };
    expect(() => BagSet.from(rows, { bag: "molecule", label: "act" })).toThrow(expect.objectContaining(error));
  });
});
