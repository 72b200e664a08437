import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adviseOnPrior } from "../../../src/prior/belief/advice.js";
import { checkAudit, checkAuditSize, expectedAuditWidth } from "../../../src/prior/belief/audit.js";
import { combine, flatBelief, withRange } from "../../../src/prior/belief/belief.js";
import { compareScores, compareWithAudit } from "../../../src/prior/belief/fair-labels.js";
import { knowledgeNotes } from "../../../src/prior/belief/knowledge-notes.js";
import { propensityLikelihood } from "../../../src/prior/belief/propensity.js";
import { priorFor, priorOf, statedPrior } from "../../../src/prior/belief/used-prior.js";
import { bagScores } from "../../../src/scores/bag-scores.js";
import { BELIEF_GRID, BELIEF_STEP, beliefQuantile } from "../../../src/scores/prior-belief.js";

const used = (value: number, low: number, high: number) => ({ value, low, high, method: "x", clipped: false });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the prior of a card", () => {
  it("with an interval is a belief with its median and ends", () => {
    const share = fc.double({ min: 0.03, max: 0.97, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (a, b, c) => {
        const [low, value, high] = [a, b, c].sort((x, y) => x - y);
        if (high - low < 0.1 || value - low < 0.03 || high - value < 0.03) return;
        const { belief, ...rest } = priorOf(used(value, low, high));
        expect(rest).toEqual({ value, low, high });
        if (belief === undefined) throw new Error("no belief");
        expect(sum(belief.weights)).toBeCloseTo(1, 12);
        for (const [part, at] of [
          [0.05, low],
          [0.5, value],
          [0.95, high],
        ])
          expect(Math.abs(beliefQuantile(belief, part) - at)).toBeLessThan(2 * BELIEF_STEP);
      }),
      { seed: 101, numRuns: 40 },
    );
  });

  it("is normal in log-odds on each side", () => {
    const { belief } = priorOf(used(0.5, 0.2, 0.9));
    const logOdds = (pi: number) => Math.log(pi / (1 - pi));
    for (const [low, high] of [
      [0.3025, 0.4525],
      [0.5525, 0.8025],
    ]) {
      const sd = Math.abs(logOdds(low < 0.5 ? 0.2 : 0.9)) / 1.6448536269514722;
      const density = (pi: number) => Math.exp(-((logOdds(pi) / sd) ** 2) / 2) / (pi * (1 - pi));
      const at = (pi: number) => belief?.weights[BELIEF_GRID.findIndex((each) => Math.abs(each - pi) < 1e-9)] ?? 0;
      expect(at(low) / at(high)).toBeCloseTo(density(low) / density(high), 6);
    }
  });

  it("puts the half of a side without width at the value", () => {
    const { belief } = priorOf(used(0.3012, 0.3012, 0.6));
    const own = belief?.weights[60] ?? 0;
    expect(own).toBeGreaterThan(0.5);
    expect(sum(belief?.weights.slice(0, 60) ?? [1])).toBe(0);
    const top = priorOf(used(1, 0.6, 1)).belief?.weights ?? [];
    expect(top[199]).toBeGreaterThanOrEqual(0.5);
    expect(sum(top)).toBeCloseTo(1, 12);
    const bottom = priorOf(used(0, 0, 0.4)).belief?.weights ?? [];
    expect(bottom[0]).toBeGreaterThanOrEqual(0.5);
  });

  it("is exact if its interval is narrower than a cell, and a belief is kept", () => {
    expect(priorOf(used(0.3, 0.298, 0.3029))).toEqual({ value: 0.3, low: 0.298, high: 0.3029 });
    expect(priorOf(used(0.3, 0.297, 0.3021)).belief).toBeDefined();
    const belief = flatBelief();
    expect(priorOf({ ...used(0.3, 0.3, 0.3), belief }).belief).toBe(belief);
    for (const wrong of [used(-0.1, 0, 1), used(0.5, -0.1, 1), used(0.5, 0, 1.1), used(Number.NaN, 0, 1)])
      expect(() => priorOf(wrong)).toThrow(expect.objectContaining({ code: "option" }));
    for (const end of [used(0, 0, 1), used(1, 0, 1)]) expect(() => priorOf(end)).not.toThrow();
  });
});

