import { beforeAll, describe, expect, it } from "vitest";
import type { BagSet } from "../../src/bags/bag-set.js";
import { crossFit } from "../../src/judge/cross-fit.js";
import { evaluationScores, keptScores, newScores } from "../../src/judge/model-scores.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { learnerByName } from "../../src/learners/registry.js";
import type { Model } from "../../src/model/model.js";
import { trainingSet } from "../learners/make.js";

const OPTIONS = { prior: 0.3, degree: [1], lambda: [0.1, 1] };
const all = trainingSet({ bags: 40, labeled: 14 });
// Every third bag is new to the model.
const training = all.filter((i) => i % 3 !== 0);
const others = all.filter((i) => i % 3 === 0);
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);
const labelOf = (bags: BagSet, label: string) => bags.filter((i) => bags.labelOf(i) === label);

describe("scores to evaluate a model with", () => {
  let model: Model;
  beforeAll(async () => {
    model = await puSkc(OPTIONS).fit(training);
  });

  const same = <Scores>(scores: Scores) => scores;
  /** As much of the model as is asked for, with something else. */
  const changed = (changes: object): Model => {
    const { card, heldOut, trainedOn } = model;
    return {
      card,
      heldOut,
      trainedOn,
      scores: (bags: BagSet) => model.scores(bags),
      withProbabilities: same,
      ...changes,
    } as never;
  };

  it("are the held-out ones that it keeps, for its training bags", async () => {
    const { scores, source, notes } = await evaluationScores(model, training);
    expect(scores).toBe(model.heldOut);
    expect([source, codes(notes)]).toEqual(["held-out", ["trained-on"]]);
    expect(() => keptScores(changed({ heldOut: null }))).toThrow(expect.objectContaining({ code: "no-held-out" }));
  });

  it("are its own for other bags, and those of the new ones among them apart", async () => {
    const found = await evaluationScores(model, all);
    expect(found.source).toBe("new bags");
    const own = (bags: BagSet) => [...model.scores(bags)].sort((a, b) => a - b);
    const sorted = (values: Float64Array | undefined) => [...(values ?? [])].sort((a, b) => a - b);
    expect(sorted(found.scores.positive)).toEqual(own(labelOf(all, "positive")));
    expect(sorted(found.scores.unlabeled)).toEqual(own(labelOf(all, "unlabeled")));
    expect(sorted(found.fresh?.positive)).toEqual(own(labelOf(others, "positive")));
    expect(sorted(found.fresh?.unlabeled)).toEqual(own(labelOf(others, "unlabeled")));
    expect(codes(found.notes)).toContain("bags-trained-on");
    expect(found.match?.trainedOn).toHaveLength(training.size);
    // Without both kinds among the new ones there is nothing to judge by.
    const some = all.filter((i) => i % 3 !== 0 || all.labelOf(i) === "unlabeled");
    expect((await evaluationScores(model, some)).fresh).toBeNull();
    expect((await evaluationScores(model, others)).fresh).toBeNull();
  });

  it("are those of the model that is prepared for the bags", async () => {
    const zero = changed({ scores: (bags: BagSet) => new Float64Array(bags.size) });
    const { scores } = await evaluationScores(model, others, { prepare: async () => zero });
    expect(new Set(scores.unlabeled)).toEqual(new Set([0]));
    // Without held-out scores the options say how the bags were sampled.
    const single = { ...model.card, options: { ...model.card.options, scenario: "single-set" } };
    expect((await evaluationScores(changed({ heldOut: null, card: single }), others)).scores.scenario).toBe(
      "single-set",
    );
  });

  it("are those of new fits with folds, with the options of the model", async () => {
    const { scores, source } = await evaluationScores(model, training, { folds: 2, seed: 3 });
    expect(source).toBe("cross-fitted");
    const own = learnerByName("pu-skc").create({ ...model.card.options });
    expect(scores).toEqual(await crossFit(own, training, { folds: 2, seed: 3, negatives: "use", onNote: () => {} }));
  });

  it("with folds need bags that the method can learn from", async () => {
    const refused = async (bags: BagSet, options: object) =>
      evaluationScores(changed({ card: { ...model.card, options: { ...model.card.options, ...options } } }), bags, {
        folds: 2,
      }).then(
        () => "scored",
        ({ code }) => code,
      );
    const negatives = training.withLabels(
      training.labels().map((label) => (label === "unlabeled" ? "negative" : label)),
    );
    const mixed = training.withLabels(
      training.labels().map((label, i) => (label === "unlabeled" && i % 2 ? "negative" : label)),
    );
    expect(await refused(negatives, {})).toBe("no-unlabeled");
    expect(await refused(mixed, { negatives: "refuse" })).toBe("known-negatives");
    expect(await refused(mixed, { negatives: "drop" })).toBe("scored");
    expect(await refused(training, { negatives: "refuse" })).toBe("scored");
  });

  it("to decide by are those of bags that are new to it", async () => {
    const { held, notes } = await newScores(model, all);
    expect([held.positive.length, held.unlabeled.length]).toEqual([
      labelOf(others, "positive").size,
      labelOf(others, "unlabeled").size,
    ]);
    expect(codes(notes)).toEqual(["trained-on"]);
    expect((await newScores(model, others)).notes).toEqual([]);
    const refused = { code: "only-training-bags" };
    await expect(newScores(model, training)).rejects.toMatchObject({
      ...refused,
      remedy: expect.stringMatching(/no bags/),
    });
    const without = changed({ heldOut: null });
    await expect(newScores(without, training)).rejects.toMatchObject({
      ...refused,
      remedy: expect.stringMatching(/new to it/),
    });
    const oneSeen = all.filter((i) => i % 3 === 0 || i === 1);
    expect((await newScores(model, oneSeen)).notes[0].message).toMatch(/^1 bag was .* trained on it$/);
    const seenPositives = all.filter((i) => i % 3 !== 0 || all.labelOf(i) === "unlabeled");
    await expect(newScores(model, seenPositives)).rejects.toMatchObject({ code: "only-training-bags" });
    const known = all.withLabels(all.labels().map((label) => (label === "unlabeled" ? "negative" : label)));
    expect((await newScores(model, known)).held.negative.length).toBeGreaterThan(0);
  });

  it("with folds use negatives as the model did, or as its method does", async () => {
    const mixed = training.withLabels(
      training.labels().map((label, i) => (label === "unlabeled" && i % 2 ? "negative" : label)),
    );
    const own = learnerByName("pu-skc").create({ ...model.card.options });
    for (const negatives of ["drop", "unlabeled", "use"] as const) {
      const card = { ...model.card, options: { ...model.card.options, negatives } };
      const { scores } = await evaluationScores(changed({ card }), mixed, { folds: 2 });
      const expected = await crossFit(learnerByName("pu-skc").create({ ...card.options }), mixed, {
        folds: 2,
        negatives,
        onNote: () => {},
      });
      expect(scores).toEqual(expected);
      expect(scores.negative.length > 0).toBe(negatives === "use");
    }
    // A method that has no use for them says so of a single one.
    const { positive, unlabeled } = {
      positive: labelOf(training, "positive"),
      unlabeled: labelOf(training, "unlabeled"),
    };
    expect(positive.size > 1 && unlabeled.size > 1 && own.name === "pu-skc").toBe(true);
    const first = training.labels().indexOf("unlabeled");
    const one = training.withLabels(training.labels().map((label, i) => (i === first ? "negative" : label)));
    const lsdd = { ...model.card, learner: "lsdd", options: {} };
    await expect(evaluationScores(changed({ card: lsdd }), one, { folds: 2 })).rejects.toMatchObject({
      code: "known-negatives",
      message: expect.stringMatching(/trained by lsdd, which has no use for them/),
    });
    // The negatives of bags without others count as unlabeled if they are to.
    const none = training.withLabels(training.labels().map((label) => (label === "unlabeled" ? "negative" : label)));
    const as = { ...model.card, options: { ...model.card.options, negatives: "unlabeled" } };
    const found = await evaluationScores(changed({ card: as }), none, { folds: 2 });
    expect([found.scores.unlabeled.length, found.scores.negative.length]).toEqual([unlabeled.size, 0]);
    await expect(evaluationScores(model, none, { folds: 2 })).rejects.toMatchObject({
      code: "no-unlabeled",
      remedy: expect.stringMatching(/leave out the option folds to compare the model with these labels/),
    });
  });

  it("apart need one new bag of each kind", async () => {
    const [p, u] = ["positive", "unlabeled"].map((label) =>
      [...others.labels().keys()].find((i) => others.labelOf(i) === label),
    );
    const seen = training.ids();
    const pair = new Set([others.idOf(p ?? 0), others.idOf(u ?? 0)]);
    const some = all.filter((i) => seen.includes(all.idOf(i)) || pair.has(all.idOf(i)));
    const { fresh } = await evaluationScores(model, some);
    expect([fresh?.positive.length, fresh?.unlabeled.length]).toEqual([1, 1]);
  });

  it("to decide by are all of them, for a model that does not know its training bags", async () => {
    const without = changed({ trainedOn: new Float64Array(0) });
    const { held, notes } = await newScores(without, all);
    expect(held.positive.length + held.unlabeled.length).toBe(all.size);
    expect(notes).toEqual([]);
    // A single bag that it was trained on, without any of the other kind, is refused as well.
    const seen = [...all.labels().keys()].find((i) => i % 3 !== 0 && all.labelOf(i) === "positive");
    const lone = all.filter((i) => i === seen || (i % 3 === 0 && all.labelOf(i) === "unlabeled"));
    await expect(newScores(model, lone)).rejects.toMatchObject({ code: "only-training-bags" });
  });
});
