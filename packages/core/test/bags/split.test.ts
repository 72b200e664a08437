import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BagSet } from "../../src/bags/bag-set.js";
import type { Label } from "../../src/bags/label.js";
import { assignFolds, SPLIT_WAYS, type SplitBy, split } from "../../src/bags/split.js";
import { InputError } from "../../src/base/errors.js";
import { bagSet, FIXED, label } from "./make.js";

const LABELS: Label[] = ["positive", "unlabeled", "negative"];
const member = fc.record({ label, group: fc.integer({ min: 0, max: 9 }) });

const some = (members: { label: Label; group: number }[]) =>
  bagSet(
    members.map(() => [[0]]),
    { labels: members.map((m) => m.label), groups: members.map((m) => `g${m.group}`) },
  );
const bagsOf = (minLength: number) => fc.array(member, { minLength, maxLength: 60 }).map(some);
const groupsIn = (bags: BagSet) => new Set(bags.groups());
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const of = (bags: BagSet, l: Label) => bags.labels().filter((x) => x === l).length;

describe("split", () => {
  it.each(SPLIT_WAYS)("puts every bag on one side, none empty, in order and as views (%s)", (by) => {
    fc.assert(
      fc.property(bagsOf(2), share, fc.nat(99), (bags, test, seed) => {
        fc.pre(by !== "grouped" || groupsIn(bags).size > 1);
        const parts = split(bags, { by, test, seed });
        expect([...parts.train.ids(), ...parts.test.ids()].sort()).toEqual(bags.ids().sort());
        expect(Math.min(parts.train.size, parts.test.size)).toBeGreaterThan(0);
        expect(parts.train.data).toBe(bags.data);
        expect(parts.test.ids()).toEqual(bags.ids().filter((id) => parts.test.ids().includes(id)));
      }),
      FIXED,
    );
  });

  it("gives the test set its share of the bags, rounded", () => {
    fc.assert(
      fc.property(bagsOf(2), share, fc.constantFrom<SplitBy>("random", "stratified"), (bags, test, by) => {
        const size = Math.min(bags.size - 1, Math.max(1, Math.round(test * bags.size)));
        expect(split(bags, { by, test }).test.size).toBe(size);
      }),
      FIXED,
    );
  });

  it("keeps the share of each label within one bag when stratified", () => {
    fc.assert(
      fc.property(bagsOf(2), share, fc.nat(99), (bags, test, seed) => {
        const parts = split(bags, { by: "stratified", test, seed });
        for (const l of LABELS) expect(Math.abs(of(parts.test, l) - test * of(bags, l))).toBeLessThanOrEqual(1);
      }),
      FIXED,
    );
  });

  it("never splits a group, and comes near the share when groups are many and small", () => {
    fc.assert(
      fc.property(bagsOf(2), share, fc.nat(99), (bags, test, seed) => {
        fc.pre(groupsIn(bags).size > 1);
        const parts = split(bags, { by: "grouped", test, seed });
        const shared = [...groupsIn(parts.train)].filter((group) => groupsIn(parts.test).has(group));
        expect(shared).toEqual([]);
      }),
      FIXED,
    );
    const pairs = some(Array.from({ length: 200 }, (_, i) => ({ label: LABELS[i % 4 === 0 ? 0 : 1], group: i >> 1 })));
    const { test } = split(pairs, { test: 0.3 });
    expect(test.size).toBe(60);
    expect(Math.abs(of(test, "positive") - 15)).toBeLessThanOrEqual(1);
  });

  it("gives the same for the same seed and other bags for another", () => {
    const bags = some(Array.from({ length: 40 }, (_, i) => ({ label: LABELS[i % 2], group: i })));
    for (const by of SPLIT_WAYS) {
      const ids = (seed: number) => split(bags, { by, seed }).test.ids();
      expect(ids(1)).toEqual(ids(1));
      expect(ids(1)).not.toEqual(ids(2));
    }
  });

  it("splits by group when there are groups, else by label", () => {
    const grouped = some(Array.from({ length: 8 }, (_, i) => ({ label: "positive", group: i >> 2 })));
    expect(split(grouped).test.size).toBe(4);
    expect(split(bagSet([[[1]], [[2]], [[3]], [[4]]])).test.size).toBe(1);
  });

  it.each([0, 1, -0.1, 1.5, Number.NaN])("refuses the share %d", (test) => {
    expect(() => split(some([{ label: "positive", group: 1 }]), { test })).toThrow(/the option test is/);
  });

  it("refuses too few bags or groups, groups that are not there, and unknown ways", () => {
    const one = bagSet([[[1]]]);
    expect(() => split(one)).toThrow("1 bag cannot be split into 2 parts");
    expect(() => split(one, { by: "grouped" })).toThrow("no groups to split by");
    expect(() => split(one, { by: "odd" as SplitBy })).toThrow('the option by is "odd"');
    const together = some([1, 2, 3].map(() => ({ label: "positive", group: 1 })));
    expect(() => split(together)).toThrow("1 group cannot be split into 2 parts");
    expect(() => split(one)).toThrow(InputError);
  });
});