describe("a prior that you state", () => {
  it("is exact, or a range in which all values are as likely", () => {
    expect(statedPrior(0.3)).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    expect(statedPrior("0.3")).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    const { value, low, high, belief } = statedPrior("0.1..0.4");
    expect(value).toBeCloseTo(0.25, 12);
    expect(low).toBeCloseTo(0.115, 12);
    expect(high).toBeCloseTo(0.385, 12);
    expect(new Set(belief?.weights.map((weight) => weight.toFixed(9))).size).toBe(1);
    for (const wrong of [0, 1, -1, Number.NaN]) expect(() => statedPrior(wrong)).toThrow(/above 0 and below 1/);
  });

  it("restricts what a model believes", () => {
    const believed = withRange(flatBelief(), { low: 0.2, high: 0.9 });
    expect(statedPrior("0.1..0.4", { believed }).value).toBeCloseTo(0.3, 12);
  });

  it("comes before that of the card, and neither may be known", () => {
    const held = bagScores({ positive: [1, 2], unlabeled: [0, 1, 2] });
    const card = { prior: used(0.3, 0.3, 0.3) };
    expect(priorFor(card, held, undefined)).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    expect(priorFor(card, held, 0.5)?.value).toBe(0.5);
    expect(priorFor(card, null, "0.5")?.value).toBe(0.5);
    expect(priorFor({ prior: null }, held, undefined)).toBeNull();
    expect(priorFor({ prior: null }, null, 0.4)?.value).toBe(0.4);
    const believed = { prior: { ...card.prior, belief: withRange(flatBelief(), { low: 0.5 }) } };
    expect(priorFor(believed, null, "0.1..0.6")?.value).toBeCloseTo(0.55, 9);
    // In a single set 2 of 5 bags are labelled, so the prior is no less.
    const single = { ...held, scenario: "single-set" as const };
    expect(priorFor({ prior: null }, single, "0.1..0.9")?.value).toBeCloseTo(0.65, 9);
  });

  it("is refused where the label of every bag is known, which is then the prior", () => {
    const known = bagScores({ positive: [1], unlabeled: [], negative: [0, -1, -2] });
    expect(priorFor({ prior: used(0.9, 0.9, 0.9) }, known, undefined)).toEqual({ value: 0.25, low: 0.25, high: 0.25 });
    expect(() => priorFor({ prior: null }, known, 0.3)).toThrow(expect.objectContaining({ code: "prior-known" }));
  });
});

describe("notes on what you stated", () => {
  const codes = (...args: Parameters<typeof knowledgeNotes>) => knowledgeNotes(...args).map(({ code }) => code);

  it("are none without an audit, or if all agrees", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ value: 0.3 })).toEqual([]);
    expect(codes({ low: 0.1, high: 0.5, audit: { positive: 3, reviewed: 10 } })).toEqual([]);
    expect(codes({ audit: { positive: 3, reviewed: 10 } })).toEqual([]);
  });

  it("say that an audit is not used beside an exact prior, or contradicts what you said", () => {
    expect(codes({ value: 0.3, audit: { positive: 3, reviewed: 10 } })).toEqual(["audit-unused"]);
    expect(codes({ high: 0.1, audit: { positive: 28, reviewed: 30 } })).toEqual(["prior-against-audit"]);
    expect(codes({ value: 0.1, audit: { positive: 28, reviewed: 30 } })).toEqual([
      "audit-unused",
      "prior-against-audit",
    ]);
    // With half of the bags labelled, an audit of no positives means a prior of about a half.
    const none = { high: 0.3, audit: { positive: 0, reviewed: 60 } };
    expect(codes(none)).toEqual([]);
    expect(codes(none, { labelled: 0.5 })).toEqual(["prior-against-audit"]);
  });
});

