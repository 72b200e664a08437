import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adviseOnPrior } from "../../../src/prior/belief/advice.js";
import { checkAudit, checkAuditSize, expectedAuditWidth, withAudit } from "../../../src/prior/belief/audit.js";
import { combine, flatBelief, pointBelief, startingBelief, withRange } from "../../../src/prior/belief/belief.js";
import { compareScores, compareWithAudit, priorNotes, scoreNotes } from "../../../src/prior/belief/fair-labels.js";
import { propensityLikelihood } from "../../../src/prior/belief/propensity.js";
import { sketchBelief } from "../../../src/prior/belief/sketch.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { probabilityRange } from "../../../src/prior/belief/used-prior.js";
import { BELIEF_GRID, BELIEF_STEP } from "../../../src/scores/prior-belief.js";

const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const two = (value: number) => value.toFixed(2);

describe("the picture of a belief", () => {
  it("has in each column the weight that lies there, in eighths of the height", () => {
    const anyBelief = fc.record({ positive: fc.nat(20), more: fc.nat(40), low: fc.constantFrom(0, 0.25) });
    const anySize = fc.record({ width: fc.constantFrom(10, 33, 40, 77, 200), height: fc.constantFrom(1, 3, 20) });
    fc.assert(
      fc.property(anyBelief, anySize, ({ positive, more, low }, { width, height }) => {
        const belief = withAudit(withRange(flatBelief(), { low }), { positive, reviewed: positive + more + 1 });
        const columns = Array.from({ length: width }, (_, c) =>
          sum(
            belief.points.map((pi, i) => {
              const [from, to] = [pi - BELIEF_STEP / 2, pi + BELIEF_STEP / 2].map((end) => end * width);
              return (belief.weights[i] * Math.max(0, Math.min(to, c + 1) - Math.max(from, c))) / (to - from);
            }),
          ),
        );
        const most = Math.max(...columns);
        const eighths = columns.map((each) =>
          each / most < 1e-3 ? 0 : Math.max(1, Math.round((each / most) * height * 8)),
        );
        const lines = sketchBelief(belief, { width, height });
        expect(lines).toHaveLength(height + 2);
        for (const [row, line] of lines.slice(0, height).entries()) {
          const below = (height - 1 - row) * 8;
          const expected = eighths.map((each) => " ▁▂▃▄▅▆▇█"[Math.min(8, Math.max(0, each - below))]).join("");
          expect(line).toBe(expected.trimEnd());
        }
        const found = describeBelief(belief);
        const at = (pi: number) => Math.min(width - 1, Math.floor(pi * width));
        const marks = Array.from(lines[height].padEnd(width));
        expect(marks.indexOf("●")).toBe(at(found.mean));
        if (at(found.low) !== at(found.mean)) expect(marks.indexOf("├")).toBe(at(found.low));
        if (at(found.high) !== at(found.mean) && at(found.high) !== at(found.low))
          expect(marks.indexOf("┤")).toBe(at(found.high));
        const half = Math.floor(width / 2);
        const axis = lines[height + 1];
        expect([axis.length, axis[0], axis.slice(half, half + 3), axis.at(-1)]).toEqual([width, "0", "0.5", "1"]);
      }),
      { seed: 31, numRuns: 60 },
    );
  });

  it("has sizes within their ranges alone", () => {
    for (const good of [{ width: 10 }, { width: 200 }, { height: 1 }, { height: 20 }])
      expect(sketchBelief(flatBelief(), good).length).toBeGreaterThan(2);
    for (const wrong of [{ width: 9 }, { width: 201 }, { width: 12.5 }, { height: 0 }, { height: 21 }, { height: 1.5 }])
      expect(() => sketchBelief(flatBelief(), wrong)).toThrow(expect.objectContaining({ code: "option" }));
  });
});

