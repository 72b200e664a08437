import { describe, expect, it } from "vitest";
import { startingBelief, withEvidence } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { trusted } from "../../../src/prior/belief/trust.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";

const peak = Float64Array.from(BELIEF_GRID, (pi) => -(((pi - 0.12) / 0.03) ** 2) / 2);
const belief = (trust: Parameters<typeof trusted>[1]) =>
  describeBelief(withEvidence(startingBelief(), { logLikelihood: trusted(peak, trust), notes: [] }));

describe("trust in what scores say about the prior", () => {
  it("changes nothing in full", () => {
    expect(trusted(peak, "full")).toBe(peak);
  });

  it("leaves the belief as it was without any", () => {
    expect(trusted(peak, "none").every((value) => value === 0)).toBe(true);
  });

  it("keeps the lower end and opens the upper one as a lower bound", () => {
    const [full, bound] = [belief("full"), belief("lower-bound")];
    expect(full.high).toBeLessThan(0.18);
    expect(bound.high).toBeGreaterThan(0.7);
    expect(Math.abs(bound.low - full.low)).toBeLessThan(0.04);
  });

  it("narrows a belief beside an audit, and excludes nothing", () => {
    const found = trusted(peak, "beside-audit");
    expect(found.indexOf(Math.max(...found))).toBe(peak.indexOf(Math.max(...peak)));
    const least = Math.exp(Math.min(...found));
    expect(least).toBeCloseTo(0.5, 6);
    // Half of the weight on average: the mean of the likelihood is 1.
    expect(found.reduce((sum, value) => sum + Math.exp(value), 0) / found.length).toBeCloseTo(1, 10);
    expect(belief("beside-audit").sd).toBeGreaterThan(belief("full").sd);
    expect(belief("beside-audit").sd).toBeLessThan(belief("none").sd);
  });

  it("stays usable where a likelihood underflows", () => {
    const steep = peak.map((value) => 1000 * value);
    const found = describeBelief(
      withEvidence(startingBelief(), { logLikelihood: trusted(steep, "lower-bound"), notes: [] }),
    );
    expect(found.low).toBeGreaterThan(0.1);
    expect(found.high).toBeGreaterThan(0.7);
  });
});