describe("what propensities say", () => {
  /** log C(n, k) p^k (1 - p)^(n - k), for whole numbers. */
  const logBinomial = (n: number, k: number, p: number) => {
    let ways = 0;
    for (let i = 0; i < k; i++) ways += Math.log((n - i) / (k - i));
    return ways + k * Math.log(p) + (n - k) * Math.log(1 - p);
  };

  it("is the likelihood of a binomial number of labels, if all are equal", () => {
    for (const [labels, e, total] of [
      [10, 0.5, 400],
      [3, 0.1, 400],
      [40, 0.8, 400],
    ]) {
      const found = propensityLikelihood(Array(labels).fill(e), total);
      // Cells whose middle is a whole number of bags.
      const whole = BELIEF_GRID.flatMap((pi, k) => {
        const n = Math.round(pi * total * 1e6) / 1e6;
        return Number.isInteger(n) && n >= labels ? [{ k, n }] : [];
      });
      expect(whole.length).toBeGreaterThan(0);
      for (const { k, n } of whole)
        expect(found[k] - found[whole[0].k]).toBeCloseTo(
          logBinomial(n, labels, e) - logBinomial(whole[0].n, labels, e),
          9,
        );
      expect(Math.max(...found)).toBe(0);
      for (const [k, pi] of BELIEF_GRID.entries())
        expect(found[k] === -Infinity).toBe((pi + BELIEF_STEP / 2) * total < labels);
    }
  });
});

describe("advice for a narrow interval of few positives", () => {
  const narrow = withRange(flatBelief(), { low: 0.2, high: 0.4 });

  it("asks for an audit, unless you said something yourself", () => {
    expect(adviseOnPrior(narrow, { positive: 4 }).audit?.reviewed).toBe(30);
    expect(adviseOnPrior(narrow, { positive: 5 }).audit).toBeNull();
    for (const known of [{ low: 0.1 }, { high: 0.5 }, { audit: { positive: 3, reviewed: 10 } }])
      expect(adviseOnPrior(narrow, { positive: 4, known }).audit).toBeNull();
    expect(adviseOnPrior(narrow, { positive: 4, left: 12 }).audit?.reviewed).toBe(12);
    expect(adviseOnPrior(narrow, { positive: 4, left: 0 }).audit).toBeNull();
  });

  it("gives the most helpful first", () => {
    const { text, bound, audit } = adviseOnPrior(flatBelief());
    const [first, second] = [
      text.findIndex((line) => /random/.test(line)),
      text.findIndex((line) => /at most/.test(line)),
    ];
    const width = (bound?.high ?? 0) - (bound?.low ?? 0);
    expect(first < second).toBe((audit?.expectedWidth ?? 0) <= width);
    expect(text[first]).toContain(`review ${audit?.reviewed} unlabeled bags`);
  });
});

describe("an audit without a positive", () => {
  it("is one, and one of no bag is none", () => {
    expect(() => checkAudit({ positive: 0, reviewed: 5 })).not.toThrow();
    for (const wrong of [
      { positive: 0, reviewed: 0 },
      { positive: 6, reviewed: 5 },
      { positive: -1, reviewed: 5 },
      { positive: 0.5, reviewed: 5 },
    ])
      expect(() => checkAudit(wrong)).toThrow(expect.objectContaining({ code: "audit" }));
    expect(() => checkAuditSize({ positive: 1, reviewed: 5 }, 5)).not.toThrow();
    expect(() => checkAuditSize({ positive: 1, reviewed: 6 }, 5)).toThrow(
      expect.objectContaining({ code: "audit-size" }),
    );
  });
});

