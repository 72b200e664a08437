import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { matrix } from "../../src/linalg/matrix.js";
import { allKnown, asSample, bagScores, countsOf, numbered, scoresByLabel } from "../../src/scores/bag-scores.js";
import { reweighted, unitWeights } from "../../src/scores/bootstrap.js";
import { bound, boundAdvice } from "../../src/scores/bound.js";
import { byScore } from "../../src/scores/classification.js";
import { puCurves } from "../../src/scores/gain-curves.js";
import { hiddenCounts } from "../../src/scores/hidden-counts.js";
import { BELIEF_GRID, BELIEF_STEP, beliefQuantile } from "../../src/scores/prior-belief.js";
import { heldOutMeasures, usualBootstrap } from "../../src/scores/pu-measures.js";
import { sampleWords, shareAmongUnlabeled } from "../../src/scores/scenario.js";
import { chanceText, separationOf } from "../../src/scores/separation.js";
import { topK } from "../../src/scores/top-k.js";
import { discoveries } from "../../src/statistics/false-discoveries.js";
import { permutationTest } from "../../src/statistics/permutation-test.js";
import { incompleteBeta, studentT, upperTail } from "../../src/statistics/t-test.js";
import { bagSet } from "../bags/make.js";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2));

describe("bagScores", () => {
  it("fills in what is left out, and keeps what is complete", () => {
    const positive = Float64Array.of(1);
    const given = bagScores({ positive, unlabeled: [2] });
    expect(given).toMatchObject({ scenario: "case-control", unlabeled: Float64Array.of(2), clusters: null });
    expect(given.positive).toBe(positive);
    expect(given.negative).toHaveLength(0);
    const clusters = Uint32Array.of(4, 4);
    expect(bagScores({ positive, unlabeled: [2], clusters }).clusters).toBe(clusters);
    expect(bagScores({ positive, unlabeled: [2], clusters: [4, 5] }).clusters).toEqual(Uint32Array.of(4, 5));
    expect(bagScores({ positive, unlabeled: [2], clusters: null }).clusters).toBeNull();
  });

  it("of bags whose labels are all known are a single sample", () => {
    const all = bagScores({ positive: [1], unlabeled: [], negative: [2, 3] });
    expect(allKnown(all)).toBe(true);
    expect(asSample(all).scenario).toBe("single-set");
    expect(countsOf(all)).toEqual({ positive: 1, unlabeled: 0, negative: 2 });
    for (const some of [{ unlabeled: [1], negative: [2] }, { unlabeled: [] }]) {
      const scores = bagScores({ positive: [1], ...some });
      expect(allKnown(scores)).toBe(false);
      expect(asSample(scores)).toBe(scores);
    }
  });

  it("by label are those of all bags if no rows are named", () => {
    const bags = bagSet([[[1]], [[2]], [[3]]], { labels: ["unlabeled", "positive", "unlabeled"] });
    const { positive, unlabeled } = scoresByLabel([5, 6, 7], { bags, scenario: "case-control" });
    expect([...positive, ...unlabeled]).toEqual([6, 5, 7]);
  });

  it("number names in the order in which they appear", () => {
    expect(numbered(["b", "a", "b", "c"])).toEqual({ of: Uint32Array.of(0, 1, 0, 2), size: 3 });
  });
});

