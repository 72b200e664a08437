import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { big, over, small, sum } from "../../../../../bench/right/certificates/big-numbers.mjs";
import {
  type DualPoint,
  inside,
  meanOneWeights,
  meetingPrior,
  restOf,
  slopesTimes,
  WEIGHT_ERROR,
} from "../../../src/solver/proof/dual-point.js";

const given = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 7 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const of = (...values: number[]) => Float64Array.from(values);

describe("weights of mean 1", () => {
  it("are n given / sum, as exactly as they say", () => {
    // 32 digits are about 106 bits.
    expect(WEIGHT_ERROR).toBe(1 / 2 ** 98);
    fc.assert(
      fc.property(given, (values) => {
        const { high, low } = meanOneWeights(of(...values), values.length);
        const total = sum(values.map(big));
        for (const [i, value] of values.entries()) {
          const exact = over(BigInt(values.length) * big(value), total);
          const off = small(big(high[i]) + big(low[i]) - exact);
          expect(Math.abs(off)).toBeLessThanOrEqual(WEIGHT_ERROR * high[i]);
        }
      }),
      { seed: 31, numRuns: 40 },
    );
  });

  it("are 1 if none are given", () => {
    expect(meanOneWeights(undefined, 3)).toEqual({ high: of(1, 1, 1), low: of(0, 0, 0) });
  });

  it("of slopes are their multiples, exactly", () => {
    const slopes = of(0.1, 1 / 3, 7);
    const { high, low } = slopesTimes(3, slopes);
    for (const [i, slope] of slopes.entries()) expect(big(high[i]) + big(low[i])).toBe(3n * big(slope));
    expect(slopesTimes(5, of(2)).high).toEqual(of(10));
  });
});

describe("restOf", () => {
  it("is weight - gamma - shift with the digits of both parts", () => {
    const weights = { high: of(3, 1), low: of(0, 2 ** -60) };
    expect(restOf(weights, 0, 1, 0.5)).toBe(1.5);
    expect(restOf(weights, 1, 1, 0)).toBe(2 ** -60);
    expect(restOf(weights, 1, 1, 2 ** -61)).toBe(2 ** -61);
  });
});

describe("inside", () => {
  it("keeps what is in its bounds and moves the rest just inside", () => {
    const weights = { high: of(1, 1, 1, 1), low: of(0, 0, 0, 0) };
    const gamma = inside(of(-1e-17, 0.5, 1, 1 + 2 ** -52), weights);
    expect([...gamma.subarray(0, 3)]).toEqual([0, 0.5, 1]);
    expect(gamma[3]).toBe(1 - 2 ** -51);
    expect([...inside(of(Number.NaN, -3), weights)]).toEqual([0, 0]);
  });

  it("leaves room for the error of a weight that is not exact", () => {
    const inexact = { high: of(1), low: of(2 ** -110) };
    // The stored digits leave less room than they may be off.
    expect(inside(of(1), inexact)[0]).toBeLessThan(1);
    expect(inside(of(1), { high: of(1), low: of(2 ** -90) })[0]).toBe(1);
    expect(inside(of(1), { high: of(1), low: of(0) })[0]).toBe(1);
    expect(inside(of(1), { high: of(1), low: of(-(2 ** -110)) })[0]).toBeLessThan(1);
  });
});

