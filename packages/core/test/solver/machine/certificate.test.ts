import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROUNDOFF } from "../../../src/linalg/doubled.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { certify } from "../../../src/solver/machine/certificate.js";
import { feasible } from "../../../src/solver/machine/feasible.js";
import type { MachineKernel } from "../../../src/solver/machine/kernel/layout.js";
import { plainKernel } from "../../../src/solver/machine/kernel/plain.js";
import type { MachineProblem } from "../../../src/solver/machine/problem.js";
import { machine, objectiveOf } from "./make.js";

const of = (...values: number[]) => Float64Array.from(values);
const sumOf = (values: Iterable<number>) => Array.from(values).reduce((sum, value) => sum + value, 0);
// Never asked for so few kernel values.
const none = undefined as never as MachineKernel;

/** Coefficients in their box whose sum is 0 exactly: multiples of 2^-20. */
function anyAlpha({ signs, costs }: MachineProblem, shares: readonly number[]): Float64Array {
  const sides = [1, -1].map((sign) => [...signs.keys()].filter((i) => signs[i] === sign));
  const alpha = new Float64Array(signs.length);
  for (const [k, share] of shares.entries()) {
    const [up, down] = sides.map((side) => side[k % side.length]);
    const size = Math.floor(share * Math.min(costs[up] - alpha[up], costs[down] + alpha[down]) * 2 ** 20) / 2 ** 20;
    alpha[up] += size;
    alpha[down] -= size;
  }
  return alpha;
}

describe("certify", () => {
  it("is the gap between the objectives as the problem states them, for any coefficients", () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), shares, fc.boolean(), (seed, given, uneven) => {
        const problem = machine(seed, 9, { uneven });
        const { gram, signs, margins } = problem;
        const alpha = anyAlpha(problem, given);
        const { beta, primal, dual, gap, relative, values } = certify(none, problem, alpha, 1e-12);
        const f = Array.from(alpha, (_, i) => sumOf(alpha.map((a, j) => a * gram.data[i * 9 + j])));
        const dualOf = sumOf(alpha.map((a, i) => a * signs[i] * (margins?.[i] ?? 1) - (a * f[i]) / 2));
        for (const [i, value] of values.entries()) expect(value).toBeCloseTo(f[i], 13);
        expect(dual).toBeCloseTo(dualOf, 11);
        expect(primal).toBeCloseTo(objectiveOf(problem, alpha, beta), 11);
        expect(gap).toBeGreaterThanOrEqual((primal - dual) * (1 - 1e-13));
        expect(gap).toBeCloseTo(primal - dual, 11);
        expect(relative).toBeCloseTo(gap / Math.max(Math.abs(primal), Math.abs(dual)), 11);
        // No other bias is better.
        for (const other of [beta - 0.1, beta + 0.1])
          expect(objectiveOf(problem, alpha, other)).toBeGreaterThanOrEqual(primal - 1e-11);
      }),
      { seed: 61, numRuns: 40 },
    );
  });

  // Two samples far apart, with f = 1 at one and -1 at the other: both are at their margins.
  const pair: MachineProblem = {
    gram: matrix(2, 2, of(1, 0, 0, 1)),
    signs: Int8Array.of(1, -1),
    costs: of(2, 2),
  };

  it("allows for rounding where a sample is at its margin, as it states", () => {
    const { gap, relative, primal, dual } = certify(none, pair, of(1, -1), 1e-12);
    expect(primal).toBe(1);
    expect(dual).toBe(1);
    // Twice the cost, times the error of a miss: sums of 2 products, and of a target and a value of 1.
    const error = ((2 + 8) * ROUNDOFF) ** 2 + 2 * 2 ** -1070 + 2 ** -100 * 2;
    expect(gap / (2 * 2 * error)).toBeCloseTo(1, 9);
    expect(relative).toBe(gap);
  });

  it("is exact for samples away from their margin whose coefficients are at their bounds", () => {
    // Both costs are used up, and both samples are below their margins; the bias is free.
    const { gap, relative, primal, dual } = certify(none, { ...pair, costs: of(0.5, 0.5) }, of(0.5, -0.5), 1e-12);
    expect({ gap, relative }).toEqual({ gap: 0, relative: 0 });
    expect([primal, dual]).toEqual([0.75, 0.75]);
    // Beyond the margin without a coefficient: margins of -1 with f = 0.
    const beyond = certify(none, { ...pair, margins: of(-1, -1) }, of(0, 0), 1e-12);
    expect(beyond).toMatchObject({ gap: 0, relative: 0 });
    expect([beyond.primal, beyond.dual]).toEqual([0, 0]);
  });

  it("compares a gap with the loss of f = 0 where both objectives are nothing", () => {
    // The loss of the first sample is 1e-13 of what the margins are worth.
    const small = { ...pair, margins: of(1, -1 + 2 ** -43) };
    const { gap, relative, primal } = certify(none, small, of(0, 0), 1e-12);
    expect(primal).toBeCloseTo(2 * 2 ** -43, 25);
    expect(relative).toBeCloseTo(gap / (2 * 1 + 2 * (1 - 2 ** -43)), 25);
    const larger = { ...pair, margins: of(1, -1 + 2 ** -30) };
    expect(certify(none, larger, of(0, 0), 1e-12).relative).toBeCloseTo(1, 9);
  });

  it("is unknown, not NaN, if numbers overflow", () => {
    const wild = { ...pair, gram: matrix(2, 2, of(1e308, -1e308, -1e308, 1e308)), costs: of(1e10, 1e10) };
    expect(certify(none, wild, of(1e10, -1e10), 1e-12).relative).toBe(Infinity);
  });

  it("says the same with fewer digits of the sums, where there are many and these show the gap", () => {
    const problem = machine(3, 320);
    const alpha = anyAlpha(
      problem,
      Array.from({ length: 320 }, (_, k) => (k % 5) / 5),
    );
    const kernel = plainKernel();
    let asked = 0;
    const counting: MachineKernel = {
      ...kernel,
      workspace(length) {
        asked++;
        return kernel.workspace(length);
      },
    };
    const quick = certify(counting, problem, alpha, 1e-12);
    const slow = certify(none, machine(3, 100), new Float64Array(100), 0);
    expect(slow.relative).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(0);
    expect(quick.gap).toBeCloseTo(quick.primal - quick.dual, 8);
    expect(quick.primal).toBeCloseTo(objectiveOf(problem, alpha, quick.beta), 8);
  });
});

