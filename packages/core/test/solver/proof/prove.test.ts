import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactGap } from "../../../../../bench/right/certificates/exact-gap.mjs";
import { random } from "../../../src/base/random.js";
import { PAIRS, ROUNDOFF } from "../../../src/linalg/doubled.js";
import { type Matrix, matrix } from "../../../src/linalg/matrix.js";
import { prepare } from "../../../src/solver/prepare.js";
import { LOSSES } from "../../../src/solver/problem.js";
import { type DualWeights, meanOneWeights, WEIGHT_ERROR } from "../../../src/solver/proof/dual-point.js";
import { proveHinges } from "../../../src/solver/proof/hinge-proof.js";
import { type Provable, type ProvenPoint, prove } from "../../../src/solver/proof/prove.js";
import { proveSolution } from "../../../src/solver/proof/solution-proof.js";
import { ADD_TERM, hinge } from "../../../src/solver/proof/terms.js";

const of = (...values: number[]) => Float64Array.from(values);
const rows = (...values: number[][]): Matrix => matrix(values.length, values[0].length, of(...values.flat()));

/** Two bags and two features, with numbers whose sums and products are exact. */
function given(changes: Partial<Provable> = {}, moved: Partial<ProvenPoint> = {}): [Provable, ProvenPoint] {
  const problem = {
    features: rows([1, 2], [-3, 0.5]),
    linear: { high: of(0.5, -1), low: of(0, 0), error: of(0, 0) },
    lambda: 0.5,
    weights: { high: of(1, 1), low: of(0, 0) },
    add: ADD_TERM["double-hinge"],
    constant: 0.25,
    ...changes,
  };
  return [problem, { gamma: of(0.25, 0.5), at: 0, shift: 0, error: 0, alpha: of(2, -1), beta: 0.5, ...moved }];
}

/**
 * The proof of a double hinge with every error that is allowed for, as stated: in doubles, for numbers whose sums
 * are exact. `Young` and `size` are sums over the bags, `slack` what the bags allow for.
 */
function stated([problem, point]: [Provable, ProvenPoint]) {
  const { features, linear, lambda, weights, constant } = problem;
  const { gamma, at, shift, error, alpha, beta } = point;
  const { rows: n, cols, data } = features;
  let [young, slack, conjugate, size] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    let [z, sizes] = [beta, 0];
    for (let j = 0; j < cols; j++) z += data[i * cols + j] * alpha[j];
    for (let j = 0; j < cols; j++) sizes += Math.abs(data[i * cols + j] * alpha[j]);
    const own = gamma[i] + (i === at ? shift : 0);
    const w = weights.high[i];
    const f = w * Math.max(0, (1 + z) / 2, z) + Math.max(-own, own - w) - own * z;
    young += f;
    conjugate += Math.max(-own, own - w);
    size += Math.min(own, w - own);
    const zError = ((cols + 8) * ROUNDOFF) ** 2 * sizes + cols * 2 ** -1070 + PAIRS * Math.abs(z);
    slack += 32 * ROUNDOFF * f + w * zError;
    slack += (WEIGHT_ERROR * w + (i === at ? error : 0)) * (Math.abs(z) + 800);
  }
  let [distance, far, penalty, unsure] = [0, 0, 0, 0];
  for (let j = 0; j < cols; j++) {
    let pulled = shift * data[at * cols + j];
    for (let i = 0; i < n; i++) pulled += gamma[i] * data[i * cols + j];
    const v = linear.high[j] - pulled / n;
    const r = lambda * alpha[j] - v;
    const off = linear.error[j] + (error * Math.abs(data[at * cols + j])) / n + ROUNDOFF * Math.abs(r);
    distance += (r * r) / (2 * lambda);
    far += (off * (Math.abs(r) + off / 2)) / lambda;
    penalty += (v * v) / (2 * lambda);
    const more = off + ROUNDOFF * (Math.abs(lambda * alpha[j]) + Math.abs(v));
    unsure += (more * (Math.abs(v) + more / 2)) / lambda;
  }
  const exact = young / n + distance;
  const adding = 2 * (n + cols + 32) * ROUNDOFF;
  const allowed = (slack / n + far + adding * exact) * (1 + adding);
  const value = -conjugate / n - penalty;
  const doubt = (unsure + (64 * ROUNDOFF + adding ** 2) * (size / n + penalty)) * (1 + adding);
  return { exact, allowed, value, doubt, constant };
}

