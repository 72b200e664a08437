import { describe, expect, it } from "vitest";
import type { Label } from "../../src/bags/label.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { crossFit } from "../../src/judge/cross-fit.js";
import { sampleEffect } from "../../src/judge/sample-effect.js";
import type { Learner } from "../../src/learners/learner.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import type { Model } from "../../src/model/model.js";
import { auc } from "../../src/scores/classification.js";
import { bagSet } from "../bags/make.js";

const learner = puSkc({ seed: 1, prior: 0.3, degree: [1], lambda: [1e-3] });
const bagsOf = (bags: number) =>
  synthesise({ bags, labeled: bags / 4, dimensions: 8, distance: 2, bagSize: [2, 4], seed: 5 }).bags;

describe("the effect of a sample", () => {
  it("is the expected AUC of the model beside that of fits on halves, on the same bags", async () => {
    const bags = bagsOf(80);
    const model = await learner.fit(bags);
    const effect = await sampleEffect(learner, bags, model);
    const half = await crossFit(learner, bags, { folds: 2, seed: 0 });
    const expected = (positive: Float64Array, unlabeled: Float64Array) => {
      const truth = [...positive].map(() => 1).concat([...unlabeled].map(() => 0));
      return (auc([...positive, ...unlabeled], truth) - 0.15) / 0.7;
    };
    expect(effect?.halfAuc).toBeCloseTo(Math.min(1, expected(half.positive, half.unlabeled)), 12);
    const own = model.heldOut;
    expect(effect?.auc).toBeCloseTo(Math.min(1, own === null ? 0 : expected(own.positive, own.unlabeled)), 12);
  });

  it("has an error that falls about as the root of the number of bags", async () => {
    const [few, many] = [bagsOf(60), bagsOf(240)];
    const errors = [];
    for (const bags of [few, many]) errors.push((await sampleEffect(learner, bags, await learner.fit(bags)))?.error);
    expect(errors[0]).toBeGreaterThan(1.3 * (errors[1] ?? Number.NaN));
    expect(errors[1]).toBeGreaterThan(0);
  });

  it("is not known without held-out scores", async () => {
    const bags = bagsOf(60);
    const model = await learner.fit(bags);
    expect(await sampleEffect(learner, bags, { card: model.card, heldOut: null })).toBeNull();
  });

  it("is not known of fewer than four bags of a kind", async () => {
    const constant = {
      name: "constant",
      fit: async () => ({ scores: (some: { size: number }) => new Float64Array(some.size) }),
    } as unknown as Learner;
    const of = async (positive: number, unlabeled: number) => {
      const labels = Array.from({ length: positive + unlabeled }, (_, i) => (i < positive ? "positive" : "unlabeled"));
      const few = bagSet(
        labels.map((_, i) => [[i * i]]),
        { labels: labels as Label[] },
      );
      const heldOut = await crossFit(constant, few, { folds: 2 });
      const model = { heldOut, card: { prior: { value: 0.5 } } } as unknown as Model;
      return sampleEffect(constant, few, model);
    };
    expect(await of(4, 4)).toMatchObject({ auc: 0.5, halfAuc: 0.5, error: 0 });
    expect([await of(3, 9), await of(9, 3), await of(3, 3)]).toEqual([null, null, null]);
  });
});
