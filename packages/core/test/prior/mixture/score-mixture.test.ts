import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { withAudit } from "../../../src/prior/belief/audit.js";
import { flatBelief, pointBelief, startingBelief, withRange } from "../../../src/prior/belief/belief.js";
import { type ProbabilityRanges, rangeOf } from "../../../src/prior/belief/probability-ranges.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { type ScoreMixtureOptions, scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import { applyLink } from "../../../src/scorers/link.js";
import { bagScores, type GivenScores } from "../../../src/scores/bag-scores.js";
import { BELIEF_GRID, beliefQuantile, type PriorBelief } from "../../../src/scores/prior-belief.js";
import { doubtOf, separationOf } from "../../../src/scores/separation.js";
import { FIXED } from "../../bags/make.js";
import { belief, close, expectClose } from "../belief/beliefs.js";
import { drawnScores, fixedScores } from "./mixtures.js";

const AUDIT = { positive: 7, reviewed: 30 };
/** Cells of the grid and standardised scores at which the golden values were taken. */
const CELLS = [0, 20, 60, 100, 140, 180, 190];
const SCORES = [-5, -2, -1, 0, 1, 2, 4, 8];

/**
 * By a program in Python (no interpolation, nothing left out), with the constants 0.8, 0.2 and 0.4, and look-alikes of
 * 0.1 and 0.15. `doubted`: if scores tell nothing with a probability of a quarter. `ranges`: from 5 % to 95 %.
 * The second set has 8 x 0.5 = 4 distinct positives, so its unlabeled bags count 0.4^2 of 0.25.
 */
const GOLDEN = [
  {
    positives: 20,
    unlabeled: 180,
    distinct: { positive: 1, unlabeled: 1 },
    logLikelihood: [-0.491206, -0.224106, -0.013696, -0.762123, -3.285211, -9.840682, -13.209298],
    flat: [-6.969373, -4.224144, -2.635127, -1.104102, -0.027074, 0.508871, 0.803322, 0.83717],
    audited: [-7.206697, -4.409688, -2.870246, -1.335642, -0.110537, 0.568017, 0.944739, 0.981785],
    known: [-6.983388, -4.237011, -2.67563, -1.0782, 0.259693, 1.006669, 1.391449, 1.424784],
    mean: 0.278726,
    doubted: {
      logLikelihood: [0.094173, 0.306464, 0.481334, -0.108338, -1.197584, -1.385999, -1.386284],
      flat: [-1.939484, -1.85045, -1.549325, -0.792048, -0.020305, 0.378065, 0.588468, 0.612021],
      mean: 0.341359,
    },
    ranges: [
      [0.0, 0.003],
      [0.001, 0.049],
      [0.006, 0.183],
      [0.027, 0.561],
      [0.068, 0.88],
      [0.11, 0.964],
      [0.139, 0.99],
      [0.143, 0.998],
    ],
    auditedRanges: [
      [0.0, 0.003],
      [0.001, 0.034],
      [0.015, 0.111],
      [0.103, 0.342],
      [0.256, 0.715],
      [0.363, 0.899],
      [0.406, 0.974],
      [0.409, 0.983],
    ],
  },
  {
    positives: 8,
    unlabeled: 60,
    distinct: { positive: 0.5, unlabeled: 0.25 },
    logLikelihood: [-0.073296, -0.043551, -0.011741, -0.000249, -0.006292, -0.036663, -0.052114],
    flat: [-1.685436, -0.932844, -0.472512, 0.027884, 0.450616, 0.747783, 1.046289, 1.193893],
    audited: [-2.860237, -2.233914, -1.725903, -1.050858, -0.420139, 0.011449, 0.422144, 0.611542],
    known: [-2.659716, -2.021168, -1.499231, -0.80291, -0.161984, 0.268354, 0.670291, 0.854947],
    mean: 0.500751,
    doubted: {
      logLikelihood: [-0.035113, -0.012986, 0.010863, 0.019526, 0.014967, -0.007838, -0.019373],
      flat: [-1.140205, -0.677762, -0.35151, 0.020912, 0.335468, 0.549509, 0.753984, 0.850049],
      mean: 0.500564,
    },
    ranges: [
      [0.0, 0.764],
      [0.005, 0.859],
      [0.021, 0.91],
      [0.051, 0.954],
      [0.085, 0.98],
      [0.117, 0.991],
      [0.156, 0.997],
      [0.181, 0.999],
    ],
    auditedRanges: [
      [0.0, 0.232],
      [0.006, 0.256],
      [0.039, 0.292],
      [0.123, 0.441],
      [0.183, 0.72],
      [0.214, 0.875],
      [0.235, 0.963],
      [0.248, 0.986],
    ],
  },
];

