import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { fMeasure } from "../../../src/learners/pu-mil/fitness.js";
import { evolve } from "../../../src/learners/pu-mil/search.js";

/** Highest for confidences near 1/4, 1/2, 3/4, 1 and so on. */
const landscape = (confidence: Float64Array) =>
  1 - confidence.reduce((sum, nu, i) => sum + Math.abs(nu - (i % 4) / 4), 0) / confidence.length;

const options = (seed: number, change = {}) => ({
  ...{ bags: 6, population: 8, cloneRate: 0.1, epochs: 20, generator: random(seed) },
  ...change,
});

describe("evolve", () => {
  it("never ends with less than the best of its start, and more epochs are never worse", async () => {
    for (let seed = 0; seed < 20; seed++) {
      let last = Math.max(
        ...(await judged(options(seed, { epochs: 1 }))).slice(0, 8).map((confidence) => landscape(confidence)),
      );
      for (const epochs of [1, 2, 3, 10]) {
        const { best } = await evolve(landscape, options(seed, { epochs }));
        expect(best.fitness).toBe(landscape(best.confidence));
        expect(best.fitness).toBeGreaterThanOrEqual(last);
        last = best.fitness;
      }
    }
  });

  it("improves on its start where there is something to find", async () => {
    // A wide hill in the middle: a step from one of many vectors towards the best often leads
    // higher than both.
    const hill = (confidence: Float64Array) =>
      0.5 - confidence.reduce((sum, nu) => sum + (nu - 0.5) ** 2, 0) / confidence.length;
    let gains = 0;
    for (let seed = 0; seed < 20; seed++) {
      const given = () => options(seed, { population: 40 });
      const start = Math.max(...(await judged(given())).slice(0, 40).map(hill));
      if ((await evolve(hill, given())).best.fitness > start) gains++;
    }
    expect(gains).toBeGreaterThan(15);
  });

  it("ends when the best no longer changes, or when the epochs are over", async () => {
    const first = await evolve(() => 0.5, options(1));
    expect([first.epochs, first.converged]).toEqual([1, true]);
    let rising = 0;
    const better = await evolve(() => (rising += 1e-4), options(1, { epochs: 4 }));
    expect([better.epochs, better.converged]).toEqual([4, false]);
  });

  it("keeps the first random vector when none is better than another", async () => {
    const [start] = await judged(options(5));
    expect((await evolve(() => 0, options(5))).best.confidence).toEqual(start);
  });

  it("judges neither the best nor its clones again", async () => {
    expect(await judged(options(2, { cloneRate: 1 }))).toHaveLength(8);
    expect((await judged(options(2, { cloneRate: 0, epochs: 1 }))).length).toBe(8 + 7);
  });

  it("is the same for the same seed, and stops when it is told to", async () => {
    expect(await evolve(landscape, options(3))).toEqual(await evolve(landscape, options(3)));
    const reason = new Error("enough");
    const onJudged = async (done: number) => {
      if (done === 5) throw reason;
    };
    await expect(evolve(landscape, options(3, { onJudged }))).rejects.toBe(reason);
  });
});

/** All vectors that were judged, in order. */
async function judged(given: ReturnType<typeof options>): Promise<Float64Array[]> {
  const seen: Float64Array[] = [];
  await evolve((confidence) => {
    seen.push(confidence);
    return landscape(confidence);
  }, given);
  return seen;
}

describe("fMeasure", () => {
  it("is the harmonic mean of precision and recall", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ score: fc.constantFrom(-1, -0.5, 0, 2), negative: fc.boolean() }), { maxLength: 30 }),
        (bags) => {
          const tp = bags.filter(({ score, negative }) => score >= 0 && !negative).length;
          const called = bags.filter(({ score }) => score >= 0).length;
          const positive = bags.filter(({ negative }) => !negative).length;
          const [precision, recall] = [tp / called, tp / positive];
          const wanted = tp === 0 ? 0 : (2 * precision * recall) / (precision + recall);
          const negatives = Uint32Array.from(bags.keys()).filter((i) => bags[i].negative);
          const found = fMeasure(
            Float64Array.from(bags, ({ score }) => score),
            negatives,
          );
          expect(found).toBeCloseTo(wanted, 12);
        },
      ),
      { seed: 2 },
    );
  });

  it("is 0 when no bag is positive and for scores that are none", () => {
    expect(fMeasure(Float64Array.of(1, -1), Uint32Array.of(0, 1))).toBe(0);
    expect(fMeasure(Float64Array.of(Number.NaN), Uint32Array.of())).toBe(0);
  });
});
