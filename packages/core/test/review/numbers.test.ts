import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingRate } from "../../src/review/finding-rate.js";
import { labelsTable } from "../../src/review/labels-table.js";
import { positivesLeft } from "../../src/review/left.js";
import { likenessOf } from "../../src/review/likeness.js";
import { reviewMeasures, workAt } from "../../src/review/measures.js";
import { nextBags } from "../../src/review/next-bags.js";
import { growingRounds, simulateReview } from "../../src/review/simulate.js";
import { checkOf, judgeStopping, percent, type ReviewedBag } from "../../src/review/stopping.js";
import { chanceOfAtMost } from "../../src/statistics/hypergeometric.js";
import { bagSet } from "../bags/make.js";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const anyReview = fc.array(fc.record({ positive: fc.boolean(), random: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
});

/** A review of bags that were drawn from those that were open, or chosen. */
const reviewOf = (bags: readonly { positive: boolean; random: boolean }[], pool: number): ReviewedBag[] =>
  bags.map(({ positive, random }, k) => ({ positive, drawnFrom: random ? pool - k : null }));

describe("measures of a review", () => {
  const order = Array.from({ length: 40 }, (_, k) => [0, 1, 3, 9, 39].includes(k));

  it("are by hand", () => {
    const { wss95, wss100, atd, recall10 } = reviewMeasures(order);
    // The fifth of five finds is the last bag; the fourth is the tenth.
    expect(wss95).toBeCloseTo(0.95 - 1, 12);
    expect(wss100).toBe(0);
    expect(atd).toBeCloseTo((1 + 2 + 4 + 10 + 40) / 5 / 40, 12);
    // A tenth of 40 bags are 4.
    expect(recall10).toBe(3 / 5);
    expect(reviewMeasures(Array.from({ length: 41 }, (_, k) => k === 4)).recall10).toBe(1);
    expect(reviewMeasures(Array.from({ length: 39 }, (_, k) => k === 4)).recall10).toBe(0);
  });

  it("count the work for a share of the positives", () => {
    expect([0, 0.1, 0.2, 0.21, 0.6, 0.8, 1].map((recall) => workAt(order, recall) * 40)).toEqual([
      1, 1, 1, 2, 4, 10, 40,
    ]);
    // 95 % of 20 is 19.
    expect(workAt(Array(20).fill(true), 0.95)).toBe(0.95);
    expect(workAt([false], 1)).toBeNaN();
    expect(growingRounds(0)).toBe(1);
    expect([39, 40, 59, 60, 410].map(growingRounds)).toEqual([1, 2, 2, 3, 20]);
  });
});

describe("findingRate", () => {
  /** The same by sums over small steps: each curve, its weight, and the median of what is left. */
  function plainRate(finds: readonly number[], n: number, pool: number) {
    const skipped = Math.floor(finds.length / 2);
    const start = skipped === 0 ? 0 : finds[skipped - 1];
    const own = finds.slice(skipped);
    const decays = Array.from({ length: 49 }, (_, k) => k / 4);
    const curves = [
      ...decays.map((b) => (t: number) => (Math.max(t, 0.5) / n) ** -b),
      ...decays.map((c) => (t: number) => Math.exp(-c * (t / n - 1))),
    ];
    // The integral of a power law begins at half a bag.
    const integral = (curve: (t: number) => number, from: number, to: number, law: boolean) => {
      const begin = law ? Math.max(0.5, from) : from;
      const steps = 800;
      // In steps of equal ratio, where the law is steep.
      const at = (k: number) => (law ? begin * (to / begin) ** (k / steps) : begin + ((to - begin) * k) / steps);
      let total = 0;
      for (let k = 0; k < steps; k++) total += (at(k + 1) - at(k)) * curve((at(k) + at(k + 1)) / 2);
      return total;
    };
    const fits = curves.map((curve, k) => {
      const exposure = integral(curve, start, n, k < 49);
      const level = (own.length + 0.5) / exposure;
      const left = Math.min(pool - n, level * integral(curve, n, pool, k < 49));
      const logWeight = sum(own.map((t) => Math.log(curve(t)))) - (own.length + 0.5) * Math.log(exposure);
      return { left, level, curve, logWeight };
    });
    const most = Math.max(...fits.map(({ logWeight }) => logWeight));
    const sorted = fits
      .map((fit) => ({ ...fit, weight: Math.exp(fit.logWeight - most) }))
      .sort((a, b) => a.left - b.left);
    const half = sum(sorted.map(({ weight }) => weight)) / 2;
    const upTo = (k: number) => sum(sorted.slice(0, k + 1).map(({ weight }) => weight));
    const middle = sorted.find((_, k) => upTo(k) >= half) ?? sorted[0];
    return { left: middle.left, at: (k: number) => Math.min(1, middle.level * middle.curve(n + k)) };
  }

  it.each([
    [[1, 2, 3, 5, 8, 13, 21], 40, 100],
    [[2, 3, 4, 5, 6, 7], 12, 40],
    [[30], 31, 60],
    [[1], 1, 20],
    [[1, 2, 3, 4], 4, 30],
    [[1, 2, 3, 4, 5, 6], 6, 7],
    [[5, 10, 15, 20, 25, 30], 30, 300],
  ])("of finds at %j of %d bags is that of sums over small steps", (finds, n, pool) => {
    const reviewed = Array.from({ length: n }, (_, k) => ({ positive: finds.includes(k + 1), drawnFrom: null }));
    const rate = findingRate(reviewed, pool);
    const plain = plainRate(finds, n, pool);
    expect((rate?.left ?? 0) / plain.left).toBeCloseTo(1, 4);
    for (const k of [1, 5, pool - n]) expect(rate?.at(k)).toBeCloseTo(plain.at(k), 4);
    expect(rate?.at(1)).toBeLessThanOrEqual(1);
  });

  it("is unknown before the first find", () => {
    expect(findingRate([{ positive: false, drawnFrom: null }], 9)).toBeUndefined();
    expect(findingRate([], 9)).toBeUndefined();
  });
});

/** C(n, k). */
const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

describe("a check by random draws", () => {
  it("counts draws and hits since it began, and the share of the bags that they passed", () => {
    fc.assert(
      fc.property(anyReview, fc.nat(20), fc.nat(30), (bags, more, start) => {
        const pool = bags.length + more;
        const from = Math.min(start, bags.length);
        const check = checkOf(reviewOf(bags, pool), pool, from);
        const drawn = bags.slice(from).filter(({ random }) => random);
        expect(check.drawn).toBe(drawn.length);
        expect(check.hits).toBe(drawn.filter(({ positive }) => positive).length);
        // The product over draws of the chance to be passed over.
        const missed = bags.reduce((p, { random }, k) => (random && k >= from ? p * (1 - 1 / (pool - k)) : p), 1);
        const passed = Math.floor((pool - from) * (1 - missed) + 1e-6);
        expect(check.share).toBeCloseTo(passed / Math.max(1, pool - from), 12);
        for (const k of [0, 1, 3]) {
          const there = Math.min(pool - from, k + check.hits);
          const ways = Array.from(
            { length: check.hits + 1 },
            (_, x) => choose(there, x) * choose(pool - from - there, passed - x),
          );
          expect(check.chance(k)).toBeCloseTo(Math.min(1, sum(ways) / choose(pool - from, passed)), 8);
        }
      }),
      { seed: 91, numRuns: 60 },
    );
  });

  it("needs as many more draws as the first number that is enough", () => {
    fc.assert(
      fc.property(anyReview, fc.integer({ min: 1, max: 60 }), (bags, more) => {
        const pool = bags.length + more;
        const reviewed = reviewOf(bags, pool);
        const options = { target: 0.8, confidence: 0.9, checkFrom: 0 };
        const { stop, needed, missing, chance, level, open } = judgeStopping(reviewed, pool, options);
        if (open >= missing) expect(stop).toBe(chance <= level);
        if (stop) expect(needed).toBe(0);
        if (stop) return;
        const check = checkOf(reviewed, pool, 0);
        const enough = (draws: number) => {
          const later = check.after(draws, open);
          return later.chance(missing) <= 0.8 * (1 - 0.9) * later.share;
        };
        const first = Array.from({ length: open }, (_, k) => k + 1).find(enough);
        expect(needed).toBe(first ?? open);
        expect(check.after(2, open).drawn).toBe(check.drawn + 2);
      }),
      { seed: 92, numRuns: 40 },
    );
  });

  it("refuses shares at their ends", () => {
    for (const wrong of [0, 1, -1, Number.NaN])
      for (const name of ["target", "confidence"])
        expect(() => judgeStopping([], 5, { [name]: wrong })).toThrow(expect.objectContaining({ code: "option" }));
    expect([0.95, 0.999, 0.12345678, 1].map(percent)).toEqual(["95 %", "99.9 %", "12.35 %", "100 %"]);
  });
});

describe("positivesLeft", () => {
  it("has at its low end the fewest positives that do not contradict the hits of random draws", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ positive: fc.boolean(), random: fc.boolean() }), { minLength: 1, maxLength: 8 }),
        fc.nat(20),
        (bags, more) => {
          const pool = bags.length + more;
          const reviewed = reviewOf(bags, pool);
          const { left } = positivesLeft(reviewed, pool, { confidence: 0.5 });
          const hits = bags.filter(({ positive, random }) => positive && random).length;
          /** The chance of so many hits by summing over all outcomes of the draws. */
          const chanceOf = (k: number) => {
            const chances = bags.flatMap(({ random }, i) => {
              const since = bags.slice(i).filter(({ positive }) => positive).length;
              return random ? [Math.min(1, (k + since) / (pool - i))] : [];
            });
            let total = 0;
            for (let mask = 0; mask < 2 ** chances.length; mask++) {
              const hit = chances.map((_, i) => (mask >> i) & 1);
              if (sum(hit) >= hits) total += chances.reduce((p, chance, i) => p * (hit[i] ? chance : 1 - chance), 1);
            }
            return total;
          };
          let least = 0;
          while (least < more && hits > 0 && chanceOf(least) <= 0.1 * 0.5) least++;
          expect(left.low).toBe(Math.min(left.high, least));
        },
      ),
      { seed: 93, numRuns: 60 },
    );
  });

  it("has at its high end the most that neither the check nor the second half contradicts", () => {
    fc.assert(
      fc.property(anyReview, fc.nat(30), fc.nat(30), (bags, more, start) => {
        const pool = bags.length + more;
        const reviewed = reviewOf(bags, pool);
        const checkFrom = Math.min(start, bags.length);
        const { left, stopping } = positivesLeft(reviewed, pool, { confidence: 0.7, checkFrom });
        const error = 1 - 0.7;
        const check = checkOf(reviewed, pool, checkFrom);
        const window = checkOf(reviewed, pool, Math.floor(bags.length / 2));
        const upTo = (holds: (k: number) => boolean) => {
          let k = 0;
          while (k < more && holds(k + 1)) k++;
          return k;
        };
        const possible = Math.min(
          upTo((k) => check.chance(k) > 0.8 * error * check.share),
          upTo((k) => window.chance(k) > 0.1 * error),
        );
        const { missing, stop } = stopping;
        expect(left.high).toBe(Math.min(more, stop ? Math.min(possible, missing - 1) : Math.max(possible, missing)));
      }),
      { seed: 94, numRuns: 40 },
    );
  });

  it("says to check once recall would hold with twice as many left as expected", () => {
    for (let found = 10; found < 110; found++) {
      const reviewed = Array.from({ length: 200 }, (_, k) => ({ positive: k < found, drawnFrom: null }));
      const { left } = findingRate(reviewed, 400) ?? { left: 0 };
      expect(positivesLeft(reviewed, 400).timeToCheck).toBe(found / (found + 2 * left) >= 0.95);
      const { recall, left: ends } = positivesLeft(reviewed, 400);
      expect(recall?.value).toBeCloseTo(found / (found + (ends.value ?? 0)), 12);
      expect(recall?.low).toBeCloseTo(found / (found + ends.high), 12);
    }
  });
});