/** The log-odds at standardised scores that are knots. */
function linkAt(
  held: GivenScores,
  believed: PriorBelief,
  { scores = SCORES, ...options }: ScoreMixtureOptions & { scores?: readonly number[] } = {},
): number[] {
  const { values } = scoreMixture(held, { doubt: 0, ...options }).link(believed);
  expect(values).toHaveLength(53);
  return scores.map((score) => values[(score + 5) * 4]);
}

const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));
const beliefMean = ({ points, weights }: PriorBelief) => points.reduce((sum, pi, i) => sum + pi * weights[i], 0);

function expectNear(found: readonly number[], wanted: readonly number[], within: number): void {
  expect(found).toHaveLength(wanted.length);
  for (const [i, value] of found.entries()) {
    expect(Math.abs(value - wanted[i]), `${value} is not ${wanted[i]}`).toBeLessThan(within);
  }
}

function expectRising(values: Float64Array): void {
  expect(values.every(Number.isFinite)).toBe(true);
  for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThan(values[i - 1]);
}

function expectRanges({ probabilities, low, high }: ProbabilityRanges): void {
  for (const [k, probability] of probabilities.entries()) {
    expect(low[k]).toBeLessThanOrEqual(probability);
    expect(high[k]).toBeGreaterThanOrEqual(probability);
    expect(low[k]).toBeGreaterThanOrEqual(low[Math.max(0, k - 1)]);
    expect(high[k]).toBeGreaterThanOrEqual(high[Math.max(0, k - 1)]);
  }
}