describe("assignFolds", () => {
  const folds = fc.integer({ min: 2, max: 6 });
  const sizes = (fold: Uint16Array, n: number, keep: (i: number) => boolean = () => true) =>
    Array.from({ length: n }, (_, f) => fold.filter((k, i) => k === f && keep(i)).length);

  it.each(["random", "stratified"] as const)("makes folds whose sizes differ by at most one (%s)", (by) => {
    fc.assert(
      fc.property(bagsOf(6), folds, fc.nat(99), (bags, n, seed) => {
        const counts = sizes(assignFolds(bags, { folds: n, by, seed }), n);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(counts.reduce((a, b) => a + b)).toBe(bags.size);
      }),
      FIXED,
    );
  });

  it("keeps each label within one bag when stratified", () => {
    fc.assert(
      fc.property(bagsOf(6), folds, fc.nat(99), (bags, n, seed) => {
        const fold = assignFolds(bags, { folds: n, by: "stratified", seed });
        for (const l of LABELS) {
          const counts = sizes(fold, n, (i) => bags.labelOf(i) === l);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        }
      }),
      FIXED,
    );
  });

  it("never splits a group and leaves no fold empty", () => {
    fc.assert(
      fc.property(bagsOf(6), folds, fc.nat(99), (bags, n, seed) => {
        fc.pre(groupsIn(bags).size >= n);
        const fold = assignFolds(bags, { folds: n, by: "grouped", seed });
        const foldOf = new Map<string | undefined, number>();
        for (let i = 0; i < bags.size; i++) {
          expect(fold[i]).toBe(foldOf.get(bags.groupOf(i)) ?? fold[i]);
          foldOf.set(bags.groupOf(i), fold[i]);
        }
        expect(new Set(fold).size).toBe(n);
      }),
      FIXED,
    );
  });

  it("balances labels and sizes over groups where it can", () => {
    const members = Array.from({ length: 100 }, (_, i) => ({
      label: LABELS[(i >> 1) % 5 === 0 ? 0 : 1],
      group: i >> 1,
    }));
    const fold = assignFolds(some(members), { folds: 5 });
    expect(sizes(fold, 5)).toEqual([20, 20, 20, 20, 20]);
    expect(sizes(fold, 5, (i) => members[i].label === "positive")).toEqual([4, 4, 4, 4, 4]);
  });

  it("refuses folds that cannot be", () => {
    const bags = bagSet([[[1]], [[2]], [[3]]], { groups: ["a", "a", "b"] });
    for (const n of [1, 0, 2.5, 70_000, Number.NaN])
      expect(() => assignFolds(bags, { folds: n })).toThrow("the option folds is");
    expect(() => assignFolds(bags, { folds: 4, by: "random" })).toThrow("3 bags cannot be split into 4 parts");
    expect(() => assignFolds(bags, { folds: 3 })).toThrow("2 groups cannot be split into 3 parts");
  });
});
