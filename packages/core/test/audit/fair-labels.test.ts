import { beforeAll, describe, expect, it } from "vitest";
import { drawAudit } from "../../src/audit/design.js";
import { estimateAudit } from "../../src/audit/estimate.js";
import { labelFairness } from "../../src/audit/fair-labels.js";
import type { BagSet } from "../../src/bags/bag-set.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { studyPrior } from "../../src/judge/prior-study.js";
import { auto } from "../../src/learners/auto/auto.js";
import { heldOutScores } from "../../src/model/held-out-scores.js";
import { Model } from "../../src/model/model.js";
import { reviewedBags } from "../../src/prior/belief/answers.js";

const { bags, truth } = synthesise({ bags: 160, labeled: 64, prior: 0.01, distance: 3, seed: 3, reveal: true });
const ids = bags.ids();
const isPositive = new Map(ids.map((id, i) => [id, truth[i] === "positive"]));

/** The bags with these labelled, the others not. */
const labelling = (chosen: ReadonlySet<string>) =>
  bags.withLabels(ids.map((id) => (chosen.has(id) ? "positive" : "unlabeled")));

let easiest: BagSet;
let fair: BagSet;
let easiestModel: Model;
let fairModel: Model;

beforeAll(async () => {
  const positives = ids.filter((id) => isPositive.get(id));
  const known = labelling(new Set(positives));
  const scores = heldOutScores((await auto({ bootstrap: 0 }).fit(known)).parts(), known);
  const ease = new Map(ids.map((id, i) => [id, scores?.[i] ?? 0]));
  const byEase = [...positives].sort((a, b) => (ease.get(b) ?? 0) - (ease.get(a) ?? 0));
  easiest = labelling(new Set(byEase.slice(0, 20)));
  fair = labelling(new Set(byEase.filter((_, k) => k % 3 === 1).slice(0, 20)));
  [easiestModel, fairModel] = await Promise.all([easiest, fair].map((each) => auto({ bootstrap: 0 }).fit(each)));
});

function audited(model: Model, of: BagSet) {
  const design = drawAudit(model.predict(of.unlabeled()), { n: 40, seed: 3 });
  const answers = design.bags.map(({ bag }) => ({
    bag,
    label: isPositive.get(bag) ? ("positive" as const) : ("negative" as const),
  }));
  return { design, answers, estimate: estimateAudit(design, answers) };
}

describe("whether an audit contradicts fair labels", () => {
  it("is noticed by scores and by the prior if the easiest were labelled", () => {
    const { scores, prior, notes } = labelFairness(easiestModel, easiest, audited(easiestModel, easiest));
    expect(scores).toMatchObject({ labelled: 20, differs: true });
    expect(scores?.deviation).toBeGreaterThan(2.3);
    expect(prior?.differs).toBe(true);
    expect(notes.map(({ code }) => code)).toEqual(["labels-not-fair", "estimate-against-audit"]);
  });

  it("is not claimed about evenly spread labels", () => {
    const { scores, notes } = labelFairness(fairModel, fair, audited(fairModel, fair));
    expect(scores?.differs).toBe(false);
    expect(notes).toEqual([]);
  });

  it("cannot be told from other bags, or from a model that kept no held-out scores", () => {
    const found = audited(easiestModel, easiest);
    const others = easiest.filter((i) => i % 2 === 0);
    expect(labelFairness(easiestModel, others, found)).toEqual({ scores: null, prior: null, notes: [] });
    const without = new Model({ ...easiestModel.parts(), heldOut: null });
    expect(labelFairness(without, easiest, found).scores).toBeNull();
  });

  it("compares no prior that was given", () => {
    const prior = { value: 0.3, low: 0.3, high: 0.3, method: "given", clipped: false };
    const given = new Model({ ...easiestModel.parts(), card: { ...easiestModel.card, prior } });
    const found = labelFairness(given, easiest, audited(easiestModel, easiest));
    expect(found.prior).toBeNull();
    expect(found.scores?.differs).toBe(true);
  });

  it("does not depend on the order of the bags", () => {
    const found = audited(easiestModel, easiest);
    const shuffled = easiest.subset(ids.map((_, i) => ids.length - 1 - i));
    expect(labelFairness(easiestModel, shuffled, found)).toEqual(labelFairness(easiestModel, easiest, found));
  });
});

describe("answers to bags", () => {
  it("show in the study of the prior, where the audit alone then decides", async () => {
    const { answers } = audited(easiestModel, easiest);
    const [before, after] = [await studyPrior(easiest), await studyPrior(easiest, { audited: answers })];
    const hidden = easiest.unlabeled().ids();
    const share = hidden.filter((id) => isPositive.get(id)).length / hidden.length;
    expect(before.summary.high).toBeLessThan(share);
    expect(after.summary.low).toBeLessThan(share);
    expect(after.summary.high).toBeGreaterThan(share);
    expect(after.comparison?.differs).toBe(true);
    expect(after.notes.map(({ code }) => code)).toContain("labels-not-fair");
    expect(after.advice.doubt).toBe("not-fair");
  });

  it("do the same to a training that is told what they found", async () => {
    const { answers } = audited(easiestModel, easiest);
    const { bags: labelled, audit, found } = reviewedBags(easiest, answers);
    const model = await auto({ audited: `${audit.positive}/${audit.reviewed}`, bootstrap: 0 }).fit(labelled, {
      auditedFrom: easiest.unlabeled().size,
      foundPositive: found,
    });
    expect(model.card.notes.map(({ code }) => code)).toContain("labels-not-fair");
    expect(model.card.prior?.belief).toEqual((await studyPrior(easiest, { audited: answers })).belief);
  });
});
