import { describe, expect, it } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { expectedDecision } from "../../../src/learners/auto/decision.js";
import { flatBelief, pointBelief } from "../../../src/prior/belief/belief.js";

const same = (pi: number) => pi;

describe("what decisions are worth without knowing the prior", () => {
  it("gives up the whole difference if scores say nothing: a flat belief is right half of the time", () => {
    const { right, constant, givenUp } = expectedDecision(new Float64Array(10), flatBelief(), same);
    expect(right).toBeCloseTo(0.5, 12);
    // The mean of max(pi, 1 - pi).
    expect(constant).toBeCloseTo(0.75, 4);
    expect(givenUp).toBeCloseTo(0.25, 4);
  });

  it("gives up nothing if scores are clear, or if the prior is known", () => {
    expect(expectedDecision(Float64Array.of(5, -5, -6), flatBelief(), same).givenUp).toBe(0);
    const known = Float64Array.of(-Math.log(4), -Math.log(4));
    expect(expectedDecision(known, pointBelief(0.2), same).givenUp).toBeCloseTo(0, 12);
    expect(expectedDecision(new Float64Array(0), pointBelief(0.2), same).givenUp).toBe(0);
  });

  it("is on the card of auto and in its words, unless the prior was given", async () => {
    const { bags } = synthesise({ bags: 80, labeled: 15, distance: 1, seed: 4 });
    const [free, told] = await Promise.all(
      [{}, { prior: 0.3 }].map((more) => auto({ bootstrap: 0, ...more }).fit(bags)),
    );
    expect(free.card.chosen.givenUp).toBeGreaterThan(0);
    expect(free.card.reasons?.join(" ")).toContain("given up by not knowing the prior");
    expect(told.card.chosen.givenUp).toBeUndefined();
    expect(told.card.reasons?.join(" ")).not.toContain("given up");
  });
});
