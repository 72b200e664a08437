import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import type { Label } from "../../../src/bags/label.js";
import { applyScaling } from "../../../src/bags/scaling.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { programFolds } from "../../../src/learners/lsdd/folds.js";
import { lsdd } from "../../../src/learners/lsdd/lsdd.js";
import type { LsddOptions } from "../../../src/learners/lsdd/options.js";
import { chooseWidth } from "../../../src/learners/lsdd/validation.js";
import { orderedInstances } from "../../../src/learners/shared/ordered-instances.js";
import { trainingBags } from "../../../src/learners/shared/training-bags.js";
import type { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { evaluate } from "../../../src/scores/classification.js";
import { bagSet, nested } from "../../bags/make.js";
import { freshSet, rebuilt, trainingSet } from "../make.js";
import { type Instance, naiveLsdd } from "./naive-lsdd.js";

/** The instances of the positive and of the unlabeled bags for which `keep` is true. */
function instancesOf(bags: BagSet, keep: (bag: number) => boolean = () => true): [Instance[], Instance[]] {
  const rows = nested(bags);
  const of = (label: Label) => rows.filter((_, i) => bags.labelOf(i) === label && keep(i)).flat();
  return [of("positive"), of("unlabeled")];
}

function expectClose(found: ArrayLike<number>, expected: readonly number[], share = 1e-8): void {
  expect(found.length).toBe(expected.length);
  const largest = Math.max(...expected.map(Math.abs));
  expected.forEach((value, i) => {
    expect(Math.abs(found[i] - value)).toBeLessThanOrEqual(share * largest);
  });
}

function chosenOf(model: Model): { width: number; lambda: number } {
  const { width, lambda } = model.card.chosen;
  return { width: Number(width), lambda: Number(lambda) };
}

describe("lsdd", () => {
  it.each<[string, LsddOptions]>([
    ["by default", {}],
    ["in the paper's setting, where H counts", { setting: "paper", width: [0.8, 0.3], lambda: [1e-2, 1e-4] }],
    ["in the paper's setting as it is", { setting: "paper" }],
  ])("scores every bag by its highest instance, as a naive program does, %s", async (_, options) => {
    const bags = trainingSet();
    const fresh = freshSet();
    const model = await lsdd(options).fit(bags);
    const { scaling } = model.parts();
    const [positive, unlabeled] = instancesOf(applyScaling(scaling, bags));
    const naive = naiveLsdd(positive, unlabeled, { ...chosenOf(model), factor: options.setting === "paper" });
    const expected = nested(applyScaling(scaling, fresh)).map((rows) => rows.map(naive.score));
    expectClose(
      model.scores(fresh),
      expected.map((scores) => Math.max(...scores)),
    );
    const instances = model.instances(fresh) ?? [];
    expectClose(
      instances.flatMap(({ scores }) => [...scores]),
      expected.flat(),
    );
    const bagScores = model.scores(fresh);
    instances.forEach(({ scores, key }, i) => {
      expect(scores[key]).toBe(Math.max(...scores));
      expect(bagScores[i]).toBe(scores[key]);
    });
    expect(model.card).toMatchObject({ kernel: null, bound: null, prior: null, measures: null, calibration: null });
  });

  it.each<[string, LsddOptions]>([
    ["where H counts", { width: [0.8, 0.3], lambda: [1e-2, 1e-4] }],
    ["with a number of folds", { width: [0.8, 2], lambda: [1e-2], folds: 3 }],
  ])(
    "judges settings on held-out bags as the authors' program does in the paper's setting, %s",
    async (_, { width, lambda, folds }) => {
      const bags = trainingSet({ bags: 33, labeled: 7 });
      const model = await lsdd({ setting: "paper", width, lambda, folds, seed: 5 }).fit(bags);
      const ordered = orderedInstances(trainingBags(bags, { negatives: "refuse" }).bags);
      const { of, folds: number } = programFolds(ordered, { folds, seed: 5 }) ?? { of: new Int32Array(0), folds: 0 };
      for (const { width, lambda = Number.NaN, risk, folds: judged } of model.card.risks) {
        const criteria = Array.from({ length: number }, (_, fold) => {
          const [positive, unlabeled] = instancesOf(ordered, (i) => of[i] !== fold);
          const [heldPositive, heldUnlabeled] = instancesOf(ordered, (i) => of[i] === fold);
          if (heldPositive.length === 0) return [];
          const naive = naiveLsdd(positive, unlabeled, { width: width ?? Number.NaN, lambda, factor: true });
          return [naive.criterion(heldPositive, heldUnlabeled)];
        }).flat();
        expect(judged).toBe(criteria.length);
        expectClose([risk], [criteria.reduce((sum, value) => sum + value, 0) / criteria.length], 1e-6);
      }
      const least = model.card.risks.reduce((a, b) => (b.risk < a.risk ? b : a));
      expect(chosenOf(model)).toEqual({ width: least.width, lambda: least.lambda });
    },
  );

  it("passes over a fold without a positive bag in the paper's setting", async () => {
    const bags = trainingSet({ bags: 30, labeled: 2 });
    const { risks } = (await lsdd({ setting: "paper" }).fit(bags)).card;
    expect(risks.length).toBe(9);
    for (const { folds } of risks) expect(folds).toBeLessThanOrEqual(2);
  });

  it("estimates a density difference that is known", async () => {
    // p_P = N(1.5, 1) and p_U = 0.3 N(1.5, 1) + 0.7 N(-1.5, 1): the difference is 0.7 (N(1.5, 1) -
    // N(-1.5, 1)), which changes its sign at 0.
    const generator = random(8);
    const rows = Array.from({ length: 3000 }, (_, i) => [
      [generator.normal() + (i < 1500 || generator.uniform() < 0.3 ? 1.5 : -1.5)],
    ]);
    const bags = bagSet(rows, { labels: rows.map((_, i): Label => (i < 1500 ? "positive" : "unlabeled")) });
    const model = await lsdd({ setting: "paper", width: [0.1, 0.6], lambda: [0.1, 1e-2], centres: 150 }).fit(bags);
    const grid = Array.from({ length: 61 }, (_, k) => [[(k - 30) / 10]]);
    const normal = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    const scores = model.scores(bagSet(grid));
    grid.forEach(([[x]], k) => {
      expect(Math.abs(scores[k] - 0.7 * (normal(x - 1.5) - normal(x + 1.5)))).toBeLessThan(0.05);
    });
    const plain = (await lsdd({ centres: 150 }).fit(bags)).scores(bagSet(grid));
    grid.forEach(([[x]], k) => {
      if (Math.abs(x) >= 0.5) expect(Math.sign(plain[k])).toBe(Math.sign(x));
    });
  });

  it("tells apart bags that can be told apart, by default", async () => {
    const made = (seed: number, labeled: number) =>
      synthesise({ bags: 150, labeled, dimensions: 5, distance: 4, bagSize: [2, 6], seed });
    const model = await lsdd().fit(made(1, 30).bags);
    const { bags, truth } = made(2, 0);
    const truths = Array.from(truth, (label) => (Number(label) > 0 || String(label) === "positive" ? 1 : -1));
    expect(evaluate(model.scores(bags), truths).auc).toBeGreaterThan(0.9);
  });

  it("has no evidence for a bag far from all centres in the paper's setting: its score is 0", async () => {
    const model = await lsdd({ setting: "paper" }).fit(trainingSet());
    const [far] = model.predict(bagSet([[[1e3, 1e3, 1e3]]]));
    expect(far).toMatchObject({ score: 0, predicted: "negative" });
  });

  it("never drops a tiny kernel value: near-duplicates decide in the paper's setting", async () => {
    const rows = Array.from({ length: 9 }, (_, i) => [[i, i % 2]]);
    const bags = bagSet(rows, { labels: rows.map((_, i): Label => (i % 3 === 0 ? "positive" : "unlabeled")) });
    const model = await lsdd({ setting: "paper", width: 0.01, lambda: 1 }).fit(bags);
    // At a distance of 0.2 the kernel is exp(-200).
    const scores = model.scores(rebuilt(bags, (rows) => rows.map(([x, y]) => [x + 0.2, y])));
    bags.labels().forEach((label, i) => {
      expect(Math.abs(scores[i])).toBeLessThan(1e-80);
      expect(Math.abs(scores[i])).toBeGreaterThan(1e-90);
      expect(scores[i] > 0).toBe(label === "positive");
    });
  });

  it("has theta = h / lambda in 230 dimensions, where the factor of H is 0", async () => {
    const generator = random(3);
    const rows = Array.from({ length: 12 }, () => [Array.from({ length: 230 }, () => generator.normal())]);
    const bags = bagSet(rows, { labels: rows.map((_, i): Label => (i < 4 ? "positive" : "unlabeled")) });
    const model = await lsdd({ setting: "paper", width: 0.01, lambda: 0.25 }).fit(bags);
    const { scorer } = model.parts();
    if (scorer.kind !== "instances") throw new Error("it scores bags");
    expect([...scorer.score.alpha].sort((a, b) => a - b)).toEqual([...Array(8).fill(-0.5), ...Array(4).fill(1)]);
    expect(model.card.certificate).toMatchObject({ status: "solved", iterations: 1 });
  });

  it("knows nothing, and says so, when the factor of H is too large for a number", async () => {
    const generator = random(3);
    const rows = Array.from({ length: 12 }, () => [Array.from({ length: 700 }, () => generator.normal())]);
    const bags = bagSet(rows, { labels: rows.map((_, i): Label => (i < 4 ? "positive" : "unlabeled")) });
    const { card } = await lsdd({ setting: "paper", width: 20 }).fit(bags);
    expect(card.certificate.status).toBe("invalid");
    expect(card.notes.map(({ code }) => code)).toContain("certificate");
    // A width with which it can be computed wins.
    expect((await lsdd({ setting: "paper", width: [20, 0.01] }).fit(bags)).card.chosen.width).toBe(0.01);
  });

  it("refuses more centres than it could compute with before it begins, and names the option", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => Array.from({ length: 430 }, (_, j) => [i + j / 430]));
    const bags = bagSet(rows, { labels: rows.map((_, i): Label => (i < 4 ? "positive" : "unlabeled")) });
    const seen: string[] = [];
    const onProgress = ({ step }: { step: string }) => seen.push(step);
    const fitting = lsdd({ setting: "paper", width: 1 }).fit(bags, { onProgress });
    await expect(fitting).rejects.toMatchObject({
      code: "too-many-centres",
      remedy: expect.stringContaining("the option centres"),
    });
    await expect(fitting).rejects.toThrow(/^5,160 kernel centres/);
    expect(seen).toEqual([]);
  });

  it("uses at most so many centres, and says so", async () => {
    const bags = trainingSet();
    for (const setting of ["default", "paper"] as const) {
      const model = await lsdd({ setting, centres: 12 }).fit(bags);
      expect(model.card.training).toMatchObject({ centres: 12, instances: bags.instances });
      expect(model.card.notes.map(({ code }) => code)).toContain("centres-drawn");
      expect(model.card.certificate.status).toBe("solved");
    }
    const ranked = evaluate((await lsdd({ centres: 30 }).fit(bags)).scores(bags), truthOf(bags));
    expect(ranked.auc).toBeGreaterThan(0.8);
  });

  it.each(["default", "paper"] as const)(
    "measures and calibrates with a prior in the setting %s, and only then",
    async (setting) => {
      const bags = trainingSet({ bags: 60, labeled: 20 });
      const options = { setting, width: [0.5, 2] };
      const without = await lsdd(options).fit(bags);
      const model = await lsdd({ ...options, prior: "0.3" }).fit(bags);
      expect(model.card.prior).toMatchObject({ value: 0.3, method: "given" });
      expect(model.card.measures?.auc.value).toBeGreaterThan(0.6);
      for (const { probability } of model.predict(bags)) expect(probability).toBeGreaterThanOrEqual(0);
      expect(without.predict(bags)[0].probability).toBeNull();
      // The prior moves all scores of the default setting alike, and none of the paper's.
      const moved = model.scores(bags).map((score, i) => score - without.scores(bags)[i]);
      for (const by of moved) expect(by).toBeCloseTo(setting === "paper" ? 0 : moved[0], 12);
      expect(decodeModel(encodeModel(model)).card).toEqual(model.card);
    },
  );

  it.each<[string, () => BagSet]>([
    ["too few bags for folds", () => trainingSet().subset([0, 10, 11])],
    ["all instances equal", () => rebuilt(trainingSet(), (rows) => rows.map(() => [1, 2, 3]))],
    ["one instance in each bag", () => trainingSet({ bagSize: [1, 1] })],
    ["huge values", () => rebuilt(trainingSet(), (rows) => rows.map((row) => row.map((x) => x * 1e12)))],
  ])("is honest in the paper's setting with %s", async (_, make) => {
    const set = make();
    const labelled = set.withLabels(set.labels().map((_, i) => (i < set.size / 3 ? "positive" : "unlabeled")));
    const model = await lsdd({ setting: "paper" }).fit(labelled);
    expect([...model.scores(labelled)].every(Number.isFinite)).toBe(true);
    expect(model.card.certificate.status).toBe("solved");
    if (model.card.risks.length === 0) expect(model.card.notes.map(({ code }) => code)).toContain("nothing-held-out");
  });
});

