import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROUNDOFF } from "../../../src/linalg/doubled.js";
import { ADD_TERM, hinge, Sums, type Term } from "../../../src/solver/proof/terms.js";

/** A loss w l(z) with its conjugate in gamma, as the textbook has them, and the steepest slope of gamma z - w l. */
interface Plain {
  readonly add: (sums: Sums, term: Term) => void;
  readonly value: (z: number, term: Term) => number;
  readonly conjugate: (term: Term) => number;
  /** The sizes of the parts of the conjugate. */
  readonly size: (term: Term) => number;
}

const entropy = (part: number, whole: number) => (part <= 0 ? 0 : part * Math.log(part / whole));

const PLAIN: Readonly<Record<string, Plain>> = {
  "double-hinge": {
    add: ADD_TERM["double-hinge"],
    value: (z, { weight }) => weight * Math.max(0, (1 + z) / 2, z),
    conjugate: ({ gamma, weight }) => Math.max(-gamma, gamma - weight),
    size: ({ gamma, weight }) => Math.min(gamma, weight - gamma),
  },
  squared: {
    add: ADD_TERM.squared,
    value: (z, { weight }) => (weight * (1 + z) ** 2) / 4,
    conjugate: ({ gamma, weight }) => gamma ** 2 / weight - gamma,
    size: ({ gamma, weight }) => gamma ** 2 / weight + Math.abs(gamma),
  },
  logistic: {
    add: ADD_TERM.logistic,
    value: (z, { weight }) => weight * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)))),
    conjugate: ({ gamma, rest, weight }) => entropy(gamma, weight) + entropy(rest, weight),
    size: ({ gamma, rest, weight }) => -entropy(gamma, weight) - entropy(rest, weight),
  },
  hinge: {
    add: hinge,
    value: (z, { weight, kink }) => weight * Math.max(0, z - kink),
    conjugate: ({ gamma, kink }) => kink * gamma,
    size: ({ gamma, kink }) => Math.abs(kink * gamma),
  },
};

function term(z: number, share: number, weight: number, { kink = 0, zError = 0, zLow = 0 } = {}): Term {
  const gamma = share * weight;
  return { z, zLow, zError, gamma, rest: weight - gamma, middle: weight - 2 * gamma, weight, kink };
}

function sumsOf({ add }: Plain, ...terms: Term[]): Sums {
  const sums = new Sums();
  for (const each of terms) add(sums, each);
  return sums;
}

const anyTerm = fc
  .record({
    z: fc.oneof(fc.double({ min: -4, max: 4, noNaN: true }), fc.constantFrom(-1, 0, 1, -30, 30)),
    share: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
    weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
    kink: fc.double({ min: -2, max: 2, noNaN: true }),
  })
  .map(({ z, share, weight, kink }) => term(z, share, weight, { kink }));

describe.each(Object.entries(PLAIN))("the term of %s", (_, plain) => {
  const young = (z: number, each: Term) => plain.value(z, each) + plain.conjugate(each) - each.gamma * z;

  it("is f(z) + f*(gamma) - gamma z, with the conjugate and the sizes of its parts", () => {
    fc.assert(
      fc.property(anyTerm, anyTerm, (first, second) => {
        const sums = sumsOf(plain, first, second);
        const both = (of: (each: Term) => number) => of(first) + of(second);
        expect(sums.young).toBeCloseTo(
          both((each) => young(each.z, each)),
          11,
        );
        expect(sums.young).toBeGreaterThanOrEqual(0);
        expect(sums.conjugate.value).toBeCloseTo(both(plain.conjugate), 11);
        expect(sums.size).toBeCloseTo(both(plain.size), 11);
        // Without an error of z, what is missing is a few units in the last place.
        expect(sums.slack).toBeGreaterThanOrEqual(0);
        expect(sums.slack).toBeLessThan(1e-12 * both(({ weight }) => 1 + weight));
      }),
      { seed: 21, numRuns: 60 },
    );
  });

  it("allows for any z within its error, and not for much more", () => {
    fc.assert(
      fc.property(anyTerm, fc.constantFrom(1e-6, 1e-3, 0.5), (exact, zError) => {
        const given = { ...exact, zError };
        const sums = sumsOf(plain, given);
        const worst = Math.max(young(exact.z - zError, exact), young(exact.z + zError, exact));
        expect(sums.young + sums.slack).toBeGreaterThanOrEqual(worst - 1e-13);
        expect(sums.slack).toBeLessThanOrEqual((1 + 2e-12) * steepest(exact, zError) * zError + 1e-11);
      }),
      { seed: 22, numRuns: 60 },
    );
    /** A slope that f(z) - gamma z does not exceed nearby; of the hinges, the largest anywhere. */
    function steepest({ z, gamma, weight }: Term, zError: number): number {
      if (plain === PLAIN.squared) return Math.abs((weight * (1 + z)) / 2 - gamma) + (weight / 4) * zError;
      if (plain !== PLAIN.logistic) return weight;
      return Math.min(weight, Math.abs(weight / (1 + Math.exp(-z)) - gamma) + (weight / 4) * zError);
    }
  });

  it("counts the digits of z beyond a double", () => {
    // At these values terms without the low digits are 0, or lose all but a few.
    for (const [z, share] of [
      [1, 1],
      [-1, 0],
      [1, 0.25],
      [-1, 0.75],
      [0, 0.5],
    ]) {
      const zLow = 2 ** -55;
      for (const kink of [1, -1, 0]) {
        const [plainOne, moved] = [term(z, share, 1, { kink }), term(z, share, 1, { kink, zLow })];
        const change = sumsOf(plain, moved).young - sumsOf(plain, plainOne).young;
        // What the logistic loss does not add to z, it adds to the slack.
        const allowed = sumsOf(plain, moved).slack - sumsOf(plain, plainOne).slack;
        expect(Math.abs(change) + allowed).toBeLessThanOrEqual(2 ** -54);
      }
    }
  });
});