describe("beliefs at their edges", () => {
  it("keep the middle of a range between two points, if either has weight", () => {
    const below = combine(flatBelief(), (pi) => (pi < 0.1 ? 0 : Number.NEGATIVE_INFINITY));
    expect(withRange(below, { low: 0.098, high: 0.099 }).points).toEqual([0.0985]);
    expect(() => withRange(below, { low: 0.103, high: 0.104 })).toThrow(
      expect.objectContaining({ code: "prior-contradiction" }),
    );
    expect(withRange(flatBelief(), { low: 0.998, high: 0.999 }).points[0]).toBeCloseTo(0.9985, 12);
  });

  it("of two samples are those with nothing labelled", () => {
    const belief = withRange(flatBelief(), { low: 0.1, high: 0.6 });
    expect(expectedAuditWidth(belief, 7)).toBe(expectedAuditWidth(belief, 7, { labelled: 0 }));
    expect(expectedAuditWidth(belief, 7)).not.toBeCloseTo(expectedAuditWidth(belief, 7, { labelled: 0.05 }), 6);
    // A prior that is smaller than the labelled share is possible, but for no audit with a positive.
    const { chance } = compareWithAudit(flatBelief(), { positive: 2, reviewed: 9 }, { labelled: 0.2 });
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThanOrEqual(1);
  });
});

describe("labelled positives against audited ones", () => {
  it("are compared by all pairs, weighted by what each stands for", () => {
    const score = fc.integer({ min: 0, max: 5 });
    const audited = fc.array(fc.record({ score, weight: fc.constantFrom(1, 2, 3.5) }), { minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(score, { minLength: 3, maxLength: 7 }), audited, (labelled, found) => {
        const wins = found.map(
          ({ score: s }) => sum(labelled.map((own) => (own > s ? 1 : own === s ? 0.5 : 0))) / labelled.length,
        );
        const weights = found.map(({ weight }) => weight);
        const above = sum(wins.map((win, k) => win * weights[k])) / sum(weights);
        const effective = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2));
        const n = labelled.length;
        const compared = compareScores(labelled, found);
        expect(compared?.above).toBeCloseTo(above, 12);
        // The variance of the AUC, (n + m + 1) / (12 n m).
        const error = Math.sqrt((n + effective + 1) / (12 * n * effective));
        expect(compared?.deviation).toBeCloseTo((above - 0.5) / error, 10);
        expect(compared?.differs).toBe(Math.abs((above - 0.5) / error) > 2.241402727604947);
      }),
      { seed: 102, numRuns: 40 },
    );
    expect(compareScores([1, 2], [{ score: 1 }, { score: 2 }, { score: 3 }])).toBeNull();
    expect(compareScores([1, 2, 3], [{ score: 1 }, { score: 2 }])).toBeNull();
  });

  it("are compared with the counts of an audit by both tails of what was expected", () => {
    const belief = withRange(flatBelief(), { low: 0.1, high: 0.4 });
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (const labelled of [0, 0.05])
      for (const positive of [0, 1, 4, 9, 12]) {
        const shares = belief.points.map((pi) => (pi - labelled) / (1 - labelled));
        const exactly = (k: number) =>
          sum(shares.map((p, i) => belief.weights[i] * choose(12, k) * p ** k * (1 - p) ** (12 - k)));
        const upTo = sum(Array.from({ length: positive + 1 }, (_, k) => exactly(k)));
        const { chance, differs, expected } = compareWithAudit(belief, { positive, reviewed: 12 }, { labelled });
        expect(chance).toBeCloseTo(Math.min(1, 2 * Math.min(upTo, 1 - upTo + exactly(positive))), 9);
        expect(differs).toBe(chance < 0.025);
        expect(expected.mean).toBeCloseTo(sum(shares.map((p, i) => p * belief.weights[i])), 9);
      }
    expect(compareWithAudit(belief, { positive: 3, reviewed: 12 })).toEqual(
      compareWithAudit(belief, { positive: 3, reviewed: 12 }, { labelled: 0 }),
    );
  });
});
