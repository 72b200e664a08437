import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRows } from "../../../bagwise/src/entries/linalg.js";
import type { BagSet } from "../../src/bags/bag-set.js";
import { fitScaling } from "../../src/bags/scaling.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { random } from "../../src/base/random.js";
import { explain, explainEach } from "../../src/explain/explain.js";
import type { BagExplanation } from "../../src/explain/explanation.js";
import type { InstanceKernel } from "../../src/kernels/instance-kernel.js";
import type { Kernel } from "../../src/kernels/kernel.js";
import { represent } from "../../src/kernels/represent.js";
import { STATISTIC_NAMES, statisticsOf } from "../../src/kernels/statistic/statistics.js";
import { Model } from "../../src/model/model.js";
import type { Scorer } from "../../src/scorers/scorer.js";
import { bagSet } from "../bags/make.js";
import { CODEBOOK, FACTORS, fitViews, REFERENCES } from "../kernels/make.js";
import { rebuilt, shuffleFeatures } from "../learners/make.js";
import { tinyModel, viewsModel } from "../model/make.js";
import { contributionsOf, effectsOf, rowsOf, scoreOf } from "./brute-force.js";

const INSTANCE_KERNELS: readonly InstanceKernel[] = [
  { type: "linear" },
  { type: "polynomial", degree: 3, offset: 1 },
  { type: "gaussian", width: 1.5 },
  { type: "laplace", width: 2 },
  { type: "cosine" },
];

const LEAVES: readonly Kernel[] = [
  ...INSTANCE_KERNELS.flatMap((kernel): Kernel[] => [
    ...STATISTIC_NAMES.map((statistic): Kernel => ({ type: "statistic", statistic, kernel })),
    { type: "set", kernel },
  ]),
  ...INSTANCE_KERNELS.map((kernel): Kernel => ({ type: "graph", kernel })),
  { type: "edge-graph", kernel: INSTANCE_KERNELS[2], edgeWidth: 0.3 },
  ...INSTANCE_KERNELS.map((kernel): Kernel => ({ type: "conformal", codebook: CODEBOOK, factors: FACTORS, kernel })),
  ...INSTANCE_KERNELS.map((kernel): Kernel => ({ type: "dissimilarity", references: REFERENCES, kernel })),
  ...INSTANCE_KERNELS.map((kernel): Kernel => ({ type: "affinity", codebook: CODEBOOK, kernel })),
];

const KERNELS: readonly Kernel[] = [
  ...LEAVES,
  ...LEAVES.map((kernel): Kernel => ({ type: "normalised", kernel })),
  { type: "sum", kernels: [LEAVES[0], LEAVES[5], LEAVES[11]], weights: [0.5, 2, 1] },
  { type: "sum", kernels: [{ type: "graph", kernel: INSTANCE_KERNELS[2] }, LEAVES[0], LEAVES[3]] },
  { type: "sum", kernels: [LEAVES[LEAVES.length - 1], LEAVES[0]] },
  { type: "normalised", kernel: { type: "sum", kernels: [LEAVES[LEAVES.length - 2], LEAVES[1], LEAVES[7]] } },
  { type: "normalised", kernel: { type: "sum", kernels: [LEAVES[2], LEAVES[7], LEAVES[8]] } },
];

/**
 * A scorer by views of random bags whose features have quite different scales, so that deviations
 * are raised to their floor.
 */
