import type { BagSet } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CHECK_LABELS,
  CHECK_SIZES,
  CHECKS,
  type CheckBags,
  type DrawnCheck,
  drawCheck,
} from "../../../bagwise/src/entries/lab.js";
import { BAG_SIZE, INSTANCES, type InstanceKind } from "../../src/checks/instances.js";

const settings = fc.record({
  labels: fc.constantFrom(...CHECK_LABELS),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  positive: fc.integer({ min: 1, max: 12 }),
  negative: fc.integer({ min: 1, max: 12 }),
  unlabeled: fc.integer({ min: 1, max: 12 }),
  prior: fc.double({ min: 0, max: 1, noNaN: true }),
  test: fc.integer({ min: 1, max: 8 }),
});

/** How many instances of each kind a bag has. */
function countsOf({ bags, kinds }: CheckBags, i: number): Record<InstanceKind, number> {
  const own = kinds.slice(bags.startOf(i), bags.startOf(i) + bags.sizeOf(i));
  const times = (kind: InstanceKind) => own.filter((each) => each === kind).length;
  return { ordinary: times("ordinary"), witness: times("witness"), poison: times("poison"), common: times("common") };
}

const all = ({ bags }: CheckBags) => Array.from({ length: bags.size }, (_, i) => i);
const valuesOf = (bags: BagSet) => Array.from(bags, ({ values }) => [...values]);
const truthIn = ({ bags }: CheckBags) => bags.labels().map((label) => (label === "positive" ? 1 : -1));

