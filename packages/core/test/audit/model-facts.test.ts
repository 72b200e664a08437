import { describe, expect, it } from "vitest";
import { BagSet } from "../../../bagwise/src/index.js";
import { assumedShare, labelledShareOf, modelNotes, seenInTraining } from "../../src/audit/model-facts.js";
import type { TrainingMatch } from "../../src/judge/training-match.js";
import type { Model, ModelCard } from "../../src/model/model.js";

const cardOf = (value: number | null, scenario: string) =>
  ({
    options: { scenario },
    prior: value === null ? null : { value },
    training: { positive: 20, unlabeled: 80 },
  }) as unknown as ModelCard;

describe("the share of positives that a model assumed among the unlabeled bags", () => {
  it("is its prior, without the labelled bags of a single set", () => {
    expect(assumedShare(cardOf(0.3, "case-control"))).toBe(0.3);
    expect(labelledShareOf(cardOf(0.3, "case-control"))).toBe(0);
    expect(labelledShareOf(cardOf(0.3, "single-set"))).toBe(0.2);
    expect(assumedShare(cardOf(0.36, "single-set"))).toBeCloseTo(0.2, 12);
  });

  it("is from 0 to 1 for an impossible prior, and unknown without one", () => {
    expect(assumedShare(cardOf(0.1, "single-set"))).toBe(0);
    expect(assumedShare(cardOf(1.2, "case-control"))).toBe(1);
    expect(assumedShare(cardOf(null, "case-control"))).toBeUndefined();
  });
});

describe("what a model has seen of the bags of an audit", () => {
  const bags = BagSet.from(
    ["positive", "unlabeled", "unlabeled", "negative"].map((label, i) => ({
      id: `${i}`,
      label,
      instances: [[i]],
    })) as never,
  );
  const model = { heldOut: { unlabeled: Float64Array.of(0.5, -1) } } as unknown as Model;
  const seen = (match: Partial<TrainingMatch>, threshold = 0.5, of = model) =>
    seenInTraining(of, bags, { match: match as TrainingMatch, threshold });

  it("is unknown if the training bags are", () => {
    expect(seen({ trainedOn: null, exact: false })).toBeNull();
  });

  it("is the number of unlabeled bags, and how many were called positive while they were held out", () => {
    expect(seen({ trainedOn: [0, 1, 2, 3], exact: true })).toEqual({ bags: 2, predictedPositiveHeldOut: 1 });
    expect(seen({ trainedOn: [0, 1, 2, 3], exact: true }, 0.51)).toEqual({ bags: 2, predictedPositiveHeldOut: 0 });
    expect(seen({ trainedOn: [0, 1, 2, 3], exact: true }, -1)).toEqual({ bags: 2, predictedPositiveHeldOut: 2 });
  });

  it("says nothing of held-out scores of other bags", () => {
    expect(seen({ trainedOn: [0, 1, 3], exact: false })).toEqual({ bags: 1, predictedPositiveHeldOut: null });
    expect(seen({ trainedOn: [0, 1, 2, 3], exact: false })).toEqual({ bags: 2, predictedPositiveHeldOut: null });
    expect(seen({ trainedOn: [0, 1], exact: true })).toEqual({ bags: 1, predictedPositiveHeldOut: null });
    const none = { heldOut: null } as unknown as Model;
    expect(seen({ trainedOn: [1, 2], exact: true }, 0, none)).toEqual({ bags: 2, predictedPositiveHeldOut: null });
  });
});

describe("notes about the model of an audit", () => {
  const notes = (value: number | null, { exact = true, now = 0.5, drawn = 0.5 } = {}) =>
    modelNotes({ card: cardOf(value, "case-control"), threshold: now } as Model, { exact, threshold: drawn }).map(
      ({ code }) => code,
    );

  it("are none if all is as it was", () => {
    expect(notes(0.3)).toEqual([]);
    // Without a prior there is none that was for other bags.
    expect(notes(null, { exact: false })).toEqual([]);
  });

  it("say that bags or threshold are others", () => {
    expect(notes(0.3, { exact: false })).toEqual(["audit-other-bags"]);
    expect(notes(0.3, { now: 0.25 })).toEqual(["audit-old-threshold"]);
    expect(notes(0.3, { exact: false, drawn: 1 })).toEqual(["audit-other-bags", "audit-old-threshold"]);
    const [{ message }] = modelNotes({ card: cardOf(null, ""), threshold: 1 / 3 } as never, {
      exact: true,
      threshold: 2,
    });
    expect(message).toMatch(/0\.3333 .* 2 /);
  });
});
