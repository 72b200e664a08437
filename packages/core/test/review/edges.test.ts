import { describe, expect, it } from "vitest";
import type { Label } from "../../src/bags/label.js";
import { findingRate } from "../../src/review/finding-rate.js";
import { positivesLeft } from "../../src/review/left.js";
import { simulateReview } from "../../src/review/simulate.js";
import { checkOf, judgeStopping, type ReviewedBag } from "../../src/review/stopping.js";
import { chanceOfAtMost } from "../../src/statistics/hypergeometric.js";

/** A review of `n` bags with finds where `isFind` says so. */
const found = (n: number, isFind: (k: number) => boolean): ReviewedBag[] =>
  Array.from({ length: n }, (_, k) => ({ positive: isFind(k), drawnFrom: null }));

/** 95 finds, and then so many of 100 open bags drawn at random without a hit. */
const checked = (draws: number): ReviewedBag[] => [
  ...found(95, () => true),
  ...Array.from({ length: draws }, (_, k) => ({ positive: false, drawnFrom: 100 - k })),
];

describe("an expectation of finds", () => {
  it("is about as many as before in a long review that goes on steadily", () => {
    const rate = findingRate(
      found(6000, (k) => k % 3 === 0),
      9000,
    );
    expect(rate?.left).toBeGreaterThan(900);
    expect(rate?.left).toBeLessThan(1000);
    expect(rate?.at(1)).toBeCloseTo(1 / 3, 1);
  });

  it("is never above all open bags, nor a share above 1", () => {
    const rate = findingRate(
      found(600, () => true),
      610,
    );
    expect(rate?.left).toBeLessThanOrEqual(10);
    expect(rate?.left).toBeGreaterThan(9);
    expect(rate?.at(1)).toBeLessThanOrEqual(1);
    expect(rate?.at(1)).toBeGreaterThan(0.9);
  });

  it("is next to nothing long after the last find", () => {
    const rate = findingRate(
      found(400, (k) => k < 12),
      900,
    );
    expect(rate?.left).toBeLessThan(0.1);
  });
});

describe("an urn", () => {
  it("has at most as many positives as there are, or as are drawn, with certainty", () => {
    for (let positive = 0; positive < 30; positive++) {
      expect(chanceOfAtMost({ bags: 97, positive, drawn: 41 }, positive)).toBe(1);
      expect(chanceOfAtMost({ bags: 97, positive: 41, drawn: positive }, positive)).toBe(1);
      if (positive > 0) expect(chanceOfAtMost({ bags: 97, positive, drawn: 41 }, positive - 1)).toBeLessThan(1);
    }
  });
});

describe("the interval of positives left", () => {
  it("ends below what may not be left as soon as the review may stop", () => {
    let stops = 0;
    for (let draws = 20; draws < 100; draws++) {
      const { left, stopping } = positivesLeft(checked(draws), 195, { checkFrom: 95 });
      // 6 of 101 would be too many.
      if (stopping.stop) expect(left.high).toBeLessThanOrEqual(5);
      else expect(left.high).toBeGreaterThanOrEqual(6);
      if (stopping.stop) stops++;
    }
    expect(stops).toBeGreaterThan(10);
    expect(stops).toBeLessThan(70);
  });

  it("is time to check when twice as many as expected would be few enough", () => {
    const answers = new Set<boolean>();
    for (let last = 60; last < 300; last += 4) {
      const reviewed = found(300, (k) => k < last && k % 3 === 0);
      const positives = reviewed.filter(({ positive }) => positive).length;
      const { left } = findingRate(reviewed, 600) ?? { left: Number.NaN };
      const due = positives / (positives + 2 * left) >= 0.95;
      expect(positivesLeft(reviewed, 600).timeToCheck).toBe(due);
      answers.add(due);
      // Somewhere the factor decides.
      answers.add(due === positives / (positives + left) >= 0.95);
    }
    expect(answers.size).toBe(2);
  });
});

describe("a check", () => {
  it("of one bag that is left passes it", () => {
    const check = checkOf([{ positive: false, drawnFrom: 1 }], 1, 0);
    expect(check).toMatchObject({ drawn: 1, hits: 0, share: 1 });
    expect(checkOf([], 1, 0)).toMatchObject({ drawn: 0, hits: 0, share: 0 });
    expect(check.chance(1)).toBe(0);
  });

  it("says of one bag that it is one more bag", () => {
    const needed = Array.from({ length: 100 }, (_, m) => m).find(
      (m) => judgeStopping(checked(m), 195, { checkFrom: 95 }).stop,
    );
    const sentence = (before: number) =>
      judgeStopping(checked((needed ?? 0) - before), 195, { checkFrom: 95 }).sentence;
    expect(sentence(1)).toMatch(/^Go on: it takes 1 more bag drawn at random without a positive to say that, /);
    expect(sentence(2)).toMatch(/^Go on: it takes 2 more bags drawn /);
    expect(
      judgeStopping(
        found(1, () => true),
        1,
      ).sentence,
    ).toBe("Stop: every bag is reviewed, and 1 positive is found.");
  });
});

describe("a simulated review", () => {
  const truth = Array.from({ length: 120 }, (_, i): Label => (i < 30 ? "positive" : "negative"));
  const rank = () => truth.map((_, i) => (i < 24 ? 200 - i : i));
  const options = { start: [0], batch: () => 10 };

  it("has the recall of its order, and a seed of 0", async () => {
    const review = await simulateReview(truth, rank, options);
    const hits = review.order.filter((i) => truth[i] === "positive").length;
    expect(review.positives).toBe(29);
    expect(review.recall).toBeCloseTo(hits / 29, 12);
    expect(review).toEqual(await simulateReview(truth, rank, { ...options, seed: 0 }));
    const stopped = await simulateReview(truth, rank, { ...options, target: 0.5, confidence: 0.5 });
    expect(stopped.stopped).toBe(true);
    expect(stopped.recall).toBeLessThan(1);
    expect(stopped.recall).toBeCloseTo(stopped.order.filter((i) => truth[i] === "positive").length / 29, 12);
  });

  it("never checks where a check would draw nothing", async () => {
    const { rounds } = await simulateReview(truth, rank, { ...options, checkShare: 0 });
    expect(rounds.every(({ checking }) => !checking)).toBe(true);
    expect(rounds.some(({ progress }) => progress.timeToCheck)).toBe(true);
    const usual = await simulateReview(truth, rank, options);
    // Draws count from the moment when the check begins.
    const first = usual.rounds.findIndex(({ checking }) => checking);
    expect(usual.rounds.slice(0, first).map(({ progress }) => progress.stopping.drawn)).toEqual(Array(first).fill(0));
    expect(usual.rounds[first].progress.stopping.drawn).toBe(9);
    expect(usual.rounds.some(({ checking }) => checking)).toBe(true);
  });
});
