import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { flatBelief, withRange } from "../../src/prior/belief/belief.js";
import { expectedGain } from "../../src/scores/expected-gain.js";
import { puCurves } from "../../src/scores/gain-curves.js";
import { topK } from "../../src/scores/top-k.js";

function drawn(seed: number, { labelled = 40, size = 200, share = 0.3, apart = 2 } = {}) {
  const generator = random(seed);
  const truth = Array.from({ length: size }, () => (generator.uniform() < share ? 1 : 0));
  return {
    positive: Array.from({ length: labelled }, () => generator.normal() + apart),
    unlabeled: truth.map((label) => generator.normal() + apart * label),
    truth,
  };
}

describe("topK", () => {
  it("counts the positives at the top about rightly, and its intervals hold the number found", () => {
    const trials = 60;
    const covered = [0, 0, 0];
    const errors: number[] = [];
    for (let seed = 0; seed < trials; seed++) {
      const { truth, ...held } = drawn(seed);
      const order = truth.map((_, i) => i).sort((i, j) => held.unlabeled[j] - held.unlabeled[i]);
      const found = topK(held, { prior: 0.3, k: [10, 20, 50], bootstrap: 150, seed });
      for (const [at, { k, value, low, high }] of found.entries()) {
        const real = order.slice(0, k).reduce((sum, i) => sum + truth[i], 0);
        if (low <= real && real <= high) covered[at]++;
        if (k === 50) errors.push(value - real);
      }
    }
    for (const times of covered) expect(times / trials).toBeGreaterThanOrEqual(0.8);
    expect(Math.abs(errors.reduce((a, b) => a + b, 0) / trials)).toBeLessThan(2);
  });

  it("never counts more than k, nor fewer for more bags, and all that the prior says in all bags", () => {
    const { truth: _, ...held } = drawn(3);
    const found = topK(held, { prior: 0.3, k: Array.from({ length: 200 }, (_, i) => i + 1), bootstrap: 60 });
    for (const [i, { k, value, low, high }] of found.entries()) {
      expect(value).toBeLessThanOrEqual(k + 1e-9);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
      expect(high).toBeLessThanOrEqual(k);
      expect(Number.isInteger(low) && Number.isInteger(high)).toBe(true);
      if (i > 0) expect(value).toBeGreaterThanOrEqual(found[i - 1].value - 1e-9);
    }
    expect(found[199].value).toBeCloseTo(60, 6);
  });

  it("leaves the labelled bags of a single set out of the prior", () => {
    const held = { positive: [3, -4], unlabeled: [2.5, 1, 0, -1, -2, -3], scenario: "single-set" as const };
    // Half of 8 bags are positive, 2 of these 4 are labelled.
    expect(topK(held, { prior: 0.5, k: 6, bootstrap: 0 })[0].value).toBeCloseTo(2, 9);
    expect(topK({ ...held, scenario: "case-control" }, { prior: 0.5, k: 6, bootstrap: 0 })[0].value).toBeCloseTo(3, 9);
  });

  it("says where it cut, and is the value alone without a bootstrap", () => {
    const held = { positive: [5, 5, 5], unlabeled: [5, 0, 0, 0] };
    const [first, all] = topK(held, { prior: 0.9, k: [1, 4], bootstrap: 0 });
    expect(first).toEqual({ k: 1, value: 1, low: 1, high: 1, clipped: true });
    // All known positives score as the first bag does, and still all that the prior says are among
    // all bags.
    expect(all.value).toBeCloseTo(3.6, 9);
    expect(all).toMatchObject({ low: all.value, high: all.value, clipped: false });
  });

  it("never says that all of the first bags are positive for sure", () => {
    const held = {
      positive: Array.from({ length: 40 }, (_, i) => 10 + i / 40),
      unlabeled: Array.from({ length: 200 }, (_, i) => (i < 20 ? 10 + i / 20 : -i)),
    };
    for (const { k, low, high } of topK(held, { prior: 0.5, k: [1, 5, 10, 20] })) {
      expect(low, `${k}`).toBeLessThan(k);
      expect(high).toBe(k);
    }
    // 0.05^(1/10) = 0.741
    expect(topK(held, { prior: 0.5, k: 10 })[0].low).toBe(7);
  });

  it("averages over a belief", () => {
    const { truth: _, ...held } = drawn(4);
    const belief = withRange(flatBelief(), { low: 0.1, high: 0.5 });
    const at = (k: number) => expectedGain(held, 0.3, belief).found[k];
    expect(at(200)).toBeCloseTo(60, 0);
    const [{ low, high }] = topK(held, { prior: 0.3, belief, k: 50, bootstrap: 200 });
    const [exact] = topK(held, { prior: 0.3, k: 50, bootstrap: 200 });
    expect(high - low).toBeGreaterThan(exact.high - exact.low);
  });

  it.each([0, 7, 1.5, Number.NaN])("refuses k = %s of 6 unlabeled bags", (k) => {
    const held = { positive: [1], unlabeled: [1, 2, 3, 4, 5, 6] };
    expect(() => topK(held, { prior: 0.3, k })).toThrow(/whole number from 1 to 6/);
  });
});

describe("puCurves", () => {
  it("starts at nothing, ends at all, and has at most 100 points", () => {
    for (const size of [1, 2, 99, 100, 101, 1000]) {
      const { truth: _, ...held } = drawn(5, { size });
      const { gain, precisionRecall } = puCurves(held, { prior: 0.3, bootstrap: 20 });
      expect(gain.length).toBeLessThanOrEqual(100);
      expect(gain[0]).toEqual({ reviewed: 0, found: 0, low: 0, high: 0 });
      expect(gain.at(-1)?.reviewed).toBe(size);
      expect(new Set(gain.map(({ reviewed }) => reviewed)).size).toBe(gain.length);
      expect(precisionRecall.at(-1)?.recall).toBeCloseTo(1, 9);
      for (const [i, { recall, precision, low, high }] of precisionRecall.entries()) {
        expect(low).toBeLessThanOrEqual(precision);
        expect(high).toBeGreaterThanOrEqual(precision);
        expect(high).toBeLessThanOrEqual(1 + 1e-9);
        if (i > 0) expect(recall).toBeGreaterThanOrEqual(precisionRecall[i - 1].recall - 1e-9);
        if (i > 0) expect(precision).toBeLessThanOrEqual(precisionRecall[i - 1].precision + 1e-9);
      }
    }
  });

  it("agrees with topK", () => {
    const { truth: _, ...held } = drawn(6, { size: 60 });
    const options = { prior: 0.3, bootstrap: 50, seed: 9 };
    const { gain } = puCurves(held, options);
    const tops = topK(held, { ...options, k: [10, 60] });
    for (const { k, value } of tops) expect(gain.find(({ reviewed }) => reviewed === k)?.found).toBe(value);
  });
});