describe.each(CHECKS.map(({ name }) => name))("drawCheck(%s)", (name) => {
  it("gives every positive bag one positive instance, and no negative bag any", () => {
    fc.assert(
      fc.property(settings, (options) => {
        const { training, truth, tests, raised } = drawCheck(name, options);
        for (const i of all(training)) expect(countsOf(training, i).witness).toBe(truth[i] === 1 ? 1 : 0);
        for (const test of Object.values(tests))
          for (const i of all(test)) expect(countsOf(test, i).witness).toBe(truthIn(test)[i] === 1 ? 1 : 0);
        if (raised !== null) for (const i of all(raised)) expect(countsOf(raised, i).witness).toBe(1);
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  it("labels as many bags as asked for, and hides the stated share of positives among unlabeled ones", () => {
    fc.assert(
      fc.property(settings, (options) => {
        const { positive, negative, unlabeled, prior, test, labels } = options;
        const { training, truth, tests } = drawCheck(name, options);
        const [hidden, rest] = labels === "negative" ? [0, negative] : [Math.round(prior * unlabeled), unlabeled];
        expect(training.bags.labels()).toEqual([
          ...Array<string>(positive).fill("positive"),
          ...Array<string>(rest).fill(labels),
        ]);
        expect(truth.filter((each) => each === 1)).toHaveLength(positive + hidden);
        for (const each of Object.values(tests)) {
          expect(each.bags.positive().size).toBe(test);
          expect(each.bags.negative().size).toBe(test);
        }
      }),
      { seed: 12, numRuns: 40 },
    );
  });

  it("has the same test bags and labelled positives for both settings of the labels, and the same bits for a seed", () => {
    const [known, again, hidden] = (["negative", "negative", "unlabeled"] as const).map((labels) =>
      drawCheck(name, { labels, seed: 5 }),
    );
    const testValues = ({ tests, raised }: DrawnCheck) => [
      ...Object.values(tests).map(({ bags }) => valuesOf(bags)),
      raised && valuesOf(raised.bags),
    ];
    expect(testValues(again)).toEqual(testValues(known));
    expect(valuesOf(again.training.bags)).toEqual(valuesOf(known.training.bags));
    expect(testValues(hidden)).toEqual(testValues(known));
    expect(valuesOf(hidden.training.bags.positive())).toEqual(valuesOf(known.training.bags.positive()));
    expect(valuesOf(hidden.training.bags)).not.toEqual(valuesOf(known.training.bags));
    expect(testValues(drawCheck(name, { labels: "negative", seed: 6 }))).not.toEqual(testValues(known));
  });

  it("has bags of the stated sizes, whose sizes do not tell the label", () => {
    const { training, tests } = drawCheck(name, {
      labels: "negative",
      seed: 2,
      positive: 400,
      negative: 400,
      test: 400,
    });
    const [least, most] = BAG_SIZE;
    for (const [kind, each] of [["training", training] as const, ...Object.entries(tests)]) {
      const times = kind === "larger" ? 4 : 1;
      const sizes = all(each).map((i) => each.bags.sizeOf(i) / times);
      expect(new Set(sizes)).toEqual(new Set([6, 7, 8, 9, 10]));
      expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([least, most]);
      const mean = (from: number) => sizes.slice(from, from + 400).reduce((sum, size) => sum + size, 0) / 400;
      // The standard deviation of a difference of these means is 0.1.
      expect(Math.abs(mean(0) - mean(400))).toBeLessThan(0.4);
    }
  });
});

describe("drawCheck", () => {
  const drawn = (name: string) => drawCheck(name, { labels: "negative", seed: 3 });
  const common = (bags: CheckBags, kind: InstanceKind, label: 1 | -1) => [
    ...new Set(all(bags).flatMap((i) => (truthIn(bags)[i] === label ? [countsOf(bags, i)[kind]] : []))),
  ];

  it("puts poison into negative training bags, and into positive test bags instead", () => {
    const { training, tests } = drawn("poison");
    for (const each of [training, tests.own])
      expect([common(each, "poison", 1), common(each, "poison", -1)]).toEqual([[0], [1]]);
    expect([common(tests.poisoned, "poison", 1), common(tests.poisoned, "poison", -1)]).toEqual([[1], [0]]);
  });

  it("reverses how often the common kind comes, and makes bags larger by ordinary instances alone", () => {
    const { training, tests } = drawn("frequency");
    for (const each of [training, tests.own, tests.larger])
      expect([common(each, "common", 1), common(each, "common", -1)]).toEqual([[1], [4]]);
    expect([common(tests.reversed, "common", 1), common(tests.reversed, "common", -1)]).toEqual([[4], [1]]);
    for (const i of all(tests.larger)) {
      const { ordinary, witness, common: often } = countsOf(tests.larger, i);
      expect((ordinary + witness + often) % 4).toBe(0);
      expect(ordinary).toBeGreaterThanOrEqual(4 * 6 - 4);
    }
  });

  it("raises the negative test bags by one instance at the end, and changes nothing else", () => {
    const { tests, raised } = drawn("one-instance");
    const before = tests.own.bags.negative();
    expect(raised?.bags.size).toBe(CHECK_SIZES.test);
    for (const [i, { values }] of [...(raised?.bags ?? [])].entries()) {
      expect(values.slice(0, -5)).toEqual([...before][i].values);
      expect(raised && countsOf(raised, i).witness).toBe(1);
    }
    expect(drawn("poison").raised).toBeNull();
  });

  it("draws the instances of each kind around their centre, with their spread, in any place of the bag", () => {
    for (const { name } of CHECKS) {
      const { training } = drawCheck(name, { labels: "negative", seed: 4, positive: 300, negative: 300 });
      const { bags, kinds } = training;
      const rows = [...bags].flatMap(({ values }) =>
        Array.from({ length: values.length / 5 }, (_, r) => values.slice(5 * r, 5 * r + 5)),
      );
      for (const kind of new Set(kinds)) {
        const { centre, spread } = INSTANCES[kind];
        const own = rows.filter((_, r) => kinds[r] === kind);
        const places = new Set(
          all(training).flatMap((i) => kindsOf(training, i).flatMap((each, at) => (each === kind ? [at] : []))),
        );
        expect(places.size, `${name}, ${kind}`).toBeGreaterThan(5);
        for (const [j, middle] of centre.entries()) {
          const mean = own.reduce((sum, row) => sum + row[j], 0) / own.length;
          const variance = own.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / own.length;
          expect(Math.abs(mean - middle)).toBeLessThan((5 * spread) / Math.sqrt(own.length));
          expect(Math.abs(Math.sqrt(variance) / spread - 1)).toBeLessThan(5 / Math.sqrt(2 * own.length));
        }
      }
    }
  });

  it.each([
    ["wolf", {}, "check"],
    ["poison", { test: 0 }, "option"],
    ["poison", { prior: 2 }, "option"],
    ["poison", { seed: -1 }, "option"],
  ])("refuses %s with %j", (name, changes, code) => {
    expect(() => drawCheck(name, { labels: "negative", seed: 1, ...changes })).toThrowError(
      expect.objectContaining({ code }),
    );
  });
});

function kindsOf({ bags, kinds }: CheckBags, i: number): readonly InstanceKind[] {
  return kinds.slice(bags.startOf(i), bags.startOf(i) + bags.sizeOf(i));
}
