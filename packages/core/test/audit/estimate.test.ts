import { describe, expect, it } from "vitest";
import { type AuditDesign, drawAudit } from "../../src/audit/design.js";
import { estimateAudit } from "../../src/audit/estimate.js";
import { AUDIT_MEASURES } from "../../src/audit/measures.js";
import type { Answer } from "../../src/bags/answer.js";
import { random } from "../../src/base/random.js";

/** Bags whose truth follows their score, and more or less the probability. */
function population(n: number, seed: number) {
  const generator = random(seed);
  return Array.from({ length: n }, (_, i) => {
    const positive = generator.uniform() < 0.35;
    const score = generator.normal() + (positive ? 0.8 : -0.8);
    return { bag: `b${i}`, score, probability: 1 / (1 + Math.exp(-1.2 * score)), positive };
  });
}

function truthOf(bags: ReturnType<typeof population>) {
  const number = (what: (bag: (typeof bags)[number]) => boolean) => bags.filter(what).length;
  const right = number((bag) => bag.positive && bag.score >= 0);
  return {
    prior: number((bag) => bag.positive) / bags.length,
    precision: right / number((bag) => bag.score >= 0),
    recall: right / number((bag) => bag.positive),
    accuracy: number((bag) => bag.positive === bag.score >= 0) / bags.length,
  };
}

function answersTo(design: AuditDesign, bags: ReturnType<typeof population>): Answer[] {
  const truth = new Map(bags.map(({ bag, positive }) => [bag, positive]));
  return design.bags.map(({ bag }) => ({ bag, label: truth.get(bag) ? "positive" : "negative" }));
}