describe("meetingPrior", () => {
  const exactMean = ({ gamma, shift }: DualPoint) =>
    small((sum([...gamma].map(big)) + big(shift)) / BigInt(gamma.length));

  it("moves one gamma so that the mean is the prior and all stay in their bounds", () => {
    fc.assert(
      fc.property(
        given,
        fc.array(share, { minLength: 7, maxLength: 7 }),
        fc.constantFrom(1e-17, 1e-9, 0.01),
        (values, shares, by) => {
          const n = values.length;
          const weights = meanOneWeights(of(...values), n);
          const stored = weights.high.map((weight, i) => weight * shares[i]);
          const mean = stored.reduce((total, value) => total + value, 0) / n;
          for (const prior of [mean + by, mean - by]) {
            const point = meetingPrior(stored, prior, weights, { bounded: true });
            if (point === undefined) continue;
            const { gamma, at, shift, error } = point;
            const missing = n * prior - stored.reduce((total, value) => total + value, 0);
            expect(shift).toBeCloseTo(missing, 12);
            expect(Math.abs(exactMean(point) - prior)).toBeLessThanOrEqual(1e-16);
            expect(error).toBe(2 * Number.EPSILON * Math.abs(shift));
            const moved = gamma[at] + shift;
            expect(moved).toBeGreaterThanOrEqual(0);
            expect(moved).toBeLessThanOrEqual(weights.high[at] * (1 + 1e-15));
          }
        },
      ),
      { seed: 32, numRuns: 60 },
    );
  });

  const one = meanOneWeights(undefined, 3);

  it("takes the gamma that is farthest from both bounds", () => {
    expect(meetingPrior(of(0.25, 0.5, 0.875), 0.5625, one, { bounded: true })).toMatchObject({ at: 1, shift: 0.0625 });
    expect(meetingPrior(of(0.25, 0.125, 0.875), 0.4375, one, { bounded: true })).toMatchObject({
      at: 0,
      shift: 0.0625,
    });
    // Of two that are as far, the first.
    expect(meetingPrior(of(0.25, 0.75, 0), 0.3125, one, { bounded: true })).toMatchObject({ at: 0, shift: -0.0625 });
  });

  it("takes one with room in that direction if none is away from both bounds", () => {
    expect(meetingPrior(of(0, 1, 1), 0.75, one, { bounded: true })).toMatchObject({ at: 0, shift: 0.25 });
    expect(meetingPrior(of(1, 0, 0), 0.25, one, { bounded: true })).toMatchObject({ at: 0, shift: -0.25 });
    expect(meetingPrior(of(0, 1, 0.125), 0.25, one, { bounded: true })).toMatchObject({ at: 1, shift: -0.375 });
    expect(meetingPrior(of(0, 1, 0.875), 0.75, one, { bounded: true })).toMatchObject({ at: 0, shift: 0.375 });
  });

  it("moves nothing if the mean is the prior already, whatever room there is", () => {
    expect(meetingPrior(of(0, 0, 1), 1 / 3, one, { bounded: true })?.shift).toBeCloseTo(0, 15);
    const whole = meetingPrior(of(0, 1), 0.5, meanOneWeights(undefined, 2), { bounded: true });
    expect(whole).toMatchObject({ at: 0, shift: -0, error: 0 });
    const none = meetingPrior(of(0), 0, meanOneWeights(undefined, 1), { bounded: true });
    expect(none).toMatchObject({ at: 0, shift: -0 });
  });

  it("finds none if no gamma has twice the room that is needed", () => {
    // 0.5 is missing, and each has a room of 0.5 or 1.
    expect(meetingPrior(of(0.5), 0.75, meanOneWeights(undefined, 1), { bounded: true })).toBeUndefined();
    expect(meetingPrior(of(0.5), 0.74, meanOneWeights(undefined, 1), { bounded: true })).toBeDefined();
    expect(meetingPrior(of(0, 0, 0), 0.9, one, { bounded: true })).toBeUndefined();
    expect(meetingPrior(of(1, 1, 1), 0.1, one, { bounded: true })).toBeUndefined();
  });

  it("takes any gamma as it is, and moves the first, where there are no bounds", () => {
    const point = meetingPrior(of(-2, 7, 1), 0.5, one, { bounded: false });
    expect(point).toMatchObject({ gamma: of(-2, 7, 1), at: 0, shift: -4.5, error: 4.5 * 2 * Number.EPSILON });
  });

  it("first moves every gamma into its bounds", () => {
    expect(meetingPrior(of(-1, 0.5, 2), 0.5, one, { bounded: true })?.gamma).toEqual(of(0, 0.5, 1 - 2 ** -51));
  });
});
