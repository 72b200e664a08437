import fc from "fast-check";
import { expect } from "vitest";
import { combine, flatBelief, withRange } from "../../../src/prior/belief/belief.js";
import type { PriorBelief } from "../../../src/scores/prior-belief.js";

/** An audit of up to 60 bags. */
export const audit = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 }))
  .map(([a, b]) => ({ positive: Math.min(a, b), reviewed: b }));

/** A belief with one hump or two, perhaps over a part of the grid. */
export const belief = fc
  .record({
    first: fc.double({ min: 0, max: 1, noNaN: true }),
    second: fc.double({ min: 0, max: 1, noNaN: true }),
    sharpness: fc.double({ min: 0, max: 200, noNaN: true }),
    low: fc.integer({ min: 0, max: 9 }),
    cells: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ first, second, sharpness, low, cells }) =>
    combine(withRange(flatBelief(), { low: low / 10, high: Math.min(1, (low + cells) / 10) }), (pi) =>
      Math.max(-sharpness * (pi - first) ** 2, -2 * sharpness * (pi - second) ** 2),
    ),
  );

/** Equal but for rounding. */
export function close(found: number, wanted: number): void {
  expect(Math.abs(found - wanted), `${found} is not ${wanted}`).toBeLessThan(1e-9);
}

/** The same points with weights that are equal but for rounding. */
export function expectClose(found: PriorBelief, wanted: PriorBelief): void {
  expect(found.points).toEqual(wanted.points);
  close(Math.max(...found.weights.map((weight, i) => Math.abs(weight - wanted.weights[i]))), 0);
}