/** The proof, with its allowances in units of roundoff. */
function compared(args: [Provable, ProvenPoint]) {
  const proof = prove(...args);
  if (proof === undefined) throw new Error("nothing was proven");
  const plain = stated(args);
  return { proof, plain };
}

describe("prove", () => {
  it("is the gap of numbers that are exact, and what rounding may do to it in units of the last place", () => {
    for (const args of [
      given(),
      given({ lambda: 2 }),
      given({}, { shift: 0.25 }),
      given({}, { shift: -0.125, at: 1 }),
      given({}, { alpha: of(0, 0), beta: -2 }),
      given({ weights: { high: of(0.5, 1.5), low: of(0, 0) } }),
      given({ linear: { high: of(-4, 8), low: of(0, 0), error: of(0, 0) } }),
    ]) {
      const { proof, plain } = compared(args);
      expect((proof.gap - plain.exact) / ROUNDOFF / plain.exact).toBeCloseTo(
        plain.allowed / ROUNDOFF / plain.exact,
        -0.5,
      );
      expect(proof.primal).toBeCloseTo(plain.value + plain.exact, 13);
      const lost = (proof.primal - plain.exact - proof.dual) / ROUNDOFF;
      expect(Math.abs(lost - plain.doubt / ROUNDOFF)).toBeLessThan(4 * (Math.abs(plain.value) + plain.exact));
      expect(proof.b).toBe(args[1].beta);
    }
  });

  it("allows for the errors of the linear term and of the gamma that was moved", () => {
    for (const args of [
      given({ linear: { high: of(0.5, -1), low: of(0, 0), error: of(0.25, 0.0625) } }),
      given({ lambda: 2, linear: { high: of(0.5, -1), low: of(0, 0), error: of(0, 4) } }),
      given({}, { error: 2 ** -8, at: 1 }),
      given({}, { error: 2 ** -4, shift: 0.125 }),
    ]) {
      const { proof, plain } = compared(args);
      expect(proof.gap / (plain.exact + plain.allowed)).toBeCloseTo(1, 12);
      expect(proof.dual).toBeCloseTo(Math.min(proof.primal, plain.value - plain.doubt), 11);
    }
  });

  it("counts the digits of linear term and weights beyond a double", () => {
    // r is 0 but for these digits, and their square is the gap: 2^-40 / (2 lambda) each.
    const at = { alpha: of(0, 0), beta: -1, gamma: of(0, 0) };
    const low = given({ linear: { high: of(0, 0), low: of(2 ** -20, -(2 ** -21)), error: of(0, 0) } }, at);
    const gap = prove(...low)?.gap ?? 0;
    expect(gap / (2 ** -40 * (1 + 0.25))).toBeCloseTo(1, 8);
    // rest is 2^-40, and the other hinge is 2 beyond.
    const weights = { high: of(1, 1), low: of(2 ** -40, 0) };
    const features = matrix(2, 1, of(0, 0));
    const linear = { high: of(0), low: of(0), error: of(0) };
    const ends = given({ weights, features, linear }, { alpha: of(0), beta: 3, gamma: of(1, 1) });
    expect((prove(...ends)?.gap ?? 0) / ((2 ** -40 * 2) / 2)).toBeCloseTo(1, 8);
  });

  it("says a gap of next to nothing for a solution that is exact", () => {
    // z = 1 for both: f is 1, and gamma may be anything from 1/2 to 1. r is 0.
    const features = rows([1], [1]);
    const linear = { high: of(1.25), low: of(0), error: of(0) };
    const [problem, point] = given({ features, linear, lambda: 0.5 }, { gamma: of(1, 0.5), alpha: of(1), beta: 0 });
    const proof = prove(problem, point);
    expect(proof?.gap).toBeGreaterThan(0);
    const { allowed } = stated([problem, point]);
    expect((proof?.gap ?? 0) / allowed).toBeCloseTo(1, 6);
    // Relative to the objective, which is 1 - 5/4 + 1/4 = 0, or rather to that of the best constant.
    expect((proof?.relative ?? 0) / (allowed / 0.25)).toBeCloseTo(1, 6);
  });

  it("is relative to the largest of primal, dual and the best constant, each as small as it may be", () => {
    for (const constant of [0.25, 1e-3, 100]) {
      const { proof, plain } = compared(given({ constant }));
      const unit = Math.max(constant, Math.abs(plain.value), Math.abs(plain.value + plain.exact));
      expect(proof.relative).toBeCloseTo(proof.gap / unit, 12);
      expect(proof.relative).toBeGreaterThanOrEqual(proof.gap / unit);
    }
    // An error of the linear term makes the unit smaller.
    const unsure = given({ constant: 1e-3, linear: { high: of(-4, 8), low: of(0, 0), error: of(0.5, 0.25) } });
    const { proof, plain } = compared(unsure);
    const least = Math.max(
      Math.abs(plain.value) - plain.doubt,
      Math.abs(plain.value + plain.exact) - plain.doubt - plain.allowed,
    );
    expect(proof.relative / (proof.gap / least)).toBeCloseTo(1, 11);
  });

  it("knows nothing if a number overflows", () => {
    expect(prove(...given({ features: rows([1e308, 1e308], [1, 1]) }, { alpha: of(1e300, 1) }))).toBeUndefined();
  });

  it("allows for what underflows", () => {
    const features = matrix(2, 1, of(1e-200, 0));
    const linear = { high: of(0), low: of(0), error: of(0) };
    const [problem, point] = given({ features, linear }, { alpha: of(1e-200), beta: -1, gamma: of(0, 0) });
    expect(prove(problem, point)?.gap).toBeGreaterThanOrEqual(1e-300);
  });
});

