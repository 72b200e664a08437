import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { withAudit } from "../../../src/prior/belief/audit.js";
import { flatBelief, pointBelief, withRange } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { type ScoreMixtureOptions, scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import type { GivenScores } from "../../../src/scores/bag-scores.js";
import { BELIEF_GRID, type PriorBelief } from "../../../src/scores/prior-belief.js";
import { FIXED } from "../../bags/make.js";
import { belief, close } from "../belief/beliefs.js";
import { drawnScores, fixedScores } from "./mixtures.js";

const AUDIT = { positive: 7, reviewed: 30 };
/** Cells of the grid and standardised scores at which the golden values were taken. */
const CELLS = [0, 20, 60, 100, 140, 180, 199];
const SCORES = [-5, -2, -1, 0, 1, 2, 4, 8];

/**
 * By a program in Python (no interpolation, nothing left out), with the constants 0.8, 0.2 and 0.4.
 * The second set has 8 x 0.5 = 4 distinct positives, so its unlabeled bags count 0.4^2 of 0.25.
 */
const GOLDEN = [
  {
    positives: 20,
    unlabeled: 180,
    distinct: { positive: 1, unlabeled: 1 },
    logLikelihood: [-0.789822, -0.434831, -0.000994, -0.588908, -3.031206, -9.607767, -17.369964],
    flat: [-6.941526, -4.152657, -2.57674, -1.026373, 0.185888, 0.954567, 1.574325, 1.689315],
    audited: [-7.287748, -4.376141, -2.869875, -1.362449, -0.013997, 0.96667, 1.800449, 1.918135],
    known: [-7.073494, -4.238108, -2.711794, -1.142741, 0.347412, 1.477743, 2.436058, 2.559337],
    mean: 0.302337,
  },
  {
    positives: 8,
    unlabeled: 60,
    distinct: { positive: 0.5, unlabeled: 0.25 },
    logLikelihood: [-0.097356, -0.057083, -0.016646, -0.000912, -0.004916, -0.035248, -0.077041],
    flat: [-1.715261, -0.968139, -0.498314, 0.038017, 0.540817, 0.952479, 1.477243, 1.819442],
    audited: [-2.89603, -2.277591, -1.76405, -1.042593, -0.291662, 0.289738, 0.946428, 1.312606],
    known: [-2.697525, -2.06748, -1.539869, -0.795439, -0.037192, 0.532759, 1.154654, 1.492606],
    mean: 0.502305,
  },
];

/** The log-odds at standardised scores that are knots. */
function linkAt(
  held: GivenScores,
  believed: PriorBelief,
  { scores = SCORES, ...options }: ScoreMixtureOptions & { scores?: readonly number[] } = {},
): number[] {
  const { values } = scoreMixture(held, options).link(believed);
  expect(values).toHaveLength(53);
  return scores.map((score) => values[(score + 5) * 4]);
}

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

describe("the mixture of held-out scores", () => {
  it.each(GOLDEN)("agrees with another program for $positives positives and $unlabeled unlabeled", (golden) => {
    const held = fixedScores(golden.positives, golden.unlabeled);
    const { distinct } = golden;
    const mixture = scoreMixture(held, { distinct });
    expectNear(
      CELLS.map((cell) => mixture.logLikelihood[cell]),
      golden.logLikelihood,
      1e-3,
    );
    close(Math.max(...mixture.logLikelihood), 0);
    expect(Math.abs(describeBelief(mixture.posterior(flatBelief())).mean - golden.mean)).toBeLessThan(1e-4);
    expectNear(linkAt(held, flatBelief(), { distinct }), golden.flat, 1e-3);
    expectNear(linkAt(held, withAudit(flatBelief(), AUDIT), { distinct }), golden.audited, 1e-3);
    expectNear(linkAt(held, pointBelief(0.3), { distinct }), golden.known, 1e-3);
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

  it("finds the prior where the classes are far apart", () => {
    for (const pi of [0.1, 0.5, 0.8]) {
      const held = drawnScores(random(3), { pi, separation: 4, positives: 40, unlabeled: 600 });
      const { low, high, median } = describeBelief(scoreMixture(held).posterior(flatBelief()));
      expect(high - low).toBeLessThan(0.2);
      expect(Math.abs(median - pi)).toBeLessThan(0.06);
    }
  });

  it("does not change with unit and origin of the scores, but for the knots", () => {
    const held = fixedScores(12, 90);
    const moved = (scores: Float64Array) => scores.map((score) => 1024 * score - 4096);
    const plain = scoreMixture(held);
    const other = scoreMixture({ positive: moved(held.positive), unlabeled: moved(held.unlabeled) });
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
    const mean = (scores: GivenScores) => describeBelief(scoreMixture(scores).posterior(flatBelief())).mean;
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
        scoreMixture(held, { distinct: { positive: 1, unlabeled: distinct } }).posterior(flatBelief()),
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
      return describeBelief(scoreMixture({ positive, unlabeled: repeated }).posterior(flatBelief()));
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
      return describeBelief(scoreMixture({ positive, unlabeled }).posterior(flatBelief()));
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
    const scores = (maxLength: number) => fc.array(score, { maxLength }).map((values) => Float64Array.from(values));
    fc.assert(
      fc.property(scores(6), scores(20), scores(3), belief, (positive, unlabeled, negative, believed) => {
        const mixture = scoreMixture({ positive, unlabeled, negative });
        const { knots, values } = mixture.link(believed);
        expectRising(knots);
        expectRising(values);
        for (const seen of [...positive, ...unlabeled, ...negative].filter((s) => Math.abs(s) < 1e100)) {
          expect(seen >= knots[0] && seen <= knots[knots.length - 1]).toBe(true);
        }
        close(
          mixture.posterior(believed).weights.reduce((a, b) => a + b),
          1,
        );
      }),
      { ...FIXED, numRuns: 40 },
    );
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
    const held = fixedScores(10, 60);
    const holes = (scores: Float64Array) => Float64Array.from([Number.NaN, ...scores, Number.NEGATIVE_INFINITY]);
    const filled = scoreMixture({ positive: holes(held.positive), unlabeled: holes(held.unlabeled) });
    expect(filled.logLikelihood).toEqual(scoreMixture(held).logLikelihood);
    expect(filled.notes).toEqual([]);
  });

  it("are not those of a single positive", () => {
    const { unlabeled } = drawnScores(random(9), { pi: 0.2, separation: 4 });
    const mixture = scoreMixture({ positive: Float64Array.of(4), unlabeled });
    expect(describeBelief(mixture.posterior(flatBelief())).mean).toBeLessThan(0.49);
    expectRising(mixture.link(flatBelief()).values);
  });
});
