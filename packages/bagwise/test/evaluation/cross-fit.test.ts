import { describe, expect, it } from "vitest";
import { crossFit } from "../../src/evaluation/cross-fit.js";
import { auto } from "../../src/learners/auto/auto.js";
import type { Learner } from "../../src/learners/learner.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { LEARNERS } from "../../src/learners/registry.js";
import { trainingBags } from "../../src/learners/shared/training-bags.js";
import { auc } from "../../src/scores/classification.js";
import { shuffleBags, trainingSet } from "../learners/make.js";

const bags = trainingSet({ bags: 60, labeled: 14 });

describe("crossFit", () => {
  it.each(LEARNERS.map(({ description }) => description.name))("holds bags out for %s", async (name) => {
    const entry = LEARNERS.find(({ description }) => description.name === name);
    if (entry === undefined) throw new Error(name);
    // Short, for the bags are few.
    const shorter: Record<string, object> = {
      "pu-mil": { epochs: 2 },
      "pu-skc": { prior: 0.3, degree: 1, lambda: [0.1, 1] },
      dsdd: { width: 3, lambda: 0.1 },
    };
    const options = { ...shorter[name] };
    const held = await crossFit(entry.create(options), bags, { folds: 3 });
    expect([held.positive.length, held.unlabeled.length]).toEqual([14, bags.size - 14]);
    expect([...held.positive, ...held.unlabeled].every(Number.isFinite)).toBe(true);
    expect(held.clusters).toBeNull();
    const all = [...held.positive, ...held.unlabeled];
    expect(auc(all, [...held.positive].map(() => 1).concat([...held.unlabeled].map(() => -1)))).toBeGreaterThan(0.5);
  });

  it("scores every bag by a fit that has not seen it", async () => {
    const seen: string[][] = [];
    const spy: Learner = {
      name: "spy",
      fit: async (some) => {
        seen.push(some.ids());
        return puSkc({ prior: 0.3, degree: [1], lambda: [0.1] }).fit(some);
      },
    };
    const { positive } = await crossFit(spy, bags, { folds: 4, seed: 2 });
    expect(seen).toHaveLength(4);
    const ids = trainingBags(bags, { negatives: "use" }).bags.ids();
    for (const id of ids)
      expect(
        seen.filter((some) => !some.includes(id)),
        id,
      ).toHaveLength(1);
    // The first bag's score is that of the fit without it.
    const without = seen.find((some) => !some.includes(ids[0])) ?? [];
    const model = await puSkc({ prior: 0.3, degree: [1], lambda: [0.1] }).fit(
      bags.filter((i) => without.includes(bags.idOf(i))),
    );
    expect(positive[0]).toBe(model.scores(bags.filter((i) => bags.idOf(i) === ids[0]))[0]);
  });

  it("keeps groups together and says who is no independent witness", async () => {
    const groups = Array.from({ length: bags.size }, (_, i) => `g${i % 15}`);
    const { clusters } = await crossFit(auto({ prior: 0.3 }), bags.withGroups(groups), { folds: 3 });
    expect(new Set(clusters).size).toBe(15);
  });

  it("does not depend on the order of the bags, and keeps the scenario", async () => {
    const options = { folds: 3, scenario: "single-set" as const };
    const learner = auto({ prior: 0.5, scenario: "single-set" });
    const held = await crossFit(learner, bags, options);
    expect(held.scenario).toBe("single-set");
    expect(await crossFit(learner, shuffleBags(bags), options)).toEqual(held);
  });

  it("reports progress, and stops when told", async () => {
    const done: number[] = [];
    await crossFit(auto({ prior: 0.3 }), bags, {
      folds: 2,
      onProgress: (progress) => {
        expect(progress.total).toBe(2);
        done.push(progress.done);
      },
    });
    expect(done.at(-1)).toBe(2);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    await expect(crossFit(auto(), bags, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it("refuses too many folds, and too few bags", async () => {
    await expect(crossFit(auto(), bags, { folds: 15 })).rejects.toThrow(/14 positive bags for 15 folds/);
    await expect(crossFit(auto(), trainingSet({ labeled: 1 }))).rejects.toThrow(/only one positive bag.*Label more/);
  });
});
