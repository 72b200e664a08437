import { synthesise } from "@bagwise/core/bags";
import { weakPoints } from "@bagwise/core/judge";
import { puSkc } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { expect, it } from "vitest";
import { modelView } from "../src/worker/model-view.js";

it("the view of a model says what cannot be promised, and whether anything separates the bags", async () => {
  const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 3, bagSize: [1, 3], seed: 5 });
  const model = await puSkc({ prior: 0.3, degree: 1, lambda: 0.1, bootstrap: 20 }).fit(bags);
  const view = modelView(model, bags);
  expect(view.weak).toEqual(weakPoints(model.card));
  expect(view.separates).toBe(true);
  const wide = { value: 0.3, low: 0.01, high: 0.9, method: "held-out scores", clipped: false };
  const notes = [{ code: "too-few-labels", message: "too few" } as const];
  const doubted = modelView(new Model({ ...model.parts(), card: { ...model.card, prior: wide, notes } }), bags);
  expect(doubted.weak).toContain("prior");
  expect(doubted.separates).toBe(false);
});
