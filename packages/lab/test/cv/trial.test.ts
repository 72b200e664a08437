import { registerBaselines } from "@bagwise/baselines";
import type { BagSet } from "@bagwise/core/bags";
import { registerLearner } from "@bagwise/core/learners";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cvFolds, planCv, runCvTrial } from "../../../bagwise/src/entries/lab.js";
import { nearestMean } from "../../../core/test/learners/nearest-mean.js";
import { originals } from "../make.js";
import { cvSpec, recorder } from "./make.js";

registerBaselines();

const toy = recorder();
let remove: () => void;
beforeAll(() => {
  remove = registerLearner(toy.entry);
});
afterAll(() => remove());

const bags = originals({ positive: 17, negative: 22 });
const specs = (methods: readonly string[]) =>
  planCv([{ name: "wolf", positive: 17, negative: 22 }], { methods, folds: 4, repeats: 2, seed: 1 });

async function seenBy(method: string): Promise<BagSet[]> {
  const before = toy.seen.length;
  for (const spec of specs([method])) await runCvTrial(bags, spec);
  return toy.seen.slice(before);
}

describe("runCvTrial", () => {
  it("shows the learner all bags but those of the tested fold, with their labels", async () => {
    const seen = await seenBy("recorder:half");
    expect(seen).toHaveLength(8);
    for (const [k, spec] of specs(["recorder:half"]).entries()) {
      const fold = cvFolds(bags, spec);
      const rest = bags.filter((i) => fold[i] !== spec.fold);
      expect(seen[k].ids()).toEqual(rest.ids());
      expect(seen[k].labels()).toEqual(rest.labels());
      const tested = new Set(bags.filter((i) => fold[i] === spec.fold).ids());
      expect(seen[k].ids().filter((id) => tested.has(id))).toEqual([]);
    }
  });

  it("tests every bag once in each repeat, on the same folds for every method", async () => {
    const [half, whole] = [await seenBy("recorder:half"), await seenBy("recorder:whole")];
    expect(whole.map((seen) => seen.ids())).toEqual(half.map((seen) => seen.ids()));
    for (const repeat of [half.slice(0, 4), half.slice(4)]) {
      const tested = repeat.flatMap((seen) => bags.ids().filter((id) => !seen.ids().includes(id)));
      expect(tested.sort()).toEqual([...bags.ids()].sort());
    }
    expect(half[0].ids()).not.toEqual(half[4].ids());
  });

  it("measures what the model calls the bags of the fold", async () => {
    const noisy = originals({ positive: 17, negative: 22, features: 1 });
    for (const fold of [0, 1, 2, 3]) {
      const spec = cvSpec({ fold });
      const { result, timing } = await runCvTrial(noisy, spec);
      const of = cvFolds(noisy, spec);
      const test = noisy.filter((i) => of[i] === fold);
      const model = await nearestMean({ negatives: "unlabeled" }).fit(noisy.filter((i) => of[i] !== fold));
      const right = model.predict(test).filter(({ predicted }, i) => predicted === test.labelOf(i)).length;
      expect(result).toMatchObject({ accuracy: right / test.size, test: test.size, status: "solved" });
      expect(timing.train).toBeGreaterThan(0);
    }
  });

  it("decides by the model's own threshold, not by zero", async () => {
    const { entry } = recorder();
    const name = "recorder-high";
    const value = 1e6;
    const drop = registerLearner({
      description: { ...entry.description, name },
      create: (options) => ({
        name,
        fit: async (all, context) => {
          const model = await entry.create(options).fit(all, context);
          return model.with({ threshold: { value, rule: "none", reason: "nothing is positive" } });
        },
      }),
    });
    try {
      const { result } = await runCvTrial(bags, cvSpec({ method: name }));
      expect(result.positiveRate).toBe(0);
      const usual = await runCvTrial(bags, cvSpec());
      expect(usual.result.positiveRate).toBeGreaterThan(0);
      expect(result.auc).toBe(usual.result.auc);
    } finally {
      drop();
    }
  });

  it("gives the same result twice, for every kind of learner", async () => {
    for (const method of ["recorder", "pu-skc:given", "lsdd:default"]) {
      const spec = cvSpec({ method });
      expect((await runCvTrial(bags, spec)).result).toEqual((await runCvTrial(bags, spec)).result);
    }
  });

  it("gives learners other seeds in other folds and repeats, and the same seed to every method", async () => {
    const seedOf = async (changes: Parameters<typeof cvSpec>[0]) => {
      await runCvTrial(bags, cvSpec(changes));
      return toy.options.at(-1)?.seed;
    };
    const first = await seedOf({});
    expect(await seedOf({ method: "recorder:half" })).toBe(first);
    const others = [await seedOf({ fold: 1 }), await seedOf({ repeat: 1 }), await seedOf({ seed: 2 })];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it("tells a learner that decides by a prior the share of positives among its training bags", async () => {
    const spec = cvSpec({ method: "pu-skc:given" });
    const fold = cvFolds(bags, spec);
    const training = bags.filter((i) => fold[i] !== spec.fold);
    const { result } = await runCvTrial(bags, spec);
    expect(result.usedPrior).toBe(training.positive().size / training.size);
  });

  it("rejects on abort", async () => {
    await expect(runCvTrial(bags, cvSpec(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
