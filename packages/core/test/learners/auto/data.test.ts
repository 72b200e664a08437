import { expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { LABEL_CODE } from "../../../src/bags/label.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { autoData } from "../../../src/learners/auto/data.js";
import { checkedAutoOptions } from "../../../src/learners/auto/options.js";
import { evaluate } from "../../../src/scores/classification.js";
import { shareAmongUnlabeled } from "../../../src/scores/scenario.js";

/**
 * One sample with prior 0.5 of which half the positives are labelled, and fresh bags of the same
 * kind.
 */
function singleSet(seed: number) {
  const shape = { dimensions: 5, distance: 1.2, bagSize: [2, 5], prior: 0.5 } as const;
  const { bags, truth } = synthesise({ ...shape, bags: 200, labeled: 0, seed });
  let left = 50;
  const labelled = bags.withLabels(
    truth.map((label) => (label === "positive" && left-- > 0 ? "positive" : "unlabeled")),
  );
  const test = synthesise({ ...shape, bags: 400, labeled: 0, seed: seed + 1000 });
  return { bags: labelled, test: test.bags, truth: test.truth.map((label) => LABEL_CODE[label]) };
}

/** Bags of one to three instances in which every value is the same. */
function constant(value: number): BagSet {
  const draw = random(3);
  const sizes = Array.from({ length: 60 }, () => 1 + draw.below(3));
  const offsets = [0];
  for (const size of sizes) offsets.push(offsets[offsets.length - 1] + size);
  return BagSet.from({
    data: new Array<number>(offsets[60] * 2).fill(value),
    offsets,
    ids: sizes.map((_, i) => `b${i}`),
    labels: sizes.map((_, i) => (i < 15 ? "positive" : "unlabeled")),
    features: ["a", "b"],
  });
}

it("expects of a single set about the accuracy that fresh bags show", async () => {
  const off: number[] = [];
  for (const seed of [1, 2, 3]) {
    const { bags, test, truth } = singleSet(seed);
    const model = await auto({ scenario: "single-set", prior: 0.5, bootstrap: 0 }).fit(bags);
    off.push((model.card.measures?.accuracy.value ?? Number.NaN) - evaluate(model.scores(test), truth).accuracy);
  }
  expect(Math.abs(off.reduce((sum, each) => sum + each, 0) / 3)).toBeLessThan(0.08);
});

it("counts known negatives of a single set among the bags that the prior counts", async () => {
  const { bags } = singleSet(4);
  const labels = bags.labels();
  let left = 30;
  const data = await autoData(
    bags.withLabels(labels.map((label) => (label === "unlabeled" && left-- > 0 ? "negative" : label))),
    checkedAutoOptions({ scenario: "single-set" }),
  );
  // 200 bags with prior 0.5 have 100 positives, of which 50 are labelled; 120 bags are unlabeled.
  expect(shareAmongUnlabeled(data.counts, data.scenario, 0.5)).toBeCloseTo(50 / 120, 12);
});

it("sees nothing in bags whose means differ by rounding alone", async () => {
  // The mean of three 0.1 is not 0.1, that of three 0.5 is 0.5.
  const [rounded, exact] = await Promise.all([0.1, 0.5].map((value) => auto({ bootstrap: 0 }).fit(constant(value))));
  expect(rounded.card.prior?.value).toBe(exact.card.prior?.value);
  expect(rounded.card.chosen.decision).toBe(exact.card.chosen.decision);
});

it("takes the bags of one group for one witness", async () => {
  const { bags } = synthesise({ bags: 100, labeled: 20, seed: 5, dimensions: 4 });
  const grouped = BagSet.from({
    data: bags.toMatrix(),
    offsets: Array.from({ length: bags.size + 1 }, (_, i) => (i === bags.size ? bags.instances : bags.startOf(i))),
    ids: bags.ids(),
    labels: bags.labels(),
    features: bags.features,
    groups: bags.ids().map((_, i) => `patient ${i % 10}`),
  });
  const { distinct } = await autoData(grouped, checkedAutoOptions({}));
  expect(distinct.positive).toBeLessThanOrEqual(0.5);
  expect(distinct.unlabeled).toBeLessThanOrEqual(10 / 80);
});
