import { describe, expect, it } from "vitest";
import type { Answer } from "../../../src/bags/answer.js";
import { reviewedBags, withAnswers } from "../../../src/prior/belief/answers.js";
import { bagSet } from "../../bags/make.js";

const bags = bagSet([[[1]], [[2]], [[3]], [[4]], [[5]]], {
  ids: ["p", "u1", "u2", "u3", "n"],
  labels: ["positive", "unlabeled", "unlabeled", "unlabeled", "negative"],
});
const answer = (bag: string, label: Answer["label"], line?: number): Answer => ({
  bag,
  label,
  ...(line && { where: { file: "a.csv", line } }),
});

describe("answers of reviewers", () => {
  it("become labels and counts, each bag once", () => {
    const found = withAnswers(bags, [answer("u1", "positive"), answer("u3", "negative"), answer("u1", "positive")]);
    expect(found.audit).toEqual({ positive: 1, reviewed: 2 });
    expect(found.bags.labels()).toEqual(["positive", "positive", "unlabeled", "negative", "negative"]);
    expect(bags.labels()[1]).toBe("unlabeled");
  });

  it("about labelled bags are not counted when they agree", () => {
    const found = withAnswers(bags, [answer("p", "positive"), answer("n", "negative"), answer("u2", "negative")]);
    expect(found).toMatchObject({ audit: { positive: 0, reviewed: 1 }, known: 2 });
  });

  it.each<[Answer[], RegExp]>([
    [[answer("x", "positive", 4)], /^a\.csv, line 4, bag "x": /],
    [[answer("p", "negative", 2)], /^a\.csv, line 2, bag "p": .*negative.*labelled positive/],
    [[answer("n", "positive")], /^bag "n": .*positive.*labelled negative/],
    [
      [answer("u1", "positive", 2), answer("u1", "negative", 7)],
      /line 7, bag "u1": .*negative here and positive in line 2/,
    ],
    [[], /^no bag was reviewed/],
    [[answer("p", "positive", 2)], /^a\.csv: 1 answer /],
  ])("that cannot be are refused with their place", (answers, message) => {
    expect(() => withAnswers(bags, answers)).toThrow(message);
  });
});

describe("bags to learn from after a review", () => {
  const some = [answer("u1", "positive"), answer("p", "positive")];

  it("have the answers as labels, but in a single set, and tell of answers that say nothing new", () => {
    const found = reviewedBags(bags, some);
    expect(found.bags.labels()[1]).toBe("positive");
    expect(found.audit).toEqual({ positive: 1, reviewed: 1 });
    expect(found.notes).toMatchObject([{ code: "audit-labelled" }]);
    expect(reviewedBags(bags, some, { scenario: "single-set" }).bags.labels()).toEqual(bags.labels());
    expect(reviewedBags(bags, [answer("u1", "positive")]).notes).toEqual([]);
  });

  it("must be some: when all are reviewed the file of answers is to blame", () => {
    const all = ["u1", "u2", "u3"].map((id, i) => answer(id, i === 0 ? "positive" : "negative", i + 2));
    expect(() => reviewedBags(bags, all)).toThrow(/^a\.csv: 3 unlabeled bags .*reviewed.*option audited .*1\/3/);
    expect(reviewedBags(bags, all, { scenario: "single-set" }).audit).toEqual({ positive: 1, reviewed: 3 });
  });
});
