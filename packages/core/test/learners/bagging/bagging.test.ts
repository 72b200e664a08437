import { describe, expect, it } from "vitest";
import { noise, SHAPES } from "../../../../../bench/right/noise/shapes.mjs";
import { expectHonest, refusal } from "../../../../bagwise/test/learners/contract.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { explain } from "../../../src/explain/explain.js";
import { bagging } from "../../../src/learners/bagging/bagging.js";
import { baggingData } from "../../../src/learners/bagging/data.js";
import { type BaggingOptions, checkedBaggingOptions } from "../../../src/learners/bagging/options.js";
import { BAGGING_WORK } from "../../../src/learners/bagging/rounds.js";
import type { Execute } from "../../../src/learners/work.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { topMean } from "../../../src/scorers/top-mean.js";
import { auc, evaluate } from "../../../src/scores/classification.js";
import { contributionsOf, rowsOf } from "../../explain/brute-force.js";
import { freshSet, rebuilt, shuffleBags, shuffleFeatures, shuffleInstances, trainingSet } from "../make.js";

const bags = trainingSet({ bags: 60, labeled: 15 });
const fresh = freshSet({ bags: 60 });
const truth = (set: BagSet) => set.labels().map((label) => (label === "positive" ? 1 : -1));

/** Bags with known labels, made as the training bags. */
function labelled(seed: number): BagSet {
  const given = trainingSet({ bags: 80, labeled: 0, seed });
  // The first feature of positive bags is far up in one instance.
  const high = Array.from(given, (bag) => Math.max(...Array.from({ length: bag.size }, (_, k) => bag.instance(k)[0])));
  const middle = [...high].sort((a, b) => a - b)[40];
  return given.withLabels(high.map((value) => (value >= middle ? "positive" : "negative")));
}

const VARIANTS: [string, BaggingOptions][] = [
  ["random splits", {}],
  ["exact splits", { splits: "exact" }],
  ["instances", { on: "instances" }],
  ["instances, by the highest", { on: "instances", pooling: "max" }],
  ["instances, by the highest half", { on: "instances", pooling: "top", share: 0.5 }],
  ["SVMs", { base: "svm" }],
  ["SVMs on instances", { base: "svm", on: "instances" }],
];