async function randomViews(dimensions: number, bags: number): Promise<Model> {
  const generator = random(17 + dimensions);
  const { bags: plain } = synthesise({ bags, labeled: 2, dimensions, bagSize: [2, 4], seed: 6 });
  const scaled = rebuilt(plain, (rows) => rows.map((row) => row.map((value, j) => value * 10 ** ((j % 5) - 2))));
  const { card, heldOut } = (await tinyModel()).parts();
  const centres = Uint32Array.from({ length: bags }, (_, i) => i);
  return new Model({
    card: { ...card, kernel: null },
    scaling: fitScaling(scaled, { method: "none" }),
    scorer: {
      kind: "views",
      views: fitViews(statisticsOf("min-max-mean", scaled), {
        centres,
        positive: centres.subarray(0, 2),
        other: centres.subarray(2),
      }),
      alpha: Float64Array.from({ length: bags }, () => generator.normal()),
      beta: -0.1,
      link: { knots: Float64Array.of(-1, 0, 0.5), values: Float64Array.of(-2, 0.25, 1) },
    },
    heldOut,
  });
}

/**
 * Bags of several sizes, of one instance, of equal instances, with copies, and with features in
 * which few values differ.
 */
function bagsToExplain(seed = 5): BagSet {
  const { bags } = synthesise({ bags: 6, labeled: 2, dimensions: 4, bagSize: [2, 7], seed });
  const generator = random(seed);
  const coarse = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => generator.below(3)));
  const rows = Array.from(bags, (_, i) => rowsOf(bags, i));
  return bagSet([...rows, coarse, [[1, -2, 0.5, 0]], [...rows[0], ...rows[0].slice(0, 2)], [rows[1][0], rows[1][0]]], {
    features: [...bags.features],
  });
}

async function modelOf(make: (bags: BagSet, generator: () => number) => Scorer): Promise<Model> {
  const { bags } = synthesise({ bags: 9, labeled: 3, dimensions: 4, bagSize: [1, 4], seed: 8 });
  const { card, heldOut } = (await tinyModel()).parts();
  const generator = random(3);
  return new Model({
    card,
    scaling: fitScaling(bags),
    scorer: make(bags, () => generator.normal()),
    heldOut,
  });
}

const kernelModel = (kernel: Kernel) =>
  modelOf((bags, normal) => ({
    kind: "bags",
    kernel,
    centres: represent(kernel, bags),
    alpha: Float64Array.from({ length: bags.size }, normal),
    beta: 0.3,
  }));

const instanceModel = (projected: boolean) =>
  modelOf((_, normal) => ({
    kind: "instances",
    projection: projected
      ? {
          mean: Float64Array.of(0.1, 0.2, 0, 0),
          axes: fromRows([
            [0.5, 0.5, 0.5, 0.5],
            [0.5, -0.5, 0.5, -0.5],
          ]),
        }
      : null,
    score: {
      kernel: { type: "gaussian", width: 1.2 },
      centres: fromRows(Array.from({ length: 6 }, () => Array.from({ length: projected ? 2 : 4 }, normal))),
      alpha: Float64Array.from({ length: 6 }, normal),
      beta: 0.1,
    },
    key: null,
  }));

function expectClose(got: Iterable<number>, wanted: readonly number[], scale: number, what: string): void {
  const found = [...got];
  expect(found.length).toBe(wanted.length);
  for (const [k, value] of found.entries())
    expect(Math.abs(value - wanted[k]), `${what}, number ${k}: ${value} for ${wanted[k]}`).toBeLessThanOrEqual(
      1e-9 * Math.max(scale, Math.abs(wanted[k])),
    );
}

/**
 * Everything that an explanation of bags as a whole says, against scoring what is left, bag by bag.
 */
