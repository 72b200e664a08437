import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { LABEL_CODE, type Label } from "../../../src/bags/label.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { LIGHT_WEIGHTS } from "../../../src/learners/pu-skc/choice.js";
import { type PuSkcJob, pick, problemOf, runPuSkcJob } from "../../../src/learners/pu-skc/fit.js";
import type { PuSkcOptions } from "../../../src/learners/pu-skc/options.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { trainingFolds } from "../../../src/learners/shared/folds.js";
import { HEAVY_WEIGHT, usualNegativeWeight } from "../../../src/learners/shared/negative-weight.js";
import type { Execute } from "../../../src/learners/work.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { auc } from "../../../src/scores/classification.js";
import { pnuRisk } from "../../../src/scores/pu-risk.js";
import { LOSSES } from "../../../src/solver/problem.js";
import { decisionValues, LOSS } from "../../solver/recompute.js";
import { freshSet, rebuilt, shuffleBags } from "../make.js";

const FIXED = { prior: 0.3, degree: 2, lambda: 1e-2, bootstrap: 0 } as const;

/** 10 positive bags, and 20 others of which some are known to be negative. */
function audited(
  negatives: number,
  options: { bags?: number; labeled?: number; distance?: number; seed?: number } = {},
) {
  const { bags, truth } = synthesise({
    bags: 30,
    labeled: 10,
    dimensions: 3,
    distance: 4,
    bagSize: [1, 4],
    seed: 11,
    ...options,
  });
  let left = negatives;
  const labels = bags.labels().map((label, i): Label => {
    if (label === "positive" || truth[i] !== "negative" || left === 0) return label;
    left--;
    return "negative";
  });
  return bags.withLabels(labels);
}

async function seenJobs(bags: BagSet, options: PuSkcOptions) {
  const seen: PuSkcJob[] = [];
  const execute: Execute = async (work, jobs) => {
    seen.push(...(jobs as readonly unknown[] as readonly PuSkcJob[]));
    return jobs.map(work.run);
  };
  return { model: await puSkc(options).fit(bags, { execute }), seen };
}

const bags = audited(6);
const fresh = freshSet();

