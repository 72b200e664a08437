import { describe, expect, it } from "vitest";
import { big, log as bigLog, exp, ONE, over, small } from "../../../../../bench/right/certificates/big-numbers.mjs";
import {
  exactGap,
  exactQuadraticGap,
  exactRatioGap,
  exactSvmGap,
} from "../../../../../bench/right/certificates/exact-gap.mjs";
import { FAMILIES, problemOf, ratioOf, svmOf } from "../../../../../bench/right/certificates/problems.mjs";
import { fromRows, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { log, log1p, exp as portableExp } from "../../../src/base/portable-math.js";
import { random } from "../../../src/base/random.js";
import { fitLsdd, overlaps } from "../../../src/learners/lsdd/fit.js";
import { prepare } from "../../../src/solver/prepare.js";
import { LOSSES } from "../../../src/solver/problem.js";
import { solveRatio, solveRatioWithLandmarks } from "../../../src/solver/ratio.js";
import { solve } from "../../../src/solver/solve.js";
import { solveSvm } from "../../../src/solver/svm.js";

// Gaps recomputed with 420 digits from the definitions: `npm run bench -- certificates` does the
// same with 3,000 problems.

const run = (family: string, seed: number) => {
  const problem = problemOf(family, seed);
  const { phiP, phiU, prior, weights, lambda, loss } = problem;
  return { problem, solution: solve(prepare(phiP, phiU, { prior, weights }), { lambda, loss }) };
};

describe("in exact arithmetic", () => {
  it.each(Object.keys(FAMILIES))(
    "no problem of the family %s is falsely solved, and no gap is understated",
    (family) => {
      let solved = 0;
      for (let seed = 1000; seed < 1045; seed++) {
        const { problem, solution } = run(family, seed);
        if (solution.status !== "solved") continue;
        solved++;
        const { relative } = exactGap(problem, solution);
        expect(relative, `problem ${seed}`).toBeLessThanOrEqual(solution.relativeGap);
        expect(solution.relativeGap).toBeLessThanOrEqual(1e-8);
      }
      expect(solved).toBeGreaterThanOrEqual(family === "ordinary" || family === "duplicates" ? 45 : 20);
    },
  );

  it("features near 2.4e15 no longer pass for solved with a gap of 1e-15", () => {
    let inaccurate = 0;
    for (let seed = 0; seed < 60; seed++) {
      const draw = random(seed);
      const rows = (count: number) =>
        fromRows(Array.from({ length: count }, () => [2.4e15 + 4 * draw.normal(), 2.4e15 + 4 * draw.normal()]));
      const problem = { phiP: rows(3), phiU: rows(9), prior: 0.3, lambda: 0.01, loss: LOSSES[seed % 3] };
      const solution = solve(prepare(problem.phiP, problem.phiU, problem), problem);
      const { relative } = exactGap(problem, solution);
      if (solution.status === "solved") expect(relative).toBeLessThanOrEqual(1e-8);
      else inaccurate++;
      expect(solution.relativeGap).toBeGreaterThanOrEqual(relative * (1 - 1e-9));
    }
    expect(inaccurate).toBeGreaterThan(0);
  });

  it("no linear SVM is falsely solved", () => {
    for (let seed = 1000; seed < 1100; seed++) {
      const problem = svmOf(seed);
      const solution = solveSvm(problem.features, problem.labels, { cost: problem.cost });
      if (solution.status !== "solved") continue;
      const { gap, relative } = exactSvmGap(problem, solution);
      expect(gap, `problem ${seed}`).toBeLessThanOrEqual(solution.gap);
      expect(relative).toBeLessThanOrEqual(1e-8);
    }
  });

  it.each([
    ["with every bag as a centre", solveRatio, false],
    ["with landmarks", solveRatioWithLandmarks, true],
  ] as const)("no ratio %s is falsely solved", (_, solver, landmarks) => {
    for (let seed = 1000; seed < 1100; seed++) {
      const problem = ratioOf(seed, { landmarks });
      const ratio = solver(problem);
      expect(ratio.status).toBe("solved");
      const { relative } = exactRatioGap(problem, ratio, landmarks ? 1e-9 : undefined);
      expect(relative, `problem ${seed}`).toBeLessThanOrEqual(ratio.relativeGap);
    }
  });

  it("no density difference is falsely solved", () => {
    let solved = 0;
    for (let seed = 0; seed < 60; seed++) {
      const draw = random(seed);
      const centres = matrix(
        8,
        2,
        Float64Array.from({ length: 16 }, () => Math.round(3 * draw.normal()) / 3),
      );
      const overlap = overlaps(centres, 10 ** (2 * draw.uniform() - 1));
      const h = Float64Array.from({ length: 8 }, () => draw.normal());
      const weights = { factor: 10 ** (4 * draw.uniform() - 2), lambda: 10 ** (-10 * draw.uniform()) };
      const [fit] = fitLsdd(() => overlap, weights, [h]);
      if (fit.status !== "solved") continue;
      solved++;
      const { relative } = exactQuadraticGap({ overlap, h, ...weights }, fit.theta);
      expect(relative, `problem ${seed}`).toBeLessThanOrEqual(fit.relativeGap);
    }
    expect(solved).toBeGreaterThanOrEqual(40);
  });

  it("log, log1p and exp are as accurate as the proof for the logistic loss takes them to be", () => {
    const draw = random(1);
    const near = (found: number, exact: bigint) =>
      expect(Math.abs(small(over(big(found) - exact, exact)))).toBeLessThan(8 * Number.EPSILON);
    for (let k = 0; k < 300; k++) {
      const q = 0.5 * 10 ** (-20 * draw.uniform() ** 3);
      near(log(q), bigLog(big(q)));
      near(log1p(-q), bigLog(ONE - big(q)));
      near(log1p(2 * q), bigLog(ONE + big(2 * q)));
      const z = -700 * draw.uniform() ** 3;
      near(portableExp(z), exp(big(z)));
    }
  });
});

describe("a gap is never NaN", () => {
  it.each(LOSSES)("for a lambda near 0 and the loss %s", (loss) => {
    for (const lambda of [5e-324, 1e-310, 1e-300, 1e-200, 1e-100]) {
      const { phiP, phiU, prior } = problemOf("ordinary", 1);
      const solution = solve(prepare(phiP, phiU, { prior }), { lambda, loss });
      expect(solution.relativeGap).toBeGreaterThanOrEqual(0);
      for (const value of [...solution.alpha, solution.beta]) expect(Number.isFinite(value)).toBe(true);
      if (1 / lambda === Infinity) expect(solution.status).toBe("invalid");
    }
  });
});