describe("reweighted", () => {
  const held = bagScores({ positive: [1, 2, 3, 4], unlabeled: [1, 2], negative: [0], clusters: [0, 0, 1, 2, 3, 2, 4] });

  it("gives bags of one cluster one exponential weight, and unseen ones that of a typical cluster", () => {
    const draw = reweighted(held, random(3));
    const draws = Array.from({ length: 4000 }, () => draw());
    for (const { bags } of draws.slice(0, 20)) {
      expect(bags).toHaveLength(7);
      expect(bags[0]).toBe(bags[1]);
      expect(bags[3]).toBe(bags[5]);
      expect(new Set(bags).size).toBe(5);
    }
    for (const k of [0, 2, 3, 4, 6]) {
      const own = draws.map(({ bags }) => bags[k]);
      expect(mean(own)).toBeCloseTo(1, 0.7);
      expect(variance(own)).toBeCloseTo(1, 0.5);
    }
    // 4 positive bags in 3 clusters; 3 other bags in 3. Half a bag stands at each end.
    for (const end of [0, 1] as const) {
      expect(Math.abs(mean(draws.map(({ positive }) => positive[end])) - 4 / 6)).toBeLessThan(0.06);
      expect(Math.abs(mean(draws.map(({ other }) => other[end])) - 1 / 2)).toBeLessThan(0.05);
    }
  });

  it("leaves out clusters of positives for a wider spread, and no others", () => {
    const draw = reweighted(held, random(4));
    const spread = 3;
    const draws = Array.from({ length: 4000 }, () => draw(spread).bags);
    const left = (k: number) => mean(draws.map((bags) => (bags[k] === 0 ? 1 : 0)));
    // 1 - 2 / (3 + 1).
    for (const k of [0, 2, 3]) expect(Math.abs(left(k) - 0.5)).toBeLessThan(0.04);
    for (const k of [4, 6]) expect(left(k)).toBe(0);
    expect(Array.from({ length: 50 }, () => draw(1).bags).every((bags) => bags.every((w) => w > 0))).toBe(true);
  });

  it("of units is 1 for every bag and nothing unseen", () => {
    expect(unitWeights(2)).toEqual({ bags: Float64Array.of(1, 1), positive: [0, 0], other: [0, 0] });
  });
});

describe("hiddenCounts", () => {
  it("guesses as many positives as the prior says, above thresholds as the known ones are", () => {
    const held = bagScores({
      positive: Array.from({ length: 40 }, (_, i) => i / 10),
      unlabeled: Array.from({ length: 100 }, (_, i) => i / 20 - 1),
    });
    const guesses = [...hiddenCounts(held, [-9, 2, 9], { prior: 0.3, bootstrap: 600, seed: 1 })];
    expect(guesses).toHaveLength(600);
    const positives = guesses.map((guess) => guess.positives);
    expect(Math.abs(mean(positives) - 30)).toBeLessThan(0.7);
    expect(Math.abs(Math.sqrt(variance(positives)) - Math.sqrt(100 * 0.3 * 0.7))).toBeLessThan(0.6);
    for (const { above, positives: all } of guesses) {
      expect(above[0]).toBe(all);
      expect(above[1]).toBeLessThanOrEqual(Math.min(all, 40));
      // All the positives that the others have no room for are above.
      expect(above[1]).toBeGreaterThanOrEqual(Math.max(0, all - 60));
      expect(above[2]).toBe(0);
    }
    // Half of the known positives score 2 at least, and the mean of their places is .52 by hand: (i/10 + 1) / 5.
    expect(Math.abs(mean(guesses.map(({ above }) => above[1])) - 15)).toBeLessThan(0.6);
    expect(Math.abs(mean(guesses.map(({ place }) => place)) - 0.59)).toBeLessThan(0.02);
  });

  it("counts clusters as the witnesses that they are", () => {
    const clusters = Array.from({ length: 30 }, (_, i) => (i < 10 ? i : 10 + ((i - 10) >> 2)));
    const held = bagScores({
      positive: Array.from({ length: 10 }, (_, i) => i),
      unlabeled: Array.from({ length: 20 }, (_, i) => i / 2),
      clusters,
    });
    const positives = [...hiddenCounts(held, [], { prior: 0.5, bootstrap: 300, seed: 2 })].map((g) => g.positives);
    expect(new Set(positives.map((value) => value % 4))).toEqual(new Set([0]));
    expect(Math.abs(Math.sqrt(variance(positives)) - 4 * Math.sqrt(5 / 4))).toBeLessThan(0.5);
    const all = [...hiddenCounts(held, [4], { prior: 1, bootstrap: 20, seed: 2 })];
    // If all are positive, nothing is left to vary.
    for (const { positives: found, place, above } of all) {
      expect(found).toBe(20);
      expect(above[0]).toBe(12);
      expect(place).toBeGreaterThan(0);
    }
    for (const { place } of hiddenCounts(held, [], { prior: 0, bootstrap: 3, seed: 2 })) expect(place).toBeNaN();
  });
});