function expectExact(model: Model, bags: BagSet, explanations: readonly BagExplanation[]): void {
  const scores = model.scores(bags);
  for (const [i, { bag, index, score, contributions, witness, tied, features }] of explanations.entries()) {
    const rows = rowsOf(bags, i);
    expect([bag, index, score]).toEqual([bags.idOf(i), i, scores[i]]);
    const wanted = contributionsOf(model, rows, bags.features);
    const scale = Math.max(...scores.map(Math.abs));
    expectClose(contributions, wanted, scale, `contributions in bag ${i}`);
    expect(witness.row).toBe(bags.startOf(i) + witness.instance);
    expect(witness.contribution).toBe(contributions[witness.instance]);
    expect(witness.contribution).toBeGreaterThanOrEqual(Math.max(...contributions) - 1e-10 * scale);
    expect(tied).toBe(witness.tied);
    if (rows.length === 1) continue;
    const effects = effectsOf(model, rows, witness.instance, bags.features);
    const told = bags.features.map((name) => features.find((feature) => feature.name === name)?.effect ?? 0);
    expectClose(told, effects, scale, `effects in bag ${i}`);
    for (const { index: j, value, others, direction } of features) {
      const rest = rows.filter((_, k) => k !== witness.instance).map((row) => row[j]);
      expect(value).toBe(rows[witness.instance][j]);
      expect([others?.min, others?.max]).toEqual([Math.min(...rest), Math.max(...rest)]);
      expect(direction).toBe(value >= (others?.mean ?? Number.NaN) ? "high" : "low");
    }
  }
}

