import { describe, expect, it } from "vitest";
import { puInstance } from "../../../src/learners/pu-instance/pu-instance.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { freshSet, trainingSet } from "../make.js";

const single = trainingSet({ bagSize: [1, 1] });
const freshSingle = freshSet({ bagSize: [1, 1] });
const bags = trainingSet();
const fresh = freshSet();

const LIGHT = { prior: 0.4, bootstrap: 0 } as const;

describe("PU learning on instances", () => {
  it.each(["double-hinge", "squared", "logistic"] as const)(
    "gives the scores of PU-SKC on bags of one instance, with the loss %s",
    async (loss) => {
      for (const kernel of ["gaussian", "polynomial", "laplace"]) {
        const one = await puInstance({ ...LIGHT, loss, kernel }).fit(single);
        const other = await puSkc({ ...LIGHT, loss, kernel: `mean-${kernel}` }).fit(single);
        expect(one.card.chosen).toMatchObject({ lambda: other.card.chosen.lambda, degree: other.card.chosen.degree });
        expect(one.card.risks).toEqual(other.card.risks);
        const wanted = other.scores(freshSingle);
        one.scores(freshSingle).forEach((score, i) => {
          expect(score).toBeCloseTo(wanted[i], 9);
        });
      }
    },
  );

  it("estimates the prior, and uses an audit and known negatives, just as PU-SKC does", async () => {
    const labels = single.labels().map((label, i) => (label === "unlabeled" && i % 4 === 0 ? "negative" : label));
    const known = single.withLabels(labels);
    for (const options of [{ prior: "ratio" }, { audited: "3/10" }, { scenario: "single-set" as const }]) {
      const one = await puInstance({ ...options, bootstrap: 0 }).fit(known);
      const other = await puSkc({ ...options, bootstrap: 0, kernel: "mean-gaussian" }).fit(known);
      expect(one.card.prior).toEqual(other.card.prior);
      expect(one.card.chosen).toMatchObject({ negativeWeight: other.card.chosen.negativeWeight });
      const wanted = other.scores(freshSingle);
      one.scores(freshSingle).forEach((score, i) => {
        expect(score).toBeCloseTo(wanted[i], 9);
      });
    }
  });

  it("scores a bag by its highest instance, or by the mean", async () => {
    for (const pooling of ["max", "mean"] as const) {
      const model = await puInstance({ ...LIGHT, pooling }).fit(bags);
      const scores = model.scores(fresh);
      model.instances(fresh)?.forEach(({ scores: own }, i) => {
        const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
        expect(scores[i]).toBeCloseTo(pooling === "max" ? Math.max(...own) : mean, 12);
      });
    }
  });

  it("has ranks that tell positive bags from others, with every loss", async () => {
    for (const loss of ["double-hinge", "ramp", "squared", "logistic"] as const) {
      const model = await puInstance({ ...LIGHT, loss }).fit(bags);
      expect(model.card.certificate.status).toBe("solved");
      expect(model.card.measures?.auc.value ?? 0).toBeGreaterThan(0.6);
    }
  });

  it("draws from very large bags for training, and says so", async () => {
    const large = trainingSet({ bags: 12, labeled: 4, bagSize: [700, 720] });
    const model = await puInstance({ ...LIGHT, lambda: 0.1, landmarks: 20 }).fit(large);
    expect(model.card.training.instances).toBeLessThanOrEqual(8000);
    expect(model.card.notes.map(({ code }) => code)).toContain("instances-drawn");
  });
});
