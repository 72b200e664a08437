import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { linearAlgebra } from "../../../src/linalg/backend.js";
import { FreeSystem, solveSmall } from "../../../src/solver/machine/free-system.js";
import { machineKernel } from "../../../src/solver/machine/kernel/kernel.js";
import { pairSteps } from "../../../src/solver/machine/pair-steps.js";
import { type Point, restoreGradient, violation } from "../../../src/solver/machine/point.js";
import { boxOf, type MachineProblem } from "../../../src/solver/machine/problem.js";
import { settle } from "../../../src/solver/machine/settle.js";
import { solveMachine } from "../../../src/solver/machine/solve-machine.js";
import { freeSamples } from "../../../src/solver/machine/where.js";
import { WORKING, workingSamples } from "../../../src/solver/machine/working-samples.js";
import { machine } from "./make.js";

/** Where steps of pairs stand at this accuracy. */
function pointOf(problem: MachineProblem, accuracy: number): Point {
  const box = boxOf(problem);
  const point = { alpha: new Float64Array(box.low.length), gradient: new Float64Array(box.low.length) };
  restoreGradient(problem.gram, box, point);
  pairSteps(machineKernel("simd"), problem.gram, box, point, { accuracy, most: 1e6 });
  return point;
}

it("a direction found beside an older factorisation is the one of a new factorisation", () => {
  const problem = machine(5, 400, { cost: 30, features: 6 });
  const box = boxOf(problem);
  const point = pointOf(problem, 0.3);
  const free = freeSamples(box, point.alpha);
  expect(free.length).toBeGreaterThan(110);
  // Some leave, some that are bound join, as between two turns.
  const others = Uint32Array.from(point.alpha.keys()).filter((i) => !free.includes(i));
  const changed = Uint32Array.from([...free.filter((_, a) => a % 17 !== 3), ...others.slice(0, 7)]).sort();
  const old = new FreeSystem(linearAlgebra(), problem.gram);
  old.direction(free, point);
  const beside = old.direction(changed, point) ?? [];
  const fresh = new FreeSystem(linearAlgebra(), problem.gram).direction(changed, point) ?? new Float64Array(0);
  const largest = Math.max(...fresh.map(Math.abs));
  expect(fresh.length).toBe(changed.length);
  fresh.forEach((value, a) => {
    expect(Math.abs(value - beside[a])).toBeLessThan(1e-6 * largest);
  });
});

it("settling goes from a poor point to the optimum, with every condition met", () => {
  for (const cost of [1, 10, 100]) {
    const problem = machine(6, 300, { cost, features: 6 });
    const box = boxOf(problem);
    const point = pointOf(problem, 0.1);
    expect(violation(box, point)).toBeGreaterThan(0.01);
    expect(settle(new FreeSystem(linearAlgebra(), problem.gram), problem.gram, box, point)).toBe(true);
    expect(violation(box, point)).toBeLessThan(1e-8);
    const { alpha } = solveMachine(problem);
    point.alpha.forEach((value, i) => {
      expect(value).toBeCloseTo(alpha[i], 6);
      expect(value >= box.low[i] && value <= box.high[i]).toBe(true);
    });
  }
});

it("settling that does not arrive changes nothing", () => {
  const problem = machine(6, 60, { cost: 1 });
  const box = boxOf(problem);
  const point = pointOf(problem, Infinity);
  // Without free samples there is nothing to solve for.
  const before = structuredClone(point);
  expect(settle(new FreeSystem(linearAlgebra(), problem.gram), problem.gram, box, point)).toBe(false);
  expect(point).toEqual(before);
});

it("a small system of either sign is solved, and a singular one is not", () => {
  const generator = random(4);
  for (const n of [1, 2, 5, 12]) {
    const a = Float64Array.from({ length: n * n }, generator.normal);
    const b = Float64Array.from({ length: n }, generator.normal);
    const x = solveSmall(a.slice(), b.slice()) ?? [];
    for (let r = 0; r < n; r++) {
      let sum = 0;
      for (let c = 0; c < n; c++) sum += a[r * n + c] * x[c];
      expect(sum).toBeCloseTo(b[r], 9);
    }
  }
  expect(solveSmall(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 1))).toBeUndefined();
});

it("the samples that steps look at are distinct, not too many, and hold the worst pair", () => {
  const generator = random(9);
  const n = 3000;
  const alpha = Float64Array.from({ length: n }, () => Math.min(1, Math.max(0, 2 * generator.uniform() - 0.5)));
  const gradient = Float64Array.from({ length: n }, generator.normal);
  const box = { low: new Float64Array(n), high: new Float64Array(n).fill(1), target: new Float64Array(n) };
  let before = new Uint32Array(0);
  for (const accuracy of [1e-3, 1, 4]) {
    const chosen = workingSamples(box, { alpha, gradient }, { before, accuracy });
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(chosen.length).toBeLessThanOrEqual(WORKING);
    const all = [...gradient.keys()];
    const rising = all.filter((i) => alpha[i] < 1).reduce((i, j) => (gradient[j] < gradient[i] ? j : i));
    const falling = all.filter((i) => alpha[i] > 0).reduce((i, j) => (gradient[j] > gradient[i] ? j : i));
    expect(chosen).toContain(rising);
    expect(chosen).toContain(falling);
    before = chosen;
  }
});