describe("an explanation", () => {
  const bags = bagsToExplain();

  it.each(KERNELS.map((kernel): [string, Kernel] => [JSON.stringify(kernel), kernel]))(
    "is the same as scoring the bag without each instance, with the kernel %s",
    async (_, kernel) => {
      const model = await kernelModel(kernel);
      expectExact(model, bags, await explain(model, bags, { features: Infinity }));
    },
  );

  it.each([false, true])(
    "is the same as scoring the bag without each instance, by views (half the centres: %s)",
    async (everyOther) => {
      const model = await viewsModel({ everyOther });
      const three = bagSet(
        Array.from(bags, (_, i) => rowsOf(bags, i).map((row) => row.slice(0, 3).map((value) => 2 * value))),
        { features: [...model.features] },
      );
      expectExact(model, three, await explain(model, three, { features: Infinity }));
    },
  );

  it.each([
    [1, 4],
    [2, 9],
    [5, 30],
    [12, 6],
    [12, 40],
  ])(
    "is the same as scoring the bag without each instance, by views of %i features and %i centres",
    async (dimensions, count) => {
      const model = await randomViews(dimensions, count);
      const generator = random(2);
      const value = (j: number, far: number) => far * generator.normal() * 10 ** ((j % 5) - 2);
      const drawn = [1, 1, 0.1, 30].map((far) =>
        Array.from({ length: 2 + generator.below(6) }, () =>
          Array.from({ length: dimensions }, (_, j) => value(j, far)),
        ),
      );
      const large = Array.from({ length: 700 }, () => Array.from({ length: dimensions }, (_, j) => value(j, 1)));
      const still = drawn[0].map((row) => row.map((each, j) => (j % 2 === 0 ? 0.1 : each)));
      const given = bagSet([...drawn, still, large.slice(0, 60)], { features: [...model.features] });
      expectExact(model, given, await explain(model, given, { features: Infinity }));
      const [many] = await explain(model, bagSet([large], { features: [...model.features] }));
      expect(many.contributions.length).toBe(700);
    },
  );

  it.each([
    [5, 30],
    [12, 6],
    [12, 40],
    [40, 25],
  ])(
    "tells the same few features whether or not it tells all, by views of %i features and %i centres",
    async (dimensions, count) => {
      const model = await randomViews(dimensions, count);
      const { bags: drawn } = synthesise({ bags: 30, labeled: 0, dimensions, bagSize: [1, 12], seed: 21 });
      const given = rebuilt(drawn, (rows) => rows.map((row) => row.map((value, j) => value * 10 ** ((j % 5) - 2))));
      const all = await explain(model, given, { features: Infinity });
      for (const features of [1, 3]) {
        const few = await explain(model, given, { features });
        expect(few.map((each) => each.features)).toEqual(all.map((each) => each.features.slice(0, features)));
      }
    },
  );

  it.each([false, true])(
    "has the scores of the instances where the learner scores instances (projected: %s)",
    async (projected) => {
      const model = await instanceModel(projected);
      const explanations = await explain(model, bags, { features: Infinity });
      for (const [i, { score, contributions, witness, features }] of explanations.entries()) {
        const rows = rowsOf(bags, i);
        const each = rows.map((row) => scoreOf(model, [row], bags.features));
        expect([...contributions]).toEqual(each);
        expect(score).toBe(Math.max(...each));
        expect(witness.instance).toBe(each.indexOf(score));
        for (const { name, index, effect, others } of features) {
          expect(bags.features[index]).toBe(name);
          if (others === null) continue;
          const after = scoreOf(model, [rows[witness.instance].with(index, others.mean)], bags.features);
          expect(effect).toBeCloseTo(score - after, 12);
        }
      }
    },
  );

  it.each([
    [100, "set"],
    [1e4, "set"],
    [1e4, "graph"],
  ] as const)(
    "keeps the digits of the other instances beside one of %d, with a normalised %s kernel",
    async (far, type) => {
      const model = await kernelModel({
        type: "normalised",
        kernel: { type, kernel: { type: "polynomial", degree: 3, offset: 1 } },
      });
      const outlying = bagSet(
        Array.from(bags, (_, i) => rowsOf(bags, i).map((row, k) => (k === 0 ? row.with(1, far) : row))),
        { features: [...bags.features] },
      );
      for (const { index, contributions } of await explain(model, outlying)) {
        const wanted = contributionsOf(model, rowsOf(outlying, index), outlying.features);
        expectClose(contributions, wanted, 1, `bag ${index}`);
      }
    },
  );

  it("keeps the mean of the other instances beside a huge one, by views", async () => {
    const model = await viewsModel();
    const huge = bagSet(
      [
        [
          [1e14, 0.5, 2],
          [0.25, -1, 1],
          [-0.75, 2, 3],
        ],
      ],
      { features: [...model.features] },
    );
    const [{ contributions }] = await explain(model, huge);
    expectClose(contributions, contributionsOf(model, rowsOf(huge, 0), huge.features), 1, "huge");
    expect(model.rank(huge)[0].witness.contribution).toBeCloseTo(Math.max(...contributions), 9);
  });

  it("refuses a bag of more than 2,000 instances with a graph kernel, and names it", async () => {
    const model = await kernelModel({ type: "graph", kernel: { type: "gaussian", width: 1 } });
    const rows = Array.from({ length: 2001 }, (_, i) => [i, 0, 1, 2]);
    const large = bagSet([rows], { features: [...model.features], ids: ["crowd"] });
    expect(model.scores(large)).toHaveLength(1);
    await expect(explain(model, large)).rejects.toThrow(/crowd.*2,001 instances|2,001 instances.*crowd/s);
  });

  it("says nothing but 0 of an instance that alone holds no similarity to a codebook", async () => {
    const model = await kernelModel({ type: "affinity", codebook: CODEBOOK, kernel: { type: "gaussian", width: 1 } });
    const { offset, divisor } = model.parts().scaling;
    const given = [...CODEBOOK.points, [9, 9, 9, 9]].map((point) =>
      point.map((value, j) => value * divisor[j] + offset[j]),
    );
    const [{ contributions }] = await explain(model, bagSet([given], { features: [...model.features] }));
    expect(contributions[3]).toBe(0);
    for (let i = 0; i < 3; i++) expect(contributions[i]).not.toBe(0);
  });

  it("says nothing but 0 of an instance that alone holds no extreme", async () => {
    const model = await kernelModel({
      type: "statistic",
      statistic: "minimax",
      kernel: { type: "gaussian", width: 1 },
    });
    const [{ contributions, witness }] = await explain(
      model,
      bagSet(
        [
          [
            [0, 0, 0, 0],
            [1, 1, 1, 1],
            [5, -5, 5, -5],
            [-5, 5, -5, 5],
          ],
        ],
        { features: [...model.features] },
      ),
    );
    expect([...contributions.subarray(0, 2)]).toEqual([0, 0]);
    expect(contributions[witness.instance]).toBe(Math.max(...contributions));
  });

  it("gives the whole score to the only instance, and compares it with what is typical", async () => {
    const model = await kernelModel(LEAVES[0]);
    const [{ score, contributions, witness, features }] = await explain(
      model,
      bagSet([[[3, -3, 0, 1]]], { features: [...model.features] }),
    );
    expect([...contributions]).toEqual([score]);
    expect(witness).toEqual({ instance: 0, row: 0, contribution: score, tied: false });
    expect(features.length).toBeGreaterThan(0);
    for (const { others } of features) expect(others).toBeNull();
    const { offset } = model.parts().scaling;
    for (const { index, value, direction } of features) expect(direction).toBe(value >= offset[index] ? "high" : "low");
  });

  it.each(["bags", "views"])("of a bag of equal instances says that none matters, by %s", async (kind) => {
    const model = kind === "views" ? await viewsModel() : await kernelModel(KERNELS[KERNELS.length - 1]);
    const row = model.features.map((_, j) => 0.1 * (j + 1));
    const [{ contributions, witness, tied, features }] = await explain(
      model,
      bagSet([[row, row, row]], { features: [...model.features] }),
    );
    expect([...contributions]).toEqual([0, 0, 0]);
    expect(witness).toMatchObject({ instance: 0, contribution: 0, tied: true });
    expect(tied).toBe(true);
    expect(features).toEqual([]);
  });

  it("takes the first of equals for the witness and says so", async () => {
    const model = await instanceModel(false);
    const rows = rowsOf(bags, 0);
    const [{ witness: alone }] = await explain(model, bagSet([rows], { features: [...bags.features] }));
    expect(alone.tied).toBe(false);
    const [{ witness }] = await explain(
      model,
      bagSet([[...rows, rows[alone.instance]]], { features: [...bags.features] }),
    );
    expect(witness).toMatchObject({ instance: alone.instance, tied: true });
  });

  it("does not depend on the order of the instances, and a copy contributes what its original does", async () => {
    const models = await Promise.all([
      kernelModel(KERNELS[KERNELS.length - 1]),
      kernelModel(LEAVES[10]),
      instanceModel(true),
    ]);
    const value = fc.double({ min: -3, max: 3, noNaN: true });
    const rows = fc.array(fc.tuple(value, value, value, value), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer(), fc.constantFrom(...models), async (given, seed, model) => {
        const order = [...random(seed).permutation(given.length)];
        const features = [...model.features];
        const of = async (each: readonly (readonly number[])[]) =>
          (await explain(model, bagSet([each.map((row) => [...row])], { features })))[0].contributions;
        const before = await of(given);
        const after = await of(order.map((i) => given[i]));
        const scale = Math.max(1, ...before.map(Math.abs));
        expectClose(
          after,
          order.map((i) => before[i]),
          scale,
          "shuffled",
        );
        const doubled = await of([...given, given[0]]);
        expect(doubled[given.length]).toBe(doubled[0]);
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it("finds features by name, whatever their order", async () => {
    const model = await kernelModel(LEAVES[10]);
    const plain = await explain(model, bags, { features: Infinity });
    const mixed = shuffleFeatures(bags);
    const other = await explain(model, mixed, { features: Infinity });
    for (const [i, { features }] of other.entries()) {
      expect(features.map(({ index: _, ...feature }) => feature)).toEqual(
        plain[i].features.map(({ index: _, ...feature }) => feature),
      );
      for (const { name, index } of features) expect(mixed.features[index]).toBe(name);
    }
  });

  it("tells five features unless asked for more or none, the largest effect first", async () => {
    const { bags: wide } = synthesise({ bags: 20, labeled: 6, dimensions: 9, bagSize: [2, 3], seed: 2 });
    const kernel: Kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } };
    const { card, heldOut } = (await tinyModel()).parts();
    const alpha = Float64Array.from({ length: 20 }, (_, i) => (i < 6 ? 1 : -0.5));
    const model = new Model({
      card,
      scaling: fitScaling(wide),
      scorer: { kind: "bags", kernel, centres: represent(kernel, wide), alpha, beta: 0 },
      heldOut,
    });
    const lengths = async (features?: number) =>
      (await explain(model, wide.subset([3]), { features }))[0].features.map(({ effect }) => Math.abs(effect));
    expect((await lengths()).length).toBe(5);
    expect(await lengths(0)).toEqual([]);
    const all = await lengths(Infinity);
    expect(all.length).toBe(9);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    await expect(explain(model, wide, { features: -1 })).rejects.toThrow("features");
    await expect(explain(model, wide, { features: 1.5 })).rejects.toThrow("features");
  });

  it("does not depend on what else is explained, and keeps rows of subsets", async () => {
    const model = await kernelModel(LEAVES[1]);
    const all = await explain(model, bags);
    const [only] = await explain(model, bags.subset([4]));
    expect(only).toEqual({ ...all[4], index: 0 });
    expect([...explainEach(model, bags)]).toEqual(all);
    expect(await explain(model, bags.subset([]))).toEqual([]);
  });

  it.each(["bags", "instances"])("takes scores that are known already instead of computing them: %s", async (kind) => {
    const model = kind === "bags" ? await kernelModel(LEAVES[1]) : await instanceModel(false);
    const all = await explain(model, bags);
    expect(await explain(model, bags, { scores: model.scores(bags) })).toEqual(all);
    await expect(explain(model, bags, { scores: [1] })).rejects.toThrow("scores");
  });

  it("can be stopped, and says how far it is", async () => {
    const model = await kernelModel(LEAVES[1]);
    const told: number[][] = [];
    await explain(model, bags, { onProgress: (done, total) => told.push([done, total]) });
    expect(told.at(-1)).toEqual([bags.size, bags.size]);
    const stop = new AbortController();
    const run = explain(model, bags, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(run).rejects.toThrow("aborted");
  });

  it("refuses bags without instances and other features as scoring does", async () => {
    const model = await kernelModel(LEAVES[0]);
    await expect(explain(model, bagSet([[]], { features: [...model.features] }))).rejects.toThrow("no instances");
    await expect(explain(model, bagSet([[[1]]], { features: ["other"] }))).rejects.toThrow("missing");
  });
});

describe("the witness of a ranked bag", () => {
  const bags = bagsToExplain();

  it.each(KERNELS.map((kernel): [string, Kernel] => [JSON.stringify(kernel), kernel]))(
    "is that of the explanation, with the kernel %s",
    async (_, kernel) => {
      const model = await kernelModel(kernel);
      const explanations = await explain(model, bags);
      for (const { index, witness } of model.rank(bags)) expect(witness).toEqual(explanations[index].witness);
    },
  );

  it.each([false, true])("is that of the explanation, by views (half the centres: %s)", async (everyOther) => {
    const model = await viewsModel({ everyOther });
    const three = rebuilt(bags, (rows) => rows.map((row) => row.slice(0, 3)), { features: model.features });
    const explanations = await explain(model, three);
    for (const { index, witness } of model.rank(three)) expect(witness).toEqual(explanations[index].witness);
  });

  it("is found when it is looked at, and is not part of copies", async () => {
    const model = await kernelModel(LEAVES[0]);
    const ranked = model.rank(bags.subset([3, 1]));
    expect(Object.keys(ranked[0])).not.toContain("witness");
    expect(JSON.parse(JSON.stringify(ranked[0]))).not.toHaveProperty("witness");
    expect(structuredClone(ranked[0])).toEqual({ ...ranked[0] });
    expect(ranked[0].witness).toBe(ranked[0].witness);
    for (const { index, witness } of ranked) expect(witness.row).toBe(bags.startOf([3, 1][index]) + witness.instance);
  });
});
