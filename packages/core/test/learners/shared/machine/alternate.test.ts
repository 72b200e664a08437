import { describe, expect, it } from "vitest";
import { alternate, type Scheme, settle } from "../../../../src/learners/shared/machine/alternate.js";
import type { MachineFit } from "../../../../src/learners/shared/machine/task.js";
import { matrix } from "../../../../src/linalg/matrix.js";

interface Toy extends MachineFit {
  readonly x: number;
}

const toy = (x: number): Toy => ({
  x,
  alpha: new Float64Array(0),
  beta: 0,
  certificate: { status: "solved", iterations: 1, primalObjective: 0, dualObjective: 0, relativeGap: 0 },
  problem: { gram: matrix(0, 0), signs: new Int8Array(0), costs: new Float64Array(0) },
});

/** min over x and s in {-1, 1} of (x - 3 s)^2 + 0.5 x^2 - x, halves of which are solved in closed form. */
const SCHEME: Scheme<number, Toy> = {
  solve: (s) => toy((6 * s + 1) / 3),
  objective: ({ x }, s) => (x - 3 * s) ** 2 + 0.5 * x * x - x,
  next: ({ x }) => (x >= 0 ? 1 : -1),
  same: (a, b) => a === b,
};

describe("an alternating scheme", () => {
  it("stays where no half of a step helps", () => {
    const { fit, state, scheme } = alternate(SCHEME, -1);
    expect([state, scheme.settled, scheme.path.length, scheme.starts]).toEqual([-1, true, 1, 1]);
    expect(fit.x).toBe(-5 / 3);
  });

  it("records an objective that never increases, one for each convex problem", () => {
    const falling: Scheme<number, Toy> = {
      ...SCHEME,
      solve: toy,
      objective: ({ x }) => 10 - x,
      next: ({ x }) => x + 1,
    };
    const { scheme, state } = alternate(falling, 0, { most: 4 });
    expect([scheme.path, state, scheme.settled]).toEqual([[10, 9, 8, 7], 3, false]);
  });

  it("undoes a step that raises the objective, and calls it settled", () => {
    const rising: Scheme<number, Toy> = { ...SCHEME, solve: toy, objective: ({ x }) => x, next: ({ x }) => x + 1 };
    const { scheme, state } = alternate(rising, 5);
    expect([scheme.path, state, scheme.settled]).toEqual([[5], 5, true]);
  });

  it("stops when a step is not worth it, and keeps that step", () => {
    const slow: Scheme<number, Toy> = {
      ...SCHEME,
      solve: toy,
      objective: ({ x }) => 1 + 2 ** -x,
      next: ({ x }) => x + 1,
    };
    const { scheme, state } = alternate(slow, 0, { worth: 0.06 });
    expect([scheme.path, state, scheme.settled]).toEqual([[2, 1.5, 1.25, 1.125, 1.0625], 4, true]);
  });

  it("goes on exactly from where rough solutions led, with their last one to start from", () => {
    const seen: [boolean, number, number | undefined][] = [];
    const schemeWith = (rough: boolean): Scheme<number, Toy> => ({
      solve(state, before) {
        seen.push([rough, state, before?.x]);
        return toy(state);
      },
      objective: ({ x }) => (rough ? 100.5 : 100) - x,
      next: ({ x }) => Math.min(3, x + 1),
      same: (a, b) => a === b,
    });
    const exact = settle(schemeWith, 0);
    expect(exact.scheme.path).toEqual([100.5, 99.5, 98.5, 97]);
    expect(seen[seen.length - 1]).toEqual([false, 3, 3]);
    expect(settle(schemeWith, 0, { rough: true }).scheme.path).toEqual([100.5, 99.5, 98.5, 97.5]);
  });
});
