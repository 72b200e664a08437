import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import type { Label } from "../../src/bags/label.js";
import { random } from "../../src/base/random.js";
import { reviewRanker } from "../../src/learners/auto/review-ranker.js";
import { likenessOf } from "../../src/review/likeness.js";
import { nextRound, reviewProgress } from "../../src/review/review-round.js";
import { withEvent } from "../../src/review/review-state.js";
import { newSession } from "../../src/review/session.js";
import { auc } from "../../src/scores/classification.js";

const AT = "2026-01-02T03:04:05.000Z";

/** Texts of two kinds, or numbers; every third bag is positive. */
async function texts(count: number): Promise<BagSet> {
  const generator = random(2);
  const damp = "mould damp wet wall mildew condensation musty drip leak moist".split(" ");
  const other = "noise lift key rent garden heating door lamp violin parking".split(" ");
  const word = (list: readonly string[]) => list[generator.below(list.length)];
  const rows = Array.from({ length: count }, (_, i) => {
    const own = i % 3 === 0 ? damp : other;
    const words = Array.from({ length: 12 }, () => word(generator.uniform() < 0.4 ? own : [...damp, ...other]));
    return `d${i},${i % 3 === 0 ? 1 : 0},we write about ${words.join(" ")}.`;
  });
  const content = new TextEncoder().encode(`document,label,text\n${rows.join("\n")}\n`);
  return await readBags(content, { name: "texts.csv", text: ["text"], bag: "document", label: "label" });
}

function numbers(count: number): BagSet {
  const generator = random(3);
  return BagSet.from(
    Array.from({ length: count }, (_, i) => ({
      id: `n${i}`,
      label: i % 3 === 0 ? ("positive" as const) : ("unlabeled" as const),
      instances: [0, 1, 2].map((j) => [generator.normal() + (i % 3 === 0 && j === 0 ? 4 : 0), generator.normal()]),
    })),
  );
}

const signs = (bags: BagSet) => Int8Array.from(bags.labels(), (label) => (label === "positive" ? 1 : -1));

function known(bags: BagSet, count: number): Label[] {
  return bags.labels().map((label, i) => (i < count ? (label === "positive" ? "positive" : "negative") : "unlabeled"));
}

describe("reviewRanker", () => {
  it.each(["texts", "numbers"])("ranks %s, and better with more answers", async (kind) => {
    const bags = kind === "texts" ? await texts(90) : numbers(90);
    const ranker = reviewRanker(bags);
    const quality = (count: number) => auc(ranker.rank(known(bags, count)).scores, signs(bags));
    const few = quality(3);
    const many = quality(45);
    expect(few).toBeGreaterThan(0.6);
    expect(many).toBeGreaterThan(Math.max(0.9, few - 0.02));
  });

  it("gives the same scores whatever it ranked before", async () => {
    const bags = await texts(60);
    const used = reviewRanker(bags);
    for (const count of [2, 10, 20]) used.rank(known(bags, count));
    const [a, b] = [used, reviewRanker(bags)].map((ranker) => ranker.rank(known(bags, 30)).scores);
    expect(a).toEqual(b);
  });

  it("gives a scorer whose order is that of the scores", async () => {
    const bags = numbers(60);
    const ranking = reviewRanker(bags).rank(known(bags, 20));
    expect(ranking.scorer().kind).toBe("views");
    expect(ranking.scores.every(Number.isFinite)).toBe(true);
  });
});

describe("nextRound", () => {
  it("goes on by teaching, keeps bags that you cannot tell out, and ends when all are answered", () => {
    const bags = numbers(30).withLabels(Array.from({ length: 30 }, (_, i) => (i === 0 ? "positive" : "unlabeled")));
    const data = { file: null, hash: "x", bags: 30, positive: 1, negative: 0, reading: {} };
    const options = { n: 28, by: "teaching", randomShare: 0 } as const;
    const begun = nextRound(newSession({ program: "1", data, options }), bags, { at: AT });
    expect(begun.list).toHaveLength(28);
    const answers = begun.list.map(({ bag }, k) => ({
      bag,
      answer:
        k === 0
          ? ("cannot tell" as const)
          : Number(bag.slice(1)) % 3 === 0
            ? ("positive" as const)
            : ("negative" as const),
    }));
    const answered = withEvent(begun.session, { type: "answers", at: AT, answers });
    expect(reviewProgress(answered, bags)).toMatchObject({ pool: 28, reviewed: 27 });
    const last = nextRound(answered, bags, { at: AT });
    expect(last.list).toHaveLength(1);
    const [{ bag }] = last.list;
    expect(begun.list.some((each) => each.bag === bag)).toBe(false);
    const done = withEvent(last.session, { type: "answers", at: AT, answers: [{ bag, answer: "negative" }] });
    expect(nextRound(done, bags, { at: AT })).toMatchObject({ list: [], progress: { stopping: { stop: true } } });
  });
});

describe("likenessOf", () => {
  it("is 1 for a bag and itself, symmetric, and highest for the nearest reviewed bag", async () => {
    for (const bags of [numbers(20), await texts(20)]) {
      const open = [4, 7, 9];
      const likeness = likenessOf(bags, open, [1, 4]);
      expect(likeness.between(0, [0])[0]).toBeCloseTo(1, 9);
      expect(likeness.between(0, [1, 2])[1]).toBeCloseTo(likeness.between(2, [0])[0], 12);
      expect(likeness.toReviewed(0)).toBeCloseTo(1, 9);
      expect(likeness.toReviewed(1)).toBeLessThan(1);
    }
  });
});