describe("hiddenCounts beyond all known positives", () => {
  const held = bagScores({ positive: [0], unlabeled: Array.from({ length: 40 }, (_, i) => i - 20) });

  it("has as many positives as the unseen bags weigh", () => {
    const guesses = [...hiddenCounts(held, [0.5], { prior: 0.5, bootstrap: 3000, seed: 4 })];
    // Of the weights 1/2 (above), 1 and 1/2 (below), in the mean a quarter and a little more: it is skewed.
    const shares = guesses.map(
      ({ weights: { bags, positive } }) => positive[0] / (positive[0] + bags[0] + positive[1]),
    );
    const found = guesses.map(({ above, positives }) => above[0] / positives);
    expect(Math.abs(mean(found) - mean(shares))).toBeLessThan(0.03);
    expect(mean(shares)).toBeGreaterThan(0.15);
  });

  it("has their mean place exactly, if all unlabeled bags are positive", () => {
    for (const { place, weights } of hiddenCounts(held, [], { prior: 1 - 1e-12, bootstrap: 20, seed: 5 })) {
      const [above, below] = weights.positive;
      const own = weights.bags[0];
      // 20 of 40 bags score less than 0, and one as much.
      expect(place).toBeCloseTo((above * 1 + own * (20.5 / 40)) / (above + own + below), 12);
    }
  });
});

describe("permutationTest", () => {
  it("is the share of choices that are as extreme, as a count of all of them says", () => {
    // 3 of 8 rows: 56 choices.
    const values = [5, 4.5, 1, 0, 1, 2, 3, 0.5];
    const total = values.reduce((a, b) => a + b, 0);
    const far = (chosen: readonly number[]) =>
      Math.abs(chosen.reduce((sum, i) => sum + values[i], 0) - (3 * total) / 8);
    let extreme = 0;
    for (let i = 0; i < 8; i++)
      for (let j = i + 1; j < 8; j++)
        for (let k = j + 1; k < 8; k++) extreme += +(far([i, j, k]) >= far([0, 1, 2]) - 1e-9);
    const copies = matrix(8, 2, Float64Array.from(values.flatMap((value) => [value, 7])));
    const found = Array.from({ length: 60 }, (_, seed) => permutationTest(copies, 3, random(seed)));
    // Stopped after ten extreme choices, the mean of many runs is near the truth.
    expect(Math.abs(mean(found.map(([p]) => p)) - extreme / 56)).toBeLessThan(0.04);
    // A constant column is never extreme, or always.
    for (const [, p] of found) expect(p).toBe(1);
  });

  it("is the smallest that so many choices can show for a column that stands out", () => {
    const rows = 40;
    const data = Float64Array.from({ length: rows * 2 }, (_, k) =>
      k % 2 === 0 ? (k < 20 ? 100 + k : k / 100) : (k * 7) % 5,
    );
    const [p, other] = permutationTest(matrix(rows, 2, data), 10, random(1));
    expect(p).toBe(1 / 10_000);
    expect(other).toBeGreaterThan(0.05);
  });

  it("is 1 without rows on both sides", () => {
    const one = matrix(3, 1, Float64Array.of(1, 2, 3));
    for (const first of [0, 3, 4]) expect(permutationTest(one, first, random(1))).toEqual(Float64Array.of(1));
    expect(permutationTest(one, 1, random(1))[0]).toBeLessThanOrEqual(1);
    expect(permutationTest(one, 2, random(1))[0]).toBeGreaterThan(0);
  });

  it("takes numbers of any size", () => {
    const data = Float64Array.of(3e307, 2e307, 1e307, 0, -1e307, -3e307);
    const p = (scale: number) =>
      permutationTest(
        matrix(
          6,
          1,
          data.map((value) => value * scale),
        ),
        2,
        random(5),
      )[0];
    expect(p(1)).toBe(p(1e-300));
  });
});

