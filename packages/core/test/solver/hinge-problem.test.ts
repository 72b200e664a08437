import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../../bagwise/src/entries/linalg.js";
import { InputError } from "../../src/base/errors.js";
import { random } from "../../src/base/random.js";
import { type HingeProblem, prepareHinges, solveHinges } from "../../src/solver/hinge-problem.js";
import { solveSvm } from "../../src/solver/svm.js";

interface Case {
  readonly features: Matrix;
  readonly problem: HingeProblem;
}

function makeCase(seed: number, { n = 12, m = 4, size = 1, lambda = 0.1 } = {}): Case {
  const generator = random(seed);
  const normals = (length: number) => Float64Array.from({ length }, () => generator.normal());
  return {
    features: matrix(
      n,
      m,
      normals(n * m).map((x) => x * size),
    ),
    problem: {
      kinks: Float64Array.from({ length: n }, () => (generator.uniform() < 0.5 ? -1 : 1)),
      weights: Float64Array.from({ length: n }, () => 0.1 + 3 * generator.uniform()),
      linear: normals(m).map((x) => (x * size) / 3),
      lambda,
    },
  };
}

function objective({ features: { rows, cols, data }, problem }: Case, alpha: ArrayLike<number>): number {
  let value = 0;
  for (let i = 0; i < rows; i++) {
    let z = 0;
    for (let j = 0; j < cols; j++) z += data[i * cols + j] * alpha[j];
    value += (problem.weights[i] * Math.max(0, z - problem.kinks[i])) / rows;
  }
  for (let j = 0; j < cols; j++) value += 0.5 * problem.lambda * alpha[j] * alpha[j] - problem.linear[j] * alpha[j];
  return value;
}

/** An independent solver: exact minimisation over one dual variable after the other. */
function byCoordinates({ features: { rows, cols, data }, problem }: Case, sweeps = 20_000): Float64Array {
  const { kinks, weights, linear, lambda } = problem;
  const gamma = new Float64Array(rows);
  const alpha = linear.map((value) => value / lambda);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let i = 0; i < rows; i++) {
      let z = 0;
      let norm = 0;
      for (let j = 0; j < cols; j++) {
        z += data[i * cols + j] * alpha[j];
        norm += data[i * cols + j] ** 2;
      }
      const wanted = gamma[i] + ((z - kinks[i]) * rows * lambda) / norm;
      const change = Math.min(weights[i], Math.max(0, wanted)) - gamma[i];
      gamma[i] += change;
      for (let j = 0; j < cols; j++) alpha[j] -= (change * data[i * cols + j]) / (rows * lambda);
    }
  }
  return alpha;
}