describe("proveSolution", () => {
  const uniform = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const value = fc.double({ min: -3, max: 3, noNaN: true });

  it("is the exact gap of any point, however far from the solution", () => {
    const any = fc.record({
      values: fc.array(value, { minLength: 12, maxLength: 12 }),
      shares: fc.array(uniform, { minLength: 4, maxLength: 4 }),
      alpha: fc.tuple(value, value),
      beta: value,
      lambda: fc.constantFrom(0.01, 1, 30),
      loss: fc.constantFrom(...LOSSES),
      weighted: fc.boolean(),
    });
    fc.assert(
      fc.property(any, ({ values, shares, alpha, beta, lambda, loss, weighted }) => {
        const [phiP, phiU] = [matrix(2, 2, of(...values.slice(0, 4))), matrix(4, 2, of(...values.slice(4)))];
        const weights = weighted ? of(...shares.map((share) => share + 0.1)) : undefined;
        const scaled: DualWeights = meanOneWeights(weights, 4);
        const gamma = scaled.high.map((weight, i) => weight * shares[i]);
        const prior = gamma.reduce((total, each) => total + each, 0) / 4;
        const problem = { phiP, phiU, prior, lambda, loss, weights };
        const prepared = prepare(phiP, phiU, { prior, weights });
        const proof = proveSolution(prepared, problem, { alpha: of(...alpha), beta, gamma });
        const exact = exactGap(problem, { alpha: of(...alpha), beta, dual: gamma });
        expect(proof?.gap).toBeDefined();
        const { gap = 0, relative = 0 } = proof ?? {};
        expect(gap).toBeGreaterThanOrEqual(exact.gap * (1 - 1e-15));
        expect(gap / exact.gap).toBeCloseTo(1, 9);
        expect(relative / exact.relative).toBeCloseTo(1, 9);
      }),
      { seed: 41, numRuns: 40 },
    );
  });

  it("is nothing if gamma is far from every dual point", () => {
    const prepared = prepare(rows([1]), rows([0], [1]), { prior: 0.5 });
    const point = { alpha: of(0), beta: 0, gamma: of(0, 0) };
    expect(proveSolution(prepared, { lambda: 1, loss: "double-hinge" }, point)).toBeUndefined();
    expect(proveSolution(prepared, { lambda: 1, loss: "squared" }, point)).toBeDefined();
  });

  it("is relative to the best constant where the objective is 0", () => {
    // alpha = 0 and the best constant: z = -1 for a prior below 1/2, with an objective of prior.
    const prior = 0.25;
    const prepared = prepare(rows([0]), rows([0], [0]), { prior });
    const constants = {
      "double-hinge": prior,
      squared: prior * (1 - prior),
      logistic: -prior * Math.log(prior) - (1 - prior) * Math.log(1 - prior),
    };
    for (const loss of LOSSES) {
      // A point whose objective is 0: its gap is the constant itself.
      const zero = { "double-hinge": -1, squared: 0, logistic: 0 }[loss];
      const proof = proveSolution(prepared, { lambda: 1, loss }, { alpha: of(0), beta: zero, gamma: of(0.25, 0.25) });
      const { gap = 0, relative = 0, primal = 0, dual = 0 } = proof ?? {};
      const unit = Math.max(constants[loss], Math.abs(primal), Math.abs(dual));
      expect(relative).toBeCloseTo(gap / unit, 12);
      expect(-dual).toBeCloseTo(loss === "double-hinge" ? -prior : -constants[loss], 12);
    }
  });
});