describe.each(VARIANTS)("PU bagging with %s", (_, variant) => {
  const options = { rounds: 40, bootstrap: 0, ...variant };
  const fit = (set: BagSet, more: BaggingOptions = {}) => bagging({ ...options, ...more }).fit(set);
  const fitted = fit(bags);

  it("fits, and its file gives the same scores and instances", async () => {
    const model = await fitted;
    expectHonest(model, fresh);
    const loaded = decodeModel(encodeModel(model));
    expect(loaded.instances(fresh)).toEqual(model.instances(fresh));
    expect(model.scoresInstances).toBe(variant.on === "instances");
  });

  it("does not care about the order of bags, instances and features", async () => {
    const scores = (await fitted).scores(fresh);
    for (const shuffle of [shuffleBags, shuffleInstances, shuffleFeatures]) {
      const other = (await fit(shuffle(bags))).scores(fresh);
      other.forEach((score, i) => {
        expect(score).toBeCloseTo(scores[i], 9);
      });
    }
  });

  it("learns from positive and negative bags alone, and decides", async () => {
    const [training, test] = [labelled(5), labelled(6)];
    const model = await fit(training);
    expect(model.card.training).toMatchObject({ positive: 40, unlabeled: 0, negative: 40 });
    expect(model.heldOut?.negative).toHaveLength(40);
    expect(model.card.notes.map(({ code }) => code)).toContain("negatives");
    const { accuracy } = evaluate(model.scores(test), truth(test));
    expect(accuracy).toBeGreaterThan(0.7);
    const probabilities = model.predict(test).map(({ probability }) => probability ?? Number.NaN);
    const expected = probabilities.reduce((sum, value) => sum + value, 0) / test.size;
    expect(expected).toBeGreaterThan(0.35);
    expect(expected).toBeLessThan(0.65);
  });

  it("explains what each instance contributes", async () => {
    const model = await fitted;
    const some = fresh.subset([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const { index, contributions, witness } of await explain(model, some)) {
      const own = model.instances(some)?.[index];
      const wanted = own?.scores ?? contributionsOf(model, rowsOf(some, index), some.features);
      contributions.forEach((value, k) => {
        expect(value).toBeCloseTo(wanted[k], 9);
      });
      expect(witness.instance).toBe(own?.key ?? contributions.indexOf(Math.max(...contributions)));
    }
  });

  it("says how a bag's score depends on the prior, and keeps the ranking", async () => {
    const [low, high] = await Promise.all([fit(bags, { prior: 0.1 }), fit(bags, { prior: 0.8 })]);
    const [a, b] = [low.scores(fresh), high.scores(fresh)];
    expect(b.every((score, i) => score > a[i])).toBe(true);
    // Votes that only rounding tells apart may become one score.
    const scoreAtHigh = new Map(high.rank(fresh).map(({ bag, score }) => [bag, score]));
    const inOrder = low.rank(fresh).map(({ bag }) => scoreAtHigh.get(bag) ?? Number.NaN);
    for (let i = 1; i < inOrder.length; i++) expect(inOrder[i]).toBeLessThanOrEqual(inOrder[i - 1] + 1e-12);
    expect(low.card.prior).toMatchObject({ value: 0.1, method: "given" });
  });
});

describe("scores of instances", () => {
  it("pool into the score of the bag, and a bag of one instance has its score", async () => {
    const model = await bagging({ on: "instances", pooling: "max", rounds: 30 }).fit(bags);
    const scored = model.instances(fresh) ?? [];
    expect(model.keyDecides).toBe(true);
    expect([...model.scores(fresh)]).toEqual(scored.map(({ scores }) => Math.max(...scores)));
    const mean = await bagging({ on: "instances", rounds: 30 }).fit(bags);
    expect(mean.keyDecides).toBe(false);
    const single = rebuilt(fresh, (rows) => rows.slice(0, 1));
    expect([...mean.scores(single)]).toEqual((mean.instances(single) ?? []).map(({ scores }) => scores[0]));
    expect(topMean(Float64Array.of(1, 3, 2), 0)).toBe(3);
  });

  it("rank positive instances above others", async () => {
    const model = await bagging({ on: "instances", pooling: "top", rounds: 60 }).fit(
      trainingSet({ bags: 200, labeled: 60 }),
    );
    const test = labelled(9);
    expect(auc(model.scores(test), truth(test))).toBeGreaterThan(0.6);
  });
});

describe("held-out votes", () => {
  it("come from rounds that saw neither the bag, nor its group, nor a copy", async () => {
    const copies = rebuilt(bags, (rows, i) => (i === 59 ? rows.map((row) => [...row]) : rows));
    const groups = copies.ids().map((_, i) => `g${i % 20}`);
    const grouped = rebuilt(copies, (rows) => rows, { groups });
    const { heldOut } = await bagging({ rounds: 20, bootstrap: 0 }).fit(grouped);
    expect(new Set(heldOut?.clusters).size).toBe(20);
  });

  it("say nothing of pure noise", async () => {
    const model = await bagging({ bootstrap: 0 }).fit(noise(SHAPES.few, 1));
    expect(model.card.notes.map(({ code }) => code)).toContain("alike");
  });

  it("are none with one positive bag: bags are ranked, and each gets the prior", async () => {
    const one = bags.filter((i) => bags.labelOf(i) === "unlabeled" || i === bags.labels().indexOf("positive"));
    const model = await bagging({ prior: 0.2, rounds: 20 }).fit(one);
    expect(model.heldOut).toBeNull();
    expect(model.card.notes.map(({ code }) => code)).toContain("nothing-held-out");
    for (const { probability } of model.predict(fresh)) expect(probability).toBeCloseTo(0.2, 6);
    expect(new Set(model.scores(fresh)).size).toBeGreaterThan(5);
  });

  it("are none with one negative bag, and half of the votes decide", async () => {
    const all = labelled(5);
    const negative = all.labels().indexOf("negative");
    const model = await bagging({ rounds: 20 }).fit(all.filter((i) => all.labelOf(i) === "positive" || i === negative));
    expect(model.card.chosen.decision).toBe("half of the votes");
    expect(model.predict(fresh)[0].probability).toBeNull();
  });
});

describe("known negatives", () => {
  it("join the unlabeled bags with a weight, and improve the ranking", async () => {
    const all = labelled(5);
    const test = labelled(6);
    const places = all.labels().flatMap((label, i) => (label === "negative" ? [i] : []));
    const known = new Set(places.slice(0, 20));
    const positives = new Set(
      all
        .labels()
        .flatMap((label, i) => (label === "positive" ? [i] : []))
        .slice(0, 15),
    );
    const partly = all.withLabels(
      all.labels().map((_, i) => (positives.has(i) ? "positive" : known.has(i) ? "negative" : "unlabeled")),
    );
    const [used, dropped] = await Promise.all(
      (["use", "drop"] as const).map((negatives) => bagging({ negatives, bootstrap: 0 }).fit(partly)),
    );
    expect(used.card.chosen.negativeWeight).toBeGreaterThan(0);
    expect(used.heldOut?.negative).toHaveLength(20);
    expect(auc(used.scores(test), truth(test))).toBeGreaterThan(auc(dropped.scores(test), truth(test)));
  });
});

describe("the rounds", () => {
  it("give the same bytes in any order and in any thread", async () => {
    const backwards: Execute = async (work, jobs, onDone) => {
      const done = [...jobs.entries()].reverse().map(([k, job]) => [k, work.run(structuredClone(job))] as const);
      for (const _ of jobs) onDone();
      return [...done].reverse().map(([, outcome]) => outcome);
    };
    for (const base of ["trees", "svm"] as const) {
      const learner = bagging({ base, rounds: 70, bootstrap: 0 });
      expect(encodeModel(await learner.fit(bags, { execute: backwards }))).toEqual(
        encodeModel(await learner.fit(bags)),
      );
    }
    expect(BAGGING_WORK.name).toBe("bagging");
  });
});

describe("very many bags", () => {
  it("are sampled for the rounds, and all have held-out votes", async () => {
    const options = checkedBaggingOptions({ rounds: 20 });
    const data = await baggingData(bags, options, { mostFitted: 30 });
    expect(data.rounds.x.rows).toBe(30);
    expect(data.rounds.drawn.together).toHaveLength(30);
    expect(data.notes.map(({ code }) => code)).toContain("fitted-on-sample");
  });
});

it("refuses a prior outside its bound, and labels without others", async () => {
  expect((await refusal(() => bagging({ prior: 0.6, priorAtMost: 0.5 }))).code).toBe("prior-contradiction");
  expect((await refusal(() => bagging().fit(bags.positive()))).code).toBe("no-unlabeled");
});
