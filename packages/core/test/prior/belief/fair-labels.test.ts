import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { flatBelief, pointBelief } from "../../../src/prior/belief/belief.js";
import { compareScores, compareWithAudit, priorNotes, scoreNotes } from "../../../src/prior/belief/fair-labels.js";

const normals = (seed: number, count: number, shift = 0) => {
  const draw = random(seed);
  return Array.from({ length: count }, () => draw.normal() + shift);
};
const audited = (scores: readonly number[], weight?: (k: number) => number) =>
  scores.map((score, k) => ({ score, weight: weight?.(k) }));

describe("comparing labelled with audited positives", () => {
  it("says nothing with fewer than three on either side", () => {
    expect(compareScores([1, 2], audited([1, 2, 3]))).toBeNull();
    expect(compareScores([1, 2, 3], audited([1, 2]))).toBeNull();
    expect(scoreNotes(null)).toEqual([]);
  });

  it("counts equal scores half", () => {
    expect(compareScores([1, 1, 1], audited([1, 1, 1]))).toMatchObject({ above: 0.5, deviation: 0, differs: false });
  });

  it("notices audited positives that score lower, and says so once", () => {
    const found = compareScores(normals(1, 40, 2), audited(normals(2, 10)));
    expect(found).toMatchObject({ labelled: 40, audited: 10, differs: true });
    expect(found?.above).toBeGreaterThan(0.8);
    expect(scoreNotes(found).map(({ code }) => code)).toEqual(["labels-not-fair"]);
    expect(scoreNotes(found)[0].message).toContain("lower");
    expect(scoreNotes(compareScores(normals(1, 40), audited(normals(2, 10, 2))))[0].message).toContain("higher");
  });

  it("is wrong about fair labels at most as often as it says", () => {
    let alarms = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const all = normals(seed, 28);
      if (
        compareScores(
          all.slice(0, 20),
          audited(all.slice(20), (k) => 1 + (k % 3)),
        )?.differs
      )
        alarms++;
    }
    expect(alarms / 2000).toBeLessThanOrEqual(0.03);
  });

  it("depends on the order of scores and the proportions of weights alone", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: 0.1, max: 9, noNaN: true }), (seed, factor) => {
        const [p, a] = [normals(seed, 12), normals(seed + 1, 6)];
        const weight = (k: number) => 1 + (k % 4);
        const plain = compareScores(p, audited(a, weight));
        const scaled = compareScores(
          p.map((score) => score * factor + 1),
          audited(
            a.map((score) => score * factor + 1),
            (k) => factor * weight(k),
          ),
        );
        expect(scaled?.above).toBeCloseTo(plain?.above ?? Number.NaN, 10);
        expect(scaled?.deviation).toBeCloseTo(plain?.deviation ?? Number.NaN, 8);
      }),
      { seed: 14, numRuns: 50 },
    );
  });
});

describe("comparing a belief with an audit", () => {
  it("is the two-sided binomial probability for a known prior", () => {
    // P(K <= 0) = 0.7^3.
    expect(compareWithAudit(pointBelief(0.3), { positive: 0, reviewed: 3 }).chance).toBeCloseTo(2 * 0.343, 10);
    // P(K >= 3) = 0.3^3.
    expect(compareWithAudit(pointBelief(0.3), { positive: 3, reviewed: 3 }).chance).toBeCloseTo(2 * 0.027, 10);
  });

  it("contradicts a confident belief, and never an ignorant one", () => {
    const audit = { positive: 10, reviewed: 30 };
    const found = compareWithAudit(pointBelief(0.05), audit);
    expect(found.differs).toBe(true);
    expect(priorNotes(found, audit).map(({ code }) => code)).toEqual(["estimate-against-audit"]);
    for (let positive = 0; positive <= 30; positive++)
      expect(compareWithAudit(flatBelief(), { positive, reviewed: 30 }).differs).toBe(false);
  });

  it("looks at the share beside the labelled bags in a single set", () => {
    const audit = { positive: 0, reviewed: 30 };
    expect(compareWithAudit(pointBelief(0.3), audit).differs).toBe(true);
    expect(compareWithAudit(pointBelief(0.3), audit, { labelled: 0.29 }).differs).toBe(false);
  });
});