describe("the mixture of held-out scores", () => {
  it.each(GOLDEN)("agrees with another program for $positives positives and $unlabeled unlabeled", (golden) => {
    const held = fixedScores(golden.positives, golden.unlabeled);
    const { distinct, doubted } = golden;
    const mixture = scoreMixture(held, { distinct, doubt: 0 });
    const at = (values: Float64Array) => CELLS.map((cell) => values[cell]);
    // Between points of the grid there are straight lines.
    expectNear(at(mixture.logLikelihood), golden.logLikelihood, 2e-3);
    close(Math.max(...mixture.logLikelihood), 0);
    expect(Math.abs(describeBelief(mixture.posterior(flatBelief())).mean - golden.mean)).toBeLessThan(1e-4);
    expectNear(linkAt(held, flatBelief(), { distinct }), golden.flat, 1e-3);
    expectNear(linkAt(held, withAudit(flatBelief(), AUDIT), { distinct }), golden.audited, 1e-3);
    expectNear(linkAt(held, pointBelief(0.3), { distinct }), golden.known, 1e-3);
    const other = scoreMixture(held, { distinct, doubt: 0.25 });
    expectNear(at(other.logLikelihood), doubted.logLikelihood, 2e-3);
    expect(Math.abs(describeBelief(other.posterior(flatBelief())).mean - doubted.mean)).toBeLessThan(1e-4);
    expectNear(linkAt(held, flatBelief(), { distinct, doubt: 0.25 }), doubted.flat, 1e-3);
  });

  it.each(GOLDEN)("has the ranges of another program, for $positives positives and $unlabeled unlabeled", (golden) => {
    const mixture = scoreMixture(fixedScores(golden.positives, golden.unlabeled), {
      distinct: golden.distinct,
      doubt: 0,
    });
    for (const [start, wanted] of [
      [flatBelief(), golden.ranges],
      [withAudit(flatBelief(), AUDIT), golden.auditedRanges],
    ] as const) {
      const { values, ranges } = mixture.link(start);
      const found = SCORES.map((score) => rangeOf(ranges, sigmoid(values[(score + 5) * 4])));
      // Counted in cells of a hundredth.
      expectNear(
        found.flatMap(({ low, high }) => [low, high]),
        wanted.flat(),
        0.012,
      );
    }
  });

  it("gives a belief whose weights sum to 1, over the same points, and keeps a point", () => {
    const mixture = scoreMixture(fixedScores(20, 180));
    const half = withRange(flatBelief(), { low: 0.5 });
    const { points, weights } = mixture.posterior(half);
    expect(points).toEqual(half.points);
    close(
      weights.reduce((a, b) => a + b),
      1,
    );
    expect(mixture.posterior(pointBelief(0.3))).toEqual(pointBelief(0.3));
  });

  it("decides nearly the same for a narrow belief and for its middle as a point", () => {
    const held = fixedScores(20, 180);
    const narrow = withRange(flatBelief(), { low: 0.2975, high: 0.3075 });
    expect(narrow.points.length).toBe(3);
    expectNear(linkAt(held, narrow), linkAt(held, pointBelief(0.3025)), 2e-3);
  });

  it("finds the share that looks positive where the classes are far apart, and takes no more off than look-alikes may be", () => {
    for (const pi of [0.1, 0.5, 0.8]) {
      const held = drawnScores(random(3), { pi, separation: 4, positives: 40, unlabeled: 600 });
      const { low, high } = describeBelief(scoreMixture(held, { doubt: 0 }).posterior(flatBelief()));
      expect(Math.abs(high - pi)).toBeLessThan(0.06);
      // Up to three tenths of the negatives may only look like positives; 100 bags count, so chance adds a tenth.
      expect(low).toBeGreaterThan((pi - 0.3) / 0.7 - 0.1);
      expect(low).toBeLessThan(pi - 0.02);
    }
  });

  it("does not change with unit and origin of the scores, but for the knots", () => {
    const held = fixedScores(12, 90);
    const moved = (scores: Float64Array) => scores.map((score) => 1024 * score - 4096);
    const shifted = { positive: moved(held.positive), unlabeled: moved(held.unlabeled) };
    expect(scoreMixture(shifted).doubt).toBe(scoreMixture(held).doubt);
    const [plain, other] = [held, shifted].map((scores) => scoreMixture(scores, { doubt: 0.1 }));
    expectNear([...other.logLikelihood], [...plain.logLikelihood], 1e-6);
    const [before, after] = [plain, other].map((mixture) => mixture.link(flatBelief()));
    expectNear([...after.values], [...before.values], 1e-6);
    expectNear([...after.knots], [...moved(before.knots)], 1e-6);
  });

  it("raises the log-odds with every positive that an audit finds, and with the prior that is known", () => {
    const held = fixedScores(20, 180);
    const near = [-2, -1, 0, 1, 2];
    const audited = [0, 3, 8, 15, 30].map((positive) =>
      linkAt(held, withAudit(flatBelief(), { positive, reviewed: 30 }), { scores: near }),
    );
    const known = [0.05, 0.2, 0.5, 0.9].map((pi) => linkAt(held, pointBelief(pi), { scores: near }));
    for (const links of [audited, known]) {
      for (let i = 1; i < links.length; i++) {
        links[i].forEach((value, j) => {
          expect(value).toBeGreaterThan(links[i - 1][j]);
        });
      }
    }
  });

  it("follows a known prior nearly where positives score like the others", () => {
    const held = drawnScores(random(5), { pi: 0.5, separation: 0, positives: 400, unlabeled: 4000 });
    const p = linkAt(held, pointBelief(0.3), { scores: [0] }).map((odds) => 1 / (1 + Math.exp(-odds)))[0];
    expect(Math.abs(p - 0.3)).toBeLessThan(0.02);
  });

  it("learns from known negatives where the negatives lie", () => {
    // The unlabeled scores are one heap at 0. Negatives that lie in it say that hardly any of it is
    // positive; without them it might be all negatives, or all positives.
    const generator = random(6);
    const normal = (length: number, mean: number) => Float64Array.from({ length }, () => mean + generator.normal());
    const held = { positive: normal(20, 0.5), unlabeled: normal(200, 0) };
    const mean = (scores: GivenScores) =>
      describeBelief(scoreMixture(scores, { doubt: 0 }).posterior(flatBelief())).mean;
    const [low, none, same] = [{ negative: normal(40, -1.5) }, {}, { negative: normal(40, 0) }].map((more) =>
      mean({ ...held, ...more }),
    );
    expect(same).toBeLessThan(none - 0.05);
    expect(low).toBeGreaterThan(none + 0.05);
    close(mean({ ...held, negative: new Float64Array() }), none);
  });

  it("is told less by copies", () => {
    const held = drawnScores(random(8), { pi: 0.3, separation: 2 });
    const width = (distinct: number) => {
      const { low, high } = describeBelief(
        scoreMixture(held, { distinct: { positive: 1, unlabeled: distinct }, doubt: 0 }).posterior(flatBelief()),
      );
      return high - low;
    };
    expect(width(0.1)).toBeGreaterThan(width(1) + 0.1);
    expect(() => width(0)).toThrow(/distinct\.unlabeled is 0.*share above 0 and at most 1/s);
  });

  it("is told nothing more by bags beyond 250, and by all up to there", () => {
    const { positive, unlabeled } = drawnScores(random(12), { pi: 0.3, separation: 2, unlabeled: 125 });
    const told = (times: number) => {
      const repeated = Float64Array.from({ length: 125 * times }, (_, i) => unlabeled[i % 125]);
      return describeBelief(scoreMixture({ positive, unlabeled: repeated }, { doubt: 0 }).posterior(flatBelief()));
    };
    const [once, twice, often] = [1, 2, 16].map(told);
    expect(twice.sd).toBeLessThan(once.sd - 0.01);
    expect(Math.abs(often.low - twice.low)).toBeLessThan(2e-3);
    expect(Math.abs(often.high - twice.high)).toBeLessThan(2e-3);
  });

  it("stays open where three positives lie together by chance, and is told more by ten that do", () => {
    const { unlabeled } = drawnScores(random(13), { pi: 0.5, separation: 1 });
    const told = (positives: number) => {
      const positive = Float64Array.from({ length: positives }, (_, i) => 2.6 + 0.1 * (i % 3));
      return describeBelief(scoreMixture({ positive, unlabeled }, { doubt: 0 }).posterior(flatBelief()));
    };
    const [three, ten] = [3, 10].map(told);
    expect(three.high - three.low).toBeGreaterThan(0.3);
    expect(ten.high - ten.low).toBeLessThan(0.2);
  });

  it("has values and knots that rise and are finite, whatever the scores and the belief", () => {
    const score = fc.oneof(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e9, -1e9, 1e90, 1e-90, Number.MAX_VALUE),
    );
    const doubts = fc.constantFrom(undefined, 0, 0.3, 1);
    const scores = (maxLength: number) => fc.array(score, { maxLength }).map((values) => Float64Array.from(values));
    fc.assert(
      fc.property(
        scores(6),
        scores(20),
        scores(3),
        belief,
        doubts,
        (positive, unlabeled, negative, believed, doubt) => {
          const mixture = scoreMixture({ positive, unlabeled, negative }, { doubt });
          const { knots, values, ranges } = mixture.link(believed);
          expectRising(knots);
          expectRising(values);
          expectRanges(ranges);
          for (const seen of [...positive, ...unlabeled, ...negative].filter((s) => Math.abs(s) < 1e100)) {
            expect(seen >= knots[0] && seen <= knots[knots.length - 1]).toBe(true);
          }
          close(
            mixture.posterior(believed).weights.reduce((a, b) => a + b),
            1,
          );
        },
      ),
      { ...FIXED, numRuns: 40 },
    );
  });
});

