import { describe, expect, it } from "vitest";
import type { AuditEstimate } from "../../src/audit/estimate.js";
import { outweighedNote, refitWithAudit } from "../../src/audit/refit.js";
import type { Answer } from "../../src/bags/answer.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { learnerByName } from "../../src/learners/registry.js";
import type { ModelCard } from "../../src/model/model.js";
import { trainingSet } from "../learners/make.js";

const bags = trainingSet({ bags: 40, labeled: 10 });
const unlabeled = bags.unlabeled().ids();
const SHORT = { degree: [1], lambda: [0.1] } as const;
const skc = puSkc({ prior: 0.3, ...SHORT });

const estimateOf = (value: number | null, low = 0.1, high = 0.5) =>
  ({
    prior: { value, low, high },
    evidence: { positive: 3, reviewed: 9 },
    predictedPositive: 7,
  }) as AuditEstimate;
const answersOf = (ids: readonly string[]): Answer[] =>
  ids.map((bag, i) => ({ bag, label: i % 2 === 0 ? "positive" : "negative" }));

describe("refitWithAudit", () => {
  it("trains again with the audited prior and the other options", async () => {
    const before = await skc.fit(bags);
    const { model, options, labels, predictedPositive, notes } = await refitWithAudit(before, bags, {
      estimate: estimateOf(0.45),
    });
    expect(options).toMatchObject({ prior: 0.45, degree: [1], lambda: [0.1] });
    expect(options).not.toHaveProperty("audited");
    expect(model.card.prior?.value).toBe(0.45);
    expect(labels).toBe(0);
    expect(predictedPositive.before).toBe(7);
    const called = model.predict(bags.unlabeled()).filter(({ predicted }) => predicted === "positive").length;
    expect(predictedPositive.after).toBe(called);
    expect(notes.map(({ code }) => code)).toEqual([]);
  });

  it("takes the middle of the interval where the estimate is no prior", async () => {
    const before = await skc.fit(bags);
    for (const value of [0, 1, null]) {
      const { options } = await refitWithAudit(before, bags, { estimate: estimateOf(value, 0.1, 0.3) });
      expect(options.prior).toBeCloseTo(0.2, 12);
    }
  });

  it("makes labels of the answers, and says so", async () => {
    const before = await skc.fit(bags);
    const answers = answersOf(unlabeled.slice(0, 5));
    const { model, labels, notes, options } = await refitWithAudit(before, bags, {
      estimate: estimateOf(0.4),
      answers,
    });
    expect(labels).toBe(5);
    expect(model.card.training).toMatchObject({ positive: 13 });
    expect(notes.map(({ code }) => code)).toContain("audit-as-labels");
    expect(options).toHaveProperty("negatives");
    const kept = await refitWithAudit(before, bags, { estimate: estimateOf(0.4), answers, countsOnly: true });
    expect(kept.labels).toBe(0);
    expect(kept.model.card.training).toMatchObject({ positive: 10 });
    expect(kept.options).not.toHaveProperty("negatives");
    expect(kept.notes.map(({ code }) => code)).not.toContain("audit-as-labels");
  });

  it("keeps the answers as counts in a single set, and where no bag would stay unlabeled", async () => {
    const before = await skc.fit(bags);
    const all = await refitWithAudit(before, bags, { estimate: estimateOf(0.4), answers: answersOf(unlabeled) });
    expect(all.labels).toBe(0);
    expect(all.notes.map(({ code }) => code)).toEqual(["audit-counts-only"]);
    const single = await puSkc({ prior: 0.5, scenario: "single-set", ...SHORT }).fit(bags);
    const { labels, notes, options } = await refitWithAudit(single, bags, {
      estimate: estimateOf(0.4),
      answers: answersOf(unlabeled.slice(0, 4)),
    });
    expect(labels).toBe(0);
    expect(notes.map(({ code }) => code)).toContain("audit-counts-only");
    // A quarter of all bags are labelled.
    expect(options.prior).toBeCloseTo(0.25 + 0.75 * 0.4, 12);
  });

  it("gives the counts to a learner that takes a range", async () => {
    const entry = learnerByName("auto");
    const before = await entry.create({ prior: 0.3, bootstrap: 0 }).fit(bags);
    const { options } = await refitWithAudit(before, bags, { estimate: estimateOf(0.4) });
    expect(options).toMatchObject({ audited: "3/9", bootstrap: 0 });
    expect(options).not.toHaveProperty("prior");
  });

  it("is refused for a learner without a prior, unless its labels change", async () => {
    const before = await learnerByName("pu-mil").create({ epochs: 1 }).fit(bags);
    const learner = before.card;
    const [estimate, answers] = [estimateOf(0.4), answersOf(unlabeled.slice(0, 6))];
    if (before.card.prior !== null) throw new Error(`${learner.learner} has a prior`);
    await expect(refitWithAudit(before, bags, { estimate })).rejects.toMatchObject({ code: "option" });
    await expect(refitWithAudit(before, bags, { estimate, answers, countsOnly: true })).rejects.toMatchObject({
      code: "option",
    });
    const { labels, options } = await refitWithAudit(before, bags, { estimate, answers });
    expect(labels).toBe(6);
    expect(options).not.toHaveProperty("prior");
  });

  it("says that an old threshold is not kept", async () => {
    const fitted = await skc.fit(bags);
    const before = Object.create(fitted, {
      card: { value: { ...fitted.card, threshold: { value: 0.5, rule: "recall 0.9" } } },
    }) as typeof fitted;
    const { notes } = await refitWithAudit(before, bags, { estimate: estimateOf(0.4) });
    expect(notes.map(({ code }) => code)).toEqual(["audit-threshold"]);
  });
});