describe("what is as it should be at the ends", () => {
  it("lists 20 bags unless you say otherwise", () => {
    const open = Array.from({ length: 60 }, (_, i) => ({ bag: `b${i}`, score: i }));
    expect(nextBags(open)).toHaveLength(20);
    expect(nextBags(open)).toEqual(nextBags(open, { n: 20, by: "probability", randomShare: 0.1, seed: 0 }));
  });

  it("has no chance to be wrong where too few bags are left", () => {
    const reviewed = Array.from({ length: 9 }, (_, k) => ({ positive: k < 8, drawnFrom: null }));
    expect(judgeStopping(reviewed, 9)).toMatchObject({ stop: true, chance: 0, open: 0 });
  });

  it("knows the chance of no hit among thousands of bags", () => {
    for (const [bags, positive, drawn] of [
      [700, 3, 200],
      [9000, 3, 4000],
      [40_000, 5, 9000],
    ]) {
      const none = Array.from({ length: positive }, (_, i) => (bags - drawn - i) / (bags - i)).reduce(
        (p, q) => p * q,
        1,
      );
      expect(chanceOfAtMost({ bags, positive, drawn }, 0) / none).toBeCloseTo(1, 9);
    }
  });
});

describe("a simulated review without a positive to find", () => {
  it("has found all of them, when every bag is reviewed", async () => {
    const truth = ["positive", ...Array(12).fill("negative")] as const;
    const review = await simulateReview(truth, () => Array(13).fill(0), { start: [0], until: "promise" });
    expect(review).toMatchObject({ positives: 0, recall: 1, pool: 12 });
    expect(new Set(review.order).size).toBe(review.order.length);
    const none = await simulateReview(truth, () => Array(13).fill(0), { start: [0], until: "all found" });
    expect(none.order).toEqual([]);
  });
});