describe("estimateAudit", () => {
  const bags = population(200, 1);
  const truth = truthOf(bags);

  it("covers the truth at its nominal rate, and is right on the average", () => {
    const draws = 200;
    const sums = Object.fromEntries(AUDIT_MEASURES.map((name) => [name, { covered: 0, value: 0 }]));
    for (let seed = 0; seed < draws; seed++) {
      const design = drawAudit(bags, { n: 30, seed });
      const found = estimateAudit(design, answersTo(design, bags));
      for (const name of AUDIT_MEASURES) {
        const { value, low, high } = found[name];
        sums[name].value += value ?? 0;
        sums[name].covered += low <= truth[name] && truth[name] <= high ? 1 : 0;
      }
    }
    for (const name of AUDIT_MEASURES) {
      // Three standard deviations of the share that covers are 0.064.
      expect(sums[name].covered / draws, name).toBeGreaterThan(0.836);
      // Recall is a ratio, with a bias of the order of 1 / n.
      expect(Math.abs(sums[name].value / draws - truth[name]), name).toBeLessThan(name === "recall" ? 0.025 : 0.015);
    }
  });

  it("finds the truth itself when all bags are reviewed", () => {
    const design = drawAudit(bags, { n: 1000 });
    const found = estimateAudit(design, answersTo(design, bags));
    for (const name of AUDIT_MEASURES) {
      for (const end of [found[name].value, found[name].low, found[name].high]) expect(end).toBeCloseTo(truth[name], 9);
    }
    expect(found.evidence).toEqual({ positive: Math.round(200 * truth.prior), reviewed: 200 });
  });

  it("has wider intervals at a higher level", () => {
    const design = drawAudit(bags, { n: 30, seed: 2 });
    const answers = answersTo(design, bags);
    const [usual, high] = [estimateAudit(design, answers), estimateAudit(design, answers, { level: 0.99 })];
    for (const name of AUDIT_MEASURES) {
      expect(high[name].value).toBe(usual[name].value);
      expect(high[name].high - high[name].low).toBeGreaterThan(usual[name].high - usual[name].low);
    }
  });

  it("says how far the assumed prior was off, and whether the answers allow it", () => {
    const design = drawAudit(bags, { n: 60, seed: 2 });
    const answers = answersTo(design, bags);
    const { prior, assumed: none } = estimateAudit(design, answers);
    expect(none).toBeNull();
    const off = estimateAudit(design, answers, { assumed: 0.9 }).assumed;
    expect(off).toMatchObject({ value: 0.9, inside: false });
    expect(off?.difference).toBeCloseTo(0.9 - (prior.value ?? 0), 12);
    expect(estimateAudit(design, answers, { assumed: prior.value ?? 0 }).assumed).toMatchObject({
      difference: 0,
      inside: true,
    });
  });

  it("lets the reviewed bags stand for the others of their stratum, and says so", () => {
    const design = drawAudit(bags, { n: 30, seed: 3 });
    const answers = answersTo(design, bags);
    const all = estimateAudit(design, answers);
    const some = estimateAudit(design, answers.slice(0, 20));
    expect(some).toMatchObject({ drawn: 30, reviewed: 20, notReviewed: 10 });
    expect(some.notes.map(({ code }) => code)).toContain("audit-missing");
    expect(all.notes).toEqual([]);
    expect(some.prior.high - some.prior.low).toBeGreaterThan(all.prior.high - all.prior.low);
  });

  it("guesses a stratum without an answer, with the widest interval, and says so", () => {
    const design = drawAudit(bags, { n: 30, seed: 3 });
    const last = design.strata.length - 1;
    const stratum = new Map(design.bags.map((bag) => [bag.bag, bag.stratum]));
    const answers = answersTo(design, bags).filter(({ bag }) => stratum.get(bag) !== last);
    const found = estimateAudit(design, answers);
    expect(found.notes.map(({ code }) => code)).toEqual(["audit-missing", "audit-stratum"]);
    expect(found.prior.high - found.prior.low).toBeGreaterThan(design.strata[last].size / 200);
  });

  it("works for one to five bags", () => {
    for (const n of [1, 2, 3, 4, 5]) {
      for (let seed = 0; seed < 20; seed++) {
        const design = drawAudit(bags, { n, seed });
        const { prior, reviewed, evidence } = estimateAudit(design, answersTo(design, bags));
        expect(reviewed).toBe(n);
        expect(prior.high - prior.low).toBeGreaterThan(0.3);
        expect(evidence.reviewed).toBeGreaterThanOrEqual(1);
        expect(evidence.positive).toBeLessThanOrEqual(evidence.reviewed);
      }
    }
  });

  it("takes a plain sample for what it is worth: as many bags as it has", () => {
    const equal = bags.map((bag) => ({ ...bag, score: 1 }));
    const design = drawAudit(equal, { n: 40, seed: 4 });
    const found = estimateAudit(design, answersTo(design, bags));
    expect(found.evidence).toEqual({ positive: found.positive, reviewed: 40 });
    expect(found.notes.map(({ code }) => code)).toEqual(["audit-one-answer"]);
  });

  it("takes a stratified audit for more than a plain one where the model is good", () => {
    const good = population(200, 5).map((bag) => ({
      ...bag,
      score: bag.positive ? 2 + bag.score / 9 : -2 + bag.score / 9,
    }));
    const design = drawAudit(good, { n: 30, seed: 4 });
    expect(estimateAudit(design, answersTo(design, good)).evidence.reviewed).toBeGreaterThan(36);
  });

  it("refuses answers that do not belong to it", () => {
    const design = drawAudit(bags, { n: 10, seed: 5 });
    const [first] = answersTo(design, bags);
    const stranger = bags.find(({ bag: id }) => !design.bags.some(({ bag }) => bag === id));
    const where = { file: "a.csv", line: 3 };
    expect(() => estimateAudit(design, [{ bag: stranger?.bag ?? "", label: "positive", where }])).toThrow(
      /^a.csv, line 3, bag "b\d+": the bag was not drawn/,
    );
    const other = first.label === "positive" ? "negative" : "positive";
    expect(() => estimateAudit(design, [first, { ...first, label: other }])).toThrow(
      expect.objectContaining({ code: "audit-contradiction" }),
    );
    expect(estimateAudit(design, [first, first]).reviewed).toBe(1);
    expect(() => estimateAudit(design, [])).toThrow(expect.objectContaining({ code: "audit-empty" }));
    expect(() => estimateAudit(design, [first], { level: 1 })).toThrow("level");
  });
});