describe("advice on the prior, word by word", () => {
  it("says what is open, and what helps most", () => {
    const flat = adviseOnPrior(flatBelief());
    const [, thirty] = flat.audits;
    expect(flat.text).toEqual([
      "The data do not tell the prior: no value from 0.00 to 1.00 can be excluded. The interval only leaves off 5 % at each end.",
      `What helps most: review 30 unlabeled bags drawn at random and set the option audited to POSITIVES/30. The interval, now 0.90 wide, should shrink to about ${two(thirty.expectedWidth)}.`,
      "Or if you know that the prior is at most 0.5, set the option priorAtMost to 0.5. The interval becomes 0.03 to 0.47.",
    ]);
    const low = adviseOnPrior(withRange(flatBelief(), { low: 0.25, high: 0.75 }));
    expect(low.text[0]).toMatch(/no value from 0\.25 to 0\.75 can be excluded/);
  });

  it("says how narrow an interval is, and what is wrong with it", () => {
    const narrow = withAudit(flatBelief(), { positive: 30, reviewed: 100 });
    const width = two(describeBelief(narrow).high - describeBelief(narrow).low);
    expect(adviseOnPrior(narrow).text).toEqual([`The prior is known well enough: its interval is only ${width} wide.`]);
    expect(adviseOnPrior(pointBelief(0.3)).text).toEqual(["You gave the prior, so there is nothing to estimate."]);
    expect(adviseOnPrior(narrow, { positive: 4 }).text).toEqual([
      `The interval is only ${width} wide, but do not rely on it: 4 labelled positive bags say little about the prior.`,
      "What helps most: review 30 unlabeled bags drawn at random and set the option audited to POSITIVES/30.",
    ]);
    expect(adviseOnPrior(narrow, { positive: 1, left: 12 }).text).toEqual([
      `The interval is only ${width} wide, but do not rely on it: 1 labelled positive bag says little about the prior.`,
      "What helps most: review 12 unlabeled bags drawn at random and set the option audited to POSITIVES/12.",
    ]);
    const known = { audit: { positive: 30, reviewed: 100 } };
    expect(adviseOnPrior(narrow, { known, notes: [{ code: "labels-not-fair", message: "" }] }).text).toEqual([
      `The interval of ${width} comes from what you said, because the labelled positives are no fair sample of all, as the review shows.`,
    ]);
    expect(
      adviseOnPrior(narrow, { known: { low: 0, high: 0.6 }, notes: [{ code: "alike", message: "" }] }).text,
    ).toEqual([
      `The interval of ${width} comes from what you said, because the scores of positive and unlabeled bags hardly differ.`,
    ]);
    const easiest = { labelledHow: "easiest" } as const;
    expect(adviseOnPrior(narrow, { known: { ...known, ...easiest } }).text).toEqual([
      `The interval of ${width} comes from what you said, because the labels only give a lower bound if the easiest positives were labelled.`,
    ]);
    const open = adviseOnPrior(flatBelief(), { known: easiest }).text;
    expect(open[0]).toBe(
      "The prior is at least 0.05. The labels cannot say how many more positives there are, because the easiest were labelled.",
    );
    const told = adviseOnPrior(flatBelief(), { known: { ...easiest, high: 1 } }).text;
    expect(told[0]).toBe("The labels only give a lower bound, because the easiest positives were labelled.");
  });

  it("puts what helps most first", () => {
    const [, first, second] = adviseOnPrior(flatBelief(), { left: 2 }).text;
    expect(first).toMatch(/^What helps most: if you know that the prior is at most 0\.5, /);
    expect(second).toMatch(/^Or review 2 unlabeled bags drawn at random /);
  });

  it("leaves one bag unlabeled for a file of answers, and none for counts", () => {
    const sizes = (left: number, file?: string) =>
      adviseOnPrior(flatBelief(), { left, file }).audits.map(({ reviewed }) => reviewed);
    expect([sizes(31), sizes(31, "a.csv")]).toEqual([
      [10, 30, 31],
      [10, 30],
    ]);
    expect([sizes(1), sizes(1, "a.csv"), sizes(0)]).toEqual([[1], [], []]);
    const text = adviseOnPrior(flatBelief(), { left: 60, file: "seen.csv" }).text.join(" ");
    expect(text).toMatch(/review 30 unlabeled bags drawn at random and add the answers to seen\.csv\./);
    // Of audits that are all too small the largest.
    expect(adviseOnPrior(flatBelief(), { left: 12 }).audit?.reviewed).toBe(12);
    const closed = withRange(flatBelief(), { low: 0.4 });
    expect(adviseOnPrior(closed, { left: 0 }).text.at(-1)).toBe(
      "The interval stays 0.54 wide, because no unlabeled bag is left to review.",
    );
  });

  it("takes a bound that shortens the interval by a quarter, with a chance of a tenth", () => {
    const bound = (low: number, high = 1) => adviseOnPrior(withRange(flatBelief(), { low, high })).bound;
    // At most .5 of 0 to .66 leaves 76 % of the interval, of 0 to .67 less than 75 %. The mean is above .3.
    expect(bound(0, 0.66)).toBeNull();
    expect(bound(0, 0.67)?.atMost).toBe(0.5);
    expect(bound(0.02, 0.98)).toMatchObject({ atMost: 0.5 });
    expect(bound(0.02, 0.98)?.chance).toBeCloseTo(0.5, 9);
    // The mean is .51.
    expect(bound(0.02, 1)).toBeNull();
    const hardly = combine(flatBelief(), (pi) => (pi < 0.5 ? Math.log(0.05) : 0));
    expect(adviseOnPrior(hardly).bound).toBeNull();
  });
});