describe("a problem of hinges", () => {
  it("is solved as minimising over one dual variable after the other solves it", () => {
    for (let seed = 1; seed <= 15; seed++) {
      const each = makeCase(seed, { n: 5 + seed, m: 1 + (seed % 5), lambda: seed % 2 === 0 ? 0.1 : 2 });
      const solution = solveHinges(prepareHinges(each.features), each.problem);
      expect(solution.status).toBe("solved");
      const other = byCoordinates(each);
      expect(objective(each, solution.alpha)).toBeLessThanOrEqual(objective(each, other) + 1e-9);
      solution.alpha.forEach((value, j) => {
        expect(value).toBeCloseTo(other[j], 5);
      });
    }
  });

  it("comes with a certificate: the objectives are what they are called, and nothing is below the dual one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom(1e-3, 1, 1e3),
        fc.constantFrom(1e-4, 0.1, 10),
        (seed, size, lambda) => {
          const each = makeCase(seed, { size, lambda });
          const { status, alpha, dual, primalObjective, dualObjective, gap } = solveHinges(
            prepareHinges(each.features),
            each.problem,
          );
          expect(status).toBe("solved");
          const value = objective(each, alpha);
          expect(Math.abs(value - primalObjective)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
          const rounding = 1e-12 * Math.max(1, Math.abs(value));
          expect(Math.abs(primalObjective - dualObjective - gap)).toBeLessThanOrEqual(rounding);
          dual.forEach((gamma, i) => {
            expect(gamma).toBeGreaterThanOrEqual(0);
            expect(gamma).toBeLessThanOrEqual(each.problem.weights[i] * (1 + 1e-12));
          });
          const generator = random(seed);
          for (let k = 0; k < 20; k++) {
            const near = alpha.map((x) => x + 0.1 * generator.normal() * Math.max(1e-3, Math.abs(x)));
            expect(objective(each, near)).toBeGreaterThanOrEqual(
              dualObjective - 1e-9 * Math.max(1, Math.abs(dualObjective)),
            );
          }
        },
      ),
      { numRuns: 60, seed: 4 },
    );
  });

  it("has the same solution whether it is reduced to samples or to features", () => {
    const each = makeCase(3, { n: 60, m: 7 });
    const [a, b] = (["bags", "features"] as const).map((reduceTo) =>
      solveHinges(prepareHinges(each.features, { reduceTo }), each.problem),
    );
    expect([a.status, b.status]).toEqual(["solved", "solved"]);
    a.alpha.forEach((value, j) => {
      expect(b.alpha[j]).toBeCloseTo(value, 7);
    });
  });

  it("gives the same bits in every back end", () => {
    const each = makeCase(5, { n: 40, m: 9 });
    const [a, b] = (["simd", "plain"] as const).map((backend) =>
      solveHinges(prepareHinges(each.features, { backend }), each.problem),
    );
    expect(b).toEqual(a);
  });

  it("is solved from a warm start too, to the same solution", () => {
    const each = makeCase(8, { n: 50, m: 10 });
    const prepared = prepareHinges(each.features);
    const first = solveHinges(prepared, each.problem);
    const changed = {
      ...each.problem,
      linear: each.problem.linear.map((value, j) => (j === 0 ? value + 0.05 : value)),
    };
    const cold = solveHinges(prepared, changed);
    const warm = solveHinges(prepared, changed, { warmStart: first });
    expect([cold.status, warm.status]).toEqual(["solved", "solved"]);
    warm.alpha.forEach((value, j) => {
      expect(value).toBeCloseTo(cold.alpha[j], 7);
    });
  });

  it("splits into independent problems where samples share no feature", () => {
    const [a, b] = [makeCase(1, { n: 6, m: 3 }), makeCase(2, { n: 6, m: 3 })];
    const features = matrix(12, 6);
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 3; j++) {
        features.data[i * 6 + j] = a.features.data[i * 3 + j];
        features.data[(i + 6) * 6 + 3 + j] = b.features.data[i * 3 + j];
      }
    }
    const join = (x: Float64Array, y: Float64Array, factor = 1) => Float64Array.from([...x, ...y], (v) => v * factor);
    const whole = solveHinges(prepareHinges(features), {
      kinks: join(a.problem.kinks, b.problem.kinks),
      weights: join(a.problem.weights, b.problem.weights, 2),
      linear: join(a.problem.linear, b.problem.linear),
      lambda: 0.1,
    });
    const parts = [a, b].map((each) => solveHinges(prepareHinges(each.features), each.problem));
    join(parts[0].alpha, parts[1].alpha).forEach((value, j) => {
      expect(whole.alpha[j]).toBeCloseTo(value, 7);
    });
    expect(whole.primalObjective).toBeCloseTo(parts[0].primalObjective + parts[1].primalObjective, 8);
  });

  it("that is none has the status invalid, and one of other lengths is refused", () => {
    const each = makeCase(1);
    const prepared = prepareHinges(each.features);
    for (const change of [
      { lambda: 0 },
      { lambda: Number.NaN },
      { weights: each.problem.weights.map(() => 0) },
      { kinks: each.problem.kinks.map(() => Number.POSITIVE_INFINITY) },
    ]) {
      expect(solveHinges(prepared, { ...each.problem, ...change }).status).toBe("invalid");
    }
    expect(() => solveHinges(prepared, { ...each.problem, kinks: new Float64Array(3) })).toThrow(InputError);
  });

  it("hears a signal", () => {
    const each = makeCase(1);
    const signal = AbortSignal.abort(new Error("enough"));
    expect(() => solveHinges(prepareHinges(each.features), each.problem, { signal })).toThrow("enough");
  });
});

describe("a linear SVM", () => {
  it("finds the widest margin of two points: w = 2 (a - b) / |a - b|^2 through the origin", () => {
    const { status, weights, primalObjective } = solveSvm(matrix(2, 2, Float64Array.of(1, 1, -1, -1)), [1, -1], {
      cost: 100,
    });
    expect(status).toBe("solved");
    expect([...weights].map((w) => Number(w.toFixed(9)))).toEqual([0.5, 0.5]);
    expect(primalObjective).toBeCloseTo(0.25, 9);
  });

  it("has the objective of an SVM and no other w has less", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(0.01, 1, 100), (seed, cost) => {
        const generator = random(seed);
        const [n, m] = [20, 5];
        const features = matrix(
          n,
          m,
          Float64Array.from({ length: n * m }, () => generator.normal()),
        );
        const labels = Array.from({ length: n }, () => (generator.uniform() < 0.4 ? 1 : -1));
        const value = (w: Float64Array) => {
          let total = w.reduce((sum, x) => sum + (x * x) / 2, 0);
          for (let i = 0; i < n; i++) {
            let z = 0;
            for (let j = 0; j < m; j++) z += features.data[i * m + j] * w[j];
            total += cost * Math.max(0, 1 - labels[i] * z);
          }
          return total;
        };
        const { status, weights, primalObjective } = solveSvm(features, labels, { cost });
        expect(status).toBe("solved");
        expect(value(weights)).toBeCloseTo(primalObjective, 7);
        for (let k = 0; k < 20; k++) {
          const near = weights.map((w) => w + 0.05 * generator.normal());
          expect(value(near)).toBeGreaterThanOrEqual(primalObjective * (1 - 1e-8));
        }
      }),
      { numRuns: 40, seed: 9 },
    );
  });

  it("refuses labels that are none", () => {
    const features = matrix(2, 1, Float64Array.of(1, 2));
    for (const labels of [[1], [1, 0], []]) expect(() => solveSvm(features, labels)).toThrow(InputError);
  });
});
