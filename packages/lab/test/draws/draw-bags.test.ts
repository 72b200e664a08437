import { contentHash } from "@bagwise/core/bags";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawBags, METHODS, PROTOCOLS, type TrialSpec } from "../../../bagwise/src/entries/lab.js";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";
import { originals, readPaperData, specOf } from "../make.js";

const bags = originals();
const originalOf = (id: string) => id.slice(0, id.lastIndexOf("~"));
const arbitrarySpec = fc
  .record({
    dataset: fc.constantFrom("musk1", "elephant"),
    protocol: fc.constantFrom(...PROTOCOLS),
    prior: fc.constantFrom(0.1, 0.3, 0.5, 0.7),
    labeled: fc.integer({ min: 1, max: 10 }),
    unlabeled: fc.integer({ min: 1, max: 40 }),
    test: fc.integer({ min: 20, max: 50 }),
    noise: fc.constantFrom("printed" as const, "reference" as const),
    trial: fc.nat(100),
    seed: fc.nat(1000),
  })
  .map((changes) => specOf(changes));

describe("drawBags", () => {
  it("gives so many bags with the labels they should have, and no bag twice", () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const { training, test } = drawBags(bags, spec);
        expect(training.positive().size).toBe(spec.labeled);
        expect(training.unlabeled().size).toBe(spec.unlabeled);
        expect(training.size).toBe(spec.labeled + spec.unlabeled);
        expect(test.size).toBe(spec.test);
        expect(test.positive().size).toBeGreaterThan(0);
        expect(test.negative().size).toBeGreaterThan(0);
        expect(test.unlabeled().size).toBe(0);
        expect(training.features).toEqual(bags.features);
        const ids = [...training.ids(), ...test.ids()];
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("labels test bags truly and labels only positive bags", () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const truth = new Map(Array.from(bags, ({ id, label }) => [id, label]));
        const { training, test } = drawBags(bags, spec);
        for (const { id, label } of test) expect(truth.get(originalOf(id))).toBe(label);
        for (const { id } of training.positive()) expect(truth.get(originalOf(id))).toBe("positive");
      }),
      { seed: 2, numRuns: 30 },
    );
  });

  it("leak-free never has an original on both sides, where the paper's protocol does", () => {
    const shared = (spec: TrialSpec) => {
      const { training, test } = drawBags(bags, spec);
      const known = new Set(training.ids().map(originalOf));
      return test.ids().filter((id) => known.has(originalOf(id))).length;
    };
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        expect(shared({ ...spec, protocol: "leak-free" })).toBe(0);
      }),
      { seed: 3, numRuns: 60 },
    );
    expect(shared(specOf({ protocol: "paper" }))).toBeGreaterThan(5);
  });

  it("leak-free halves the originals label by label", () => {
    const sides = { training: new Set<string>(), test: new Set<string>() };
    // Many bags out of one split: the halves depend on the draw, so one large draw has to show
    // nearly all of them.
    const { training, test } = drawBags(
      bags,
      specOf({ protocol: "leak-free", labeled: 60, unlabeled: 100, test: 150 }),
    );
    for (const id of training.ids()) sides.training.add(originalOf(id));
    for (const id of test.ids()) sides.test.add(originalOf(id));
    for (const side of [sides.training, sides.test]) {
      const positive = [...side].filter((id) => Number(id.slice(1)) < 40).length;
      expect(positive).toBeLessThanOrEqual(20);
      expect(positive).toBeGreaterThan(15);
      expect(side.size - positive).toBeLessThanOrEqual(20);
    }
  });

  it("is the same for every method and whatever it is told, and another for every trial and seed", async () => {
    const hashOf = async (changes: Partial<TrialSpec>) => {
      const { training, test } = drawBags(bags, specOf(changes));
      return `${await contentHash(training)} ${await contentHash(test)}`;
    };
    const first = await hashOf({});
    for (const { name } of METHODS) expect(await hashOf({ method: name })).toBe(first);
    expect(await hashOf({ priorEstimate: "as-printed", centres: 7, experiment: "time" })).toBe(first);
    const others = [
      await hashOf({ trial: 1 }),
      await hashOf({ seed: 2 }),
      await hashOf({ noise: "printed" }),
      await hashOf({ prior: 0.31 }),
      await hashOf({ protocol: "leak-free" }),
      await hashOf({ dataset: "fox" }),
      first,
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it.each(PROTOCOLS)("has the share of positives that the prior says, by the protocol %s", (protocol) => {
    let positives = 0;
    let testPositives = 0;
    const runs = 40;
    const truth = new Map(Array.from(bags, ({ id, label }) => [id, label]));
    for (let trial = 0; trial < runs; trial++) {
      const { training, test } = drawBags(bags, specOf({ protocol, prior: 0.3, unlabeled: 50, test: 50, trial }));
      for (const { id } of training.unlabeled()) if (truth.get(originalOf(id)) === "positive") positives++;
      testPositives += test.positive().size;
    }
    // Four standard deviations of Binomial(2000, 0.3).
    for (const found of [positives, testPositives]) expect(Math.abs(found - 600)).toBeLessThan(4 * Math.sqrt(420));
  });

  it("varies the number of positives as a binomial does", () => {
    const counts = Array.from({ length: 200 }, (_, trial) => {
      const { test } = drawBags(bags, specOf({ protocol: "leak-free", prior: 0.5, test: 60, unlabeled: 1, trial }));
      return test.positive().size;
    });
    const variance = counts.reduce((sum, n) => sum + (n - 30) ** 2, 0) / counts.length;
    // Var = 15; the sample variance of 200 has a relative standard deviation of 0.1.
    expect(variance).toBeGreaterThan(15 * 0.6);
    expect(variance).toBeLessThan(15 * 1.4);
  });

  it("copies the original without noise as copy 0, and with noise of the right size otherwise", () => {
    const { training } = drawBags(bags, specOf({ noise: "printed", unlabeled: 150, labeled: 20, test: 150 }));
    const byId = new Map(Array.from(bags, (bag) => [bag.id, bag]));
    let squares = 0;
    let values = 0;
    for (const copy of training) {
      const original = byId.get(originalOf(copy.id));
      const added = [...copy.values].map((value, k) => value - (original?.values[k] ?? Number.NaN));
      if (copy.id.endsWith("~0")) expect(added.every((value) => value === 0)).toBe(true);
      else {
        expect(added.every((value) => value !== 0)).toBe(true);
        for (const value of added) squares += value * value;
        values += added.length;
      }
    }
    expect(squares / values / 0.01).toBeCloseTo(1, 0.5);
  });

  it("scales Musk by z-scores of all bags, and leak-free by those of the training half", () => {
    const spec = specOf({ dataset: "musk1", noise: "printed", labeled: 30, unlabeled: 100, test: 100 });
    const column = (values: Iterable<number>) => [...values].filter((_, k) => k % bags.dimension === 0);
    const all = column(bags.toMatrix());
    const mean = all.reduce((sum, value) => sum + value) / all.length;
    const sd = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length);
    const byId = new Map(Array.from(bags, (bag) => [bag.id, bag]));
    /** (original, scaled) of the first feature of unnoised bags. */
    const pairs = (changes: Partial<TrialSpec>) => {
      const { training, test } = drawBags(bags, { ...spec, ...changes });
      return [...training, ...test]
        .filter(({ id }) => id.endsWith("~0"))
        .map(({ id, values }) => [byId.get(originalOf(id))?.values[0] ?? Number.NaN, values[0]]);
    };
    for (const [raw, scaled] of pairs({})) expect(scaled).toBeCloseTo((raw - mean) / sd, 10);
    const [[x0, y0], [x1, y1], ...rest] = pairs({ protocol: "leak-free" });
    const slope = (y1 - y0) / (x1 - x0);
    for (const [x, y] of rest) expect(y).toBeCloseTo(y0 + slope * (x - x0), 8);
    expect(Math.abs(slope - 1 / sd)).toBeGreaterThan(1e-6);
  });

  it("says so when there are too few bags", () => {
    expect(() => drawBags(originals({ positive: 2, negative: 2 }), specOf())).toThrowError(
      expect.objectContaining({ code: "too-few-bags" }),
    );
    expect(() => drawBags(bags, specOf({ labeled: 10_000 }))).toThrow(
      expect.objectContaining({ code: "too-few-bags" }),
    );
  });

  it("wants the truth of every bag, and a data set of the paper", () => {
    const unknown = bags.withLabels(bags.labels().map((label, i) => (i === 3 ? "unlabeled" : label)));
    expect(() => drawBags(unknown, specOf())).toThrowError(
      expect.objectContaining({ code: "unlabeled", where: { bag: "b3" } }),
    );
    expect(() => drawBags(bags, specOf({ dataset: "wolf" }))).toThrow(/no data set "wolf"/);
  });

  const folder = dataFolder();
  it.skipIf(missing("the paper's data", folder))(
    "has bags enough for every cell of the paper's table in both protocols",
    () => {
      const musk = readPaperData(folder ?? "", "musk1");
      const sizes = { dataset: "musk1", labeled: 20, unlabeled: 180, test: 200 };
      for (const protocol of PROTOCOLS) {
        for (const prior of [0.1, 0.7]) {
          const { training, test } = drawBags(musk, specOf({ ...sizes, protocol, prior }));
          expect([training.size, test.size]).toEqual([200, 200]);
        }
      }
    },
  );
});