describe("beliefQuantile", () => {
  const belief = { points: [0.1025, 0.1075, 0.1125, 0.1175], weights: [0.25, 0, 0.5, 0.25] };

  it("spreads the weight of each cell evenly over it", () => {
    expect(BELIEF_STEP).toBe(0.005);
    expect(BELIEF_GRID).toHaveLength(200);
    expect(BELIEF_GRID[0]).toBe(0.0025);
    const at = (share: number) => beliefQuantile(belief, share);
    expect(at(0)).toBeCloseTo(0.1, 12);
    expect(at(0.125)).toBeCloseTo(0.1025, 12);
    expect(at(0.25)).toBeCloseTo(0.105, 12);
    expect(at(0.5)).toBeCloseTo(0.1125, 12);
    expect(at(0.75)).toBeCloseTo(0.115, 12);
    expect(at(1)).toBeCloseTo(0.12, 12);
    expect(at(0.875)).toBeCloseTo(0.1175, 12);
  });

  it("is a point that is exact, and the end of the last cell with weight where rounding lost some", () => {
    expect(beliefQuantile({ points: [0.3], weights: [1] }, 0.9)).toBe(0.3);
    const short = { points: [0.1025, 0.1075, 0.1125], weights: [0.5, 0.499, 0] };
    expect(beliefQuantile(short, 1)).toBeCloseTo(0.11, 12);
  });
});

describe("scenario words and shares", () => {
  it("name the bags whose share of positives is the prior", () => {
    expect(sampleWords("single-set")).toBe("all bags");
    expect(sampleWords("case-control")).toBe("the unlabeled bags");
  });

  it("stay within 0 and 1, and count bags that are known to be negative", () => {
    const counts = { positive: 2, unlabeled: 4, negative: 2 };
    expect(shareAmongUnlabeled(counts, "single-set", 0.9)).toBe(1);
    expect(shareAmongUnlabeled({ positive: 2, unlabeled: 4 }, "single-set", 0.5)).toBe(0.25);
  });
});

