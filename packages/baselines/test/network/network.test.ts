import { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import { evaluate } from "@bagwise/core/scores";
import { describe, expect, it } from "vitest";
import { refusal } from "../../../bagwise/test/learners/contract.js";
import { freshSet, trainingSet } from "../../../core/test/learners/make.js";
import { network } from "../../src/network/network.js";
import type { NetworkOptions } from "../../src/network/options.js";

const QUICK: NetworkOptions = { layers: 1, hidden: 8, members: 2, epochs: 15, rate: 0.03, dropout: 0 };
const bags = trainingSet();
const fresh = freshSet();

/** Positive if any instance is far from 0 in the first two features: no linear function tells. */
function rings(seed: number): BagSet {
  const generator = random(seed);
  return BagSet.from(
    Array.from({ length: 60 }, (_, i) => ({
      id: `b${i}`,
      label: i % 2 === 0 ? ("positive" as const) : ("negative" as const),
      instances: Array.from({ length: 1 + generator.below(4) }, (_, k) => {
        const radius = i % 2 === 0 && k === 0 ? 3 : 0.7;
        const angle = 2 * Math.PI * generator.uniform();
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      }),
    })),
  );
}

describe("network", () => {
  // With max only the highest instance of a bag learns in a step, so training gets stuck more easily.
  it.each([
    ["attention", 0.95],
    ["log-sum-exp", 0.95],
    ["max", 0.8],
  ] as const)("learns with the pooling %s what no linear function of instances can tell", async (pooling, least) => {
    const model = await network({ ...QUICK, pooling, hidden: 16, epochs: 40 }).fit(rings(1));
    const test = rings(2);
    const truth = test.labels().map((label) => (label === "positive" ? 1 : -1));
    expect(evaluate(model.scores(test), truth).auc).toBeGreaterThan(least);
    // The same for the best linear function of many: its highest instance of a bag.
    const linear = Array.from({ length: 180 }, (_, degree) => {
      const direction = [Math.cos((degree * Math.PI) / 90), Math.sin((degree * Math.PI) / 90)];
      const scores = Array.from(test, (bag) =>
        Math.max(
          ...Array.from({ length: bag.size }, (_, k) => {
            const [x, y] = bag.instance(k);
            return direction[0] * x + direction[1] * y;
          }),
        ),
      );
      return evaluate(Float64Array.from(scores), truth).auc ?? 0;
    });
    expect(Math.max(...linear)).toBeLessThan(least);
  });

  it("ranks positive bags high with a PU loss and the prior", async () => {
    for (const loss of ["unbiased-pu", "non-negative-pu"] as const) {
      const { heldOut, card } = await network({ ...QUICK, loss, prior: 0.5 }).fit(bags);
      expect(card.measures?.auc.value).toBeGreaterThan(0.7);
      expect(heldOut?.unlabeled).toHaveLength(20);
      expect(card.notes.map(({ code }) => code)).not.toContain("unlabeled-as-negative");
    }
  });

  it("uses known negatives in a PU loss, and says with which weight", async () => {
    const labels = bags.labels();
    const first = labels.indexOf("unlabeled");
    const known = bags.withLabels(labels.map((label, i) => (i === first ? "negative" : label)));
    const { card } = await network({ ...QUICK, epochs: 2, loss: "non-negative-pu", prior: 0.4 }).fit(known);
    expect(card.training).toMatchObject({ positive: 10, unlabeled: 19, negative: 1 });
    expect(card.notes.find(({ code }) => code === "negatives")?.message).toMatch(/weight 0\.\d+/);
  });

  it("refuses a PU loss without a prior, or with the unlabeled bags dropped", async () => {
    const without = await refusal(() => network({ loss: "non-negative-pu" }));
    expect([without.code, without.remedy]).toEqual(["no-prior", expect.stringContaining("prior")]);
    await refusal(() => network({ loss: "unbiased-pu", prior: 0.3, unlabeledAs: "drop" }));
  });

  it("gives a bag the mean of its instances' scores with the poolings mean and attention", async () => {
    for (const pooling of ["mean", "attention"] as const) {
      const model = await network({ ...QUICK, pooling, epochs: 3 }).fit(bags);
      const scores = model.scores(fresh);
      for (const [i, { scores: own, key }] of (model.instances(fresh) ?? []).entries()) {
        expect(own.reduce((sum, each) => sum + each, 0) / own.length).toBeCloseTo(scores[i], 12);
        expect(own[key]).toBe(Math.max(...own));
      }
    }
  });

  it("gives a bag of one instance the score of that instance, with every pooling", async () => {
    const single = freshSet({ bagSize: [1, 1] });
    for (const pooling of ["max", "mean", "log-sum-exp", "attention"] as const) {
      const model = await network({ ...QUICK, pooling, epochs: 1, folds: 2 }).fit(bags);
      const instances = model.instances(single)?.map(({ scores }) => scores[0]);
      expect(instances).toEqual([...model.scores(single)]);
    }
  });

  it("saves gates, several layers and every pooling", async () => {
    for (const options of [{ gated: true }, { layers: 3 }, { pooling: "max" as const, layers: 2 }]) {
      const model = await network({ ...QUICK, ...options, epochs: 1, folds: 2 }).fit(bags);
      for (const form of ["binary", "json"] as const)
        expect(decodeModel(encodeModel(model, { form })).scores(fresh)).toEqual(model.scores(fresh));
    }
  });

  it("chooses hidden units, rate and lambda by the held-out risk, and reports the path of the loss", async () => {
    const { card } = await network({ ...QUICK, hidden: [2, 8], lambda: [0.1, 1], epochs: 5, folds: 2 }).fit(bags);
    expect(card.risks).toHaveLength(4);
    const best = card.risks.reduce((a, b) => (b.risk < a.risk ? b : a));
    expect(card.chosen).toMatchObject({ hidden: best.hidden, lambda: best.lambda, rate: 0.03, members: 2 });
    expect(card.chosen.epochs).toBeLessThanOrEqual(5);
    expect(card.reasons?.join(" ")).toMatch(/2 networks .*different random starts.* in epoch 1/);
    expect(card.certificate).toMatchObject({ status: "local", relativeGap: Number.POSITIVE_INFINITY });
  });

  it("draws instances of large bags for training, and says so", async () => {
    const generator = random(4);
    const large = BagSet.from(
      Array.from({ length: 4 }, (_, i) => ({
        id: `b${i}`,
        label: i < 2 ? ("positive" as const) : ("unlabeled" as const),
        instances: Array.from({ length: 1100 }, () => [generator.normal() + (i < 2 ? 1 : 0)]),
      })),
    );
    const { card } = await network({ ...QUICK, epochs: 1 }).fit(large);
    expect(card.training.instances).toBe(2500);
    expect(card.notes.map(({ code }) => code)).toContain("instances-drawn");
  });
});
