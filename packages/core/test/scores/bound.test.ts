import { expect, it } from "vitest";
import { bound } from "../../src/scores/bound.js";

it("bound is the one of Theorem 1, in its two terms", () => {
  const { capacity, positiveTerm, unlabeledTerm, total, delta } = bound({
    capacity: 3,
    prior: 0.4,
    positive: 25,
    unlabeled: 100,
    delta: 0.1,
  });
  const factor = Math.sqrt((9 * Math.log(20)) / 2);
  expect([capacity, delta]).toEqual([3, 0.1]);
  expect(positiveTerm).toBeCloseTo((factor * 0.8) / 5, 12);
  expect(unlabeledTerm).toBeCloseTo(factor / 10, 12);
  expect(total).toBe(positiveTerm + unlabeledTerm);
});

it("bound halves a term when there are four times as many bags, and is 0 for g = 0", () => {
  const few = bound({ capacity: 1, prior: 0.3, positive: 10, unlabeled: 90 });
  const more = bound({ capacity: 1, prior: 0.3, positive: 40, unlabeled: 90 });
  expect(few.delta).toBe(0.05);
  expect(more.positiveTerm).toBeCloseTo(few.positiveTerm / 2, 12);
  expect(more.unlabeledTerm).toBe(few.unlabeledTerm);
  expect(bound({ capacity: 0, prior: 0.3, positive: 1, unlabeled: 1 }).total).toBe(0);
});