describe("negatives that may look like positives", () => {
  it("keep the highest probability clearly below 1 for a small prior that is known, and matter little for a large one", () => {
    const held = drawnScores(random(14), { pi: 0.1, separation: 3 });
    const highest = (pi: number) => sigmoid(Math.max(...linkAt(held, pointBelief(pi))));
    expect(highest(0.02)).toBeLessThan(0.6);
    expect(highest(0.1)).toBeLessThan(0.95);
    expect(highest(0.1)).toBeGreaterThan(highest(0.02) + 0.2);
    expect(highest(0.9)).toBeGreaterThan(0.98);
  });

  it("are fewer by the scores the more of what looks positive the prior explains", () => {
    const held = drawnScores(random(15), { pi: 0.3, separation: 4, unlabeled: 600 });
    // Three tenths look positive: they are all positive, or one in three is.
    const highest = (pi: number) => sigmoid(Math.max(...linkAt(held, pointBelief(pi))));
    expect(highest(0.3)).toBeGreaterThan(0.85);
    expect(Math.abs(highest(0.1) - 1 / 3)).toBeLessThan(0.06);
  });

  it("leave the mean probability of unlabeled bags near the mean of the prior", () => {
    for (const pi of [0.1, 0.4, 0.8]) {
      const held = drawnScores(random(16), { pi, separation: 1.5, positives: 40, unlabeled: 600 });
      const mixture = scoreMixture(held, { doubt: 0 });
      const odds = applyLink(mixture.link(flatBelief()), held.unlabeled);
      const mean = odds.reduce((sum, value) => sum + sigmoid(value), 0) / odds.length;
      expect(Math.abs(mean - beliefMean(mixture.posterior(flatBelief())))).toBeLessThan(0.03);
    }
  });
});

