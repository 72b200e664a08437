import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { positivesLeft } from "../../src/review/left.js";
import { fewestMissing, judgeStopping, type ReviewedBag } from "../../src/review/stopping.js";

/** A check by random draws alone, of `open` bags with so many positives, after `found` were found. */
function randomCheck({ found, open, left, seed }: { found: number; open: number; left: number; seed: number }) {
  const generator = random(seed);
  const before: ReviewedBag[] = Array.from({ length: found }, () => ({ positive: true, drawnFrom: null }));
  const order = generator.permutation(open);
  const draws = Array.from(order, (bag, k): ReviewedBag => ({ positive: bag < left, drawnFrom: open - k }));
  return { before, draws, pool: found + open };
}

describe("judgeStopping", () => {
  it("counts how many positives may not be left", () => {
    expect([0, 18, 19, 95, 96, 380].map((found) => fewestMissing(found, 0.95))).toEqual([1, 1, 2, 6, 6, 21]);
    expect(fewestMissing(8, 0.8)).toBe(3);
    for (let found = 1; found < 200; found++) {
      const missing = fewestMissing(found, 0.95);
      expect(found / (found + missing)).toBeLessThan(0.95);
      expect(found / (found + missing - 1)).toBeGreaterThanOrEqual(0.95 - 1e-12);
    }
  });

  it("promises nothing before the check, however many negatives came", () => {
    const reviewed = Array.from({ length: 900 }, (_, k) => ({ positive: k < 100, drawnFrom: null }));
    const judged = judgeStopping(reviewed, 1000);
    expect(judged.stop).toBe(false);
    expect(judged.sentence).toBe("Go on: it is too early to tell whether enough are found.");
  });

  it("stops when the draws since the check began make k positives too unlikely, by hand", () => {
    // 95 found, so 6 may not be left. Of 100 open bags, m are drawn without a hit: C(94, m) / C(100, m).
    const { before, draws, pool } = randomCheck({ found: 95, open: 100, left: 0, seed: 1 });
    const none = (m: number) => [0, 1, 2, 3, 4, 5].reduce((chance, i) => (chance * (100 - m - i)) / (100 - i), 1);
    const needed = Array.from({ length: 100 }, (_, m) => m).find((m) => none(m) <= (0.04 * m) / 100) ?? 0;
    const judge = (m: number) => judgeStopping([...before, ...draws.slice(0, m)], pool, { checkFrom: 95 });
    expect(judge(needed - 1)).toMatchObject({ stop: false, needed: 1, missing: 6, hits: 0, drawn: needed - 1 });
    expect(judge(needed)).toMatchObject({ stop: true, needed: 0 });
    expect(judge(needed).sentence).toBe("Stop: with 95 % probability at least 95 % of the positives are found.");
    expect(judge(10).needed).toBe(needed - 10);
    expect(judge(10).sentence).toContain(`${needed - 10} more bags drawn at random without a positive`);
  });

  it("counts only bags drawn at random", () => {
    const { before, draws, pool } = randomCheck({ found: 95, open: 100, left: 0, seed: 1 });
    const ranked = draws.map(({ positive }) => ({ positive, drawnFrom: null }));
    expect(judgeStopping([...before, ...ranked.slice(0, 90)], pool, { checkFrom: 95 })).toMatchObject({
      stop: false,
      drawn: 0,
    });
  });

  it("stops in any case when too few bags are left to break the promise", () => {
    const reviewed = Array.from({ length: 96 }, (_, k) => ({ positive: k < 95, drawnFrom: null }));
    expect(judgeStopping(reviewed, 101).stop).toBe(true);
    expect(judgeStopping(reviewed, 102).stop).toBe(false);
    expect(judgeStopping(reviewed, 96).sentence).toBe("Stop: every bag is reviewed, and 95 positives are found.");
  });

  it("keeps its promise with every look, for random draws and any number of positives left", () => {
    // Judged after each draw, on seeds that no constant was chosen with. Allowed are 4 %.
    for (const [found, left] of [
      [19, 2],
      [95, 6],
      [95, 12],
      [380, 25],
    ]) {
      let wrong = 0;
      for (let seed = 0; seed < 200; seed++) {
        const { before, draws, pool } = randomCheck({ found, open: 300, left, seed: 50_000 + seed });
        const reviewed = [...before];
        for (const draw of draws) {
          reviewed.push(draw);
          if (judgeStopping(reviewed, pool, { checkFrom: found }).stop) break;
        }
        const hits = reviewed.filter(({ positive }) => positive).length;
        if (hits / (found + left) < 0.95 - 1e-12) wrong++;
      }
      // 16 of 200 would be more than three standard deviations above 4 %.
      expect(wrong).toBeLessThan(16);
    }
  });

  it("refuses shares that are none", () => {
    expect(() => judgeStopping([], 10, { target: 1 })).toThrow("target");
    expect(() => judgeStopping([], 10, { confidence: 0 })).toThrow("confidence");
  });
});

