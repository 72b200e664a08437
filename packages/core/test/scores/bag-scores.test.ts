import { describe, expect, it } from "vitest";
import { areFinite, bagScores, sampleOf, scoresByLabel } from "../../src/scores/bag-scores.js";
import { bagSet } from "../bags/make.js";

describe("scoresByLabel", () => {
  const bags = bagSet([[[1]], [[2]], [[3]], [[4]]], { labels: ["positive", "unlabeled", "unlabeled", "negative"] });

  it("divides the scores by the labels of their rows", () => {
    const held = scoresByLabel([5, 6, 7], { bags, rows: [0, 2, 3], scenario: "case-control" });
    expect(held).toEqual({
      scenario: "case-control",
      positive: Float64Array.of(5),
      unlabeled: Float64Array.of(6),
      negative: Float64Array.of(7),
      clusters: null,
    });
  });

  it("puts clusters in the order of the kinds, whatever the order of the bags", () => {
    const labels = ["unlabeled", "positive", "unlabeled"] as const;
    const grouped = bagSet([[[1]], [[2]], [[3]]], { labels: [...labels], groups: ["a", "b", "b"] });
    const { positive, unlabeled, clusters } = scoresByLabel([1, 2, 3], { bags: grouped, scenario: "case-control" });
    expect([...positive, ...unlabeled]).toEqual([2, 1, 3]);
    expect(Array.from(clusters ?? [])).toEqual([0, 1, 0]);
  });
});

describe("areFinite", () => {
  it("is false when a score of any kind is no number", () => {
    expect(areFinite(bagScores({ positive: [1], unlabeled: [2], negative: [3] }))).toBe(true);
    expect(areFinite(bagScores({ positive: [1], unlabeled: [Number.NaN] }))).toBe(false);
    expect(areFinite(bagScores({ positive: [1], unlabeled: [2], negative: [Infinity] }))).toBe(false);
  });
});

describe("sampleOf", () => {
  const scores = { positive: [1], unlabeled: [2, 3], negative: [4] };

  it("is the unlabeled bags, or all bags of a single set", () => {
    expect(Array.from(sampleOf(bagScores(scores)))).toEqual([2, 3]);
    expect(Array.from(sampleOf(bagScores({ ...scores, scenario: "single-set" })))).toEqual([1, 2, 3, 4]);
  });
});
