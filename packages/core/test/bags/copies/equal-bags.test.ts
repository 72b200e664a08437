import { describe, expect, it } from "vitest";
import { bagHashes } from "../../../src/bags/copies/bag-hashes.js";
import { copiesBetween } from "../../../src/bags/copies/copies-between.js";
import { equalBags } from "../../../src/bags/copies/equal-bags.js";
import { groupCopies } from "../../../src/bags/copies/group-copies.js";
import { leakage } from "../../../src/bags/copies/leakage.js";
import { random } from "../../../src/base/random.js";
import { bagSet, nested } from "../make.js";

/** Independent bags of so many instances with values that `draw` gives. */
function drawn(bags: number, size: number, width: number, seed: number, draw: (uniform: number) => number) {
  const generator = random(seed);
  return bagSet(
    Array.from({ length: bags }, () =>
      Array.from({ length: size }, () => Array.from({ length: width }, () => draw(generator.uniform()))),
    ),
  );
}

const coin = (u: number) => (u < 0.5 ? 0 : 1);

describe("bags that are equal by chance", () => {
  const training = drawn(200, 1, 5, 1, coin);
  const fresh = drawn(50, 1, 5, 2, coin);

  it("are not taken for trained on, with the training bags or their hashes alone", () => {
    // By counting: 32 different bags are possible, so nearly every new one is equal to one of 200.
    const all = Array.from({ length: 50 }, (_, i) => i);
    expect(groupCopies(training).clusters).toEqual([]);
    for (const found of [
      leakage(fresh, { training }),
      leakage(fresh, { hashes: bagHashes(training).sort() }),
      leakage(fresh, { hashes: bagHashes(training).sort(), training }),
    ]) {
      expect(found.trainedOn).toEqual([]);
      expect(found.chance).toEqual(all);
    }
    expect(copiesBetween(fresh, training)).toEqual({ equal: [], near: [], chance: all, unseen: 0 });
  });

  it("are told apart from copies when there is only one new bag", () => {
    expect(leakage(fresh.subset([0]), { hashes: bagHashes(training) }).trainedOn).toEqual([]);
    expect(leakage(fresh.subset([0]), { training }).trainedOn).toEqual([]);
  });

  it("do not hide that all bags are those of the training", () => {
    const turned = training.subset(Array.from({ length: 200 }, (_, i) => 199 - i));
    expect(leakage(turned, { hashes: bagHashes(training).sort() }).trainedOn).toHaveLength(200);
    expect(leakage(turned, { training }).trainedOn).toHaveLength(200);
  });

  it.each([
    ["two features of many digits", 1, 2, (u: number) => Number((u * 1000).toFixed(4))],
    ["forty binary features", 1, 40, coin],
    ["eight instances of six small whole numbers", 8, 6, (u: number) => Math.floor(u * 10)],
  ])("are no excuse for %s", (_, size, width, draw) => {
    const known = drawn(200, size, width, 3, draw);
    const others = drawn(30, size, width, 4, draw);
    const copied = bagSet([...nested(others), ...nested(known).slice(17, 20)]);
    expect(leakage(copied, { hashes: bagHashes(known) })).toMatchObject({ trainedOn: [30, 31, 32], chance: [] });
    expect(copiesBetween(copied, known)).toMatchObject({ equal: [30, 31, 32], chance: [] });
    // A single bag has only its own digits to be judged by.
    if (width !== 40) expect(leakage(copied.subset([31]), { hashes: bagHashes(known) }).trainedOn).toEqual([0]);
  });

  it("are judged by the values of the right feature, whatever the order of columns", () => {
    const known = drawn(100, 1, 2, 5, (u) => Number((u * 1000).toFixed(3)));
    const rows = nested(known).map(([[first]]) => [[first, 1]]);
    const bags = bagSet(rows, { features: ["x", "one"] });
    const turned = bagSet(
      rows.map(([[x, one]]) => [[one, x]]),
      { features: ["one", "x"] },
    );
    const some = bags.subset([3, 4, 5]);
    expect(equalBags(some, bagHashes(turned), turned)).toEqual(equalBags(some, bagHashes(bags), bags));
    expect(equalBags(some, bagHashes(turned), turned).equal).toEqual([0, 1, 2]);
  });
});