describe("positivesLeft", () => {
  it("knows all when every bag is reviewed", () => {
    const reviewed = Array.from({ length: 30 }, (_, k) => ({ positive: k % 3 === 0, drawnFrom: null }));
    expect(positivesLeft(reviewed, 30)).toMatchObject({
      found: 10,
      left: { value: 0, low: 0, high: 0 },
      recall: { value: 1, low: 1, high: 1 },
      stopping: { stop: true },
    });
  });

  it("expects nothing before the first find", () => {
    const { left, recall, timeToCheck } = positivesLeft([{ positive: false, drawnFrom: null }], 10);
    expect(left).toEqual({ value: null, low: 0, high: 9 });
    expect(recall).toBeNull();
    expect(timeToCheck).toBe(false);
  });

  it("has an interval around what it expects, and stops exactly if recall surely reaches the target", () => {
    const bag = fc.record({ positive: fc.boolean(), random: fc.boolean() });
    fc.assert(
      fc.property(fc.array(bag, { maxLength: 60 }), fc.nat(60), fc.nat(60), (bags, more, from) => {
        const pool = bags.length + more;
        const reviewed = bags.map(({ positive, random: drawn }, k) => ({
          positive,
          drawnFrom: drawn ? pool - k : null,
        }));
        const checkFrom = from <= bags.length ? from : null;
        const { left, recall, stopping, found } = positivesLeft(reviewed, pool, { checkFrom });
        expect(left.low).toBeGreaterThanOrEqual(0);
        expect(left.high).toBeLessThanOrEqual(more);
        expect(left.low).toBeLessThanOrEqual(left.high);
        if (left.value !== null) {
          expect(left.value).toBeGreaterThanOrEqual(left.low);
          expect(left.value).toBeLessThanOrEqual(left.high);
        }
        if (recall !== null && found > 0) expect(recall.low >= 0.95 - 1e-12).toBe(stopping.stop);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it("covers what is left in at least 95 of 100 looks at random reviews", () => {
    let [covered, looks] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const { draws, pool } = randomCheck({ found: 0, open: 300, left: 20 + seed, seed: 90_000 + seed });
      for (const n of [30, 90, 150, 240]) {
        const { found, left } = positivesLeft(draws.slice(0, n), pool, { checkFrom: n > 100 ? 100 : null });
        const truth = 20 + seed - found;
        looks++;
        if (truth >= left.low && truth <= left.high) covered++;
      }
    }
    expect(covered / looks).toBeGreaterThanOrEqual(0.95);
  });

  it("says that it is time to check when finds have dried up, and not while they come", () => {
    const steady = Array.from({ length: 200 }, (_, k) => ({ positive: k % 2 === 0, drawnFrom: null }));
    expect(positivesLeft(steady, 1000).timeToCheck).toBe(false);
    const dry = Array.from({ length: 500 }, (_, k) => ({ positive: k < 120 && k % 2 === 0, drawnFrom: null }));
    expect(positivesLeft(dry, 1000).timeToCheck).toBe(true);
  });
});