describe("known negatives in pu-skc", () => {
  it("are used by default, and the card says how many and how", async () => {
    const { card } = await puSkc({ prior: 0.3 }).fit(bags);
    expect(card.training).toMatchObject({ positive: 10, unlabeled: 14, negative: 6, centres: 30 });
    const usual = usualNegativeWeight({ positive: 10, unlabeled: 14, negative: 6 }, 0.3);
    expect([...LIGHT_WEIGHTS, usual, HEAVY_WEIGHT]).toContain(card.chosen.negativeWeight);
    const note = card.notes.find(({ code }) => code === "negatives");
    expect(note?.message).toMatch(/^6 known negative bags/);
    expect(note?.message).toContain(`weight ${card.chosen.negativeWeight}, chosen by cross-validation`);
    expect(card.certificate.status).toBe("solved");
    expect(card.bound === null).toBe(Number(card.chosen.negativeWeight) > 0);
  });

  it("leave no trace in a card where there are none", async () => {
    const { card } = await puSkc(FIXED).fit(audited(0));
    expect("negative" in card.training || "negativeWeight" in card.chosen || "negativeWeight" in card.risks[0]).toBe(
      false,
    );
    expect(card.notes.map(({ code }) => code)).not.toContain("negatives");
    const told = await puSkc({ ...FIXED, negativeWeight: 0.7 }).fit(audited(0));
    expect(told.scores(fresh)).toEqual((await puSkc(FIXED).fit(audited(0))).scores(fresh));
  });

  it.each(
    LOSSES.flatMap((loss) => (["case-control", "single-set"] as const).map((scenario) => [loss, scenario] as const)),
  )("are part of the risk that is minimised (%s, %s)", async (loss, scenario) => {
    const w = 0.35;
    const options = { ...FIXED, loss, scenario, negativeWeight: w };
    const { model, seen } = await seenJobs(bags, options);
    const job = seen[seen.length - 1];
    const { prior, positive, negative = new Uint32Array(0), centres, gram, lambdas } = job;
    const { solution } = runPuSkcJob(job)[0];
    const values = (rows: Iterable<number>) => decisionValues(pick(gram, Uint32Array.from(rows), centres), solution);
    const mean = (list: number[], of: (g: number) => number) => list.reduce((sum, g) => sum + of(g) / list.length, 0);
    const others = Array.from({ length: scenario === "single-set" ? 30 : 14 }, (_, i) =>
      scenario === "single-set" ? i : 10 + i,
    );
    const [p, u, n] = [values(positive), values(others), values(negative)];
    const pu = -prior * mean(p, (g) => g) + mean(u, (g) => LOSS[loss](-g));
    const pn = prior * mean(p, LOSS[loss]) + (1 - prior) * mean(n, (g) => LOSS[loss](-g));
    const penalty = (lambdas[0] / 2) * solution.alpha.reduce((sum, a) => sum + a * a, 0);
    expect(model.card.certificate.status).toBe("solved");
    expect(model.card.certificate.primalObjective).toBeCloseTo((1 - w) * pu + w * pn + penalty, 9);
  });

  it("with weight 0 are nothing but centres, and with weight 1 stand in for the unlabeled bags", async () => {
    const { seen } = await seenJobs(bags, { ...FIXED, negativeWeight: 0 });
    const last = seen[seen.length - 1];
    const { negative: _, negativeWeight: __, ...without } = last;
    expect(runPuSkcJob(last)).toEqual(runPuSkcJob(without));
    expect(problemOf(last).weights).toBeUndefined();
    const alone = problemOf({ ...last, negativeWeight: 1 });
    expect(alone.phiU.rows).toBe(16);
    expect(alone.weights?.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    expect(problemOf({ ...last, negativeWeight: 0.5 }).phiU.rows).toBe(30);
  });

  it("are held out with the others, and the risk is the one that training without each fold by hand gives", async () => {
    const options = { ...FIXED, scaling: "none", seed: 5, folds: 4, negativeWeight: 0.4 } as const;
    const { card } = await puSkc(options).fit(bags);
    const { seen } = await seenJobs(bags, options);
    const ordered = bags.subset(
      (["positive", "unlabeled", "negative"] as const).flatMap((label) =>
        Array.from({ length: 30 }, (_, i) => i).filter((i) => bags.labelOf(i) === label),
      ),
    );
    const folds = trainingFolds(ordered, { folds: 4, seed: 5 });
    const held: Record<Label, number[]> = { positive: [], unlabeled: [], negative: [] };
    for (let fold = 0; fold < 4; fold++) {
      const part = (inside: boolean) => ordered.filter((i) => (folds?.of[i] === fold) === inside);
      const model = await puSkc({ ...options, folds: undefined }).fit(part(false));
      for (const { score, known } of model.rank(part(true))) held[known].push(score);
    }
    expect([held.positive.length, held.unlabeled.length, held.negative.length]).toEqual([10, 14, 6]);
    expect(card.risks).toHaveLength(1);
    expect(card.risks[0]).toMatchObject({ negativeWeight: 0.4, folds: 4, solved: 4 });
    expect(card.risks[0].risk).toBeCloseTo(pnuRisk(held, 0.3), 12);
    for (const { validation, positive, unlabeled, negative } of seen) {
      const trained = [...positive, ...unlabeled, ...(negative ?? [])];
      expect(new Set([...trained, ...validation]).size).toBe(30);
      expect(trained.length + validation.length).toBe(30);
    }
  });

  it("get the weight of least risk, after degree and lambda were chosen with a heavy one", async () => {
    const { card } = await puSkc({ prior: 0.3, bootstrap: 0 }).fit(bags);
    const usual = usualNegativeWeight({ positive: 10, unlabeled: 14, negative: 6 }, 0.3);
    const first = card.risks.slice(0, 9);
    expect(first.map(({ negativeWeight }) => negativeWeight)).toEqual(new Array(9).fill(HEAVY_WEIGHT));
    const { degree, lambda, negativeWeight } = card.chosen;
    const compared = card.risks.filter((each) => each.degree === degree && each.lambda === lambda);
    expect(compared.map((each) => each.negativeWeight)).toEqual([HEAVY_WEIGHT, usual, ...LIGHT_WEIGHTS]);
    expect(compared[0].risk).toBe(Math.min(...first.map(({ risk }) => risk)));
    const least = Math.min(...card.risks.map(({ risk }) => risk));
    expect(compared.find((each) => each.negativeWeight === negativeWeight)?.risk).toBeCloseTo(least, 10);
  });

  it("have the usual weight where they cannot be held out", async () => {
    const weightOf = async (set: BagSet, options: PuSkcOptions = FIXED) => {
      const { card } = await puSkc(options).fit(set);
      return { weight: card.chosen.negativeWeight, notes: card.notes.map(({ message }) => message).join(" ") };
    };
    const one = await weightOf(audited(1));
    expect(one.weight).toBe(usualNegativeWeight({ positive: 10, unlabeled: 19, negative: 1 }, 0.3));
    expect(one.notes).toContain("1 known negative bag ");
    expect(one.notes).not.toContain("cross-validation");
    const groups = bags.labels().map((label, i) => (label === "negative" ? "same" : `g${i}`));
    const grouped = await weightOf(rebuilt(bags, (rows) => rows, { groups }));
    expect(grouped.weight).toBe(usualNegativeWeight({ positive: 10, unlabeled: 14, negative: 6 }, 0.3));
    expect(grouped.notes).not.toContain("cross-validation");
    const single = bags.filter((i) => bags.labelOf(i) !== "positive" || i === bags.labels().indexOf("positive"));
    expect((await weightOf(single)).weight).toBe(usualNegativeWeight({ positive: 1, unlabeled: 14, negative: 6 }, 0.3));
    expect((await weightOf(bags, { ...FIXED, negativeWeight: 0.25 })).notes).toContain("weight 0.25, as you set it");
  });

  it.each(["median", "as-printed"])(
    "do not change the prior that %s estimates, unless all bags are one sample",
    async (prior) => {
      const options = { ...FIXED, prior, scaling: "none", kernel: "minimax-linear" } as const;
      const priorOf = async (more: PuSkcOptions) => (await puSkc({ ...options, ...more }).fit(bags)).card.prior?.value;
      expect(await priorOf({})).toBeCloseTo((await priorOf({ negatives: "drop" })) ?? Number.NaN, 10);
      const scenario = "single-set" as const;
      expect(await priorOf({ scenario })).toBeCloseTo(
        (await priorOf({ scenario, negatives: "unlabeled" })) ?? Number.NaN,
        10,
      );
    },
  );

  it("are drawn for the search, too, when there are many bags", async () => {
    const many = audited(40, { bags: 120, labeled: 30 });
    const { seen } = await seenJobs(many, { ...FIXED, searchBags: 40, folds: 3, negativeWeight: 0.5 });
    seen.pop();
    const held = seen.flatMap(({ validation }) => [...validation]);
    expect(new Set(held).size).toBe(40);
    expect([held.filter((row) => row < 30).length, held.filter((row) => row >= 80).length]).toEqual([10, 10]);
  });

  it("work with landmarks and the RKHS penalty, certified", async () => {
    for (const options of [{ landmarks: 8 }, { penalty: "rkhs" }, { landmarks: 8, penalty: "rkhs" }] as const) {
      const { card } = await puSkc({ ...FIXED, ...options }).fit(bags);
      expect(card.certificate.status).toBe("solved");
    }
  });

  it("give the same bytes whatever the order of the bags, and a model that can be saved", async () => {
    const model = await puSkc({ prior: 0.3, bootstrap: 0 }).fit(bags);
    const other = await puSkc({ prior: 0.3, bootstrap: 0 }).fit(shuffleBags(bags));
    expect(other.scores(fresh)).toEqual(model.scores(fresh));
    expect(decodeModel(encodeModel(model)).card).toEqual(model.card);
  });

  it("make a better model than without them", async () => {
    const gains = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (seed) => {
        const training = audited(30, { bags: 120, labeled: 10, distance: 2, seed });
        const test = synthesise({
          bags: 200,
          labeled: 0,
          dimensions: 3,
          distance: 2,
          bagSize: [1, 4],
          seed: 100 + seed,
        });
        const truth = test.truth.map((label) => LABEL_CODE[label]);
        const of = async (options: PuSkcOptions) =>
          auc((await puSkc({ ...FIXED, ...options }).fit(training)).scores(test.bags), truth);
        return (await of({})) - (await of({ negatives: "drop" }));
      }),
    );
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeGreaterThan(0);
  });
});

it("a job that has all its negatives in the fold that is held out is the problem without them", () => {
  const gram = matrix(4, 4, Float64Array.of(4, 1, 0, 0, 1, 3, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2));
  const rows = (...list: number[]) => Uint32Array.from(list);
  const job = {
    gram,
    positive: rows(0),
    unlabeled: rows(1, 2),
    centres: rows(0, 1, 2),
    centreRows: rows(0, 1, 2),
    validation: rows(3),
    prior: 0.3,
    lambdas: [0.1],
    loss: "squared",
    penalty: "ridge",
  } as const;
  expect(runPuSkcJob({ ...job, negative: rows(), negativeWeight: 0.5 })).toEqual(runPuSkcJob(job));
});
