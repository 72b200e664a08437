import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { adviseOnPrior } from "../../../src/prior/belief/advice.js";
import { expectedAuditWidth, withAudit } from "../../../src/prior/belief/audit.js";
import { combine, flatBelief, pointBelief, withRange } from "../../../src/prior/belief/belief.js";
import { applyKnowledge } from "../../../src/prior/belief/known-prior.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import type { PriorBelief } from "../../../src/scores/prior-belief.js";
import { beliefQuantile } from "../../../src/scores/prior-belief.js";
import { close } from "./beliefs.js";

/**
 * The mean width after audits that are drawn: a prior from the belief, then each bag on its own.
 */
function simulatedWidth(belief: PriorBelief, reviewed: number, labelled = 0): { mean: number; error: number } {
  const generator = random(7);
  const widths = Array.from({ length: 2000 }, () => {
    const pi = beliefQuantile(belief, generator.uniform());
    const share = Math.max(0, (pi - labelled) / (1 - labelled));
    let positive = 0;
    for (let n = 0; n < reviewed; n++) if (generator.uniform() < share) positive++;
    const { low, high } = describeBelief(withAudit(belief, { positive, reviewed }, { labelled }));
    return high - low;
  });
  const mean = widths.reduce((a, b) => a + b, 0) / widths.length;
  const variance = widths.reduce((a, b) => a + (b - mean) ** 2, 0) / (widths.length - 1);
  return { mean, error: Math.sqrt(variance / widths.length) };
}

describe("the width that an audit is expected to leave", () => {
  it.each<[string, PriorBelief, number, number]>([
    ["a flat belief and 10 bags", flatBelief(), 10, 0],
    ["a flat belief and 60 bags", flatBelief(), 60, 0],
    ["a range and 30 bags", withRange(flatBelief(), { high: 0.5 }), 30, 0],
    ["an earlier audit and 30 bags", withAudit(flatBelief(), { positive: 2, reviewed: 8 }), 30, 0],
    ["the single-set scenario and 30 bags", withRange(flatBelief(), { low: 0.4 }), 30, 0.4],
  ])("agrees with simulation for %s", (_, belief, reviewed, labelled) => {
    const { mean, error } = simulatedWidth(belief, reviewed, labelled);
    const expected = expectedAuditWidth(belief, reviewed, { labelled });
    expect(Math.abs(expected - mean)).toBeLessThan(4 * error + 1e-6);
  });

  it("is the width now without an audit, and 0 for a point", () => {
    close(expectedAuditWidth(flatBelief(), 0), 0.9);
    expect(expectedAuditWidth(pointBelief(0.3), 30)).toBe(0);
  });
});

