import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { LABEL_CODE } from "../../../src/bags/label.js";
import { applyScaling } from "../../../src/bags/scaling.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { readOptions } from "../../../src/base/option.js";
import { random } from "../../../src/base/random.js";
import { randomConfidence } from "../../../src/learners/pu-mil/confidence.js";
import { type PuMilData, puMilData } from "../../../src/learners/pu-mil/data.js";
import { fitnessOf } from "../../../src/learners/pu-mil/fitness.js";
import { keyRows } from "../../../src/learners/pu-mil/keys.js";
import { PU_MIL_OPTIONS, type PuMilOptions } from "../../../src/learners/pu-mil/options.js";
import { classifierFor, type PoolClassifier } from "../../../src/learners/pu-mil/pool.js";
import { puMil } from "../../../src/learners/pu-mil/pu-mil.js";
import type { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { type InstanceScorer, project } from "../../../src/scorers/scorer.js";
import { auc } from "../../../src/scores/classification.js";
import { freshSet, rebuilt, trainingSet } from "../make.js";

const bags = trainingSet();
const fresh = freshSet();
/** Few vectors and epochs: enough to see that they evolve. */
const QUICK = { population: 6, epochs: 3 } as const;

function scorerOf(model: Model): InstanceScorer {
  const { scorer } = model.parts();
  if (scorer.kind === "instances") return scorer;
  throw new Error("it scores bags");
}

/** The instances of each bag along the principal axes of the training data. */
function pointsOf(data: PuMilData, set: BagSet): number[][][] {
  const scaled = applyScaling(data.scaling, set);
  const { cols, data: values } = project(data.projection, matrix(set.instances, set.dimension, scaled.toMatrix()));
  const rows = Array.from({ length: set.instances }, (_, i) => [...values.subarray(i * cols, (i + 1) * cols)]);
  return Array.from(set, ({ size }) => rows.splice(0, size));
}

const dot = (x: number[], y: ArrayLike<number>) => x.reduce((sum, value, j) => sum + value * y[j], 0);

/** The log-density of negatives at x by the definition. */
function logDensity(x: number[], { density: { points, width, transform } }: PoolClassifier): number {
  const row = (m: { cols: number; data: Float64Array }, i: number) => m.data.subarray(i * m.cols, (i + 1) * m.cols);
  const placed = transform === null ? x : x.map((_, k) => dot(x, row(transform, k)));
  const exponents = Array.from({ length: points.rows }, (_, i) =>
    placed.reduce((sum, value, j) => sum - (value - row(points, i)[j]) ** 2 / (2 * width ** 2), 0),
  );
  const most = Math.max(...exponents);
  return most + Math.log(exponents.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

/** Scores and key instances of a classifier on new bags, by the definition. */
function naive(data: PuMilData, classifier: PoolClassifier, set: BagSet) {
  return pointsOf(data, set).map((instances) => {
    const values = instances.map((x) => logDensity(x, classifier));
    const key = values.indexOf(Math.min(...values));
    return { key, score: dot(instances[key], classifier.weights) + classifier.intercept };
  });
}

/** 1/2 |w|^2 + C sum of hinges on the pool, by the definition, with nu on the whole of (x, 1). */
function objective(data: PuMilData, confidence: Float64Array, classifier: PoolClassifier, cost: number): number {
  const { points, deviations, positives } = data;
  const { weights, intercept, pool, negative } = classifier;
  const w = weights.map((value, j) => value / deviations[j]);
  const hinges = Array.from(pool, (row, k) => {
    const x = Array.from({ length: points.cols }, (_, j) => points.data[row * points.cols + j]);
    const g = dot(x, weights) + intercept;
    return Math.max(0, k < positives ? 1 - g : 1 + confidence[negative[k - positives]] * g);
  });
  const length = w.reduce((sum, value) => sum + value * value, intercept * intercept);
  return length / 2 + cost * hinges.reduce((sum, value) => sum + value, 0);
}

describe("puMil", () => {
  it.each<PuMilOptions>([
    { setting: "paper", fitness: "as-programmed" },
    { fitness: "as-programmed", densitySpread: "points", seed: 5 },
  ])("as programmed is one training with the first random confidences: %j", async (options) => {
    const checked = readOptions(PU_MIL_OPTIONS, options);
    const data = await puMilData(bags, checked);
    const first = randomConfidence(data.unlabeled, random(options.seed ?? 0));
    const classifier = classifierFor(data, first, checked);
    const model = await puMil(options).fit(bags);
    const found = model.instances(fresh) ?? [];
    for (const [i, { key, score }] of naive(data, classifier, fresh).entries()) {
      expect(found[i].key).toBe(key);
      expect(model.scores(fresh)[i]).toBeCloseTo(score, 9);
    }
    expect(model.card.chosen).toMatchObject({ epochs: 1, fMeasure: 0, possiblyNegative: 10 });
  });

  it("as programmed multiplies instances by the confidence before it looks for the key, but not the constant", async () => {
    const programmed = readOptions(PU_MIL_OPTIONS, { fitness: "as-programmed" });
    const data = await puMilData(bags, programmed);
    const confidence = randomConfidence(data.unlabeled, random(1));
    const { pool, negative, density, solution } = classifierFor(data, confidence, programmed);
    const negativeBags = negative.map((bag) => data.positives + bag);
    const factors = Float64Array.from(negative, (bag) => confidence[bag]);
    expect([...pool.slice(10)]).toEqual([...keyRows(data, density, negativeBags, factors)]);
    const text = classifierFor(data, confidence, readOptions(PU_MIL_OPTIONS, {}));
    expect([...text.pool.slice(10)]).toEqual([...keyRows(data, density, negativeBags)]);
    expect(solution.weights.at(-1)).not.toBe(text.solution.weights.at(-1));
  });

  it.each<PuMilOptions>([{ ...QUICK }, { ...QUICK, densitySpread: "points", cost: 3 }, { ...QUICK, key: "score" }])(
    "is the classifier of the best confidences, certified: %j",
    async (options) => {
      const checked = readOptions(PU_MIL_OPTIONS, options);
      const data = await puMilData(bags, checked);
      const confidence = randomConfidence(data.unlabeled, random(8));
      const classifier = classifierFor(data, confidence, checked);
      const { status, primalObjective, relativeGap } = classifier.solution;
      expect(status).toBe("solved");
      expect(relativeGap).toBeLessThanOrEqual(1e-8);
      expect(primalObjective).toBeCloseTo(objective(data, confidence, classifier, checked.cost), 9);
      const model = await puMil(options).fit(bags);
      expect(model.card.certificate.status).toBe("solved");
      expect(model.card.chosen.fMeasure).toBeGreaterThan(0);
    },
  );

  it("judges confidences by what the unlabeled bags get from their key instances", async () => {
    for (const key of ["density", "score"] as const) {
      const options = readOptions(PU_MIL_OPTIONS, { key });
      const data = await puMilData(bags, options);
      const unlabeled = bags.unlabeled();
      const byId = Array.from(unlabeled.ids().keys()).sort((i, j) => (unlabeled.idOf(i) < unlabeled.idOf(j) ? -1 : 1));
      const sorted = unlabeled.subset(byId);
      for (let seed = 0; seed < 4; seed++) {
        const confidence = randomConfidence(20, random(seed));
        const classifier = classifierFor(data, confidence, options);
        const scores =
          key === "density"
            ? naive(data, classifier, sorted).map(({ score }) => score)
            : pointsOf(data, sorted).map((rows) =>
                Math.max(...rows.map((x) => dot(x, classifier.weights) + classifier.intercept)),
              );
        const called = scores.map((score) => score >= 0);
        const hits = called.filter((yes, i) => yes && !classifier.negative.includes(i)).length;
        const wanted = (2 * hits) / (called.filter((yes) => yes).length + 10);
        expect(fitnessOf(data, confidence, options)).toBeCloseTo(wanted, 12);
      }
    }
  });

  it("scores a bag by its instance of least density, or of highest score", async () => {
    const dense = await puMil(QUICK).fit(bags);
    const high = await puMil({ ...QUICK, key: "score" }).fit(bags);
    expect(scorerOf(dense).key).not.toBeNull();
    expect(scorerOf(high).key).toBeNull();
    let different = 0;
    for (const { scores, key } of dense.instances(fresh) ?? []) if (scores[key] < Math.max(...scores)) different++;
    expect(different).toBeGreaterThan(0);
    for (const { scores, key } of high.instances(fresh) ?? []) expect(scores[key]).toBe(Math.max(...scores));
    expect([...high.scores(fresh)]).toEqual((high.instances(fresh) ?? []).map(({ scores }) => Math.max(...scores)));
  });

  it("never ends with a lower F-measure after more epochs", async () => {
    let last = 0;
    for (const epochs of [1, 2, 4, 8]) {
      const { chosen } = (await puMil({ population: 6, epochs }).fit(bags)).card;
      expect(Number(chosen.fMeasure)).toBeGreaterThanOrEqual(last);
      expect(Number(chosen.epochs)).toBeLessThanOrEqual(epochs);
      last = Number(chosen.fMeasure);
    }
  });

  it("finds positives better than chance", async () => {
    const found = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => {
        const made = { dimensions: 5, distance: 4, bagSize: [2, 6] as const };
        const model = await puMil({ ...QUICK, seed }).fit(synthesise({ ...made, bags: 120, labeled: 30, seed }).bags);
        const test = synthesise({ ...made, bags: 150, labeled: 0, seed: 100 + seed });
        return auc(
          model.scores(test.bags),
          test.truth.map((label) => LABEL_CODE[label]),
        );
      }),
    );
    expect(found.reduce((sum, value) => sum + value) / 4).toBeGreaterThan(0.65);
  });

  it("says on its card what it did, and what was left undone", async () => {
    const notes = async (options: PuMilOptions, set: BagSet) =>
      (await puMil(options).fit(set)).card.notes.map(({ code }) => code);
    const { card } = await puMil({ ...QUICK, dimensions: 2, densityPoints: 5 }).fit(bags);
    expect(card).toMatchObject({ kernel: null, prior: null, measures: null, calibration: null, bound: null });
    expect(card.chosen).toMatchObject({ dimensions: 2, cost: 0.01, possiblyNegative: 10 });
    expect(card.training.centres).toBe(5);
    expect(card.notes.map(({ code }) => code)).toContain("density-points");
    const unlabeled = bags.labels().flatMap((label, i) => (label === "unlabeled" ? [i] : []));
    const few = bags.filter((i) => bags.labelOf(i) === "positive" || unlabeled.indexOf(i) < 4);
    expect(await notes(QUICK, few)).toContain("all-negative");
    expect(await notes(QUICK, bags)).not.toContain("all-negative");
    const codes = await Promise.all([0, 1, 2, 3, 4].map((seed) => notes({ epochs: 1, population: 20, seed }, bags)));
    expect(codes.flat()).toContain("epochs");
  });

  it.each<[string, (row: number[]) => number[]]>([
    ["equal", () => [1, 2, 3]],
    ["on a line", ([x]) => [x, 2 * x, 5]],
    ["huge", (row) => row.map((x) => x * 1e12)],
    ["so large that their squares are no numbers", (row) => row.map((x) => x * 1e200)],
  ])("fits in the paper's setting with instances that are %s", async (_, change) => {
    const set = rebuilt(bags, (rows) => rows.map(change));
    const model = await puMil({ setting: "paper", ...QUICK }).fit(set);
    const { status } = model.card.certificate;
    if (status !== "solved") expect(model.card.notes.map(({ code }) => code)).toContain("certificate");
    expect([...model.scores(set)].every(Number.isFinite)).toBe(true);
    expect(decodeModel(encodeModel(model)).scores(set)).toEqual(model.scores(set));
  });

  it("takes what the paper says in the setting paper, unless it is told otherwise", () => {
    expect(readOptions(PU_MIL_OPTIONS, { setting: "paper" })).toMatchObject({
      ...{ population: 100, cloneRate: 0.1, dimensions: 30, cost: 1, key: "density", fitness: "f-measure" },
      ...{ densitySpread: "points", scaling: "none" },
    });
    expect(readOptions(PU_MIL_OPTIONS, { setting: "paper", cost: 7 }).cost).toBe(7);
  });
});
