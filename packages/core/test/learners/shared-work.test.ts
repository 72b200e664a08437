import { registerBaselines } from "@bagwise/baselines";
import { expect, it } from "vitest";
import { cvLearner, cvMethods, parseCvMethod } from "../../../lab/src/methods/on-labels.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { sharedWork } from "../../src/learners/shared-work.js";
import { encodeModel } from "../../src/model/model-file.js";

registerBaselines();

const { bags: made } = synthesise({ bags: 28, labeled: 14, dimensions: 4, seed: 3 });
const bags = made.withLabels(made.labels().map((label) => (label === "positive" ? label : "negative")));

it("makes a thing once for a key, and each time for other bags", () => {
  const shared = sharedWork(bags);
  let count = 0;
  const make = () => ++count;
  expect([1, 2].map(() => shared.once(bags, "a", make))).toEqual([1, 1]);
  expect(shared.once(bags, "b", make)).toBe(2);
  expect(
    [1, 2].map(() =>
      shared.once(
        bags.filter(() => true),
        "a",
        make,
      ),
    ),
  ).toEqual([3, 4]);
});

it("methods that share work give the same model files, to the last byte", async () => {
  const shared = sharedWork(bags);
  for (const name of [...cvMethods(), ...cvMethods().slice(0, 8)]) {
    const learner = cvLearner(parseCvMethod(name), { positiveShare: 0.5, seed: 1 });
    const [alone, together] = [await learner.fit(bags), await learner.fit(bags, { shared })];
    expect(encodeModel(together), name).toEqual(encodeModel(alone));
  }
}, 120_000);