describe("outweighedNote", () => {
  const card = (value: number | null) =>
    ({
      options: {},
      prior: value === null ? null : { value },
      training: { positive: 1, unlabeled: 9 },
    }) as unknown as ModelCard;
  const codes = (before: number | null, after: number | null, [value, low, high]: readonly (number | null)[]) =>
    outweighedNote(card(before), card(after), { prior: { value, low, high } as never }).length;

  it("allows for the width of a cell at both ends of the interval", () => {
    const audit = [0.3, 0.2, 0.4] as const;
    expect([0.194, 0.196, 0.404, 0.406].map((now) => codes(0.3, now, audit))).toEqual([1, 0, 0, 1]);
  });

  it("speaks if two thirds of the way are left, from a difference of .02 on", () => {
    const audit = [0.3, 0.1, 0.5] as const;
    expect([0.2332, 0.2334].map((now) => codes(0.2, now, audit))).toEqual([1, 0]);
    expect([0.3668, 0.3666].map((now) => codes(0.4, now, audit))).toEqual([1, 0]);
    expect(codes(0.281, 0.281, audit)).toBe(0);
    expect(codes(0.279, 0.279, audit)).toBe(1);
  });

  it("is silent if one of the priors is unknown", () => {
    expect(codes(null, 0.9, [0.3, 0.2, 0.4])).toBe(0);
    expect(codes(0.9, null, [0.3, 0.2, 0.4])).toBe(0);
    expect(codes(0.9, 0.9, [null, 0.2, 0.4])).toBe(0);
  });

  it("names the middle of the interval where the audit found nothing, or all", () => {
    const said = (value: number, low: number, high: number, at: number) =>
      outweighedNote(card(at), card(at), { prior: { value, low, high } as never })[0].message;
    expect(said(0, 0, 0.1113, 0.1)).toMatch(/option prior 0\.056/);
    expect(said(1, 0.8, 1, 0.85)).toMatch(/option prior 0\.9,/);
    expect(said(0.25, 0.1, 0.5, 0.4)).toMatch(/option prior 0\.25,/);
  });
});
