import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { mutated, possiblyNegative, randomConfidence } from "../../../src/learners/pu-mil/confidence.js";

describe("confidences", () => {
  it("start uniform between 0 and 1", () => {
    const confidence = randomConfidence(5000, random(1));
    expect(confidence.every((nu) => nu >= 0 && nu < 1)).toBe(true);
    expect(confidence.reduce((sum, nu) => sum + nu) / 5000).toBeCloseTo(0.5, 1);
  });

  it("are highest for the possibly negative bags, and of equal ones the first are taken", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 35 }),
        (values, wanted) => {
          const chosen = [...possiblyNegative(Float64Array.from(values), wanted)];
          const ranked = values
            .map((nu, bag) => ({ nu, bag }))
            .sort((a, b) => b.nu - a.nu || a.bag - b.bag)
            .slice(0, wanted)
            .map(({ bag }) => bag);
          expect(chosen).toEqual(ranked.sort((a, b) => a - b));
        },
      ),
      { seed: 1 },
    );
  });

  it("mutate towards the best or away from it, by less the fitter they are, and stay between 0 and 1", () => {
    const confidence = Float64Array.of(0.2, 0.5, 0.9);
    const best = Float64Array.of(0.6, 0.5, 0.1);
    const closeTo = (found: Float64Array, wanted: number[]) =>
      found.forEach((nu, i) => {
        expect(nu).toBeCloseTo(wanted[i], 12);
      });
    closeTo(mutated(confidence, { best, fitness: 0.5, r: 1 }), [0.4, 0.5, 0.5]);
    closeTo(mutated(confidence, { best, fitness: 0, r: -0.25 }), [0.1, 0.5, 1]);
    closeTo(mutated(confidence, { best, fitness: 0, r: 3 }), [1, 0.5, 0]);
    expect(mutated(confidence, { best, fitness: 1, r: 3 })).toEqual(confidence);
    expect(confidence).toEqual(Float64Array.of(0.2, 0.5, 0.9));
  });
});
