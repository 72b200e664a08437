import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagScores, type GivenScores, sampleOf } from "../../src/scores/bag-scores.js";
import { unitWeights } from "../../src/scores/bootstrap.js";
import { cutsOf, dividing } from "../../src/scores/cuts.js";
import { placesIn } from "../../src/scores/hidden-counts.js";
import { posteriorsByRank } from "../../src/scores/hidden-labels.js";
import { isotonicProbability, ladderOf } from "../../src/scores/isotonic.js";
import { monotoneSteps, scored, stepAt } from "../../src/statistics/monotone-ratio.js";

// Every ladder of scores against the definition, by trying all ranges: small problems with many ties.

const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const score = fc.integer({ min: -3, max: 3 });
const weight = fc.constantFrom(0, 0, 0.5, 1, 2);
const anyBags = fc.array(fc.tuple(score, weight, weight), { minLength: 1, maxLength: 9 });

/** The distinct scores that have a weight, falling, with the sums of both weights. */
function levels(bags: readonly (readonly [number, number, number])[]) {
  const falling = [...new Set(bags.map(([s]) => s))].sort((a, b) => b - a);
  return falling
    .map((s) => {
      const own = bags.filter(([other]) => other === s);
      return { s, p: sum(own.map(([, p]) => p)), m: sum(own.map(([, , m]) => m)) };
    })
    .filter(({ p, m }) => p > 0 || m > 0);
}

/** The slope at each level of the least concave majorant: min over starts of max over ends of the ratio. */
function plainRatios(of: readonly { p: number; m: number }[]): number[] {
  const ratio = (from: number, to: number) => {
    const part = of.slice(from, to + 1);
    return sum(part.map(({ p }) => p)) / sum(part.map(({ m }) => m));
  };
  return of.map((_, i) => {
    const starts = Array.from({ length: i + 1 }, (_, from) => from);
    const ends = Array.from({ length: of.length - i }, (_, k) => i + k);
    return Math.min(...starts.map((from) => Math.max(...ends.map((to) => ratio(from, to)))));
  });
}

describe("monotoneSteps", () => {
  it("is the ratio that never rises on the way down, and merges what has one ratio", () => {
    fc.assert(
      fc.property(anyBags, (bags) => {
        const of = levels(bags);
        const [p, m] = [sum(of.map((each) => each.p)), sum(of.map((each) => each.m))];
        const of3 = (k: 0 | 1 | 2) => Float64Array.from(bags, (bag) => bag[k]);
        const steps = monotoneSteps(scored(of3(0)), of3(1), of3(2));
        expect(sum(steps.map(({ positive }) => positive))).toBeCloseTo(p > 0 ? 1 : 0, 12);
        expect(sum(steps.map(({ mixture }) => mixture))).toBeCloseTo(m > 0 ? 1 : 0, 12);
        const plain = plainRatios(of);
        for (const [k, { s }] of of.entries()) {
          const { positive, mixture } = stepAt(steps, s);
          if (p > 0 && m > 0) expect((positive * p) / (mixture * m)).toBeCloseTo(plain[k], 10);
          // One step for one ratio: its lowest score is the last of those.
          if (k + 1 === of.length || plain[k + 1] < plain[k] - 1e-9) expect(steps.map(({ low }) => low)).toContain(s);
          else expect(steps.map(({ low }) => low)).not.toContain(s);
        }
      }),
      { seed: 81, numRuns: 60 },
    );
  });

  it("has no steps without any weight", () => {
    expect(monotoneSteps(scored(Float64Array.of(1, 2)), new Float64Array(2), new Float64Array(2))).toEqual([]);
  });
});

describe("stepAt", () => {
  it("is the first step that reaches down to the score, or the last one", () => {
    const steps = [5, 3, 1, -2].map((low) => ({ low, positive: 0, mixture: 0 }));
    const lows = [9, 5, 4.9, 3, 2, 1, 0, -2, -9].map((at) => stepAt(steps, at).low);
    expect(lows).toEqual([5, 5, 3, 3, 1, 1, -2, -2, -2]);
    expect(stepAt(steps.slice(0, 1), -7).low).toBe(5);
  });
});

const anyHeld = fc
  .record({
    positive: fc.array(score, { minLength: 1, maxLength: 6 }),
    unlabeled: fc.array(score, { minLength: 1, maxLength: 8 }),
    negative: fc.array(score, { maxLength: 3 }),
    scenario: fc.constantFrom("case-control" as const, "single-set" as const),
  })
  .map((given: GivenScores) => bagScores(given));

const distinct = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => b - a);

describe("ladderOf and cutsOf", () => {
  it("count the bags at each score, and at least at each threshold", () => {
    fc.assert(
      fc.property(anyHeld, (held) => {
        const sample = sampleOf(held);
        const scores = distinct([...held.positive, ...sample]);
        const count = (own: Float64Array, is: (score: number) => boolean) => Array.from(own).filter(is).length;
        const ladder = ladderOf(held);
        expect([...ladder.scores]).toEqual(scores);
        expect([...ladder.positive]).toEqual(scores.map((at) => count(held.positive, (s) => s === at)));
        expect([...ladder.sample]).toEqual(scores.map((at) => count(sample, (s) => s === at)));
        expect([ladder.positives, ladder.size]).toEqual([held.positive.length, sample.length]);
        const { cuts, positives, size } = cutsOf(held);
        expect([positives, size]).toEqual([held.positive.length, sample.length]);
        expect(cuts).toHaveLength(scores.length + 1);
        for (const { value, positive, sample: called } of cuts) {
          expect(positive).toBe(count(held.positive, (s) => s >= value));
          expect(called).toBe(count(sample, (s) => s >= value));
        }
      }),
      { seed: 82, numRuns: 60 },
    );
  });
});

