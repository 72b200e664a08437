import type { LearnerEntry } from "@bagwise/core/learners";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import { puMeasures, sampleOf } from "@bagwise/core/scores";
import { describe, expect, it } from "vitest";
import { rebuilt, trainingSet } from "../../../core/test/learners/make.js";
import { LEARNERS, learnerByName } from "../../src/learners.js";

/** Puts a prior into the options of a learner that takes one. */
const withPrior = ({ description }: LearnerEntry) =>
  description.options.some(({ name }) => name === "prior") ? { prior: 0.4 } : {};

describe.each(
  LEARNERS.filter(({ description }) => description.holdsOut).map((entry): [string, LearnerEntry] => [
    entry.description.name,
    entry,
  ]),
)("the held-out scores of %s", (_, entry) => {
  const bags = trainingSet();

  it("are one for each training bag, and give the measures on the card", async () => {
    const { heldOut, card } = await entry.create(withPrior(entry)).fit(bags);
    if (heldOut === null) throw new Error("nothing was held out");
    expect(heldOut.positive).toHaveLength(bags.positive().size);
    expect(heldOut.unlabeled).toHaveLength(bags.unlabeled().size);
    expect(heldOut.negative).toHaveLength(0);
    const again = puMeasures(heldOut.positive, sampleOf(heldOut), { prior: card.prior?.value ?? 0.4, bootstrap: 0 });
    expect(again.auc.value).toBe(card.measures?.auc.value);
    // Recall is what the probabilities of the unlabeled bags add up to.
    const { unlabeled } = heldOut.probabilities ?? { unlabeled: new Float64Array(0) };
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    const found = sum(unlabeled.filter((_, i) => heldOut.unlabeled[i] >= 0));
    expect(card.measures?.recall.value).toBeCloseTo(found / sum(unlabeled), 12);
    expect(again.positiveRate.value).toBe(card.measures?.positiveRate.value);
  });

  it("survive the model file", async () => {
    const model = await entry.create(withPrior(entry)).fit(bags);
    for (const form of ["binary", "json"] as const)
      expect(decodeModel(encodeModel(model, { form })).heldOut).toEqual(model.heldOut);
  });

  it("say which bags are of one group", async () => {
    const groups = bags.ids().map((_, i) => `g${i >> 1}`);
    const grouped = rebuilt(bags, (rows) => rows, { groups });
    const { heldOut } = await entry.create(withPrior(entry)).fit(grouped);
    const clusters = heldOut?.clusters;
    expect(clusters).toHaveLength(bags.size);
    expect(new Set(clusters).size).toBe(new Set(groups).size);
  });

  it("are none when nothing can be held out", async () => {
    const one = bags.subset([bags.labels().indexOf("positive"), ...unlabeledOf(bags.labels())]);
    expect((await entry.create(withPrior(entry)).fit(one)).heldOut).toBeNull();
  });
});

const unlabeledOf = (labels: readonly string[]) => labels.flatMap((label, i) => (label === "unlabeled" ? [i] : []));

describe.each(["auto", "pu-skc"])("%s in a single set", (name) => {
  it("keeps positive and unlabeled bags apart, and all of them are the sample", async () => {
    const bags = trainingSet();
    const { heldOut, card } = await learnerByName(name).create({ scenario: "single-set", prior: 0.6 }).fit(bags);
    if (heldOut === null) throw new Error("nothing was held out");
    expect(heldOut.scenario).toBe("single-set");
    expect(heldOut.unlabeled).toHaveLength(bags.unlabeled().size);
    const sample = sampleOf(heldOut);
    expect(sample).toHaveLength(bags.size);
    const { auc } = puMeasures(heldOut.positive, sample, { prior: card.prior?.value ?? 0, bootstrap: 0 });
    expect(auc.value).toBeCloseTo(card.measures?.auc.value ?? Number.NaN, 12);
  });

  it("holds out known negatives too", async () => {
    const bags = trainingSet();
    const some = unlabeledOf(bags.labels()).slice(0, 6);
    const labels = bags.labels().map((label, i) => (some.includes(i) ? "negative" : label));
    const { heldOut } = await learnerByName(name).create({ prior: 0.4 }).fit(bags.withLabels(labels));
    expect(heldOut?.negative).toHaveLength(6);
    expect(heldOut?.unlabeled).toHaveLength(bags.unlabeled().size - 6);
  });
});
