import { describe, expect, it } from "vitest";
import { fromRows, matrix } from "../../../bagwise/src/entries/linalg.js";
import { InputError } from "../../src/base/errors.js";
import { prepare } from "../../src/solver/prepare.js";
import { LOSSES } from "../../src/solver/problem.js";
import { solve } from "../../src/solver/solve.js";
import { ordinary } from "./support.js";

const { phiP, phiU } = ordinary(1);

describe("input that is no problem", () => {
  it.each([0, 1, -0.1, 1.5, Number.NaN])("is invalid with the prior %d", (prior) => {
    const solution = solve(prepare(phiP, phiU, { prior }), { lambda: 1 });
    expect(solution.status).toBe("invalid");
    expect([...solution.alpha, solution.beta]).toEqual([0, 0, 0, 0, 0]);
    expect(solution.relativeGap).toBe(Infinity);
  });

  it.each([0, -1, Number.NaN, Infinity])("is invalid with the lambda %d", (lambda) => {
    for (const loss of LOSSES)
      expect(solve(prepare(phiP, phiU, { prior: 0.3 }), { lambda, loss }).status).toBe("invalid");
  });

  it.each([Number.NaN, Infinity, -Infinity])("is invalid with a feature of %d", (value) => {
    for (const place of [0, 50]) {
      const bad = matrix(phiU.rows, phiU.cols, phiU.data.with(place, value));
      expect(solve(prepare(phiP, bad, { prior: 0.3 }), { lambda: 1 }).status).toBe("invalid");
      const badP = matrix(phiP.rows, phiP.cols, phiP.data.with(place % 24, value));
      expect(solve(prepare(badP, phiU, { prior: 0.3 }), { lambda: 1 }).status).toBe("invalid");
    }
  });

  it("is a typed error when shapes do not fit", () => {
    expect(() => prepare(matrix(0, 4), phiU, { prior: 0.3 })).toThrow(/no positive bag/);
    expect(() => prepare(phiP, matrix(0, 4), { prior: 0.3 })).toThrow(/no unlabeled bag/);
    expect(() => prepare(matrix(2, 3), phiU, { prior: 0.3 })).toThrow(InputError);
    const warmStart = { lambda: 1, alpha: new Float64Array(4), dual: new Float64Array(3) };
    expect(() => solve(prepare(phiP, phiU, { prior: 0.3 }), { lambda: 1, warmStart })).toThrow(/warm start/);
    const loss = "hinge" as "squared";
    expect(() => solve(prepare(phiP, phiU, { prior: 0.3 }), { lambda: 1, loss })).toThrow(/no loss "hinge"/);
  });
});

describe.each(LOSSES)("small and odd problems with the loss %s", (loss) => {
  const run = (p: number[][], u: number[][], prior = 0.3, lambda = 0.1) =>
    solve(prepare(fromRows(p), fromRows(u), { prior }), { lambda, loss });

  it("are solved with one bag of each kind", () => {
    expect(run([[1, 2]], [[0, 1]]).status).toBe("solved");
    expect(run([[1, 2]], [[1, 2]]).status).toBe("solved");
  });

  it("are solved with no feature at all: g is a constant", () => {
    const solution = solve(prepare(matrix(2, 0), matrix(5, 0), { prior: 0.25 }), { lambda: 1, loss });
    expect(solution.status).toBe("solved");
    expect(solution.alpha.length).toBe(0);
    expect(solution.primalObjective).toBeCloseTo(
      { "double-hinge": 0.25, squared: 0.1875, logistic: -0.25 * Math.log(0.25) - 0.75 * Math.log(0.75) }[loss],
      10,
    );
  });

  it("are solved with constant features: alpha is 0", () => {
    const same = Array.from({ length: 6 }, () => [3, -7]);
    const solution = run(same, same);
    expect(solution.status).toBe("solved");
    expect(Math.max(...solution.alpha.map(Math.abs))).toBeLessThan(1e-10);
  });

  it("are solved with features of any size", () => {
    const p = [[2], [3]];
    const u = [[0], [1], [2], [-1]];
    for (const size of [1e-140, 1e-30, 1e30, 1e100]) {
      const scaled = (rows: number[][]) => rows.map((row) => row.map((value) => value * size));
      const { status, alpha, primalObjective } = run(scaled(p), scaled(u), 0.3, 0.1 * size * size);
      const plain = run(p, u);
      expect(status).toBe("solved");
      expect(primalObjective).toBeCloseTo(plain.primalObjective, 10);
      expect(alpha[0] * size).toBeCloseTo(plain.alpha[0], 6);
    }
  });

  it("keep to the iteration limit, and say so", () => {
    const { prior, lambda } = ordinary(1);
    const solution = solve(prepare(phiP, phiU, { prior }), { lambda, loss, maxIterations: 0 });
    expect(solution.status).toBe("iteration-limit");
    expect(solution.iterations).toBe(0);
    expect(solution.relativeGap).toBeGreaterThan(1e-8);
  });

  it("are `solved` only within `accept`", () => {
    const prepared = prepare(phiP, phiU, { prior: 0.3 });
    expect(solve(prepared, { lambda: 1, loss, tolerance: 0, accept: 0 }).status).not.toBe("solved");
    expect(solve(prepared, { lambda: 1, loss, maxIterations: 0, accept: 1e9 }).status).toBe("solved");
  });

  it("stop when the signal is aborted", () => {
    const signal = AbortSignal.abort(new Error("enough"));
    expect(() => solve(prepare(phiP, phiU, { prior: 0.3 }), { lambda: 1, loss, signal })).toThrow("enough");
  });

  it("ignore a warm start that is no dual point", () => {
    const prepared = prepare(phiP, phiU, { prior: 0.3 });
    const cold = solve(prepared, { lambda: 1, loss });
    for (const value of [-1, 0.9, Number.NaN]) {
      const warmStart = { lambda: 1, alpha: cold.alpha, dual: new Float64Array(phiU.rows).fill(value) };
      expect(solve(prepared, { lambda: 1, loss, warmStart })).toEqual(cold);
    }
  });
});

it("reduces to features when there are many more bags than features", () => {
  const many = ordinary(2, { bags: 2000, features: 10 });
  const prepared = prepare(many.phiP, many.phiU, { prior: many.prior });
  expect(prepared.reduceTo).toBe("features");
  for (const loss of LOSSES) expect(solve(prepared, { lambda: 1e-3, loss }).status).toBe("solved");
});