describe("chooseWidth", () => {
  const risk = (width: number, lambda: number, value: number) => ({ width, lambda, risk: value });

  it("takes the least risk; among equals the first for the paper, the smoothest by default", () => {
    const judged = [risk(1, 0.1, 3), risk(1, 1, 2), risk(2, 0.1, 2), risk(2, 10, 2 + 1e-15), risk(4, 1, 5)];
    expect(chooseWidth(judged, "paper")).toBe(judged[1]);
    expect(chooseWidth(judged, "default")).toBe(judged[3]);
  });

  it("prefers any number to none, and has nothing to take from nothing", () => {
    const judged = [risk(1, 1, Number.NaN), risk(2, 1, 7)];
    expect(chooseWidth(judged, "paper")).toBe(judged[1]);
    expect(chooseWidth(judged.slice(0, 1), "paper")).toBe(judged[0]);
    expect(chooseWidth([], "default")).toBeUndefined();
  });
});

/** Labelled bags count as positive. */
function truthOf(bags: BagSet): number[] {
  return bags.labels().map((label) => (label === "positive" ? 1 : -1));
}

describe("the prior of LSDD", () => {
  it("never makes a bag without evidence positive up to one half, nor negative above it", async () => {
    const { bags } = synthesise({ bags: 90, labeled: 30, distance: 3, seed: 5 });
    const far = rebuilt(bags.subset([0]), (rows) => [rows[0].map(() => 1e6)]);
    for (const prior of [0.05, 0.3, 0.5, 0.6, 0.95]) {
      const [{ predicted }] = (await lsdd({ width: 1, lambda: 0.1, prior }).fit(bags)).predict(far);
      expect(predicted).toBe(prior <= 0.5 ? "negative" : "positive");
    }
  });

  it.each([0.1, 0.4])("is the share of unlabeled bags that is called positive while held out: %f", async (prior) => {
    const { bags } = synthesise({ bags: 90, labeled: 30, distance: 3, seed: 5 });
    const [free, told] = await Promise.all(
      [{}, { prior }].map((more) => lsdd({ width: 1, lambda: 0.1, ...more }).fit(bags)),
    );
    const unlabeled = told.heldOut?.unlabeled ?? new Float64Array(0);
    expect(unlabeled).toHaveLength(60);
    expect(Math.abs(unlabeled.filter((score) => score >= 0).length / 60 - prior)).toBeLessThan(0.03);
    // The ranking does not depend on it.
    const order = (model: typeof free) => model.rank(bags).map(({ bag }) => bag);
    expect(order(told)).toEqual(order(free));
  });
});
