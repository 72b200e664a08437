import { describe, expect, it } from "vitest";
import { linearAlgebra } from "../../../../bagwise/src/entries/linalg.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { LABEL_CODE } from "../../../src/bags/label.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { InputError } from "../../../src/base/errors.js";
import type { KernelSpecification } from "../../../src/kernels/kernel.js";
import { statisticsOf } from "../../../src/kernels/statistic/statistics.js";
import type { PuSkcJob } from "../../../src/learners/pu-skc/fit.js";
import type { PuSkcOptions } from "../../../src/learners/pu-skc/options.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { trainingFolds } from "../../../src/learners/shared/folds.js";
import { trainingBags } from "../../../src/learners/shared/training-bags.js";
import type { Execute } from "../../../src/learners/work.js";
import type { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import type { UsedPrior } from "../../../src/prior/belief/used-prior.js";
import type { BagScorer } from "../../../src/scorers/scorer.js";
import { auc } from "../../../src/scores/classification.js";
import { prepare } from "../../../src/solver/prepare.js";
import { LOSSES } from "../../../src/solver/problem.js";
import { solve } from "../../../src/solver/solve.js";
import { freshSet, rebuilt, trainingSet } from "../make.js";

const bags = trainingSet();
const fresh = freshSet();
/** One setting and a prior: nothing to search or to estimate. */
const FIXED = { prior: 0.3, degree: 2, lambda: 1e-2 } as const;

/** AUC on bags whose truth is known. */
async function heldOutAuc(options: PuSkcOptions, distance: number): Promise<number> {
  const model = await puSkc(options).fit(synthesise({ bags: 120, labeled: 30, distance, seed: 1 }).bags);
  const test = synthesise({ bags: 150, labeled: 0, distance, seed: 2 });
  return auc(
    model.scores(test.bags),
    test.truth.map((label) => LABEL_CODE[label]),
  );
}

function priorOf({ card }: Model): UsedPrior {
  if (card.prior === null) throw new Error("it has no prior");
  return card.prior;
}

function bagScorer(model: Model): BagScorer {
  const { scorer } = model.parts();
  if (scorer.kind === "bags") return scorer;
  throw new Error("it scores instances");
}

describe("a model of pu-skc", () => {
  it("separates well-separated bags that it has not seen", async () => {
    expect(await heldOutAuc({ prior: 0.3 }, 6)).toBeGreaterThan(0.95);
  });

  it.each(LOSSES.flatMap((loss) => (["ridge", "rkhs"] as const).map((penalty) => [loss, penalty] as const)))(
    "separates them with the %s loss and the %s penalty, certified",
    async (loss, penalty) => {
      const options = { ...FIXED, loss, penalty };
      expect(await heldOutAuc(options, 6)).toBeGreaterThan(0.95);
      const { card } = await puSkc(options).fit(bags);
      expect(card.certificate.status).toBe("solved");
      expect(card.chosen).toEqual({ degree: 2, lambda: 1e-2, loss, penalty });
    },
  );

  it.each([
    "minimax-polynomial",
    "normalised-mean-gaussian",
    "set-gaussian",
    "min-max-mean-laplace",
    "minimax-linear+set-cosine",
  ])("works with the kernel %s", async (kernel) => {
    const model = await puSkc({ ...FIXED, kernel }).fit(bags);
    expect(model.card.certificate.status).toBe("solved");
    expect([...model.scores(fresh)].every(Number.isFinite)).toBe(true);
  });

  it("searches degrees only where the kernel has one", async () => {
    const { card } = await puSkc({ prior: 0.3, kernel: "minimax-gaussian", degree: [1, 2], lambda: [1, 0.1] }).fit(
      bags,
    );
    expect(card.risks.map(({ degree, lambda }) => [degree, lambda])).toEqual([
      [1, 1],
      [1, 0.1],
    ]);
  });

  it.each(["floored-z-score", "z-score", "min-max", "none"] as const)(
    "does not change by a bit when an instance is repeated inside a bag, scaled by %s",
    async (scaling) => {
      const repeated = rebuilt(bags, (rows, i) => (i % 3 === 0 ? [...rows, rows[0], rows[0]] : rows));
      const options = scaling === "floored-z-score" ? {} : { ...FIXED, scaling };
      const [model, other] = [await puSkc(options).fit(bags), await puSkc(options).fit(repeated)];
      expect(other.scores(fresh)).toEqual(model.scores(fresh));
      expect(other.card.prior).toEqual(model.card.prior);
      expect(model.scores(repeated)).toEqual(model.scores(bags));
    },
  );

  it("estimates the prior by the median of several when positives are few, and by ratio when they are many", async () => {
    const few = await puSkc({ prior: "estimate", degree: 1, lambda: 1e-2 }).fit(bags);
    expect(priorOf(few).method).toBe("median");
    const { bags: large } = synthesise({ bags: 220, labeled: 100, bagSize: [1, 2], dimensions: 2, seed: 5 });
    const many = await puSkc({ degree: 1, lambda: 1e-2 }).fit(large);
    expect(priorOf(many).method).toBe("ratio");
  });

  it("gives no intervals when it is told to resample nothing, and otherwise the same model", async () => {
    const [usual, fast] = [await puSkc(FIXED).fit(bags), await puSkc({ ...FIXED, bootstrap: 0 }).fit(bags)];
    expect(fast.scores(fresh)).toEqual(usual.scores(fresh));
    const { recall } = fast.card.measures ?? expect.fail("it has no measures");
    expect([recall.low, recall.high]).toEqual([recall.value, recall.value]);
    expect(usual.card.measures?.recall.low).toBeLessThan(recall.value);
    const estimated = priorOf(await puSkc({ ...FIXED, prior: "ratio", bootstrap: 0 }).fit(bags));
    expect([estimated.low, estimated.high]).toEqual([0.001, 0.999]);
  });

  it("uses the prior that is given, and predicts more positives for a larger one", async () => {
    const positives = await Promise.all(
      [0.05, "0.3", 0.6, 0.95].map(async (prior) => {
        const model = await puSkc({ ...FIXED, prior }).fit(bags);
        const value = Number(prior);
        const exact = { value, low: value, high: value, method: "given", clipped: false };
        expect(model.card.prior).toEqual({ ...exact, ranges: expect.anything() });
        return model.predict(bags.unlabeled()).filter(({ predicted }) => predicted === "positive").length;
      }),
    );
    expect(positives).toEqual([...positives].sort((a, b) => a - b));
    expect(positives[3]).toBeGreaterThan(positives[0]);
  });

  it.each(["bbe", "pe", "as-printed"])(
    "estimates the prior by %s, the same whatever the unit of the features",
    async (prior) => {
      const scaled = rebuilt(bags, (rows) => rows.map((row) => row.map((x) => 1000 * x)));
      const [one, other] = await Promise.all([bags, scaled].map((set) => puSkc({ ...FIXED, prior }).fit(set)));
      const { method, low, value, high } = priorOf(one);
      expect(method).toBe(prior);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
      expect(priorOf(other).value).toBeCloseTo(value, 8);
    },
  );

  it("has the RKHS penalty that is the ridge penalty in the coordinates of the kernel", async () => {
    const lambda = 0.05;
    const options = {
      kernel: "minimax-linear",
      scaling: "none",
      penalty: "rkhs",
      prior: 0.3,
      degree: 1,
      lambda,
    } as const;
    const model = await puSkc(options).fit(bags);
    const phi = (set: BagSet) => statisticsOf("minimax", set);
    const explicit = solve(prepare(phi(bags.positive()), phi(bags.unlabeled()), { prior: 0.3 }), { lambda });
    const expected = linearAlgebra().gemv(phi(fresh), explicit.alpha);
    model.scores(fresh).forEach((score, i) => {
      expect(score).toBeCloseTo(expected[i] + explicit.beta, 6);
    });
    expect(model.card.certificate.primalObjective).toBeCloseTo(explicit.primalObjective, 9);
  });

  it("says that nothing was held out when nothing could be", async () => {
    const one = bags.filter((i) => bags.labelOf(i) === "unlabeled" || i === bags.labels().indexOf("positive"));
    const model = await puSkc({ prior: 0.3, degree: [2, 1], lambda: [0.5, 1] }).fit(one);
    expect(model.card).toMatchObject({
      measures: null,
      calibration: null,
      risks: [],
      chosen: { degree: 2, lambda: 0.5 },
    });
    expect(model.card.notes.map(({ code }) => code)).toContain("nothing-held-out");
    expect(model.predict(fresh)[0].probability).toBeNull();
  });

  it("says that it knows nothing when the numbers are too large to compute with", async () => {
    const huge = rebuilt(bags, (rows) => rows.map((row) => row.map((x) => x * 1e160)));
    const { card } = await puSkc({ ...FIXED, kernel: "minimax-polynomial", scaling: "none" }).fit(huge);
    expect(card.certificate.status).toBe("invalid");
    expect(card.notes.map(({ code }) => code)).toContain("certificate");
  });
});

describe("the landmarks of pu-skc", () => {
  it.each(["random", "k-means++"] as const)(
    "drawn by %s are that many, and the same for the same seed",
    async (landmarkWay) => {
      const options = { ...FIXED, landmarks: 7, landmarkWay };
      const [model, again] = [await puSkc(options).fit(bags), await puSkc(options).fit(bags)];
      expect(model.card.training.centres).toBe(7);
      expect(bagScorer(model).alpha.length).toBe(7);
      expect(encodeModel(again)).toEqual(encodeModel(model));
      const other = await puSkc({ ...options, penalty: "rkhs" }).fit(bags);
      expect(other.card.certificate.status).toBe("solved");
    },
  );

  it("as many as bags are all of them", async () => {
    const [all, usual] = [await puSkc({ ...FIXED, landmarks: bags.size }).fit(bags), await puSkc(FIXED).fit(bags)];
    expect(all.scores(fresh)).toEqual(usual.scores(fresh));
  });

  it("more than bags are refused", async () => {
    await expect(puSkc({ ...FIXED, landmarks: 31 }).fit(bags)).rejects.toThrow(/30 training bags for 31/);
  });

  it("work with a set kernel", async () => {
    const model = await puSkc({ ...FIXED, kernel: "set-gaussian", landmarks: 5 }).fit(bags);
    expect(bagScorer(model).centres.bags).toBe(5);
  });
});

describe("cross-validation of pu-skc", () => {
  it.each(["case-control", "single-set"] as const)(
    "gives the risk that training without each fold by hand gives (%s)",
    async (scenario) => {
      const options = { ...FIXED, scaling: "none", scenario, seed: 5, folds: 4 } as const;
      const { card, heldOut } = await puSkc(options).fit(bags);
      const { bags: ordered } = trainingBags(bags, { negatives: "refuse" });
      const folds = trainingFolds(ordered, { folds: 4, seed: 5 });
      let [missed, positives, answered, mixture] = [0, 0, 0, 0];
      for (let fold = 0; fold < 4; fold++) {
        const part = (inside: boolean) => ordered.filter((i) => (folds?.of[i] === fold) === inside);
        const model = await puSkc({ ...options, folds: undefined }).fit(part(false));
        for (const { score, known } of model.rank(part(true))) {
          if (known === "positive") positives++;
          if (known === "positive" && score < 0) missed++;
          if (scenario === "case-control" && known === "positive") continue;
          mixture++;
          if (score >= 0) answered++;
        }
      }
      expect(positives).toBe(10);
      expect(card.risks).toHaveLength(1);
      expect(card.risks[0].risk).toBeCloseTo((2 * 0.3 * missed) / positives + answered / mixture - 0.3, 12);
      expect(card.measures?.positiveRate.value).toBeCloseTo(answered / mixture, 12);
      expect(heldOut?.positive.filter((score) => score < 0)).toHaveLength(missed);
    },
  );

  it("chooses a setting of least risk from the whole grid", async () => {
    const { card } = await puSkc({ prior: 0.3 }).fit(bags);
    expect(card.risks.map(({ degree, lambda }) => `${degree} ${lambda}`)).toEqual(
      [1, 2, 3].flatMap((degree) => [1, 1e-3, 1e-6].map((lambda) => `${degree} ${lambda}`)),
    );
    const least = Math.min(...card.risks.map(({ risk }) => risk));
    const chosen = card.risks.find(
      ({ degree, lambda }) => degree === card.chosen.degree && lambda === card.chosen.lambda,
    );
    expect(chosen?.risk).toBe(least);
    for (const { folds, solved } of card.risks) expect([folds, solved]).toEqual([5, 5]);
  });

  it("gives the same bytes when the jobs run in another order, elsewhere", async () => {
    const backwards: Execute = async (work, jobs, onDone) => {
      const outcomes: ReturnType<typeof work.run>[] = [];
      for (let k = jobs.length - 1; k >= 0; k--) {
        outcomes[k] = structuredClone(work.run(structuredClone(jobs[k])));
        onDone();
      }
      return outcomes;
    };
    const learner = puSkc({ prior: 0.3 });
    expect(encodeModel(await learner.fit(bags, { execute: backwards }))).toEqual(encodeModel(await learner.fit(bags)));
  });

  it("never trains on a group of which a bag is held out", async () => {
    const groups = Array.from({ length: bags.size }, (_, i) => `g${i % 8}`);
    const grouped = rebuilt(bags, (rows) => rows, { groups });
    const { bags: ordered } = trainingBags(grouped, { negatives: "refuse" });
    const seen: PuSkcJob[] = [];
    const execute: Execute = async (work, jobs) => {
      seen.push(...(jobs as readonly unknown[] as readonly PuSkcJob[]));
      return jobs.map(work.run);
    };
    await puSkc(FIXED).fit(grouped, { execute });
    expect(seen.length).toBe(6);
    for (const { validation, positive, unlabeled } of seen) {
      const names = (rows: Uint32Array) => new Set([...rows].map((i) => ordered.groupOf(i)));
      const trained = names(Uint32Array.from([...positive, ...unlabeled]));
      for (const name of names(validation)) expect(trained).not.toContain(name);
      expect(validation.length + positive.length + unlabeled.length).toBe(bags.size);
    }
  });

  it.each(["case-control", "single-set"] as const)(
    "compares settings on at most searchBags bags, of both kinds, and fits on all (%s)",
    async (scenario) => {
      const seen: PuSkcJob[] = [];
      const execute: Execute = async (work, jobs) => {
        seen.push(...(jobs as readonly unknown[] as readonly PuSkcJob[]));
        return jobs.map(work.run);
      };
      const large = trainingSet({ bags: 80, labeled: 20 });
      const { card } = await puSkc({ ...FIXED, scenario, searchBags: 24, folds: 3 }).fit(large, { execute });
      const last = seen.pop();
      const held = seen.flatMap(({ validation }) => [...validation]);
      expect(new Set(held).size).toBe(24);
      expect(held.filter((row) => row < 20)).toHaveLength(6);
      for (const { positive, validation } of seen) {
        for (const row of validation) expect([...positive]).not.toContain(row);
        expect(positive.length).toBeGreaterThan(0);
      }
      expect([last?.positive.length, card.training.positive + card.training.unlabeled]).toEqual([20, 80]);
    },
  );

  it("fits without it when all positive bags are of one group", async () => {
    const groups = bags.labels().map((label, i) => (label === "positive" ? "one" : `g${i % 3}`));
    const { card } = await puSkc(FIXED).fit(rebuilt(bags, (rows) => rows, { groups }));
    expect(card.risks).toEqual([]);
    expect(card.certificate.status).toBe("solved");
  });

  it("refuses more folds than positive bags", async () => {
    await expect(puSkc({ ...FIXED, folds: 11 }).fit(bags)).rejects.toThrow(/10 positive bags/);
  });

  it("hands out the problem of the final fit before it is solved", async () => {
    const problems: unknown[] = [];
    const model = await puSkc(FIXED).fit(bags, { onProblem: (problem) => problems.push(problem) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ prior: 0.3, lambda: 1e-2, loss: "double-hinge", phiP: { rows: 10, cols: 30 } });
    expect(model.card.certificate.status).toBe("solved");
  });
});

it.each<[PuSkcOptions, RegExp]>([
  [{ degree: 0 }, /degree is 0/],
  [{ degree: [1, 0] }, /degree is \[1, 0\]/],
  [{ degree: 1.5 }, /degree is 1.5/],
  [{ lambda: -1 }, /lambda is -1/],
  [{ lambda: 0 }, /lambda is 0/],
  [{ lambda: 5e-324 }, /from 1e-100/],
  [{ prior: 0 }, /prior is 0/],
  [{ prior: 1 }, /prior is 1/],
  [{ prior: "1.5" }, /prior is 1.5/],
  [{ prior: "foo" }, /"foo".*ratio/],
  [{ prior: "" }, /prior is ""/],
  [{ kernel: "foo" }, /no kernel "foo"/],
  [{ landmarks: 0 }, /landmarks is 0/],
  [{ folds: 1 }, /folds is 1/],
  [{ eta: 0 }, /eta is 0/],
])("refuses %j before it sees a bag", (options, message) => {
  expect(() => puSkc(options)).toThrow(InputError);
  expect(() => puSkc(options)).toThrow(message);
});

describe("the option kernel", () => {
  const specification: KernelSpecification = {
    type: "normalised",
    kernel: { type: "statistic", statistic: "minimax", kernel: { type: "gaussian", width: 2 } },
  };
  const fit = (kernel: string | KernelSpecification) =>
    puSkc({ kernel, prior: 0.3, lambda: 0.1, bootstrap: 0 }).fit(bags);

  it("is a name, a specification, or a specification as JSON, with the same model for all", async () => {
    const named = await fit("normalised-minimax-gaussian:2");
    for (const kernel of [specification, JSON.stringify(specification)]) {
      const model = await fit(kernel);
      expect(model.scores(bags)).toEqual(named.scores(bags));
      expect(model.card).toMatchObject({ kernel: specification, options: { kernel } });
      expect(decodeModel(encodeModel(model)).card.options).toEqual(model.card.options);
    }
  });

  it("is copied onto the card, and stays as the caller made it", async () => {
    const own = structuredClone(specification);
    const { card } = await fit(own);
    expect(Object.isFrozen(own)).toBe(false);
    expect(card.options.kernel).not.toBe(own);
  });

  it.each([5, {}, { type: "set" }, "{", "{}", "nonsense"])("refuses %j", (kernel) => {
    expect(() => puSkc({ kernel } as PuSkcOptions)).toThrow(InputError);
    expect(() => puSkc({ kernel } as PuSkcOptions)).toThrow(/kernel/);
  });
});