describe("labels that are no fair sample, in words", () => {
  const audited = (scores: readonly number[]) => scores.map((score) => ({ score }));

  it("say which side the review is on", () => {
    const high = Array.from({ length: 40 }, (_, i) => i);
    // Labelled ones are above in all pairs but 8 x 2 of 40 x 8.
    const [low] = scoreNotes(compareScores(high, audited(Array(8).fill(1.5))));
    expect(low.message).toBe(
      "the 8 positives that the review found score lower than the labelled ones, which score above them in 95 % of all pairs: the labelled positives are no fair sample of all, but mostly easy ones. There may be more positives than the labels suggest; believe the review",
    );
    const [above] = scoreNotes(compareScores(high, audited(Array(8).fill(37.5))));
    expect(above.message).toBe(
      "the 8 positives that the review found score higher than the labelled ones, which score above them in 5 % of all pairs: the labelled positives are no fair sample of all, but mostly hard ones. There may be fewer positives than the labels suggest; believe the review",
    );
  });

  it("are compared to the last bit alike, whatever the order of the answers", () => {
    const answers = Array.from({ length: 9 }, (_, i) => ({ score: Math.sin(7 * i), weight: 1 + (i % 4) / 3 }));
    const labelled = Array.from({ length: 12 }, (_, i) => Math.cos(3 * i));
    const found = compareScores(labelled, answers);
    for (let k = 1; k < 9; k++)
      expect(compareScores(labelled, [...answers.slice(k), ...answers.slice(0, k)])).toEqual(found);
    expect(compareScores(labelled, answers.toReversed())).toEqual(found);
  });

  it("say what was expected and what was found", () => {
    const belief = withRange(flatBelief(), { low: 0.1, high: 0.2 });
    const audit = { positive: 20, reviewed: 30 };
    const found = compareWithAudit(belief, audit);
    expect(priorNotes(found, audit)[0].message).toBe(
      "the labelled positives suggest that a share of 0.11 to 0.20 of the unlabeled bags is positive, but the review found 20 of 30: probably the labelled positives are no fair sample of all. The review decides about the prior, not the labels".replace(
        "0.11 to 0.20",
        `${two(found.expected.low)} to ${two(found.expected.high)}`,
      ),
    );
    expect(found.expected.low).toBeCloseTo(0.105, 9);
    expect(found.expected.high).toBeCloseTo(0.195, 9);
    expect(priorNotes(compareWithAudit(belief, { positive: 4, reviewed: 30 }), audit)).toEqual([]);
  });
});

describe("counts of an audit", () => {
  it("are told apart by what is wrong with them", () => {
    const wrong = (positive: number, reviewed: number) => () => checkAudit({ positive, reviewed });
    expect(wrong(3, 2)).toThrow("the audit 3/2 has more positives than bags");
    expect(wrong(0, 0)).toThrow("the audit 0/0 has no reviewed bag");
    expect(wrong(1, 0)).toThrow("the audit 1/0 has no reviewed bag");
    expect(wrong(-1, 2)).toThrow("the audit -1/2 does not consist of whole numbers");
    expect(wrong(1, 2.5)).toThrow("the audit 1/2.5 does not consist of whole numbers");
    expect(wrong(0, 1)).not.toThrow();
    expect(wrong(1, 1)).not.toThrow();
    const size = (reviewed: number, unlabeled: number) => () => checkAuditSize({ positive: 1, reviewed }, unlabeled);
    expect(size(7, 7)).not.toThrow();
    expect(size(8, 7)).toThrow("the audit 1/8 covers 8 bags, but only 7 bags are unlabeled");
    expect(size(2, 1)).toThrow("the audit 1/2 covers 2 bags, but only 1 bag is unlabeled");
  });

  it("make impossible what lies below the labelled share, unless nothing was found", () => {
    const belief = flatBelief();
    const some = withAudit(belief, { positive: 1, reviewed: 4 }, { labelled: 0.5 });
    const none = withAudit(belief, { positive: 0, reviewed: 4 }, { labelled: 0.5 });
    for (const [i, pi] of belief.points.entries()) {
      const share = (pi - 0.5) / 0.5;
      const [a, b] = share <= 0 ? [0, 1] : [share * (1 - share) ** 3, (1 - share) ** 4];
      const total = (of: (s: number) => number, low: number) =>
        sum(belief.points.map((each) => (each <= 0.5 ? low : of((each - 0.5) / 0.5))));
      expect(some.weights[i]).toBeCloseTo(a / total((s) => s * (1 - s) ** 3, 0), 12);
      expect(none.weights[i]).toBeCloseTo(b / total((s) => (1 - s) ** 4, 1), 12);
    }
    expect(expectedAuditWidth(pointBelief(0.3), 5)).toBe(0);
  });
});