describe("a proof of the logistic loss", () => {
  it("is relative to the best constant, where both objectives are smaller", () => {
    const prior = 0.25;
    const features = rows([1], [-1], [-1], [-1]);
    const prepared = prepare(rows([1]), features, { prior });
    const gamma = of(0.85, 0.05, 0.05, 0.05);
    const proof = proveSolution(prepared, { lambda: 0.01, loss: "logistic" }, { alpha: of(3), beta: 0, gamma });
    const { gap = 0, relative = 0, primal = 1, dual = 1 } = proof ?? {};
    const constant = -prior * Math.log(prior) - (1 - prior) * Math.log(1 - prior);
    expect(Math.max(Math.abs(primal), Math.abs(dual))).toBeLessThan(constant);
    expect(relative / (gap / constant)).toBeCloseTo(1, 12);
  });
});

describe("proveHinges", () => {
  const kinks = of(-1, 0.5, -0.25);
  const features = rows([1], [-2], [0.5]);

  /** The gap by its definition, in doubles. */
  function plain({ lambda, weights, linear, alpha, gamma }: Record<string, Float64Array> & { lambda: never }) {
    let gap = 0;
    let pull = 0;
    for (let i = 0; i < 3; i++) {
      const z = features.data[i] * alpha[0];
      gap += (weights[i] * Math.max(0, z - kinks[i]) + kinks[i] * gamma[i] - gamma[i] * z) / 3;
      pull += (features.data[i] * gamma[i]) / 3;
    }
    const r = lambda * alpha[0] - linear[0] + pull;
    return gap + (r * r) / (2 * lambda);
  }

  it("is the gap of any point, relative to the objective of alpha = 0 at least", () => {
    const weights = of(1, 0.5, 2);
    const problem = { kinks, weights, linear: of(0.25), lambda: 0.5 };
    for (const alpha of [of(0), of(1), of(-0.5), of(-0.75)]) {
      const gamma = of(0.5, 0.25, 0.125);
      const proof = proveHinges(features, problem, { alpha, gamma });
      const gap = plain({ ...problem, alpha, gamma } as never);
      expect(proof?.gap).toBeCloseTo(gap, 12);
      // (1 * 1 + 2 * 1/4) / 3.
      const unit = Math.max(0.5, Math.abs(proof?.primal ?? 0), Math.abs(proof?.dual ?? 0));
      expect(proof?.relative).toBeCloseTo(gap / unit, 12);
    }
  });

  it("moves gammas that are outside into their bounds", () => {
    const problem = { kinks, weights: of(1, 0.5, 2), linear: of(0.25), lambda: 0.5 };
    const alpha = of(0.5);
    const proof = proveHinges(features, problem, { alpha, gamma: of(-1, 0.75, 2) });
    expect(proof?.gap).toBeCloseTo(plain({ ...problem, alpha, gamma: of(0, 0.5, 2) } as never), 12);
  });

  it("takes weights and linear term that are not rounded, if they are there", () => {
    const exact = { slopes: of(0.1, 0.2, 0.3), tilts: of(1, 0, -2) };
    const weights = of(0.1 * 3, 0.2 * 3, 0.3 * 3);
    const linear = of(1 * 1 + 0.5 * -2);
    const point = { alpha: of(0.5), gamma: of(0.25, 0.25, 0.25) };
    const wrong = { kinks, weights: of(9, 9, 9), linear: of(9), lambda: 0.5, exact };
    const proof = proveHinges(features, wrong as never, point);
    expect(proof?.gap).toBeCloseTo(plain({ weights, linear, lambda: 0.5, ...point } as never), 12);
  });
});