describe("certify, where a bound is all but 0", () => {
  const pair: MachineProblem = { gram: matrix(2, 2, of(1, 0, 0, 1)), signs: Int8Array.of(1, -1), costs: of(2, 2) };

  it("allows for rounding where a sample without a coefficient is at its margin", () => {
    // f is 0 and the bias 1, so that both samples are at their margins of 1 and -1.
    const { gap, primal, dual, beta } = certify(none, { ...pair, margins: of(1, -1) }, of(0, 0), 1e-12);
    expect([primal, dual, beta]).toEqual([0, 0, 1]);
    // Twice the cost, times 2^-100 of a target and a bias of 1.
    expect(gap / (2 * 2 * 2 ** -100 * 2)).toBeCloseTo(1, 9);
  });

  it("compares a gap with the loss of f = 0 in any unit", () => {
    for (const unit of [2 ** 20, 1, 2 ** -20]) {
      const small = { ...pair, margins: of(unit, (-1 + 2 ** -43) * unit) };
      const { relative } = certify(none, small, of(0, 0), 1e-12);
      expect(relative).toBeCloseTo(2 ** -43 / 2, 20);
      const larger = { ...pair, margins: of(unit, (-1 + 2 ** -30) * unit) };
      expect(certify(none, larger, of(0, 0), 1e-12).relative).toBeCloseTo(1, 9);
    }
  });

  it("takes more digits only where fewer do not show what is asked for", () => {
    // Two kinds of samples far apart: with coefficients of 1/256 all of them are at their margins of 1, exactly.
    const n = 512;
    const sign = (i: number) => (i % 2 === 0 ? 1 : -1);
    const gram = matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, at) => (sign(Math.floor(at / n)) === sign(at % n) ? 1 : 0)),
    );
    const problem: MachineProblem = {
      gram,
      signs: Int8Array.from({ length: n }, (_, i) => sign(i)),
      costs: new Float64Array(n).fill(2),
    };
    const kernel = plainKernel();
    const at = (share: number) => Float64Array.from({ length: n }, (_, i) => sign(i) * share);
    const best = at(1 / 256);
    const [loose, sharp] = [1, 0].map((aim) => certify(kernel, problem, best, aim));
    expect(sharp.gap).toBeLessThan(loose.gap);
    expect(loose.relative).toBeLessThan(1e-9);
    // Far from the optimum the errors do not matter.
    expect(certify(kernel, problem, at(1 / 128), 0)).toEqual(certify(kernel, problem, at(1 / 128), 1));
  });
});

