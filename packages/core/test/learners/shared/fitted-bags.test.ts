import { afterEach, describe, expect, it, vi } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { statisticsOf } from "../../../src/kernels/statistic/statistics.js";
import { withinBounds } from "../../../src/kernels/statistic/within-bounds.js";
import { viewsGram } from "../../../src/kernels/views/views.js";
import { autoData } from "../../../src/learners/auto/data.js";
import { fitRatios, ratioOf, sidesOf } from "../../../src/learners/auto/fit.js";
import { heldOutRatios } from "../../../src/learners/auto/held-out.js";
import { checkedAutoOptions } from "../../../src/learners/auto/options.js";
import { fittedBags, MOST_FITTED } from "../../../src/learners/shared/fitted-bags.js";
import { linearAlgebra } from "../../../src/linalg/backend.js";
import { preparedViews } from "../make.js";

const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
const rows = { positive: from(0, 30), unlabeled: from(30, 1000), negative: from(1000, 1200) };
const NO_NEGATIVES = { weight: 0, prior: 0.5 };

/** Training data of so many bags, fitted on 1,050 of them. */
function dataOf(bags: number, options = {}) {
  const made = synthesise({ bags, labeled: 40, dimensions: 2, bagSize: [2, 2], distance: 1.5, seed: 3 });
  return autoData(made.bags, checkedAutoOptions(options), { mostFitted: 1050 });
}

describe("the bags that auto fits on", () => {
  it("are all bags, each in its own row, up to the limit", () => {
    expect(fittedBags(rows, 0)).toEqual({ bags: null, rows });
    expect(fittedBags(rows, 0, { most: 1200 })).toEqual({ bags: null, rows });
    expect(MOST_FITTED).toBeGreaterThanOrEqual(20_000);
  });

  it("are a sample above it: rare kinds whole, the others in equal parts, no bag twice", () => {
    const { bags, rows: fitted } = fittedBags(rows, 0, { most: 400 });
    if (bags === null) throw new Error("nothing was sampled");
    expect([fitted.positive.length, fitted.unlabeled.length, fitted.negative.length]).toEqual([30, 185, 185]);
    expect(new Set(bags).size).toBe(400);
    expect([...bags]).toEqual([...bags].sort((a, b) => a - b));
    for (const kind of ["positive", "unlabeled", "negative"] as const)
      for (const row of fitted[kind]) expect(rows[kind]).toContain(bags[row]);
  });

  it("keep the share of each kind if asked, but at least two bags of it", () => {
    const counts = (most: number) =>
      Object.values(fittedBags(rows, 0, { most, equalRate: true }).rows).map((some) => some.length);
    expect(counts(400)).toEqual([10, 323, 67]);
    expect(counts(12)).toEqual([2, 10, 2]);
  });

  it("depend on the seed alone", () => {
    expect(fittedBags(rows, 1, { most: 300 })).toEqual(fittedBags(rows, 1, { most: 300 }));
    expect(fittedBags(rows, 1, { most: 300 })).not.toEqual(fittedBags(rows, 2, { most: 300 }));
  });

  it("are named in a note with their numbers, and only if they are a sample", async () => {
    const noteOf = async (bags: number) =>
      (await dataOf(bags)).notes.find(({ code }) => code === "fitted-on-sample")?.message;
    expect(await noteOf(1050)).toBeUndefined();
    expect(await noteOf(1300)).toMatch(/1,?050 bags \(40 of 40 positive, 1,010 of 1,260 unlabeled\)/);
  });
});

describe("held-out ratios of a sample", () => {
  it("cover all bags, each by the fit that saw neither it nor its fold", async () => {
    const data = await dataOf(1300);
    const [held] = (await heldOutRatios(data, preparedViews(data), [NO_NEGATIVES], {})) ?? [];
    const { folds, fitted } = data;
    if (folds === undefined || fitted.bags === null) throw new Error("nothing was sampled");
    const sampled = fitted.bags;
    expect([held.positive.length, held.unlabeled.length]).toEqual([40, 1260]);
    const kept = (some: Uint32Array) => some.filter((row) => folds.of[sampled[row]] !== 4);
    const training = {
      positive: kept(fitted.rows.positive),
      unlabeled: kept(fitted.rows.unlabeled),
      negative: kept(fitted.rows.negative),
    };
    const [fit] = fitRatios(data, preparedViews(data), training, [NO_NEGATIVES]);
    const x = withinBounds(statisticsOf("min-max-mean", data.bags));
    const all = ratioOf({ ...fit, gram: viewsGram(preparedViews(data).views(sidesOf(training)), x) });
    const ratios = [...held.positive, ...held.unlabeled];
    for (const [bag, fold] of folds.of.entries()) if (fold === 4) expect(ratios[bag]).toBe(all[bag]);
    // Of bags in the sample, the kernel of the fit has the same bits.
    const own = ratioOf(fit);
    for (const [row, bag] of sampled.entries()) expect(own[row]).toBe(all[bag]);
  });

  it("of a single set weigh each kind by its share of all bags", async () => {
    const data = await dataOf(2100, { scenario: "single-set" });
    const [sampled] = fitRatios(data, preparedViews(data), data.fitted.rows, [NO_NEGATIVES]);
    // The best constant makes the mean of r over the sample of p(X) exactly 1.
    const r = ratioOf(sampled);
    const mean = (some: Uint32Array) => some.reduce((sum, row) => sum + r[row], 0) / some.length;
    const { positive, unlabeled } = data.fitted.rows;
    expect((40 * mean(positive) + 2060 * mean(unlabeled)) / 2100).toBeCloseTo(1, 10);
  });
});

describe("the work of auto", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("grows by one scoring for each bag more than it fits on", async () => {
    const workOf = async (bags: number) => {
      const exponentials = vi.spyOn(linearAlgebra(), "addExponentials");
      const products = vi.spyOn(linearAlgebra(), "weightedSyrk");
      const data = await dataOf(bags);
      await heldOutRatios(data, preparedViews(data), [NO_NEGATIVES], {});
      const values = exponentials.mock.calls.reduce((sum, [total]) => sum + total.length, 0);
      const folded = products.mock.calls.reduce((sum, [a]) => sum + a.rows, 0);
      vi.restoreAllMocks();
      return { values, folded };
    };
    const [small, large, larger] = [await workOf(1100), await workOf(1500), await workOf(1900)];
    expect(large.folded).toBe(small.folded);
    // Three exponentials for each bag and each of 300 landmarks.
    expect(large.values - small.values).toBe(400 * 300 * 3);
    expect(larger.values - large.values).toBe(400 * 300 * 3);
  });
});
