import fc from "fast-check";
import { expect, it } from "vitest";
import { bound, boundAdvice } from "../../src/scores/bound.js";

const setting = fc.record({
  capacity: fc.double({ min: 0.1, max: 100, noNaN: true }),
  prior: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  positive: fc.integer({ min: 1, max: 500 }),
  unlabeled: fc.integer({ min: 1, max: 5000 }),
});

it("names the kind of bag whose doubling lowers the bound more, by what the bound itself gives", () => {
  fc.assert(
    fc.property(setting, (of) => {
      const { total } = bound(of);
      const { larger, doubling, share } = boundAdvice(bound(of), of);
      const falls = {
        positive: 1 - bound({ ...of, positive: 2 * of.positive }).total / total,
        unlabeled: 1 - bound({ ...of, unlabeled: 2 * of.unlabeled }).total / total,
      };
      expect(doubling.positive).toBeCloseTo(falls.positive, 10);
      expect(doubling.unlabeled).toBeCloseTo(falls.unlabeled, 10);
      expect(falls[larger]).toBeGreaterThanOrEqual(Math.max(falls.positive, falls.unlabeled) - 1e-12);
      expect(share).toBeGreaterThanOrEqual(0.5);
    }),
    { seed: 1, numRuns: 200 },
  );
});

it("tells how many unlabeled bags are worth one positive bag, by the slopes of the bound", () => {
  const of = { capacity: 3, prior: 0.4, positive: 2000, unlabeled: 30_000 };
  const slope = (kind: "positive" | "unlabeled") => bound({ ...of, [kind]: of[kind] + 1 }).total - bound(of).total;
  expect((boundAdvice(bound(of), of).worth * slope("unlabeled")) / slope("positive")).toBeCloseTo(1, 2);
});

it("says it in words, also where a single bag of one kind is worth several of the other", () => {
  const text = (positive: number, unlabeled: number) => {
    const of = { capacity: 1, prior: 0.5, positive, unlabeled };
    return boundAdvice(bound(of), of).text;
  };
  expect(text(20, 180)).toMatch(/^75 % .*20 positive .*positive bag .*27 more unlabeled/);
  expect(text(100, 25)).toMatch(/67 % .*25 unlabeled/);
  expect(text(100, 25)).toMatch(/unlabeled bag .*8 more positive/);
  expect(text(30, 30)).toContain("both help equally");
});

it("has a sentence for a bound of 0, that of a model which knows nothing", () => {
  const of = { capacity: 0, prior: 0.5, positive: 10, unlabeled: 20 };
  const advice = boundAdvice(bound(of), of);
  expect(advice.text).toContain("the bound is 0");
  expect(advice.text).not.toContain("NaN");
  expect([advice.share, advice.worth, ...Object.values(advice.doubling)].every(Number.isFinite)).toBe(true);
});
