import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { decisionValues, type RampRisk, rampObjective, solveRampRisk } from "../../../src/learners/pu-skc/ramp.js";
import { matrix } from "../../../src/linalg/matrix.js";

/** Positive samples around 1 and unlabeled ones around 1 or -1, with a few random features. */
function risk(seed: number, { positives = 8, unlabeled = 16, features = 3, prior = 0.4 } = {}): RampRisk {
  const generator = random(seed);
  const n = positives + unlabeled;
  const signs = Int8Array.from({ length: n }, (_, i) => (i < positives ? 1 : -1));
  const phi = matrix(n, features);
  for (let i = 0; i < n; i++) {
    const centre = i < positives || generator.uniform() < prior ? 1 : -1;
    for (let j = 0; j < features; j++) phi.data[i * features + j] = centre * (j === 0 ? 1 : 0.3) + generator.normal();
  }
  const weights = Float64Array.from(signs, (sign) => (sign > 0 ? (2 * prior) / positives : 1 / unlabeled));
  return { phi, signs, weights };
}

/** J, written out again. */
function objective({ phi, signs, weights }: RampRisk, point: Float64Array, lambda: number): number {
  let value = 0;
  for (let i = 0; i < phi.rows; i++) {
    let z = point[phi.cols];
    for (let j = 0; j < phi.cols; j++) z += phi.data[i * phi.cols + j] * point[j];
    value += weights[i] * Math.max(0, Math.min(1, 0.5 - 0.5 * signs[i] * z));
  }
  for (let j = 0; j < phi.cols; j++) value += 0.5 * lambda * point[j] * point[j];
  return value;
}

describe("the risk with the ramp loss", () => {
  it("never increases from one convex problem to the next, nor above that of the start", () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.constantFrom(1e-4, 1e-2, 1), (seed, lambda) => {
        const problem = risk(seed);
        const generator = random(seed + 1);
        const from = {
          alpha: Float64Array.from({ length: problem.phi.cols }, () => generator.normal()),
          beta: generator.normal(),
        };
        const start = decisionValues(problem.phi, from);
        const { solution, scheme } = solveRampRisk(problem, { lambda, start, steps: 30 });
        expect(solution.status).toBe("solved");
        expect(scheme.path[0]).toBeLessThanOrEqual(rampObjective(problem, from, lambda) + 1e-6);
        for (let k = 1; k < scheme.path.length; k++) expect(scheme.path[k]).toBeLessThanOrEqual(scheme.path[k - 1]);
        const point = Float64Array.from([...solution.alpha, solution.beta]);
        expect(scheme.path[scheme.path.length - 1]).toBeCloseTo(objective(problem, point, lambda), 9);
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  it("ends at a local minimum: no small change lowers it", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const problem = risk(seed);
      const start = new Float64Array(problem.phi.rows);
      const { solution, scheme } = solveRampRisk(problem, { lambda: 0.05, start, steps: 100 });
      expect(scheme.settled).toBe(true);
      const point = Float64Array.from([...solution.alpha, solution.beta]);
      const reached = objective(problem, point, 0.05);
      const generator = random(seed);
      for (let k = 0; k < 200; k++) {
        const near = point.map((value) => value + 1e-4 * generator.normal());
        expect(objective(problem, near, 0.05)).toBeGreaterThanOrEqual(reached - 1e-7);
      }
    }
  });

  it("finds what a search of a grid finds, or a minimum close to it, with one feature", () => {
    let found = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const problem = risk(seed, { features: 1 });
      const start = new Float64Array(problem.phi.rows);
      const { scheme } = solveRampRisk(problem, { lambda: 0.1, start, steps: 100 });
      const reached = scheme.path[scheme.path.length - 1];
      let least = Number.POSITIVE_INFINITY;
      for (let a = -3; a <= 3; a += 0.05)
        for (let b = -4; b <= 4; b += 0.05) least = Math.min(least, objective(problem, Float64Array.of(a, b), 0.1));
      expect(reached).toBeLessThanOrEqual(1.5 * least + 0.05);
      if (reached <= least + 1e-3) found++;
    }
    expect(found).toBeGreaterThanOrEqual(6);
  });

  it("starts from a constant where all samples are on one side of their kinks, and leaves it for a better one", () => {
    const problem = risk(1);
    const far = solveRampRisk(problem, { lambda: 1, start: new Float64Array(24).fill(-9), steps: 30 });
    expect(far.scheme.path[0]).toBeCloseTo(0.8, 12);
    expect(far.scheme.path[far.scheme.path.length - 1]).toBeLessThan(0.8);
    const above = solveRampRisk(problem, { lambda: 1, start: new Float64Array(24).fill(9), steps: 30 });
    expect(above.scheme.path[0]).toBeCloseTo(1, 12);
  });
});