describe("separationOf", () => {
  const ramp = (n: number, from: number) => Array.from({ length: n }, (_, i) => from + i / n);
  const of = (given: Parameters<typeof bagScores>[0]) => separationOf(bagScores(given));

  it("is the test of Mann and Whitney with an error that is a quarter wider", () => {
    const [positive, unlabeled] = [ramp(12, 0.5571), ramp(20, 0)];
    const wins = positive.flatMap((p) => unlabeled.map((u) => (p > u ? 1 : p === u ? 0.5 : 0)));
    const error = 1.25 * Math.sqrt((12 + 20 + 1) / (12 * 12 * 20));
    const found = of({ positive, unlabeled });
    expect(found?.auc).toBeCloseTo(mean(wins), 12);
    expect(found?.p).toBeCloseTo(upperTail((mean(wins) - 0.5) / error, 30), 12);
    expect(found?.apart).toBe(true);
    const clusters = [...positive.map((_, i) => i >> 1), ...unlabeled.map((_, i) => 50 + (i >> 1))];
    const half = 1.25 * Math.sqrt((6 + 10 + 1) / (12 * 6 * 10));
    expect(of({ positive, unlabeled, clusters })?.p).toBeCloseTo(upperTail((mean(wins) - 0.5) / half, 14), 12);
  });

  it("allows for ties", () => {
    const [positive, unlabeled] = [
      [1, 1, 2, 2],
      [0, 1, 1, 0, 0],
    ];
    // 9 ranks in ties of 3, 4 and 2.
    const untied = 1 - (24 + 60 + 6) / (729 - 9);
    const auc = mean(positive.flatMap((p) => unlabeled.map((u) => (p > u ? 1 : p === u ? 0.5 : 0))));
    const error = 1.25 * Math.sqrt((10 * untied) / (12 * 4 * 5));
    expect(of({ positive, unlabeled })?.p).toBeCloseTo(upperTail((auc - 0.5) / error, 7), 12);
    expect(of({ positive: [1, 1], unlabeled: [1, 1, 1] })).toEqual({ auc: 0.5, p: 1, apart: false });
  });

  it("takes the better of unlabeled and negative bags, at twice its chance", () => {
    const [positive, unlabeled, negative] = [ramp(10, 0.2), ramp(10, 0), ramp(10, -3)];
    const against = (others: number[]) => of({ positive, unlabeled: others })?.p ?? 0;
    const both = of({ positive, unlabeled, negative });
    expect(both?.p).toBeCloseTo(2 * Math.min(against(unlabeled), against(negative)), 12);
    expect(both?.auc).toBe(of({ positive, unlabeled })?.auc);
    const worse = of({ positive, unlabeled: ramp(10, 3), negative: ramp(10, 5) });
    expect(worse?.p).toBe(1);
    expect(of({ positive, unlabeled: [], negative })?.p).toBeCloseTo(against(negative), 12);
    expect(of({ positive, unlabeled, negative: [1] })?.p).toBeCloseTo(against(unlabeled), 12);
    expect(of({ positive, unlabeled: [1], negative })).toBeNull();
  });

  it("is nothing with fewer than two bags on a side, or for numbers that are not finite", () => {
    expect(of({ positive: [1], unlabeled: ramp(9, 0) })).toBeNull();
    expect(of({ positive: [1, 2], unlabeled: [0] })).toBeNull();
    expect(of({ positive: [1, 2], unlabeled: [0, Number.NaN] })).toBeNull();
    expect(of({ positive: [1, 2], unlabeled: [0, 1] })).not.toBeNull();
  });

  it("is told with two digits, and a chance of next to nothing as such", () => {
    expect([0.052, 0.0499, 0.0001, 0.00009].map(chanceText)).toEqual([
      "p = 0.052",
      "p = 0.05",
      "p = 0.0001",
      "p < 0.0001",
    ]);
  });
});

describe("Student's distribution", () => {
  it("has the values of the tables", () => {
    // One degree is Cauchy's distribution, two have a closed form; others are from tables.
    for (const t of [-30, -1, 0, 0.3, 1, 7]) {
      expect(upperTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 13);
      expect(upperTail(t, 2)).toBeCloseTo((1 - t / Math.sqrt(2 + t * t)) / 2, 13);
    }
    expect(upperTail(2.228138852, 10)).toBeCloseTo(0.025, 9);
    expect(upperTail(1.697260887, 30)).toBeCloseTo(0.05, 9);
    expect(upperTail(1.645, 1e7)).toBeCloseTo(0.04998, 4);
  });

  it("comes from a beta function with its closed forms", () => {
    for (const x of [-1, 0, 0.01, 0.3, 0.5, 0.77, 0.999, 1, 2]) {
      const inside = Math.min(1, Math.max(0, x));
      expect(incompleteBeta(x, 1, 1)).toBeCloseTo(inside, 13);
      expect(incompleteBeta(x, 3, 1)).toBeCloseTo(inside ** 3, 13);
      expect(incompleteBeta(x, 1, 4)).toBeCloseTo(1 - (1 - inside) ** 4, 13);
      expect(incompleteBeta(x, 2, 2)).toBeCloseTo(inside ** 2 * (3 - 2 * inside), 13);
      expect(incompleteBeta(x, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(inside)), 13);
      expect(incompleteBeta(x, 20, 30) + incompleteBeta(1 - x, 30, 20)).toBeCloseTo(1, 12);
    }
    // The sum of a binomial distribution: 12 of 40 or more at .25.
    let tail = 0;
    for (let k = 12, term = 1; k <= 40; k++) {
      term = 1;
      for (let i = 0; i < k; i++) term *= ((40 - i) / (k - i)) * 0.25;
      tail += term * 0.75 ** (40 - k);
    }
    expect(incompleteBeta(0.25, 12, 29)).toBeCloseTo(tail, 12);
  });

  it("of samples without a spread is certain", () => {
    const at = (value: number, n = 5) => ({ mean: value, sd: 0, n });
    for (const variances of ["equal", "unequal"] as const) {
      expect(studentT(at(2), at(1), { variances })).toEqual({ statistic: Infinity, degrees: 8, p: 0 });
      expect(studentT(at(1), at(2), { variances })).toEqual({ statistic: -Infinity, degrees: 8, p: 1 });
      expect(studentT(at(1), at(1), { variances })).toEqual({ statistic: 0, degrees: 8, p: 0.5 });
    }
  });

  it("refuses samples that it cannot use", () => {
    const good = { mean: 1, sd: 1, n: 2 };
    for (const wrong of [{ n: 1 }, { n: 2.5 }, { sd: -1 }, { sd: Number.NaN }, { mean: Infinity }]) {
      expect(() => studentT({ ...good, ...wrong }, good)).toThrow(expect.objectContaining({ code: "t-test" }));
      expect(() => studentT(good, { ...good, ...wrong })).toThrow(expect.objectContaining({ code: "t-test" }));
    }
    expect(() => studentT(good, good, { variances: "other" as never })).toThrow(
      expect.objectContaining({ code: "option" }),
    );
  });
});

