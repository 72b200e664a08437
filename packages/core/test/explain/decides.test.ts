import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../src/bags/synthesise.js";
import { explain } from "../../src/explain/explain.js";
import { auto } from "../../src/learners/auto/auto.js";
import { lsdd } from "../../src/learners/lsdd/lsdd.js";
import type { Model } from "../../src/model/model.js";
import { bagSet, nested } from "../bags/make.js";

const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 3, distance: 4, bagSize: [1, 5], seed: 8 });
const named = { features: [...bags.features] };
const MODELS = { auto: auto().fit(bags), lsdd: lsdd({ prior: 0.3 }).fit(bags) };

const at = (model: Model, value: number) => model.with({ threshold: { value, rule: "score", reason: "a test" } });

describe.each(Object.entries(MODELS))("whether the witness decides, by %s", (_, fitted) => {
  it("is whether the answer changes without it, or the score loses half its way to the threshold", async () => {
    const model = await fitted;
    const scores = model.scores(bags);
    await fc.assert(
      fc.asyncProperty(fc.nat(bags.size - 1), fc.double({ min: -3, max: 3, noNaN: true }), async (i, shift) => {
        const moved = at(model, scores[i] + shift);
        const [{ decides, witness, contributions }] = await explain(moved, bags.subset([i]), { features: 0 });
        const others = nested(bags.subset([i]))[0].filter((_, j) => j !== witness.instance);
        if (scores[i] < moved.threshold) expect(decides).toBe(false);
        else if (contributions.length === 1) expect(decides).toBe(true);
        else {
          const without = model.scores(bagSet([others], named))[0] - moved.threshold;
          const margin = scores[i] - moved.threshold;
          const near = Math.abs(without - margin / 2) < 1e-9 || Math.abs(without - margin) < 1e-9;
          if (!near) expect(decides).toBe(without < margin / 2);
        }
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

describe("a bag of instances that are all alike", () => {
  it("has none that decides, however sure the answer is", async () => {
    const model = await MODELS.auto;
    const [{ index }] = model.rank(bags);
    const [best] = await explain(model, bags.subset([index]));
    const instance = [...bags.bag(index).instance(best.witness.instance)];
    const alike = bagSet([Array.from({ length: 6 }, (_, j) => instance.map((value) => value + 1e-3 * j))], named);
    const [score] = model.scores(alike);
    const [{ decides }] = await explain(at(model, score - 1), alike);
    expect(decides).toBe(false);
  });
});