describe("what rounding may do to a term", () => {
  /** How many units of roundoff the slack is. */
  const units = (name: string, each: Term) => sumsOf(PLAIN[name], each).slack / ROUNDOFF;

  it("is 32 units of a product, for hinges", () => {
    // f(2) + f*(1/4) - 2/4 = 2 - 1/4 - 1/2 for the weight 1.
    expect(units("double-hinge", term(2, 0.25, 1))).toBeCloseTo(32 * 1.25, 9);
    expect(units("double-hinge", term(-3, 0.75, 1))).toBeCloseTo(32 * (0 - 0.25 + 2.25), 9);
    expect(units("hinge", term(2, 0.25, 1, { kink: 1 }))).toBeCloseTo(32 * 0.75, 9);
    expect(units("hinge", term(-2, 0.25, 1, { kink: 1 }))).toBeCloseTo(32 * 0.75, 9);
  });

  it("is 32 units of a square, and 8 of each of what is subtracted in it", () => {
    // (1 + 2) / 2 = 3/2 against 1/2; against -1/2 in the other direction.
    expect(units("squared", term(2, 0.5, 1))).toBeCloseTo(32 * 1 + 8 * 2 * 2 * 1, 6);
    expect(units("squared", term(-2, 0.5, 1))).toBeCloseTo(32 * 1 + 8 * 1 * 2 * 1, 6);
    expect(units("squared", term(2, 0.5, 4))).toBeCloseTo(4 * (32 * 1 + 8 * 2 * 2 * 1), 6);
    expect(units("squared", term(0, -0.5, 1))).toBeCloseTo(32 * 1 + 8 * 1 * 2 * 1, 6);
    // Where they are equal the square is that of the rounding.
    expect(units("squared", term(0, 0.5, 1)) * ROUNDOFF).toBeCloseTo((8 * ROUNDOFF) ** 2, 40);
  });

  it("is 32 units of the parts of a divergence", () => {
    const [z, share] = [1, 0.25];
    const parts = -entropy(share, 1) - entropy(1 - share, 1);
    const loss = 0.25 * Math.log(1 + Math.exp(-z)) + 0.75 * Math.log(1 + Math.exp(z));
    expect(units("logistic", term(z, share, 1))).toBeCloseTo(32 * (parts + loss), 6);
    // And the change of z times the slope there.
    const [low, error] = [-1e-3, 2e-3];
    const slope = 1 / (1 + Math.exp(-z)) - share + 0.25 * 3e-3;
    expect(sumsOf(PLAIN.logistic, term(z, share, 1, { zLow: low, zError: error })).slack).toBeCloseTo(3e-3 * slope, 12);
    expect(sumsOf(PLAIN.logistic, term(40, 0, 2, { zError: 0.5 })).slack).toBeCloseTo(1, 10);
  });

  it("of a bag that is certain is that of its loss alone", () => {
    expect(sumsOf(PLAIN.logistic, term(-30, 0, 1)).young).toBeCloseTo(Math.exp(-30), 20);
    expect(sumsOf(PLAIN.logistic, term(30, 1, 1)).young).toBeCloseTo(Math.exp(-30), 20);
    // A gamma of nearly 0 or nearly the weight keeps its digits.
    const tiny = 1e-20;
    const low: Term = { ...term(0, 0, 1), gamma: tiny, rest: 1, middle: 1, z: -46 };
    expect(sumsOf(PLAIN.logistic, low).young).toBeCloseTo(tiny * Math.log(tiny) - tiny + 46 * tiny + Math.exp(-46), 25);
    const high: Term = { ...term(0, 1, 1), gamma: 1, rest: tiny, middle: -1, z: 46 };
    expect(sumsOf(PLAIN.logistic, high).young).toBeCloseTo(sumsOf(PLAIN.logistic, low).young, 25);
  });
});