describe("doubt in the scores", () => {
  const held = fixedScores(20, 180);
  const told = scoreMixture(held, { doubt: 0 });
  const audited = withAudit(flatBelief(), { positive: 20, reviewed: 30 });

  it("of 1 leaves every prior as likely as before, and gives every bag the prior as its probability", () => {
    const mixture = scoreMixture(held, { doubt: 1 });
    expect(mixture.logLikelihood.every((value) => value === 0)).toBe(true);
    for (const start of [startingBelief(), audited, pointBelief(0.3)]) {
      expectClose(mixture.posterior(start), start);
      const { ranges } = mixture.link(start);
      expect(ranges.probabilities).toEqual([expect.closeTo(beliefMean(start), 4)]);
      expect(ranges.low).toEqual([expect.closeTo(beliefQuantile(start, 0.05), 1.6)]);
      expect(ranges.high).toEqual([expect.closeTo(beliefQuantile(start, 0.95), 1.6)]);
    }
  });

  it("of 1 keeps the order, on the side of one half where the prior is, unless that is exact", () => {
    const mixture = scoreMixture(held, { doubt: 1 });
    const [few, many, exact] = [startingBelief(), audited, pointBelief(0.3)].map((start) => mixture.link(start).values);
    for (const values of [few, many, exact]) expectRising(values);
    expect(few[52]).toBeLessThan(0);
    expect(many[0]).toBeGreaterThan(0);
    expectNear([...exact], [...told.link(pointBelief(0.3)).values], 1e-12);
    expect(exact[0]).toBeLessThan(0);
    expect(exact[52]).toBeGreaterThan(0);
  });

  it("leaves belief and probabilities between those of scores that tell all and nothing, in proportion", () => {
    const start = startingBelief();
    for (const doubt of [0.05, 0.4, 0.9]) {
      const mixture = scoreMixture(held, { doubt });
      expect(mixture.doubt).toBe(doubt);
      const between = (all: number, nothing: number) => (1 - doubt) * all + doubt * nothing;
      const weights = told.posterior(start).weights.map((weight, i) => between(weight, start.weights[i]));
      expectClose(mixture.posterior(start), { points: start.points, weights });
      for (const belief of [start, audited, pointBelief(0.3)]) {
        const wanted = told.link(belief).values.map((odds) => between(sigmoid(odds), beliefMean(belief)));
        expectNear([...mixture.link(belief).values.map(sigmoid)], [...wanted], 1e-6);
      }
    }
  });

  it("is for certain if positives do not stand out, by chance if they do a little, and none if they clearly do", () => {
    const doubtOfShift = (shift: number) => {
      const { positive, unlabeled } = fixedScores(8, 60);
      const moved = { positive: positive.map((score) => score + shift), unlabeled };
      return { doubt: scoreMixture(moved).doubt, p: separationOf(bagScores(moved))?.p ?? Number.NaN };
    };
    const [none, little, clear] = [-1, 0.4, 2].map(doubtOfShift);
    expect(none.doubt).toBe(1);
    expect(little.p).toBeGreaterThan(0.005);
    expect(little.p).toBeLessThan(0.05);
    expect(little.doubt).toBe(doubtOf(little.p));
    expect(clear.doubt).toBe(0);
  });

  it("is none where a test of it is impossible", () => {
    const { positive, unlabeled } = held;
    expect(scoreMixture({ positive: positive.subarray(0, 1), unlabeled }).doubt).toBe(0);
    expect(scoreMixture({ positive, unlabeled: [1, 1, 1] }).doubt).toBe(0);
  });
});

