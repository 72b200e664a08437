import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { lbfgs, type SmoothFunction } from "../../src/linalg/lbfgs.js";
import { matrix } from "../../src/linalg/matrix.js";

/** The function of Rosenbrock in pairs of dimensions; its minimum is 0 at (1, ..., 1). */
const rosenbrock: SmoothFunction = (x, gradient) => {
  let value = 0;
  for (let j = 0; j < x.length; j += 2) {
    const [a, b] = [1 - x[j], x[j + 1] - x[j] * x[j]];
    value += a * a + 100 * b * b;
    gradient[j] = -2 * a - 400 * x[j] * b;
    gradient[j + 1] = 200 * b;
  }
  return value;
};

describe("lbfgs", () => {
  it.each([2, 10, 100])("finds the minimum of Rosenbrock's function in %i dimensions", (n) => {
    const start = Float64Array.from({ length: n }, (_, j) => (j % 2 === 0 ? -1.2 : 1));
    const { status, x, value, gradientNorm, iterations, evaluations } = lbfgs(rosenbrock, start, { tolerance: 1e-10 });
    expect(status).toBe("converged");
    expect(gradientNorm).toBeLessThanOrEqual(1e-10);
    expect(value).toBeLessThan(1e-18);
    for (const each of x) expect(each).toBeCloseTo(1, 8);
    expect(evaluations).toBeLessThan(2 * iterations + 10);
    expect(start[0]).toBe(-1.2);
  });

  it("finds the minimum of a quadratic function, which Cholesky finds too", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 12 }), (seed, n) => {
        const generator = random(seed);
        const root = matrix(n, n);
        for (let at = 0; at < root.data.length; at++) root.data[at] = generator.normal();
        const a = linearAlgebra().syrk(root);
        for (let j = 0; j < n; j++) a.data[j * n + j] += 0.1;
        const b = Float64Array.from({ length: n }, () => generator.normal());
        const { status, x } = lbfgs(
          (at, gradient) => {
            linearAlgebra().gemv(a, at, { out: gradient });
            let value = 0;
            for (let j = 0; j < n; j++) {
              value += at[j] * (0.5 * gradient[j] - b[j]);
              gradient[j] -= b[j];
            }
            return value;
          },
          new Float64Array(n),
          { tolerance: 1e-8, maxIterations: 1000 },
        );
        expect(status).toBe("converged");
        const wanted = linearAlgebra().cholesky(a).solve(b);
        x.forEach((each, j) => {
          expect(each).toBeCloseTo(wanted[j], 5);
        });
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it("stays inside the domain of a function that is infinite or NaN elsewhere", () => {
    for (const outside of [Number.POSITIVE_INFINITY, Number.NaN]) {
      // x - log x has its minimum at 1.
      const barrier: SmoothFunction = (x, gradient) => {
        gradient[0] = x[0] > 0 ? 1 - 1 / x[0] : outside;
        return x[0] > 0 ? x[0] - Math.log(x[0]) : outside;
      };
      const { status, x } = lbfgs(barrier, Float64Array.of(50));
      expect(status).toBe("converged");
      expect(x[0]).toBeCloseTo(1, 6);
    }
  });

  it("says why it ended", () => {
    const start = Float64Array.of(-1.2, 1);
    expect(lbfgs(rosenbrock, start, { maxIterations: 3 })).toMatchObject({ status: "iteration-limit", iterations: 3 });
    expect(lbfgs(rosenbrock, Float64Array.of(1, 1))).toMatchObject({ status: "converged", iterations: 0 });
    expect(lbfgs(() => Number.NaN, start).status).toBe("invalid");
    // A gradient with the wrong sign: no step lowers the function.
    const wrong: SmoothFunction = (x, gradient) => {
      const value = rosenbrock(x, gradient);
      for (let j = 0; j < 2; j++) gradient[j] = -gradient[j];
      return value;
    };
    expect(lbfgs(wrong, start)).toMatchObject({ status: "stalled", x: start });
  });

  it("never ends above the start", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 0, max: 20 }), (seed, maxIterations) => {
        const generator = random(seed);
        const start = Float64Array.from({ length: 4 }, () => 3 * generator.normal());
        const before = rosenbrock(start, new Float64Array(4));
        expect(lbfgs(rosenbrock, start, { maxIterations }).value).toBeLessThanOrEqual(before);
      }),
      { seed: 4, numRuns: 50 },
    );
  });
});
