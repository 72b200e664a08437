import { expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { random } from "../../../src/base/random.js";
import { bagging } from "../../../src/learners/bagging/bagging.js";
import { auc } from "../../../src/scores/classification.js";
import { bagSet } from "../../bags/make.js";

/** Bags of pure noise, a sixth of them labelled positive by chance. */
function noise(seed: number): BagSet {
  const generator = random(seed);
  const bags = Array.from({ length: 90 }, () =>
    Array.from({ length: 8 }, () => [generator.normal(), generator.normal()]),
  );
  return bagSet(bags, { labels: bags.map((_, i) => (i < 15 ? ("positive" as const) : "unlabeled")) });
}

/** The held-out AUC of positive against unlabeled bags. */
async function separation(bags: BagSet, pooling: "mean" | "top" | "max"): Promise<number> {
  const model = await bagging({ on: "instances", pooling, rounds: 50, prior: 0.3, seed: 1 }).fit(bags);
  const { positive, unlabeled } = model.parts().heldOut ?? { positive: [], unlabeled: [] };
  const signs = [...Array.from(positive, () => 1), ...Array.from(unlabeled, () => -1)];
  return auc(Float64Array.from([...positive, ...unlabeled]), Int8Array.from(signs));
}

it.each(["mean", "top", "max"] as const)(
  "held-out scores of instances pooled by %s do not tell labels apart that were given by chance",
  async (pooling) => {
    let sum = 0;
    for (const seed of [1, 2, 3, 4]) sum += await separation(noise(seed), pooling);
    expect(sum / 4).toBeGreaterThan(0.35);
    expect(sum / 4).toBeLessThan(0.62);
  },
);