describe("byScore", () => {
  it("gives the same first bags whether it sorts all or some", () => {
    const draw = random(5);
    const scores = Array.from({ length: 60 }, () => Math.round(6 * draw.normal()));
    const all = byScore(scores);
    for (let most = 0; most <= 61; most++) expect(byScore(scores, most)).toEqual(all.slice(0, most));
    const wrong = scores.with(7, Number.NaN);
    expect(byScore(wrong, 9)).toEqual(byScore(wrong).slice(0, 9));
  });
});

describe("discoveries", () => {
  it("are those up to the last p-value that is small enough for its place", () => {
    // The second is too large for its place, but not for that of the third.
    expect(discoveries([0.9, 0.01, 0.033, 0.036, 0.8], { rate: 0.06 })).toEqual([1, 2, 3]);
    expect(discoveries([0.02, 0.5], { rate: 0.04 })).toEqual([0]);
    expect(discoveries([0.021, 0.5], { rate: 0.04 })).toEqual([]);
    expect(discoveries([], { rate: 0.1 })).toEqual([]);
  });
});

describe("the bound of Theorem 1", () => {
  it("has two terms, and advice in their proportion", () => {
    const found = bound({ capacity: 3, prior: 0.25, positive: 16, unlabeled: 100, delta: 0.1 });
    const factor = 3 * Math.sqrt(Math.log(20) / 2);
    expect(found.positiveTerm).toBeCloseTo((factor * 0.5) / 4, 12);
    expect(found.unlabeledTerm).toBeCloseTo(factor / 10, 12);
    expect(found.total).toBeCloseTo(factor * (0.125 + 0.1), 12);
    expect(bound({ capacity: 1, prior: 0.5, positive: 1, unlabeled: 1 }).delta).toBe(0.05);
    const advice = boundAdvice(found, { positive: 16, unlabeled: 100 });
    expect(advice.larger).toBe("positive");
    expect(advice.share).toBeCloseTo(0.125 / 0.225, 12);
    expect(advice.worth).toBeCloseTo(0.125 / 16 / (0.1 / 100), 12);
    expect(advice.doubling.positive).toBeCloseTo(((1 - Math.SQRT1_2) * 0.125) / 0.225, 12);
    const other = boundAdvice(
      { ...found, unlabeledTerm: found.positiveTerm + 1, total: 2 },
      { positive: 1, unlabeled: 1 },
    );
    expect(other.larger).toBe("unlabeled");
  });
});