describe("the range of a probability", () => {
  it("goes to 1 with the prior, and is none for an exact one", () => {
    const prior = { value: 0.5, low: 0.2, high: 1, method: "audit", clipped: false };
    const range = probabilityRange(0.3, prior as never);
    expect(range?.high).toBe(1);
    expect(range?.low).toBeCloseTo(((0.3 / 0.7) * 0.25) / (1 + (0.3 / 0.7) * 0.25), 12);
    const inner = probabilityRange(0.3, { ...prior, high: 0.8 } as never);
    expect(inner?.high).toBeCloseTo(((0.3 / 0.7) * 4) / (1 + (0.3 / 0.7) * 4), 12);
    expect(probabilityRange(1, prior as never)).toEqual({ low: 1, high: 1 });
    expect(probabilityRange(0.3, { ...prior, low: 0.5, high: 0.5 } as never)).toBeNull();
  });
});

describe("a range", () => {
  it("is within 0 and 1, and its ends count", () => {
    for (const [low, high] of [
      [-0.1, 0.5],
      [0.5, 1.1],
      [0.6, 0.5],
      [Number.NaN, 0.5],
    ])
      expect(() => withRange(flatBelief(), { low, high })).toThrow(expect.objectContaining({ code: "option" }));
    const points = BELIEF_GRID;
    expect(withRange(flatBelief(), { low: points[10], high: points[12] }).points).toEqual(points.slice(10, 13));
    expect(withRange(flatBelief(), {}).points).toEqual(points);
    // Between two points, and beyond the outermost ones.
    for (const [low, high] of [
      [0.301, 0.302],
      [0.0001, 0.0002],
      [0.9998, 0.9999],
    ])
      expect(withRange(flatBelief(), { low, high })).toEqual(pointBelief((low + high) / 2));
    const upper = withRange(flatBelief(), { low: 0.5 });
    expect(() => withRange(upper, { low: 0.301, high: 0.302 })).toThrow(
      expect.objectContaining({ code: "prior-contradiction" }),
    );
    expect(() => withRange(pointBelief(0.3), { high: 0.2 })).toThrow(
      expect.objectContaining({ code: "prior-contradiction" }),
    );
    expect(withRange(pointBelief(0.3), { low: 0.3, high: 0.3 })).toEqual(pointBelief(0.3));
  });

  it("of what is believed before any data has weights in proportion to pi^(-1/3)", () => {
    const { weights } = startingBelief();
    const total = sum(BELIEF_GRID.map((pi) => pi ** (-1 / 3)));
    for (const [i, pi] of BELIEF_GRID.entries()) expect(weights[i]).toBeCloseTo(pi ** (-1 / 3) / total, 12);
  });
});

describe("the prior from propensities", () => {
  /** log Gamma by Lanczos's series with nine terms. */
  function logGamma(x: number): number {
    const terms = [
      0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
      12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
    ];
    const series = terms.reduce((total, term, i) => (i === 0 ? term : total + term / (x - 1 + i)), 0);
    const t = x + 6.5;
    return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
  }

  it("is the likelihood of a binomial number of labels with their mean and variance", () => {
    for (const [propensities, total] of [
      [[0.2, 0.5, 0.9, 0.35], 60],
      [Array.from({ length: 30 }, (_, i) => 0.1 + i / 40), 400],
      [[1, 1, 0.5], 25],
    ] as const) {
      const e = propensities.map((each) => Math.min(each, 1 - 1e-9));
      const positives = sum(e.map((each) => 1 / each));
      const share = positives / (positives + sum(e.map((each) => (1 - each) / each ** 2)));
      const labels = positives * share;
      const least = Math.max(labels, e.length);
      const plain = BELIEF_GRID.map((pi) => {
        const n = Math.max(least, pi * total);
        if ((pi + BELIEF_STEP / 2) * total < least) return -Infinity;
        return logGamma(n + 1) - logGamma(n - labels + 1) + (n - labels) * Math.log(1 - share);
      });
      const most = Math.max(...plain);
      const found = propensityLikelihood(propensities, total);
      for (const [k, value] of plain.entries())
        if (value === -Infinity) expect(found[k]).toBe(-Infinity);
        else expect(found[k]).toBeCloseTo(value - most, 8);
    }
  });
});
