import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { climbNoisyOr, noisyOrLoss } from "../../src/dd/noisy-or.js";
import { holdInstances } from "../../src/shared/concept/instances/hold.js";
import { conceptObjective, conceptPenalty } from "../../src/shared/concept/objective.js";
import { conceptBags, differences, parameters } from "../shared/concept/make.js";

describe("the loss of DD", () => {
  it("is minus the log-likelihood of the noisy-or, written out", () => {
    const bags = { offsets: Uint32Array.of(0, 2, 3, 5), signs: Int8Array.of(1, 1, -1) };
    const distances = Float64Array.of(0.5, 2, 3, 0, 1.5);
    const p = distances.map((each) => 0.99 * Math.exp(-each));
    const wanted = -Math.log(1 - (1 - p[0]) * (1 - p[1])) - Math.log(p[2]) - Math.log(1 - p[3]) - Math.log(1 - p[4]);
    expect(noisyOrLoss(bags)(distances, new Float64Array(5))).toBeCloseTo(wanted, 12);
  });

  it("neither jumps nor underflows far from the concept", () => {
    const bags = { offsets: Uint32Array.of(0, 2), signs: Int8Array.of(1) };
    const at = (d: number) => {
      const slopes = new Float64Array(2);
      const value = noisyOrLoss(bags)(Float64Array.of(d, d + 1), slopes);
      return [value - d, slopes[0], slopes[1]];
    };
    const far = at(5000);
    expect(far[1] + far[2]).toBeCloseTo(1, 12);
    for (const d of [29.999, 30, 40])
      at(d).forEach((each, k) => {
        expect(each).toBeCloseTo(far[k], 10);
      });
  });

  it.each([false, true])("has the gradient that differences show; shared scale: %s", (shared) => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const bags = conceptBags({ seed });
        const x = parameters(shared ? 4 : 6, seed);
        const f = conceptObjective(holdInstances(bags.data, bags.features), noisyOrLoss(bags), {
          penalty: conceptPenalty(bags, 0.1),
          shared,
        });
        const gradient = new Float64Array(x.length);
        f(x, gradient);
        const size = Math.max(1, ...gradient.map(Math.abs));
        differences(f, x).forEach((each, j) => {
          expect(Math.abs(each - gradient[j])).toBeLessThanOrEqual(1e-6 * size);
        });
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  it("climbs to a point with gradient 0 near the instances that positive bags share", () => {
    const bags = conceptBags({ bags: 40 });
    const climb = climbNoisyOr(bags)({ penalty: conceptPenalty(bags, 0.03), shared: false });
    const { x, status } = climb(Float64Array.of(1, 1, 0, 1, 1, 1), { iterations: 500, tolerance: 1e-8 });
    expect(status).toBe("converged");
    expect(Math.hypot(x[0] - 2, x[1] - 2)).toBeLessThan(0.7);
    expect(Math.abs(x[5])).toBeLessThan(Math.abs(x[3]));
  });
});