describe("advice on the prior", () => {
  it("says when nothing is identifiable, and asks for an audit and a bound", () => {
    const advice = adviseOnPrior(flatBelief());
    expect(advice.notIdentifiableAbove).toBe(0);
    expect(advice.audit).toBe(advice.audits[1]);
    expect(advice.audit?.expectedWidth).toBeLessThan(0.3);
    expect(advice.audits.map(({ reviewed }) => reviewed)).toEqual([10, 30, 60]);
    close(advice.bound?.low ?? 0, 0.025);
    close(advice.bound?.high ?? 0, 0.475);
    close(advice.bound?.chance ?? 0, 0.5);
    const [open, audit, bound] = advice.text;
    expect(open).toMatch(/0\.00 to 1\.00/);
    expect(audit).toMatch(/30 .*option audited to POSITIVES\/30.*0\.90.*0\.23/);
    expect(bound).toMatch(/option priorAtMost to 0\.5.*0\.03 to 0\.47/);
  });

  it("names the value above which none is excluded", () => {
    // Below 0.4 the weight falls to nothing, above it is flat.
    const open = combine(flatBelief(), (pi) => (pi < 0.4 ? -100 * (0.4 - pi) : 0));
    const { notIdentifiableAbove, text, bound } = adviseOnPrior(open);
    // There weight is a tenth of 200 / 122 cells: 100 (0.4 - x) = log(10 x 1.64).
    expect(notIdentifiableAbove).toBeCloseTo(0.4 - Math.log((10 * 200) / 122) / 100, 2);
    expect(text[0]).toMatch(/above 0\.37/);
    // The mean is 0.69: a bound of one half would contradict what is believed.
    expect(bound).toBeNull();
  });

  it("does not say so where large values are excluded", () => {
    const hill = combine(flatBelief(), (pi) => -20 * (pi - 0.3) ** 2);
    const { notIdentifiableAbove, width, text } = adviseOnPrior(hill);
    expect(width).toBeGreaterThan(0.3);
    expect(notIdentifiableAbove).toBeNull();
    expect(text[0]).toMatch(/^What helps most: review 30 /);
  });

  it("counts the bags that were reviewed before", () => {
    const some = withAudit(flatBelief(), { positive: 2, reviewed: 5 });
    const known = { audit: { positive: 2, reviewed: 5 } };
    expect(adviseOnPrior(some, { known }).text.join(" ")).toMatch(/review 30 more .*POSITIVES\/35/);
    const text = adviseOnPrior(some, { known, file: "seen.csv" }).text.join(" ");
    expect(text).toMatch(/review 30 more .*seen\.csv/);
    expect(text).not.toContain("audited");
  });

  it("asks for no more bags than there are", () => {
    const of = (left: number) => adviseOnPrior(flatBelief(), { left });
    expect(of(2).audits.map(({ reviewed }) => reviewed)).toEqual([2]);
    expect(of(20).audits.map(({ reviewed }) => reviewed)).toEqual([10, 20]);
    expect(of(1).text.join(" ")).toMatch(/review 1 unlabeled bag .*POSITIVES\/1\./);
    expect(of(0)).toMatchObject({ audits: [], audit: null });
    expect(of(0).text.join(" ")).toMatch(/What helps most: .*at most 0\.5/);
    const high = withRange(flatBelief(), { low: 0.4 });
    expect(adviseOnPrior(high, { left: 0 }).text.at(-1)).toMatch(/stays 0\.54 wide/);
  });

  it("suggests no bound below what it believes", () => {
    const high = withAudit(flatBelief(), { positive: 6, reviewed: 11 });
    expect(describeBelief(high).mean).toBeGreaterThan(0.52);
    expect(adviseOnPrior(high).bound).toBeNull();
  });

  it("says when the user contradicts himself instead of being content", () => {
    const known = { low: 0, high: 0.2, audit: { positive: 25, reviewed: 30 } };
    const advice = adviseOnPrior(applyKnowledge(flatBelief(), known), { known });
    expect(advice).toMatchObject({ contradiction: true });
    expect(advice.width).toBeLessThan(0.05);
    expect(advice.text.join(" ")).toMatch(/^Your range 0 to 0\.2 and the audit contradict each other/);
    expect(adviseOnPrior(flatBelief())).toMatchObject({ contradiction: false });
  });

  it("takes a smaller bound where one half says nothing new, and none that is hardly possible", () => {
    const small = withRange(flatBelief(), { high: 0.5 });
    expect(adviseOnPrior(small).bound?.atMost).toBe(0.3);
    expect(adviseOnPrior(withRange(flatBelief(), { low: 0.48 })).bound).toBeNull();
  });

  it("is content with a narrow interval and with a point", () => {
    const narrow = adviseOnPrior(withAudit(flatBelief(), { positive: 30, reviewed: 100 }));
    expect(narrow).toMatchObject({ audit: null, bound: null, notIdentifiableAbove: null });
    expect(narrow.text).toEqual([expect.stringContaining("0.15")]);
    expect(adviseOnPrior(pointBelief(0.3))).toMatchObject({ audits: [], width: 0 });
    expect(adviseOnPrior(pointBelief(0.3)).text).toHaveLength(1);
  });

  describe("where the scores tell little", () => {
    const narrow = withAudit(flatBelief(), { positive: 30, reviewed: 100 });
    const alike = [{ code: "alike", message: "hardly differ" } as const];

    it.each([
      [{ positive: 4 }, "few-positives", "4 labelled positive bags"],
      [{ positive: 20, notes: alike }, "alike", "hardly differ"],
    ] as const)("calls no interval good enough and advises an audit: %j", (witnesses, doubt, why) => {
      const advice = adviseOnPrior(narrow, witnesses);
      expect(advice).toMatchObject({ doubt, audit: { reviewed: 30 } });
      expect(advice.text).toEqual([expect.stringContaining(why), expect.stringContaining("POSITIVES/30")]);
      expect(advice.text[0]).toContain("0.15");
      expect(adviseOnPrior(narrow, { ...witnesses, left: 0 }).text).toHaveLength(1);
      expect(adviseOnPrior(flatBelief(), witnesses).text.join(" ")).not.toContain("well enough");
    });

    it("says that the user's word made the interval narrow", () => {
      const known = { audit: { positive: 30, reviewed: 100 } };
      const { text, audit } = adviseOnPrior(narrow, { known, positive: 1 });
      expect(text).toEqual([expect.stringMatching(/0\.15 .*you said.*1 labelled positive bag /)]);
      expect(audit).toBeNull();
      expect(adviseOnPrior(pointBelief(0.3), { known: { value: 0.3 }, positive: 1 }).text).toHaveLength(1);
    });

    it.each(["labels-not-fair", "estimate-against-audit"] as const)(
      "calls no interval good enough if a review contradicts the labels: %s",
      (code) => {
        const known = { audit: { positive: 30, reviewed: 100 } };
        const advice = adviseOnPrior(narrow, { known, notes: [{ code, message: "no fair sample" }] });
        expect(advice.doubt).toBe("not-fair");
        expect(advice.text.join(" ")).not.toContain("well enough");
        expect(advice.text[0]).toContain("no fair sample");
      },
    );

    it.each([
      ["nothing else", flatBelief(), {}],
      ["a narrow interval", narrow, {}],
      ["an audit", narrow, { audit: { positive: 30, reviewed: 100 } }],
      ["a range", withRange(flatBelief(), { high: 0.2 }), { low: 0, high: 0.2 }],
    ] as const)("never calls the prior known if the easiest were labelled: %s", (_, belief, known) => {
      const advice = adviseOnPrior(belief, { known: { ...known, labelledHow: "easiest" } });
      expect(advice.doubt).toBe("easiest");
      expect(advice.text.join(" ")).not.toContain("well enough");
      expect(advice.text.join(" ")).toMatch(/lower bound|at least/);
    });

    it("is content with five positives and other notes", () => {
      const advice = adviseOnPrior(narrow, { positive: 5, notes: [{ code: "negatives", message: "are used" }] });
      expect(advice).toMatchObject({ doubt: null, audit: null });
      expect(advice.text.join(" ")).toContain("known well enough");
    });
  });
});