describe("dividing", () => {
  const of = (...scores: number[]) => dividing(Float64Array.of(...scores));

  it("is above all, midway between neighbours that differ, and below all", () => {
    expect(of(3, 1, 1, -1)).toEqual([5, 2, 0, -3]);
    expect(of(4, 4)).toEqual([8, 0]);
    expect(of(0.5)).toEqual([1.5, -0.5]);
    expect(of(-8)).toEqual([0, -16]);
  });

  it("tells neighbouring numbers apart, and never leaves the finite ones", () => {
    const next = 1 + Number.EPSILON;
    const [, between] = of(next, 1);
    expect(between).toBeGreaterThan(1);
    expect(between).toBeLessThanOrEqual(next);
    const largest = Number.MAX_VALUE;
    expect(of(largest, -largest)).toEqual([largest, 0, -largest]);
    expect(of(largest)).toEqual([largest, 0]);
    expect(of(largest, largest / 2)[1]).toBe(largest * 0.75);
    expect(of(5e-324, 0)[1]).toBe(5e-324);
  });
});

describe("isotonicProbability", () => {
  it("is prior times the monotone ratio, at most 1, in blocks of its mean score", () => {
    fc.assert(
      fc.property(anyHeld, fc.constantFrom(0.1, 0.5, 0.9), (held, prior) => {
        const sample = sampleOf(held);
        const all = distinct([...held.positive, ...sample]);
        const of = all.map((s) => ({
          s,
          p: Array.from(held.positive).filter((x) => x === s).length / held.positive.length,
          m: Array.from(sample).filter((x) => x === s).length / sample.length,
        }));
        const ratios = plainRatios(of);
        const blocks = isotonicProbability(held, prior);
        for (const [k, { s }] of of.entries()) {
          const block = blocks.filter(({ low, high }) => low <= s && s <= high);
          expect(block).toHaveLength(1);
          expect(block[0].probability).toBeCloseTo(Math.min(1, prior * ratios[k]), 12);
        }
        expect(sum(blocks.map(({ mixture }) => mixture))).toBeCloseTo(1, 12);
        for (const [k, { low, high, centre, mixture }] of blocks.entries()) {
          if (k > 0) expect(low).toBeGreaterThan(blocks[k - 1].high);
          const own = Array.from(mixture > 0 ? sample : held.positive).filter((s) => s >= low && s <= high);
          expect(centre).toBeCloseTo(sum(own) / own.length, 12);
        }
      }),
      { seed: 83, numRuns: 60 },
    );
  });
});

describe("placesIn", () => {
  it("is the share of the sample that scores less, where ties count one half", () => {
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 7 }),
        fc.array(score, { minLength: 1, maxLength: 4 }),
        (sample, scores) => {
          const plain = scores.map((s) => sum(sample.map((x) => (x < s ? 1 : x === s ? 0.5 : 0))) / sample.length);
          for (const [k, place] of placesIn(sample, scores).entries()) expect(place).toBeCloseTo(plain[k], 12);
        },
      ),
      { seed: 84, numRuns: 40 },
    );
  });
});

describe("posteriorsByRank", () => {
  it("is in proportion to the monotone ratio, clipped at 1, and adds up to the share", () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyHeld, share, fc.tuple(weight, weight), (held, part, unseen) => {
        const weights = { ...unitWeights(held.positive.length), positive: unseen };
        const { posteriors, clipped } = posteriorsByRank(held)(weights, part);
        const of = levels([
          ...Array.from(held.positive, (s) => [s, 1, 0] as const),
          ...Array.from(held.unlabeled, (s) => [s, 0, 1] as const),
          [Infinity, unseen[0], 0],
          [-Infinity, unseen[1], 0],
        ]);
        const plain = plainRatios(of);
        const falling = Array.from(held.unlabeled).sort((a, b) => b - a);
        const ratios = falling.map((s) => plain[of.findIndex(({ s: at }) => at === s)]);
        const total = part * falling.length;
        const possible = ratios.filter((ratio) => ratio > 0).length;
        expect(sum(posteriors)).toBeCloseTo(Math.min(total, possible), 8);
        expect(posteriors.every((p, k) => p >= 0 && p <= 1 && (k === 0 || p <= posteriors[k - 1] + 1e-12))).toBe(true);
        for (let k = 0; k < clipped; k++) expect(posteriors[k]).toBe(1);
        // What is not clipped is in proportion.
        const rest = falling.slice(clipped).map((_, k) => k + clipped);
        const factor = sum(rest.map((k) => posteriors[k])) / sum(rest.map((k) => ratios[k]));
        for (const k of rest) if (ratios[k] > 0) expect(posteriors[k]).toBeCloseTo(factor * ratios[k], 8);
        for (const k of rest) expect(posteriors[k]).toBeLessThanOrEqual(1);
      }),
      { seed: 85, numRuns: 60 },
    );
  });
});
