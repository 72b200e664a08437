import { describe, expect, it } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { flatBelief, pointBelief, startingBelief } from "../../../src/prior/belief/belief.js";
import { decisionWorth } from "../../../src/prior/mixture/decision-worth.js";
import { scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import { drawnScores } from "./mixtures.js";

/** Bags whose scores say nothing: each has the prior as its probability, whatever it is. */
function useless(belief = flatBelief()) {
  const shares = belief.points;
  const probabilities = Float64Array.from(shares.flatMap((pi) => [pi, pi]));
  return decisionWorth({ belief, counts: [7, 3], probabilities, shares });
}

describe("what answers are worth", () => {
  it("is half of the answers if nothing is known, and three quarters if the prior was", () => {
    const { right, known } = useless();
    expect(right).toBeCloseTo(0.5, 12);
    // The mean of max(pi, 1 - pi).
    expect(known).toBeCloseTo(0.75, 4);
  });

  it("after a review of 30 bags agrees with plain draws of it", () => {
    const { points, weights } = flatBelief();
    const generator = random(7);
    let right = 0;
    const draws = 4000;
    for (let k = 0; k < draws; k++) {
      const pi = points[generator.below(points.length)];
      const found = Array.from({ length: 30 }, () => generator.uniform() < pi).filter(Boolean).length;
      const after = points.map((each, i) => weights[i] * each ** found * (1 - each) ** (30 - found));
      const total = after.reduce((a, b) => a + b);
      const mean = points.reduce((sum, each, i) => sum + (each * after[i]) / total, 0);
      right += (mean >= 0.5 ? pi : 1 - pi) / draws;
    }
    expect(useless().audited).toBeCloseTo(right, 1.8);
  });

  it("does not grow by knowing what is known", () => {
    const { right, known, audited } = useless(pointBelief(0.2));
    for (const share of [right, known, audited]) expect(share).toBeCloseTo(0.8, 12);
  });

  it.each([
    [0.05, 2],
    [0.3, 1],
    [0.6, 0.5],
  ])("is never less with a review, and most with the prior: prior %f, %f apart", (pi, separation) => {
    const held = drawnScores(random(3), { pi, separation, positives: 15, unlabeled: 150 });
    const worth = scoreMixture(held).worth(startingBelief());
    if (worth === null) throw new Error("nothing is told");
    expect(worth.right).toBeLessThanOrEqual(worth.audited + 1e-9);
    expect(worth.audited).toBeLessThanOrEqual(worth.known + 1e-9);
    expect(worth.right).toBeGreaterThanOrEqual(0.5);
  });

  it("is on the card of auto and in its words, unless the prior was given", async () => {
    const { bags } = synthesise({ bags: 80, labeled: 15, distance: 1, seed: 4 });
    const [free, told] = await Promise.all(
      [{}, { prior: 0.3 }].map((more) => auto({ bootstrap: 0, ...more }).fit(bags)),
    );
    expect(free.card.chosen.givenUp).toBeGreaterThan(0);
    expect(told.card.chosen.givenUp).toBeUndefined();
    expect(free.card.reasons).toHaveLength((told.card.reasons?.length ?? 0) + 1);
  });
});
