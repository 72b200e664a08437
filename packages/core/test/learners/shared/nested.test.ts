import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { random } from "../../../src/base/random.js";
import { learnerByName } from "../../../src/learners/registry.js";
import { foldPairs, nestedValues, risksWithout } from "../../../src/learners/shared/nested.js";
import type { Model } from "../../../src/model/model.js";

describe("foldPairs", () => {
  it("are all pairs of up to five folds, and at most two for each fold", () => {
    for (let folds = 2; folds <= 12; folds++) {
      const pairs = foldPairs(folds);
      expect(new Set(pairs.map(String)).size).toBe(pairs.length);
      expect(pairs.length).toBe(Math.min((folds * (folds - 1)) / 2, 2 * folds));
      for (const [a, b] of pairs) expect(0 <= a && a < b && b < folds).toBe(true);
    }
  });
});

describe("risksWithout", () => {
  const of = Array.from({ length: 20 }, (_, row) => row % 5);
  const positive = (row: number) => row < 10;

  it("judges a fold's settings on the rows of other folds, by fits without both", async () => {
    const asked: string[] = [];
    const found = await risksWithout(
      { of, folds: 5 },
      {
        pair: async (a, b) => {
          asked.push(`${a}${b}`);
          return [Float64Array.from(of, (fold) => (fold === a ? b : fold === b ? a : Number.NaN))];
        },
        // Each row says for which fold it was left out as well.
        risk: (values, rows) => {
          expect(new Set(Array.from(rows, (row) => values[row])).size).toBe(1);
          for (const row of rows) expect(of[row]).not.toBe(values[row]);
          return values[rows[0]];
        },
        positive,
      },
    );
    expect(asked).toHaveLength(10);
    expect(found).toEqual([[0], [1], [2], [3], [4]]);
  });

  it("knows nothing where bags of one kind are left to train on, or to judge", async () => {
    const fits = { pair: async () => [new Float64Array(4)], risk: () => 1 };
    expect(await risksWithout({ of: [0, 1, 0, 1], folds: 2 }, { ...fits, positive: (row) => row < 2 })).toEqual([
      [],
      [],
    ]);
    const one = { of: [0, 1, 1, 2], folds: 3 };
    expect(await risksWithout(one, { ...fits, positive: (row) => row === 0 })).toEqual([[], [], []]);
  });
});

describe("nestedValues", () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 12, maxLength: 12 });

  it("keep the order and the sign of what each fold's setting gave it", () => {
    const choice = fc.array(fc.nat(2), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.tuple(values, values, values), fc.nat(2), choice, (given, chosen, without) => {
        const all = given.map((each) => Float64Array.from(each));
        const folds = { of: Array.from({ length: 12 }, (_, row) => row % 3), folds: 3 };
        const nested = nestedValues(folds, all, { chosen, without });
        for (let row = 0; row < 12; row++) {
          const own = all[without[row % 3]];
          expect(Math.sign(nested[row])).toBe(Math.sign(own[row]));
          if (without[row % 3] === chosen) expect(nested[row]).toBe(own[row]);
          for (let other = row % 3; other < 12; other += 3)
            if (own[row] < own[other]) expect(nested[row]).toBeLessThanOrEqual(nested[other]);
        }
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it("are brought to the scale of the setting that all bags chose", () => {
    const all = [Float64Array.of(1, -2, 3, 4), Float64Array.of(10, -20, 30, 40)];
    const folds = { of: [0, 0, 1, -1], folds: 2 };
    expect([...nestedValues(folds, all, { chosen: 0, without: [1, 0] })]).toEqual([1, -2, 3, 4]);
  });
});

/** Four groups, so as many folds, of three positive and five unlabeled bags each. No label means anything. */
function grouped(seed: number, swapped = -1): BagSet {
  const generator = random(seed);
  const bags = Array.from({ length: 32 }, (_, i) => {
    const group = i >> 3;
    const place = i & 7;
    const positive = group === swapped ? place === 0 || place > 5 : place < 3;
    const size = 1 + generator.below(2);
    const centre = Array.from({ length: 5 }, () => generator.normal());
    const rows = Array.from({ length: size }, () => centre.map((each) => each + 0.5 * generator.normal()));
    return { id: `${group}${place}`, group: `g${group}`, positive, rows };
  });
  const offsets = [0];
  for (const { rows } of bags) offsets.push(offsets[offsets.length - 1] + rows.length);
  return BagSet.from({
    data: Float64Array.from(bags.flatMap(({ rows }) => rows.flat())),
    offsets,
    ids: bags.map(({ id }) => id),
    groups: bags.map(({ group }) => group),
    labels: bags.map(({ positive }) => (positive ? "positive" : "unlabeled")),
    features: Array.from({ length: 5 }, (_, j) => `f${j}`),
  });
}

/** Held-out scores of the bags of a group, in the order of their numbers. */
function heldOf({ heldOut }: Model, bags: BagSet, group: number): number[] {
  if (heldOut === null) throw new Error("nothing was held out");
  const numbers = [...bags.labels().keys()];
  const positives = numbers.filter((i) => bags.labelOf(i) === "positive");
  const others = numbers.filter((i) => bags.labelOf(i) !== "positive");
  const scoreOf = new Map<number, number>();
  for (const [k, i] of positives.entries()) scoreOf.set(i, heldOut.positive[k]);
  for (const [k, i] of others.entries()) scoreOf.set(i, heldOut.unlabeled[k]);
  return numbers.filter((i) => i >> 3 === group).map((i) => scoreOf.get(i) ?? Number.NaN);
}

/** The numbers of a list from the smallest value to the largest; values that only rounding tells apart are equal. */
function orderOf(list: readonly number[]): number[] {
  const rounded = list.map((value) => Number(value.toPrecision(9)));
  return [...list.keys()].sort((i, j) => rounded[i] - rounded[j]);
}

describe.each([
  ["lsdd", {}],
  ["dsdd", { steps: 2, width: [0.5, 1, 2, 4] }],
  ["svm", {}],
  ["mi-svm", {}],
  ["sbmil", { bias: "solved" }],
  ["network", { hidden: 6, layers: 1, members: 1 }],
  ["dd", { lambda: [0.01, 0.1, 1], starts: 2 }],
  ["pu-skc", { prior: 0.3, kernel: "minimax-polynomial", degree: [1, 2, 3], lambda: [1, 0.01, 0.0001] }],
  ["pu-instance", { prior: 0.3, kernel: "polynomial", degree: [1, 2, 3], lambda: [1, 0.01, 0.0001] }],
])("%s %o", (name, options) => {
  it("scores held-out bags by what others chose, whatever their own labels", async () => {
    const learner = learnerByName(name).create(options);
    for (const seed of [1, 2]) {
      const before = await learner.fit(grouped(seed));
      for (let group = 0; group < 4; group++) {
        const bags = grouped(seed, group);
        const own = heldOf(await learner.fit(bags, { findCopies: false }), bags, group);
        expect(orderOf(own)).toEqual(orderOf(heldOf(before, grouped(seed), group)));
      }
    }
  });
});