describe("feasible", () => {
  const wide = { low: of(-1, -1, 0, 0), high: of(0, 0, 1, 1) };
  const boxOf = (low: number[], high: number[]) => ({ low: of(...low), high: of(...high) }) as never;

  it("leaves coefficients that sum to 0 as they are", () => {
    const alpha = of(-0.5, -0.25, 0.5, 0.25);
    expect(feasible(alpha, wide as never)).toEqual(alpha);
    expect(feasible(of(0, 0, 0, 0), wide as never)).toEqual(of(0, 0, 0, 0));
  });

  it("moves any near ones into their box, and to a sum of exactly 0, by no more than is needed", () => {
    const share = fc.double({ min: 0.001, max: 1, noNaN: true });
    const all = fc.record({
      costs: fc.array(share, { minLength: 6, maxLength: 6 }),
      shares: fc.array(share, { minLength: 6, maxLength: 6 }),
      by: fc.constantFrom(0, 1e-15, 1e-6),
    });
    fc.assert(
      fc.property(all, ({ costs, shares, by }) => {
        const box = {
          low: of(...costs.map((cost, i) => (i % 2 === 0 ? 0 : -cost))),
          high: of(...costs.map((cost, i) => (i % 2 === 0 ? cost : 0))),
        };
        const raw = costs.map((cost, i) => (i % 2 === 0 ? 1 : -1) * cost * shares[i]);
        const [up, down] = [1, -1].map((sign) => sumOf(raw.filter((value) => value * sign > 0)));
        // Both sides are brought to the smaller one; then all are off by a little.
        const least = Math.min(up, -down);
        const alpha = of(...raw.map((value) => (value * least) / (value > 0 ? up : -down) + by));
        const found = feasible(alpha, box as never);
        expect(found).toBeDefined();
        if (found === undefined) return;
        expect(sumOf(found)).toBe(0);
        for (const [i, value] of found.entries()) {
          expect(value).toBeGreaterThanOrEqual(box.low[i]);
          expect(value).toBeLessThanOrEqual(box.high[i]);
        }
        const changed = sumOf(found.map((value, i) => Math.abs(value - alpha[i])));
        expect(changed).toBeLessThanOrEqual(14 * by + 6 * 2 ** -51);
      }),
      { seed: 62, numRuns: 60 },
    );
  });

  it("changes the one with the most room, and one at a bound only if no other can", () => {
    // What is missing is 0.25. The third has a room of 0.5, the second none.
    expect(feasible(of(-0.75, -1, 0.5, 1), wide as never)).toEqual(of(-0.75, -1, 0.75, 1));
    expect(feasible(of(0, -1, 0, 0.25), wide as never)).toEqual(of(0, -1, 0, 1));
    expect(feasible(of(-1, -1, 1, 0), wide as never)).toEqual(of(0, -1, 1, 0));
    // Of two with as much room, the first.
    expect(feasible(of(-0.5, -0.5, 1, 0.25), wide as never)).toEqual(of(-0.75, -0.5, 1, 0.25));
  });

  it("moves more than one if it has to", () => {
    const found = feasible(of(-1, -1, 0.25, 0.5), wide as never);
    expect(found).toBeDefined();
    expect(sumOf(found ?? [1])).toBe(0);
    expect(feasible(of(1, -3), boxOf([0, -1], [0.5, 0]))).toEqual(of(0.5, -0.5));
  });

  it("finds none where there is no room, or a number is not finite", () => {
    expect(feasible(of(0.5, 0.5), boxOf([0.5, 0.5], [1, 1]))).toBeUndefined();
    expect(feasible(of(0, Number.NaN), boxOf([0, -1], [1, 0]))).toBeUndefined();
    expect(feasible(of(Infinity, -1), boxOf([0, -1], [1, 0]))).toBeUndefined();
    expect(feasible(of(5e-324, -5e-324), boxOf([0, -1], [1, 0]))).toBeUndefined();
  });

  it("gives multiples of one power of two, so that every sum of them is exact", () => {
    const found = feasible(of(0.1, -0.1, 0.2, -0.2), boxOf([0, -1, 0, -1], [1, 0, 1, 0])) ?? of();
    // The sizes sum to .6, so the unit is 2^0 / 2^52.
    for (const value of found) expect(Number.isInteger(value * 2 ** 52)).toBe(true);
    expect(found[0]).not.toBe(0.1);
    for (const [i, value] of of(0.1, -0.1, 0.2, -0.2).entries())
      expect(Math.abs(found[i] - value)).toBeLessThanOrEqual(2 ** -53);
    // A bound that is no multiple is rounded to the inside.
    const bounded = feasible(of(0.1, -0.2, 0.1), boxOf([0, -0.2, 0], [0.1, 0, 1])) ?? of();
    expect(bounded[0]).toBeLessThanOrEqual(0.1);
    expect(bounded[1]).toBeGreaterThanOrEqual(-0.2);
    expect(sumOf(bounded)).toBe(0);
  });
});