describe("labelsTable", () => {
  const bags = bagSet([[[1]], [[2]], [[3]], [[4]], [[5]]], {
    labels: ["positive", "negative", "unlabeled", "unlabeled", "unlabeled"],
    ids: ["a", "b", "c", "d", "e"],
  });

  it("has the labels of the file and the answers, and no bag of which nothing is known", () => {
    const answers = new Map([
      ["c", { bag: "c", answer: "negative" as const, note: "why" }],
      ["d", { bag: "d", answer: "cannot tell" as const }],
      ["b", { bag: "b", answer: "positive" as const }],
    ]);
    const { rows, columns } = labelsTable(bags, answers);
    expect(columns).toHaveLength(4);
    expect(rows).toEqual([
      ["a", 1, null, null],
      ["b", 1, "positive", null],
      ["c", -1, "negative", "why"],
      ["d", null, "cannot tell", null],
    ]);
  });
});

describe("likenessOf", () => {
  it("is the cosine of standardised statistics, 0 where it is negative", () => {
    // One feature and one instance: minimum, maximum and mean are equal, so bags lie on one line.
    const bags = bagSet([[[2]], [[4]], [[-3]], [[-3]]]);
    const { between, toReviewed } = likenessOf(bags, [0, 1, 2], [3]);
    const [self, near, far] = Array.from(between(0, [0, 1, 2]));
    expect(self).toBeCloseTo(1, 12);
    expect(near).toBeCloseTo(1, 12);
    expect(far).toBe(0);
    expect(toReviewed(2)).toBeCloseTo(1, 12);
    expect(toReviewed(0)).toBe(0);
    expect(likenessOf(bags, [0], []).toReviewed(0)).toBe(0);
  });

  it("of bags at the mean is 0", () => {
    const bags = bagSet([[[1]], [[-1]], [[0]]]);
    expect(Array.from(likenessOf(bags, [2, 0], []).between(0, [0, 1]))).toEqual([0, 0]);
  });
});
