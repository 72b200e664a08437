import { applyScaling, contentHash, fitScaling, LABEL_CODE } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DrawSpec, drawBags } from "../../../bagwise/src/entries/lab.js";
import { originalSizes } from "../../src/draws/draw-original.js";
import { originals, specOf } from "../make.js";

const INFO = { scaling: "none", multiple: 5 } as const;
const spec = (changes: Partial<DrawSpec> = {}): DrawSpec => ({ ...specOf(), protocol: "original", ...changes });

describe("originalSizes", () => {
  it("labels as many as asked for, up to 40 % of the positives, and at least one", () => {
    const asked = { unlabeled: 10, test: 10, prior: 0.5 };
    expect(originalSizes({ positive: 100, negative: 100 }, { ...asked, labeled: 20 })?.labeled).toBe(20);
    expect(originalSizes({ positive: 47, negative: 100 }, { ...asked, labeled: 20 })?.labeled).toBe(18);
    expect(originalSizes({ positive: 20, negative: 20 }, { ...asked, labeled: 1 })?.labeled).toBe(1);
    expect(originalSizes({ positive: 2, negative: 50 }, { ...asked, prior: 0.01, labeled: 20 })?.labeled).toBe(1);
  });

  it("is the largest size that the originals allow with one standard deviation to spare", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 200 }),
        fc.integer({ min: 5, max: 200 }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (positive, negative, labeled, prior) => {
          const asked = { labeled, unlabeled: 180, test: 200, prior };
          const sizes = originalSizes({ positive, negative }, asked);
          const known = Math.max(1, Math.min(labeled, Math.floor(0.4 * positive)));
          const fits = (n: number) => {
            const spare = Math.sqrt(n * prior * (1 - prior));
            return n * prior + spare <= positive - known && n * (1 - prior) + spare <= negative;
          };
          let largest = 0;
          for (let n = 1; n <= 380; n++) if (fits(n)) largest = n;
          if (largest < 3) return expect(sizes).toBeUndefined();
          expect((sizes?.unlabeled ?? 0) + (sizes?.test ?? 0)).toBe(largest);
          expect(sizes?.unlabeled).toBeGreaterThan(0);
          expect(sizes?.test).toBeGreaterThan(1);
          expect(Math.abs((sizes?.test ?? 0) - (largest * 200) / 380)).toBeLessThan(2);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it("never gives more than asked for", () => {
    expect(
      originalSizes({ positive: 1000, negative: 1000 }, { labeled: 5, unlabeled: 30, test: 40, prior: 0.3 }),
    ).toEqual({
      labeled: 5,
      unlabeled: 30,
      test: 40,
    });
  });
});

describe("drawBags by the protocol original", () => {
  const bags = originals();

  it("uses every original at most once, as it is, and knows the truth of all", () => {
    const truthOf = new Map(Array.from(bags, ({ id, label }) => [id, label]));
    const byId = new Map(Array.from(bags, ({ id, values }) => [id, [...values]]));
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(0.1, 0.3, 0.5, 0.7, 0.9), (trial, prior) => {
        const { training, test, truth } = drawBags(bags, spec({ trial, prior, unlabeled: 180, test: 200 }), INFO);
        const ids = [...training.ids(), ...test.ids()];
        expect(new Set(ids).size).toBe(ids.length);
        expect(test.positive().size * test.negative().size).toBeGreaterThan(0);
        expect(training.labels().filter((label) => label === "positive")).toHaveLength(5);
        expect(training.negative().size).toBe(0);
        for (const [k, { id, values }] of [...training].entries()) {
          expect([...values]).toEqual(byId.get(id));
          expect(truth[k]).toBe(LABEL_CODE[truthOf.get(id) ?? "unlabeled"]);
        }
        for (const { id, label } of test) expect(label).toBe(truthOf.get(id));
        for (const { id } of training.positive()) expect(truthOf.get(id)).toBe("positive");
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it("has the share of positives that the prior says", () => {
    let [positives, all] = [0, 0];
    for (let trial = 0; trial < 200; trial++) {
      const { test, truth, training } = drawBags(bags, spec({ trial, prior: 0.3, unlabeled: 20, test: 20 }), INFO);
      const hidden = training.labels().flatMap((label, k) => (label === "unlabeled" ? [truth[k]] : []));
      positives += test.positive().size + hidden.filter((each) => each > 0).length;
      all += test.size + hidden.length;
    }
    expect(all).toBe(8000);
    expect(Math.abs(positives - 2400)).toBeLessThan(4 * Math.sqrt(8000 * 0.21));
  });

  it("learns the scaling from the training bags alone", () => {
    const { training, test } = drawBags(bags, spec(), { scaling: "z-score", multiple: 5 });
    const plain = drawBags(bags, spec(), INFO);
    expect(applyScaling(fitScaling(plain.training, { method: "z-score" }), plain.test).toMatrix()).toEqual(
      test.toMatrix(),
    );
    // The training bags have mean 0 and deviation 1 in every feature.
    const matrix = training.toMatrix();
    for (let j = 0; j < 3; j++) {
      const column = [...matrix].filter((_, k) => k % 3 === j);
      const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
      expect(mean).toBeCloseTo(0, 10);
      expect(column.reduce((sum, value) => sum + value * value, 0) / column.length).toBeCloseTo(1, 10);
    }
  });

  it("depends on trial and seed, and on nothing that only augmentation uses", async () => {
    const hashOf = async (changes: Partial<DrawSpec>, info: { scaling: "none"; multiple: number } = INFO) =>
      contentHash(drawBags(bags, spec(changes), info).training);
    expect(await hashOf({}, { scaling: "none", multiple: 10 })).toBe(await hashOf({}));
    expect(new Set([await hashOf({}), await hashOf({ trial: 1 }), await hashOf({ seed: 2 })]).size).toBe(3);
  });

  it("says so when there are too few bags", () => {
    const few = originals({ positive: 1, negative: 1 });
    expect(() => drawBags(few, spec(), INFO)).toThrowError(expect.objectContaining({ code: "too-few-bags" }));
  });
});

describe("drawBags by the protocol disjoint", () => {
  const bags = originals();
  const originalOf = (id: string) => id.slice(0, id.lastIndexOf("~"));

  it("has no original in two of labelled, unlabeled and test bags", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(0.1, 0.5, 0.7), (trial, prior) => {
        const { training, test, truth } = drawBags(bags, spec({ protocol: "disjoint", trial, prior }), INFO);
        const parts = [training.positive(), training.unlabeled(), test].map(
          (part) => new Set(part.ids().map(originalOf)),
        );
        const all = parts.flatMap((part) => [...part]);
        expect(new Set(all).size).toBe(all.length);
        expect(training.size).toBe(35);
        expect(truth.slice(0, 5)).toEqual(new Int8Array(5).fill(1));
      }),
      { seed: 3, numRuns: 40 },
    );
  });

  it("shares the positive originals out in proportion to what is wanted of them", () => {
    // Many copies show nearly all originals: 20 positive ones in the training half, 60 labelled to
    // 30 expected positives.
    const { training } = drawBags(bags, spec({ protocol: "disjoint", labeled: 60, unlabeled: 100, prior: 0.3 }), INFO);
    const labelled = new Set(training.positive().ids().map(originalOf));
    expect(labelled.size).toBeLessThanOrEqual(13);
    expect(labelled.size).toBeGreaterThanOrEqual(11);
  });
});

it("knows the hidden labels of augmented training bags, and draws the same bags as before", () => {
  const bags = originals();
  const truthOf = new Map(Array.from(bags, ({ id, label }) => [id, LABEL_CODE[label]]));
  for (const protocol of ["paper", "leak-free", "disjoint"] as const) {
    const { training, truth } = drawBags(bags, spec({ protocol }), INFO);
    expect([...truth]).toEqual(training.ids().map((id) => truthOf.get(id.slice(0, id.lastIndexOf("~")))));
  }
});
