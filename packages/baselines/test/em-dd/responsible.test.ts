import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { climbResponsible, instanceLoss } from "../../src/em-dd/responsible.js";
import { holdInstances } from "../../src/shared/concept/instances/hold.js";
import {
  type ConceptBags,
  conceptObjective,
  conceptPenalty,
  distancesFrom,
} from "../../src/shared/concept/objective.js";
import { conceptBags, differences, parameters } from "../shared/concept/make.js";

/** The loss with the nearest instance of each positive bag and `which` of each negative one, written out. */
function lossAt(bags: ConceptBags, x: Float64Array, which: "all" | "nearest"): number {
  const distances = distancesFrom(bags, x);
  const nothing = conceptObjective(holdInstances(bags.data, bags.features), () => 0, {
    penalty: conceptPenalty(bags, 0.1),
    shared: false,
  });
  let value = nothing(x, new Float64Array(x.length));
  for (const [bag, sign] of bags.signs.entries()) {
    const own = [...distances.subarray(bags.offsets[bag], bags.offsets[bag + 1])];
    const p = own.map((each) => 0.99 * Math.exp(-each));
    if (sign > 0) value -= Math.log(Math.max(...p));
    else if (which === "nearest") value -= Math.log(1 - Math.max(...p));
    else for (const each of p) value -= Math.log(1 - each);
  }
  return value;
}

describe("the loss of signed instances", () => {
  it("has the gradient that differences show", () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const bags = conceptBags({ seed, most: 1 });
        const f = conceptObjective(holdInstances(bags.data, bags.features), instanceLoss(bags.signs), {
          penalty: conceptPenalty(bags, 0.1),
          shared: false,
        });
        const x = parameters(6, seed);
        const gradient = new Float64Array(6);
        f(x, gradient);
        const size = Math.max(1, ...gradient.map(Math.abs));
        differences(f, x).forEach((each, j) => {
          expect(Math.abs(each - gradient[j])).toBeLessThanOrEqual(1e-6 * size);
        });
      }),
      { seed: 8, numRuns: 30 },
    );
  });
});

describe.each(["all", "nearest"] as const)("a climb of EM-DD with %s negative instances", (which) => {
  it("never raises the loss, and reports the loss of what it returns", () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const bags = conceptBags({ seed, bags: 20 });
        const climb = climbResponsible(which)(bags)({ penalty: conceptPenalty(bags, 0.1), shared: false });
        let at = parameters(6, seed);
        for (const iterations of [1, 5, 26, 60, 200]) {
          const before = lossAt(bags, at, which);
          const { x, value } = climb(at, { iterations, tolerance: 1e-9 });
          expect(value).toBeCloseTo(lossAt(bags, x, which), 8);
          expect(value).toBeLessThanOrEqual(before + 1e-9);
          at = x;
        }
      }),
      { seed: 9, numRuns: 20 },
    );
  });
});

it("with all negative instances a climb ends where the gradient is 0", () => {
  const bags = conceptBags({ bags: 20 });
  const climb = climbResponsible("all")(bags)({ penalty: conceptPenalty(bags, 0.1), shared: false });
  const { status, gradientNorm, rounds } = climb(parameters(6, 1), { iterations: 2000, tolerance: 1e-7 });
  expect(status).toBe("converged");
  expect(gradientNorm).toBeLessThanOrEqual(1e-5);
  expect(rounds).toBeGreaterThan(0);
});