describe("curves and measures without unlabeled positives or a bootstrap", () => {
  const held = { positive: [3, 2, 1], unlabeled: [3, 1, 0, -1] };

  it("have no band without a bootstrap", () => {
    const { gain, precisionRecall } = puCurves(held, { prior: 0.5, bootstrap: 0 });
    for (const { found, low, high } of gain) expect([low, high]).toEqual([found, found]);
    for (const { precision, low, high } of precisionRecall) expect([low, high]).toEqual([precision, precision]);
    expect(gain.map(({ reviewed }) => reviewed)).toEqual([0, 1, 2, 3, 4]);
  });

  it("find nothing where the labelled bags are all the positives", () => {
    const single = { ...held, scenario: "single-set" as const };
    const { precisionRecall } = puCurves(single, { prior: 3 / 7, bootstrap: 0 });
    for (const { recall, precision } of precisionRecall) expect([recall, precision]).toEqual([0, 0]);
  });

  it("have the level that you ask for", () => {
    const draw = random(1);
    const many = {
      positive: Array.from({ length: 30 }, () => draw.normal() + 1),
      unlabeled: Array.from({ length: 60 }, () => draw.normal()),
    };
    const options = { prior: 0.4, bootstrap: 200, seed: 3 };
    const widthOf = (level: number | undefined) => {
      const { gain } = puCurves(many, { ...options, level });
      return gain[20].high - gain[20].low;
    };
    expect(widthOf(0.5)).toBeLessThan(widthOf(0.9));
    expect(widthOf(undefined)).toBe(widthOf(0.9));
    const { gain } = puCurves(many, options);
    expect(gain[20].high).toBeGreaterThan(gain[20].found);
    const long = { ...many, unlabeled: Array.from({ length: 300 }, (_, i) => i / 100) };
    expect(puCurves(long, { ...options, bootstrap: 0 }).gain).toHaveLength(100);
    // The ends are quantiles of the numbers that the same draws find.
    const [wide] = topK(many, { ...options, k: 20, level: 0.9 });
    const [narrow] = topK(many, { ...options, k: 20, level: 0.2 });
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
  });

  it("divide bags that are tied with the last one", () => {
    const tied = { positive: [2, 2, 0], unlabeled: [2, 2, 2, 2, 0, -1] };
    const values = topK(tied, { prior: 0.5, k: [1, 2, 4, 6], bootstrap: 0 }).map(({ value }) => value);
    expect(values[1]).toBeCloseTo(2 * values[0], 12);
    expect(values[2]).toBeCloseTo(4 * values[0], 12);
    expect(values[3]).toBeCloseTo(3, 12);
    const found = topK(tied, { prior: 0.5, k: [2, 4], bootstrap: 400, seed: 1 });
    expect(found[0].high).toBeLessThanOrEqual(2);
    expect(found[1].high).toBeGreaterThanOrEqual(found[0].high);
  });

  it("have as many bootstrap samples as the bags leave time for", () => {
    const size = (n: number) => usualBootstrap(bagScores({ positive: [1], unlabeled: new Float64Array(n - 1) }));
    expect([100, 5000, 10_000, 25_000, 1e5].map(size)).toEqual([500, 500, 250, 100, 100]);
  });

  it("are counts where every label is known", () => {
    const known = { positive: [2, 1, -1], unlabeled: [], negative: [1.5, 0, -2, -3], scenario: "single-set" as const };
    const { recall, precision, accuracy, auc, leeLiu, positiveRate } = heldOutMeasures(known, {
      prior: 3 / 7,
      bootstrap: 0,
      threshold: 0.5,
    });
    expect(recall.value).toBeCloseTo(2 / 3, 12);
    expect(precision.value).toBeCloseTo(2 / 3, 12);
    expect(accuracy.value).toBeCloseTo(5 / 7, 12);
    expect(auc.value).toBeCloseTo((4 + 3 + 2) / 12, 12);
    expect(positiveRate.value).toBeCloseTo(3 / 7, 12);
    expect(leeLiu.value).toBeCloseTo(4 / 9 / (3 / 7), 12);
  });
});