describe("a hinge whose point is at its kink", () => {
  it("has no term of Young's inequality", () => {
    const linear = { high: of(0.5), low: of(0), error: of(0) };
    const features = rows([1], [1]);
    const [problem, point] = given(
      { features, linear, add: hinge, kinks: of(1, 1), lambda: 0.25 },
      { gamma: of(0.5, 0), alpha: of(1), beta: 0 },
    );
    expect(prove(problem, point)?.gap).toBeLessThan(1e-25);
    expect(prove({ ...problem, kinks: undefined } as never, point)?.gap).toBeCloseTo(0.75, 12);
  });
});

describe("a proof in mirrored coordinates", () => {
  it("is the same to the last bit, whatever sign a feature has", () => {
    const draw = random(17);
    for (let run = 0; run < 30; run++) {
      const [n, cols] = [5, 3];
      const data = Float64Array.from({ length: n * cols }, () => draw.normal());
      const linear = Float64Array.from({ length: cols }, () => draw.normal());
      const alpha = Float64Array.from({ length: cols }, () => draw.normal());
      const gamma = Float64Array.from({ length: n }, () => draw.uniform());
      const proofWith = (signs: readonly number[]) => {
        const turned = (values: Float64Array) => values.map((value, at) => signs[at % cols] * value);
        const [problem, point] = given(
          {
            features: matrix(n, cols, turned(data)),
            linear: { high: turned(linear), low: of(0, 0, 0), error: of(1e-17, 0, 1e-16) },
            weights: { high: new Float64Array(n).fill(1), low: new Float64Array(n) },
          },
          { alpha: turned(alpha), gamma, at: 1, shift: 1e-9, error: 1e-18 },
        );
        return prove(problem, point);
      };
      const plain = proofWith([1, 1, 1]);
      expect(plain?.gap).toBeGreaterThan(0);
      for (const signs of [
        [-1, 1, 1],
        [1, -1, -1],
        [-1, -1, -1],
      ])
        expect(proofWith(signs)).toEqual(plain);
    }
  });
});

describe("a proof of the squared loss", () => {
  it("is relative to the best constant, where both objectives are smaller", () => {
    const prior = 0.25;
    const prepared = prepare(rows([1]), rows([1], [-1], [-1], [-1]), { prior });
    for (const [alpha, lambda, gamma] of [
      [0.25, 0.5, of(0.25, 0.25, 0.25, 0.25)],
      [0.25, 0.5, of(0.85, 0.05, 0.05, 0.05)],
      [0.25, 0.01, of(1, 0, 0, 0)],
    ] as const) {
      const proof = proveSolution(prepared, { lambda, loss: "squared" }, { alpha: of(alpha), beta: -0.5, gamma });
      const { gap = 0, relative = 0, primal = 1, dual = 1 } = proof ?? {};
      const constant = prior * (1 - prior);
      expect(Math.max(Math.abs(primal), Math.abs(dual))).toBeLessThan(constant);
      expect(relative / (gap / constant)).toBeCloseTo(1, 12);
    }
  });
});
