import { expect, it } from "vitest";
import { climbNoisyOr, noisyOrLoss } from "../../../src/dd/noisy-or.js";
import { holdInstances } from "../../../src/shared/concept/instances/hold.js";
import { conceptObjective, conceptPenalty } from "../../../src/shared/concept/objective.js";
import { polished } from "../../../src/shared/concept/polish.js";
import { conceptBags } from "./make.js";

it("the features it leaves out have the scale 0, and what it returns is an optimum of the whole loss", () => {
  const bags = conceptBags({ bags: 60, features: 12 });
  const lambda = 0.3;
  const start = Float64Array.from({ length: 24 }, (_, k) => (k < 2 ? 2 : k < 12 ? 0 : 0.5));
  const { x, value, status } = polished(bags, start, { climb: climbNoisyOr, lambda, shared: false });
  expect(status).not.toBe("iteration-limit");
  const scales = [...x.subarray(12)];
  expect(scales.filter((scale) => scale === 0).length).toBeGreaterThan(0);
  expect(scales[0] * scales[1]).not.toBe(0);
  const gradient = new Float64Array(24);
  const whole = conceptObjective(holdInstances(bags.data, bags.features), noisyOrLoss(bags), {
    penalty: conceptPenalty(bags, lambda),
    shared: false,
  });
  expect(whole(x, gradient)).toBeCloseTo(value, 8);
  expect(Math.max(...gradient.map(Math.abs))).toBeLessThan(1e-5);
});
