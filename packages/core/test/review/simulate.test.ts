import { describe, expect, it } from "vitest";
import type { Label } from "../../src/bags/label.js";
import { random } from "../../src/base/random.js";
import { reviewMeasures, workAt } from "../../src/review/measures.js";
import { simulateReview } from "../../src/review/simulate.js";

/** Bags with scores that do not change; positives are `signal` higher, the last of them `hidden`. */
function world(seed: number, { bags = 400, positives = 60, signal = 3, hidden = 0 } = {}) {
  const generator = random(seed);
  const truth: Label[] = Array.from({ length: bags }, (_, i) => (i < positives ? "positive" : "negative"));
  const scores = truth.map((label, i) => {
    const shift = label === "negative" ? 0 : i >= positives - hidden ? -3 : signal;
    return generator.normal() + shift;
  });
  return { truth, rank: () => scores };
}

describe("simulateReview", () => {
  it("finds every positive in the order of the scores, without a random share", async () => {
    const { truth, rank } = world(1);
    const { order, pool, positives } = await simulateReview(truth, rank, {
      start: [0],
      randomShare: 0,
      until: "all found",
    });
    expect([pool, positives]).toEqual([399, 59]);
    const scores = rank();
    const sorted = truth
      .map((_, i) => i)
      .slice(1)
      .sort((a, b) => scores[b] - scores[a]);
    expect(order).toEqual(sorted.slice(0, order.length));
    expect(order.filter((i) => truth[i] === "positive")).toHaveLength(59);
  });

  it("is the same for the same seed, and another for another", async () => {
    const { truth, rank } = world(2);
    const run = async (seed: number) => (await simulateReview(truth, rank, { start: [0], seed })).order;
    expect(await run(5)).toEqual(await run(5));
    expect(await run(5)).not.toEqual(await run(6));
  });

  it("keeps its promise, also if the ranking puts a tenth of the positives last", async () => {
    for (const hidden of [0, 6]) {
      let kept = 0;
      let work = 0;
      for (let seed = 0; seed < 20; seed++) {
        const { truth, rank } = world(7000 + seed, { hidden });
        const { recall, order, pool, stopped } = await simulateReview(truth, rank, {
          start: [0],
          seed,
          batch: () => 20,
        });
        expect(stopped).toBe(true);
        if (recall >= 0.95) kept++;
        work += order.length / pool / 20;
      }
      expect(kept).toBeGreaterThanOrEqual(18);
      if (hidden === 0) expect(work).toBeLessThan(0.9);
    }
  });

  it("begins the check once, and goes on with it", async () => {
    const { truth, rank } = world(3);
    const { rounds } = await simulateReview(truth, rank, { start: [0], batch: () => 20 });
    const first = rounds.findIndex(({ checking }) => checking);
    expect(first).toBeGreaterThan(0);
    expect(rounds.slice(first).every(({ checking }) => checking)).toBe(true);
  });

  it("can be stopped", async () => {
    const { truth, rank } = world(1);
    const signal = AbortSignal.abort();
    await expect(simulateReview(truth, rank, { start: [0], signal })).rejects.toThrow("abort");
  });
});

describe("reviewMeasures", () => {
  it("are those of an order that is easy to follow", () => {
    // 2 of 20 bags are positive, and are found as the 1st and the 10th.
    const order = Array.from({ length: 20 }, (_, k) => k === 0 || k === 9);
    const { wss95, wss100, atd, recall10 } = reviewMeasures(order);
    expect(wss95).toBeCloseTo(0.95 - 0.5, 12);
    expect(wss100).toBeCloseTo(0.5, 12);
    expect(atd).toBeCloseTo((1 + 10) / 2 / 20, 12);
    expect(recall10).toBe(0.5);
    expect(workAt(order, 0.5)).toBe(1 / 20);
  });

  it("are near 0 work saved in random order", () => {
    const generator = random(1);
    const order = Array.from(generator.permutation(5000), (bag) => bag < 500);
    expect(Math.abs(reviewMeasures(order).wss95)).toBeLessThan(0.03);
    expect(Math.abs(reviewMeasures(order).atd - 0.5)).toBeLessThan(0.03);
  });
});
