import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextBags, type OpenBag } from "../../src/review/next-bags.js";

function openBags(n: number): OpenBag[] {
  return Array.from({ length: n }, (_, i) => ({ bag: `b${i}`, score: -i, probability: 1 - i / n }));
}

describe("nextBags", () => {
  it("lists the highest scores first, with their ranks", () => {
    const listed = nextBags(openBags(50), { n: 5, randomShare: 0 });
    expect(listed.map(({ bag, rank, why }) => [bag, rank, why])).toEqual(
      [0, 1, 2, 3, 4].map((i) => [`b${i}`, i + 1, "probability"]),
    );
  });

  it("draws exactly the stated share at random, on average also if it is no whole number of bags", () => {
    const randoms = (n: number, randomShare: number, seed: number) =>
      nextBags(openBags(200), { n, randomShare, seed }).filter(({ why }) => why === "random").length;
    for (let seed = 0; seed < 20; seed++) {
      expect(randoms(20, 0.1, seed)).toBe(2);
      expect(randoms(20, 1, seed)).toBe(20);
      expect([1, 2]).toContain(randoms(15, 0.1, seed));
    }
    const total = Array.from({ length: 1000 }, (_, seed) => randoms(15, 0.1, seed)).reduce((a, b) => a + b, 0);
    expect(total / 1000).toBeGreaterThan(1.43);
    expect(total / 1000).toBeLessThan(1.57);
  });

  it("draws every open bag with the same chance, whatever its score", () => {
    const times = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed++)
      for (const { bag, why } of nextBags(openBags(20), { n: 4, randomShare: 0.5, seed }))
        if (why === "random") times.set(bag, (times.get(bag) ?? 0) + 1);
    // 2 of 20 in each list: 200 times each, with a standard deviation of 13.
    for (let i = 0; i < 20; i++) expect(Math.abs((times.get(`b${i}`) ?? 0) - 200)).toBeLessThan(55);
  });

  it("prefers a probability of one half by uncertainty, and a score near 0 without probabilities", () => {
    const [first] = nextBags(openBags(11), { n: 1, by: "uncertainty", randomShare: 0 });
    expect(first.bag).toBe("b5");
    const scored = [-3, -0.2, 2].map((score, i) => ({ bag: `b${i}`, score }));
    expect(nextBags(scored, { n: 1, by: "uncertainty", randomShare: 0 })[0].bag).toBe("b1");
  });

  it("chooses bags of different kinds by teaching, and none like those that are reviewed", () => {
    // Bags 0 to 3 are of one kind, 4 and 5 of another, and 6 is like a reviewed one.
    const kind = [0, 0, 0, 0, 1, 1, 2];
    const open = kind.map((_, i) => ({ bag: `b${i}`, score: -i, probability: 0.5 - 0.01 * i }));
    const likeness = {
      between: (a: number, others: readonly number[]) => others.map((b) => (kind[a] === kind[b] ? 0.95 : 0)),
      toReviewed: (a: number) => (kind[a] === 2 ? 1 : 0),
    };
    const by = (way: "teaching" | "uncertainty") =>
      nextBags(open, { n: 2, by: way, randomShare: 0, likeness }).map(({ bag }) => bag);
    expect(by("teaching")).toEqual(["b0", "b4"]);
    expect(by("uncertainty")).toEqual(["b0", "b1"]);
  });

  it("lists copies of a bag right after it, and does not count them", () => {
    const open = openBags(10).map((bag, i) => ({ ...bag, copies: i === 0 || i === 7 ? "same" : undefined }));
    const listed = nextBags(open, { n: 2, randomShare: 0 });
    expect(listed.map(({ bag, why }) => [bag, why])).toEqual([
      ["b0", "probability"],
      ["b7", "copy"],
      ["b1", "probability"],
    ]);
  });

  it("lists each open bag at most once, all of them if few are left, and the same ones for the same seed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("probability", "uncertainty", "teaching"),
        (scores, n, randomShare, by) => {
          const open = scores.map((score, i) => ({ bag: `b${i}`, score }));
          const listed = nextBags(open, { n, randomShare, by, seed: 5 });
          expect(new Set(listed.map(({ bag }) => bag)).size).toBe(listed.length);
          expect(listed).toHaveLength(Math.min(n, open.length));
          expect(nextBags(open, { n, randomShare, by, seed: 5 })).toEqual(listed);
        },
      ),
      { seed: 2, numRuns: 60 },
    );
  });

  it("refuses bad options, scores that are not finite, and nothing to choose from", () => {
    expect(() => nextBags(openBags(3), { n: 0 })).toThrow("n");
    expect(() => nextBags(openBags(3), { randomShare: 1.5 })).toThrow("share from 0 to 1");
    expect(() => nextBags(openBags(3), { by: "luck" as "teaching" })).toThrow("one of probability");
    expect(() => nextBags([{ bag: "x", score: Number.NaN }])).toThrow('bag "x"');
    expect(() => nextBags([])).toThrow("no bag left to review");
  });
});
