import { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rebuilt, shuffleBags, shuffleInstances, withoutIntervals } from "../../../core/test/learners/make.js";
import { LEARNERS } from "../../src/learners.js";

/** Few values, so that means tie but for rounding: thirds, tenths, and one feature alone. */
const UNITS = [1 / 3, 0.1, 0.7];

function bagsOf(seed: number, unit: number, dimensions: number): BagSet {
  const generator = random(seed);
  return BagSet.from(
    Array.from({ length: 18 }, (_, i) => ({
      id: `b${i}`,
      label: i < 6 ? ("positive" as const) : ("unlabeled" as const),
      instances: Array.from({ length: 1 + generator.below(4) }, (_, k) =>
        Array.from(
          { length: dimensions },
          (_, j) =>
            // An offset keeps the values off 0, where digits after the point do not round.
            unit * Math.round(2 * generator.normal() + (i < 6 && k === 0 && j === 0 ? 3 : 0)),
        ),
      ),
    })),
  );
}

const rounded = (bags: BagSet) => rebuilt(bags, (rows) => rows.map((row) => row.map((x) => Number(x.toPrecision(10)))));

const CHANGES: [string, (bags: BagSet, seed: number) => BagSet][] = [
  ["another order of the instances", shuffleInstances],
  ["another order of the bags", shuffleBags],
  ["rounding to ten digits", rounded],
];

/**
 * Learners whose choice of a setting, a bias or labels still hangs on rounding where instances tie:
 * known, and named in the list of features.
 */
const TIED: readonly string[] = [
  "instance-svm",
  "mi-svm",
  "witness-svm",
  "miss-svm",
  "soft-bag-svm",
  "stmil",
  "sbmil",
  "ki-svm",
];

describe.each(LEARNERS.map((entry) => [entry.description.name, entry] as const))("%s", (name, entry) => {
  const changes = TIED.includes(name) ? CHANGES.slice(0, 2) : CHANGES;
  const create = withoutIntervals(entry);
  /** The scores of the bags as they are: every change is made to the same few. */
  const plain = new Map<string, Promise<Float64Array>>();
  const plainScores = (key: string, bags: BagSet) => {
    const found = plain.get(key) ?? (async () => (await create({}).fit(bags)).scores(bags))();
    plain.set(key, found);
    return found;
  };

  it.each(changes)("gives the same scores with %s", async (_, change) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.constantFrom(...UNITS),
        fc.constantFrom(1, 3),
        async (seed, unit, dimensions) => {
          const bags = bagsOf(seed, unit, dimensions);
          const other = change(bags, seed);
          const scores = await plainScores(`${seed} ${unit} ${dimensions}`, bags);
          const found = (await create({}).fit(other)).scores(other);
          const spread = Math.max(...scores) - Math.min(...scores);
          const place = new Map(other.ids().map((id, i) => [id, i]));
          bags.ids().forEach((id, i) => {
            expect(Math.abs(found[place.get(id) ?? -1] - scores[i])).toBeLessThanOrEqual(1e-6 * spread);
          });
        },
      ),
      // The examples have equal instances in both kinds of bags: kinks of a loss, where rounding may choose.
      {
        seed: 5,
        numRuns: 4,
        examples: [
          [9, 0.1, 1],
          [24, 0.7, 1],
        ],
      },
    );
  });
});