describe("scores that tell nothing", () => {
  const some = Float64Array.of(1, 2, 3);
  it.each<[string, GivenScores, RegExp]>([
    ["no positive", { positive: new Float64Array(), unlabeled: some }, /no labelled bag/],
    ["no unlabeled", { positive: some, unlabeled: new Float64Array() }, /no unlabeled bag/],
    ["none at all", { positive: new Float64Array(), unlabeled: new Float64Array() }, /no unlabeled bag/],
    ["only NaN", { positive: Float64Array.of(Number.NaN), unlabeled: some }, /no labelled bag/],
    ["equal scores", { positive: some, unlabeled: new Float64Array(50).fill(2) }, /the same held-out score/],
    ["equal but for rounding", { positive: some, unlabeled: Float64Array.of(0.3, 0.1 + 0.2) }, /the same held-out/],
  ])("leave the belief as it was and decide by the prior: %s", (_, held, message) => {
    const mixture = scoreMixture(held);
    expect(mixture.notes).toHaveLength(1);
    expect(mixture.notes[0].message).toMatch(message);
    expect([...mixture.logLikelihood]).toEqual(BELIEF_GRID.map(() => 0));
    const { knots, values } = mixture.link(withAudit(flatBelief(), { positive: 8, reviewed: 30 }));
    expectRising(knots);
    expectRising(values);
    // The mean of Beta(9, 23).
    for (const value of values) expect(Math.abs(value - Math.log(9 / 23))).toBeLessThan(1e-4);
    for (const value of mixture.link(pointBelief(0.2)).values) close(Math.abs(value - Math.log(0.25)) / 100, 0);
  });

  it("leave out what is not a number", () => {
    const { positive, unlabeled } = fixedScores(10, 60);
    const held = { positive: positive.map((score) => score + 0.5), unlabeled };
    const holes = (scores: Float64Array) => Float64Array.from([Number.NaN, ...scores, Number.NEGATIVE_INFINITY]);
    const filled = { positive: holes(held.positive), unlabeled: holes(held.unlabeled) };
    // Perhaps two bags are of one patient each. The holes are of patients of their own.
    const clusters = {
      whole: Uint32Array.from({ length: 70 }, (_, i) => i >> 1),
      filled: new Uint32Array(74).fill(99),
    };
    clusters.filled.set(clusters.whole.subarray(0, 10), 1);
    clusters.filled.set(clusters.whole.subarray(10), 13);
    for (const [of, plain] of [
      [filled, held],
      [
        { ...filled, clusters: clusters.filled },
        { ...held, clusters: clusters.whole },
      ],
    ]) {
      const [found, wanted] = [of, plain].map((scores) => scoreMixture(scores));
      // That positives stand out is found in the same scores.
      expect(found.doubt).toBe(wanted.doubt);
      expect(found.doubt).toBeGreaterThan(0);
      expect(found.doubt).toBeLessThan(1);
      expect(found.logLikelihood).toEqual(wanted.logLikelihood);
      expect(found.notes).toEqual([]);
    }
  });

  it("are not those of a single positive", () => {
    const { unlabeled } = drawnScores(random(9), { pi: 0.2, separation: 4 });
    const mixture = scoreMixture({ positive: Float64Array.of(4), unlabeled });
    expect(describeBelief(mixture.posterior(flatBelief())).mean).toBeLessThan(0.49);
    expectRising(mixture.link(flatBelief()).values);
  });
});
