import { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { describe, expect, it } from "vitest";
import { dd } from "../../src/dd/dd.js";
import { emDd } from "../../src/em-dd/em-dd.js";

const FEATURES = ["a", "b", "c", "d", "e", "f"];

/** Each positive bag has an instance near a = 2, b = -1; all other values are standard normal. */
function bagsOf({ bags = 60, size = 4, seed = 3 } = {}): BagSet {
  const generator = random(seed);
  return BagSet.from(
    Array.from({ length: bags }, (_, i) => ({
      id: `b${i}`,
      label: i % 2 === 0 ? ("positive" as const) : ("negative" as const),
      instances: Array.from({ length: size }, (_, k) => {
        const found = i % 2 === 0 && k === 0;
        return Object.fromEntries(
          FEATURES.map((name, j) => {
            const noise = generator.normal();
            return [name, found && j === 0 ? 2 + 0.2 * noise : found && j === 1 ? -1 + 0.2 * noise : noise];
          }),
        );
      }),
    })),
  );
}

const accuracy = (model: Model, bags: BagSet) =>
  model.predict(bags).filter(({ predicted }, i) => predicted === bags.labelOf(i)).length / bags.size;

describe.each([
  ["dd", dd],
  ["em-dd", emDd],
] as const)("%s", (name, learner) => {
  const bags = bagsOf();
  const fitted = learner().fit(bags);

  it("finds the instances that make bags positive, and the features that matter", async () => {
    const model = await fitted;
    const fresh = bagsOf({ seed: 4 });
    expect(accuracy(model, fresh)).toBeGreaterThan(0.75);
    const keys = model.instances(fresh)?.filter((_, i) => fresh.labelOf(i) === "positive") ?? [];
    expect(keys.filter(({ key }) => key === 0).length / keys.length).toBeGreaterThan(0.85);
    expect(model.card.reasons?.join(" ")).toMatch(/most of all (a, b|b, a)/);
  });

  it("scores the distance of the nearest instance: 0 at the threshold, falling, never lost far away", async () => {
    const model = await fitted;
    const near = (a: number) =>
      model.scores(
        BagSet.from([{ id: "x", label: "unlabeled", instances: [{ a, b: -1, c: 0, d: 0, e: 0, f: 0 }] }]),
      )[0];
    const scores = [5, 6, 8, 10, 20, 30, 100].map(near);
    scores.slice(1).forEach((score, k) => {
      expect(score).toBeLessThan(scores[k]);
    });
    expect(scores[0]).toBeLessThan(1 - Math.exp(-1) + 1e-12);
    expect(scores[6]).toBeGreaterThan(-Math.exp(-1) - 1e-12);
  });

  it("says how it searched, and that nothing is proven", async () => {
    const { card } = await fitted;
    expect(card).toMatchObject({
      learner: name,
      certificate: { status: "local", dualObjective: 0, relativeGap: 1 },
    });
    expect(card.notes.find(({ code }) => code === "not-convex")?.message).toMatch(/8 starts the best 2 went on/);
    expect(card.risks.map(({ lambda }) => lambda)).toEqual([0.3, 0.1, 0.03]);
    const least = Math.min(...card.risks.map(({ risk }) => risk));
    expect(card.risks.find(({ lambda }) => lambda === card.chosen.lambda)?.risk).toBe(least);
    expect(card.reasons).toHaveLength(4);
  });

  it("can give all features one scale", async () => {
    const model = await learner({ scales: "shared", lambda: 0.1 }).fit(bags);
    expect(model.card.chosen.features).toBe(6);
    expect(accuracy(model, bags)).toBeGreaterThan(0.5);
  });

  it("trains on a part of the instances of huge bags, and says so", async () => {
    const huge = bagsOf({ bags: 8, size: 1200 });
    const model = await learner({ lambda: 0.1, starts: 2, folds: 2 }).fit(huge);
    expect(model.card.training.instances).toBe(8_000);
    expect(model.card.notes.map(({ code }) => code)).toContain("instances-drawn");
  });
});

it("em-dd can take the nearest instance of each negative bag alone", async () => {
  const bags = bagsOf();
  const [all, nearest] = await Promise.all(
    (["all", "nearest"] as const).map((negativeInstances) => emDd({ negativeInstances, lambda: 0.1 }).fit(bags)),
  );
  expect(nearest.scores(bags)).not.toEqual(all.scores(bags));
  expect(accuracy(nearest, bags)).toBeGreaterThan(0.6);
});
