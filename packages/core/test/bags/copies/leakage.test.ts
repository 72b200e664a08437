import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { bagHashes } from "../../../src/bags/copies/bag-hashes.js";
import { copiesBetween } from "../../../src/bags/copies/copies-between.js";
import { leakage } from "../../../src/bags/copies/leakage.js";
import { nearDuplicates } from "../../../src/bags/copies/near-duplicates.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { bagSet, nested } from "../make.js";

const all = synthesise({ bags: 60, dimensions: 8, seed: 9 }).bags;
const training = all.subset(Array.from({ length: 40 }, (_, i) => i));
const fresh = all.subset(Array.from({ length: 20 }, (_, k) => 40 + k));

const noisy = (rows: number[][][], seed: number) => {
  const generator = random(seed);
  return rows.map((bag) => bag.map((row) => row.map((x) => x + 0.05 * generator.normal())));
};

/**
 * Twenty new bags, three noisy copies of training bags, two training bags with their instances
 * turned round, one empty bag.
 */
const mixed = bagSet([
  ...nested(fresh),
  ...noisy(nested(training).slice(5, 8), 2),
  ...nested(training)
    .slice(11, 13)
    .map((rows) => [...rows].reverse()),
  [],
]);

describe("copiesBetween", () => {
  it("tells equal bags from noisy copies, and both from new bags", () => {
    expect(copiesBetween(fresh, training)).toEqual({ equal: [], near: [], chance: [], unseen: 0 });
    expect(copiesBetween(mixed, training)).toEqual({ equal: [23, 24], near: [20, 21, 22], chance: [], unseen: 0 });
  });

  it("agrees with nearDuplicates of one new bag among all", () => {
    const { near, equal } = copiesBetween(mixed, training);
    const rows = [...nested(mixed).slice(0, 25), ...nested(training)];
    const { clusters } = nearDuplicates(bagSet(rows));
    const linked = clusters.flat().filter((i) => i < 25);
    expect([...near, ...equal].sort((a, b) => a - b)).toEqual(linked);
  });

  it("finds features by name", () => {
    const turned = (bags: BagSet) =>
      bagSet(
        nested(bags).map((rows) => rows.map((row) => [...row].reverse())),
        { features: [...bags.features].reverse() },
      );
    expect(copiesBetween(mixed, turned(training))).toEqual(copiesBetween(mixed, training));
  });

  it("does not take two copies among the new bags for copies of training bags", () => {
    const twice = bagSet([...nested(fresh), ...noisy(nested(fresh).slice(0, 2), 4)]);
    expect(copiesBetween(twice, training).near).toEqual([]);
  });

  it("refuses sets with other features and says which", () => {
    const other = bagSet([[[1, 2]]], { features: ["f1", "elsewhere"] });
    expect(() => copiesBetween(other, bagSet([[[1, 2]]], { features: ["f1", "f2"] }))).toThrow(
      /2 and 2 features.*elsewhere/,
    );
  });

  it("counts what it does not compare, and still finds equal bags there", () => {
    const { equal, near, unseen } = copiesBetween(mixed, training, { mostBags: 22 });
    expect(equal).toEqual([23, 24]);
    expect(near).toEqual([20, 21]);
    expect(unseen).toBe(3 + 18);
  });

  it("finds nothing in or among no bags", () => {
    const none = training.subset([]);
    expect(copiesBetween(none, training)).toEqual({ equal: [], near: [], chance: [], unseen: 0 });
    expect(copiesBetween(mixed, none)).toEqual({ equal: [], near: [], chance: [], unseen: 0 });
  });
});

describe("leakage", () => {
  it("finds bags that were trained on from their hashes alone", () => {
    expect(leakage(mixed, { hashes: bagHashes(training).sort() })).toEqual({
      trainedOn: [23, 24],
      near: null,
      chance: [],
      unseen: 0,
    });
  });

  it("finds noisy copies where the training bags are at hand", () => {
    expect(leakage(mixed, { training })).toEqual({ trainedOn: [23, 24], near: [20, 21, 22], chance: [], unseen: 0 });
    const some = bagHashes(training.subset([11]));
    expect(leakage(mixed, { hashes: some, training })).toEqual({
      trainedOn: [23, 24],
      near: [20, 21, 22],
      chance: [],
      unseen: 0,
    });
  });

  it("says that it does not know when it knows nothing of the training bags", () => {
    expect(leakage(mixed, { hashes: new Float64Array(0) })).toEqual({
      trainedOn: null,
      near: null,
      chance: [],
      unseen: 0,
    });
  });

  it("does not take an empty bag for an empty training bag", () => {
    const empty = bagSet([[]], { features: [...training.features] });
    expect(leakage(mixed, { hashes: bagHashes(empty) }).trainedOn).toEqual([]);
  });
});
