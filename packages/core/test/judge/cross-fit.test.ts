import { registerBaselines } from "@bagwise/baselines";
import { describe, expect, it } from "vitest";
import type { Label } from "../../src/bags/label.js";
import { random } from "../../src/base/random.js";
import { crossFit } from "../../src/judge/cross-fit.js";
import { auto } from "../../src/learners/auto/auto.js";
import type { Learner } from "../../src/learners/learner.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { LEARNERS } from "../../src/learners/registry.js";
import { trainingBags } from "../../src/learners/shared/training-bags.js";
import { auc } from "../../src/scores/classification.js";
import { bagSet } from "../bags/make.js";
import { shuffleBags, trainingSet } from "../learners/make.js";

registerBaselines();

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

describe("crossFit of a learner that gives every bag one score", () => {
  type Reported = Parameters<NonNullable<NonNullable<Parameters<Learner["fit"]>[1]>["onProgress"]>>[0];
  const constant = {
    name: "constant",
    fit: async (_: unknown, { onProgress }: { onProgress?: (progress: Reported) => void } = {}) => {
      onProgress?.({ step: "half", done: 1, total: 2 });
      return { scores: (some: { size: number }) => new Float64Array(some.size) };
    },
  } as unknown as Learner;
  const labelled = (...labels: readonly Label[]) =>
    bagSet(
      labels.map((_, i) => [[i * i + i]]),
      { labels: [...labels] },
    );

  it("says which fold it is at, and how far it is in that fold", async () => {
    const said: Reported[] = [];
    await crossFit(constant, bags, { folds: 2, onProgress: (progress) => said.push(progress) });
    expect(said).toEqual([
      { step: "fold 1 of 2", done: 0.5, total: 2 },
      { step: "fold 1 of 2", done: 1, total: 2 },
      { step: "fold 2 of 2", done: 1.5, total: 2 },
      { step: "fold 2 of 2", done: 2, total: 2 },
    ]);
  });

  it("notes near-copies in different folds, if anybody listens", async () => {
    const draw = random(5);
    const some = (count: number) => Array.from({ length: count }, () => 5 * draw.normal());
    const rows = Array.from({ length: 12 }, () => [some(6), some(6)]);
    const copies = rows.map((bag) => bag.map((row) => row.map((x) => x + 0.02 * draw.normal())));
    const both = bagSet([...rows, ...copies], {
      labels: Array.from({ length: 24 }, (_, i) => (i % 12 < 5 ? "positive" : "unlabeled")),
    });
    const notes: string[] = [];
    await crossFit(constant, both, { folds: 3, onNote: ({ code }) => notes.push(code) });
    expect(notes).toEqual(["copies-apart"]);
  });

  it("takes known negatives alone for the other kind only where no bag is unlabeled", async () => {
    const sizes = async (set: typeof bags, options = {}) => {
      const { positive, unlabeled, negative } = await crossFit(constant, set, { folds: 2, ...options });
      return [positive.length, unlabeled.length, negative.length];
    };
    const one = labelled("positive", "positive", "unlabeled", "negative", "negative", "negative");
    // One unlabeled bag is too few to hold some out, and it is not taken for negative.
    await expect(sizes(one)).rejects.toMatchObject({ code: "folds" });
    expect(await sizes(labelled("positive", "positive", "unlabeled", "unlabeled", "negative"))).toEqual([2, 2, 1]);
    expect(await sizes(one, { negatives: "unlabeled" })).toEqual([2, 4, 0]);
    const none = labelled("positive", "positive", "negative", "negative");
    expect(await sizes(none)).toEqual([2, 0, 2]);
    expect(await sizes(none, { negatives: "unlabeled" })).toEqual([2, 2, 0]);
    await expect(sizes(none, { negatives: "drop" })).rejects.toThrow(/unlabeled/);
    await expect(sizes(labelled("positive", "positive", "positive"))).rejects.toThrow(/unlabeled/);
  });

  it("has folds of seed 0 and two samples unless you say otherwise", async () => {
    const spied: string[][] = [];
    const spy = {
      name: "spy",
      fit: async (some: typeof bags) => {
        spied.push(some.ids());
        return { scores: (own: { size: number }) => new Float64Array(own.size) };
      },
    } as unknown as Learner;
    for (const options of [{}, { seed: 0 }, { seed: 1 }]) await crossFit(spy, bags, { folds: 2, ...options });
    expect(spied.slice(0, 2)).toEqual(spied.slice(2, 4));
    expect(spied.slice(0, 2)).not.toEqual(spied.slice(4, 6));
  });
});
