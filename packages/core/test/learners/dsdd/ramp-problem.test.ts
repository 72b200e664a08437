import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { type RampProblem, solveRamp } from "../../../src/learners/dsdd/ramp-problem.js";
import { ramp } from "../../../src/learners/shared/ramp.js";

/**
 * Two clouds on a line, at -gap and gap; samples of sign 1 are of the upper one with a chance of
 * 0.8.
 */
function clouds(seed: number, { n = 16, gap = 1, width = 1, lambda = 0.05 } = {}): RampProblem {
  const generator = random(seed);
  const signs = Int8Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const points = Float64Array.from(signs, (sign) => {
    const upper = generator.uniform() < (sign > 0 ? 0.8 : 0.3);
    return (upper ? gap : -gap) + 0.5 * generator.normal();
  });
  const kernel = instanceGram({ type: "gaussian", width }, matrix(n, 1, points));
  return { kernel, signs, weights: new Float64Array(n).fill(2 / n), lambda };
}

function objective({ kernel, signs, weights, lambda }: RampProblem, alpha: ArrayLike<number>): number {
  let value = 0;
  for (let i = 0; i < kernel.rows; i++) {
    let z = 0;
    for (let j = 0; j < kernel.cols; j++) z += kernel.data[i * kernel.cols + j] * alpha[j];
    value += weights[i] * Math.min(2, Math.max(0, 1 - signs[i] * z));
  }
  for (let j = 0; j < kernel.cols; j++) value += 0.5 * lambda * alpha[j] * alpha[j];
  return value;
}

describe("the concave-convex procedure", () => {
  it("never raises the loss from step to step, and reports the loss it reached", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom("hinge", "program"),
        fc.constantFrom(1e-3, 0.05, 2),
        (seed, start, lambda) => {
          const problem = clouds(seed, { lambda });
          const solution = solveRamp(problem, { steps: 30, start });
          expect(solution.status).toBe("solved");
          // The program's first problem has no term for samples of sign 1, so its solution is no
          // step of the procedure.
          const path = start === "program" ? solution.path.slice(1) : solution.path;
          for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1] + 1e-9);
          expect(solution.objective).toBeCloseTo(objective(problem, solution.alpha), 9);
        },
      ),
      { numRuns: 60, seed: 2 },
    );
  });

  it("ends at a local minimum: no small change of the coefficients lowers the loss", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const problem = clouds(seed);
      const { alpha, settled } = solveRamp(problem, { steps: 50, start: "hinge" });
      expect(settled).toBe(true);
      const reached = objective(problem, alpha);
      const generator = random(seed);
      for (let k = 0; k < 200; k++) {
        const near = alpha.map((value) => value + 1e-4 * generator.normal());
        expect(objective(problem, near)).toBeGreaterThanOrEqual(reached - 1e-9);
      }
    }
  });

  it("finds what a search of the whole line finds where there is one centre", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const generator = random(seed);
      const n = 15;
      const problem: RampProblem = {
        kernel: matrix(
          n,
          1,
          Float64Array.from({ length: n }, () => generator.uniform()),
        ),
        signs: Int8Array.from({ length: n }, () => (generator.uniform() < 0.7 ? 1 : -1)),
        weights: new Float64Array(n).fill(1 / n),
        lambda: 0.02,
      };
      const found = solveRamp(problem, { steps: 50, start: "hinge" }).objective;
      let [local, best] = [Infinity, Infinity];
      let previous = [Infinity, Infinity];
      for (let alpha = -20; alpha <= 20; alpha += 1e-3) {
        const value = objective(problem, [alpha]);
        best = Math.min(best, value);
        // The procedure promises a local minimum, so the nearest of those is what counts.
        if (
          previous[1] <= previous[0] &&
          previous[1] <= value &&
          Math.abs(previous[1] - found) < Math.abs(local - found)
        )
          local = previous[1];
        previous = [previous[1], value];
      }
      // As close as the steps of the search allow.
      expect(found).toBeGreaterThanOrEqual(best - 1e-4);
      expect(Math.abs(found - local)).toBeLessThanOrEqual(1e-4);
    }
  });

  it("separates clouds that are apart", () => {
    const n = 20;
    const signs = Int8Array.from({ length: n }, (_, i) => (i < n / 2 ? 1 : -1));
    const points = Float64Array.from(signs, (sign, i) => 3 * sign + 0.01 * i);
    const kernel = instanceGram({ type: "gaussian", width: 1 }, matrix(n, 1, points));
    const problem = { kernel, signs, weights: new Float64Array(n).fill(2 / n), lambda: 1e-3 };
    const { alpha, objective: loss } = solveRamp(problem, { steps: 20, start: "hinge" });
    expect(loss).toBeLessThan(0.1);
    for (let i = 0; i < n; i++) {
      let z = 0;
      for (let j = 0; j < n; j++) z += kernel.data[i * n + j] * alpha[j];
      expect(Math.sign(z)).toBe(signs[i]);
    }
  });

  it("stops after as many steps as are allowed", () => {
    const { path } = solveRamp(clouds(4), { steps: 1, start: "hinge" });
    expect(path.length).toBe(1);
  });
});

it("the ramp is 2 up to -1, 0 from 1 on, and straight between", () => {
  expect([-5, -1, 0, 0.5, 1, 9].map(ramp)).toEqual([2, 2, 1, 0.5, 0, 0]);
});
