import fc from "fast-check";
import { expect, it } from "vitest";
import { type DrawnFrom, memberDraws } from "../../../src/learners/bagging/draws.js";

const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);

function bagsOf(positive: number, unlabeled: number, negative: number, change: Partial<DrawnFrom> = {}): DrawnFrom {
  const all = positive + unlabeled + negative;
  return {
    positive: from(0, positive),
    unlabeled: from(positive, positive + unlabeled),
    negative: from(positive + unlabeled, all),
    together: from(0, all),
    negativeWeight: 0.4,
    parts: 5,
    seed: 1,
    ...change,
  };
}

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
const counts = fc.tuple(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 40 }), fc.nat(15));

it("a member has as many unlabeled bags and known negatives as positive ones, with the same weight on both sides", () => {
  fc.assert(
    fc.property(counts, fc.nat(100), ([p, u, n], seed) => {
      for (const draw of memberDraws(bagsOf(p, u, n, { seed }), { from: 0, to: 10 })) {
        const { bags, positives, weights } = draw;
        expect([...bags.subarray(0, positives)].every((bag) => bag < p)).toBe(true);
        const of = (low: number, high: number) => bags.filter((bag) => bag >= low && bag < high).length;
        expect(of(p, p + u)).toBeLessThanOrEqual(positives);
        expect(of(p + u, p + u + n)).toBeLessThanOrEqual(positives);
        expect(new Set(bags).size).toBe(bags.length);
        expect(sum(weights.subarray(0, positives))).toBeCloseTo(1, 12);
        expect(sum(weights.subarray(positives))).toBeCloseTo(1, 12);
        const known = weights.filter((_, k) => bags[k] >= p + u);
        if (known.length > 0) expect(sum(known)).toBeCloseTo(0.4, 12);
      }
    }),
    { seed: 1, numRuns: 50 },
  );
});

it("each bag is unseen by at least one of as many members as there are parts, with its group and its copies", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 4 }), fc.nat(100), ([p, u, n], size, seed) => {
      const all = p + u + n;
      // Groups of neighbours: one may hold positive and unlabeled bags.
      const together = from(0, all).map((bag) => bag - (bag % size));
      const data = bagsOf(p, u, n, { together, seed });
      const unseen = new Uint32Array(all);
      for (const { seen, bags } of memberDraws(data, { from: 0, to: 5 })) {
        for (const bag of bags) expect(seen[bag]).toBe(1);
        seen.forEach((yes, bag) => {
          expect(yes).toBe(seen[together[bag]]);
          unseen[bag] += 1 - yes;
        });
      }
      const groupsOf = (start: number, to: number) => new Set(together.subarray(start, to)).size;
      if (groupsOf(0, p) >= 3 && groupsOf(p, all) >= 3) expect(unseen.every((count) => count > 0)).toBe(true);
    }),
    { seed: 2, numRuns: 100 },
  );
});

it("a member's draw does not depend on which others are drawn", () => {
  const data = bagsOf(12, 30, 5);
  const plain = (draws: Iterable<{ bags: Uint32Array; generator: { uniform(): number } }>) =>
    Array.from(draws, ({ bags, generator }) => [...bags, generator.uniform()]);
  const all = plain(memberDraws(data, { from: 0, to: 13 }));
  expect(plain(memberDraws(data, { from: 7, to: 13 }))).toEqual(all.slice(7));
  expect(plain(memberDraws({ ...data, seed: 2 }, { from: 0, to: 13 }))).not.toEqual(all);
});

it("without parts, every member has all positive bags", () => {
  for (const { positives } of memberDraws(bagsOf(4, 9, 0, { parts: 0 }), { from: 0, to: 3 })) expect(positives).toBe(4);
});

it("a member that would lack a kind of bags leaves out nothing", () => {
  const together = Uint32Array.of(0, 0, 0, 3);
  const draws = [...memberDraws(bagsOf(2, 2, 0, { together, parts: 2 }), { from: 0, to: 4 })];
  for (const { bags, positives } of draws) {
    expect(positives).toBeGreaterThan(0);
    expect(bags.length).toBeGreaterThan(positives);
  }
});
