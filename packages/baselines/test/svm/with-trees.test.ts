import { applyScaling } from "@bagwise/core/bags";
import type { Model } from "@bagwise/core/model";
import { allScores, auc } from "@bagwise/core/scores";
import { describe, expect, it } from "vitest";
import { type AverageScorer, scoreBags } from "../../../core/src/scorers/scorer.js";
import { bagSet } from "../../../core/test/bags/make.js";
import { freshSet, trainingSet } from "../../../core/test/learners/make.js";
import { svm } from "../../src/svm/svm.js";

const rootMeanSquare = (values: Float64Array) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

function averageOf(model: Model): AverageScorer {
  const { scorer } = model.parts();
  if (scorer.kind !== "average") throw new Error("no average");
  return scorer;
}

function heldOutOf(model: Model): Float64Array {
  const { heldOut } = model.parts();
  if (!heldOut) throw new Error("nothing was held out");
  return allScores(heldOut);
}

describe("an SVM that is averaged with trees", () => {
  const bags = trainingSet();

  it("is half the machine without trees and half the trees, in deviations of held-out scores", async () => {
    const [alone, both] = [await svm().fit(bags), await svm({ trees: "average" }).fit(bags)];
    const scorer = averageOf(both);
    expect(scorer.parts.map(({ kind }) => kind)).toEqual(["bags", "forest"]);
    const fresh = freshSet();
    const scaled = applyScaling(both.parts().scaling, fresh);
    const [machine, trees] = scorer.parts.map((part) => scoreBags({ ...scorer, parts: [part] }, scaled));
    const deviation = rootMeanSquare(heldOutOf(alone));
    alone.scores(fresh).forEach((value, i) => {
      expect(machine[i]).toBeCloseTo(value / (2 * deviation), 10);
    });
    const sums = both.scores(fresh);
    for (let i = 0; i < fresh.size; i++) expect(sums[i]).toBeCloseTo(machine[i] + trees[i], 12);
    // Held-out scores are those of both: halves of deviations of 1 add up to at most 1.
    expect(rootMeanSquare(heldOutOf(both))).toBeLessThanOrEqual(1 + 1e-9);
    expect(rootMeanSquare(heldOutOf(both))).toBeGreaterThan(0.5);
    expect(both.card.certificate).toEqual(alone.card.certificate);
    expect(both.card.notes.map(({ code }) => code)).toContain("not-convex");
    expect(alone.card.notes.map(({ code }) => code)).not.toContain("not-convex");
  });

  it("does not depend on which other bags are labelled negative, and which are taken for it", async () => {
    const labels = bags
      .labels()
      .map((label, i) => (label === "unlabeled" && i % 2 === 0 ? ("negative" as const) : label));
    const [plain, known] = [
      await svm({ trees: "average" }).fit(
        bags.withLabels(bags.labels().map((l) => (l === "unlabeled" ? "negative" : l))),
      ),
      await svm({ trees: "average" }).fit(bags.withLabels(labels)),
    ];
    const fresh = freshSet();
    const truth = Array.from(plain.scores(fresh), (score) => (score >= 0 ? 1 : -1));
    // Bags are sorted by label, so other trees are grown, but of the same kind.
    expect(auc(known.scores(fresh), truth)).toBeGreaterThan(0.9);
  });

  it("is the machine alone if nothing can be held out", async () => {
    const few = bagSet([[[0, 1]], [[3, 4]]], { labels: ["positive", "negative"] });
    const [alone, asked] = [await svm().fit(few), await svm({ trees: "average" }).fit(few)];
    expect(asked.parts().scorer).toEqual(alone.parts().scorer);
  });
});
