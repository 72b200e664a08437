import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { flatBelief } from "../../../src/prior/belief/belief.js";
import { mixtureJoint } from "../../../src/prior/mixture/joint-likelihood.js";
import { type MixtureParameters, mixtureParameters } from "../../../src/prior/mixture/parameters.js";
import { mixtureLink } from "../../../src/prior/mixture/score-link.js";
import { scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import { binMiddle, type StandardScores, standardScores } from "../../../src/prior/mixture/standard-scores.js";
import { bagScores } from "../../../src/scores/bag-scores.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";
import { drawnScores } from "./mixtures.js";

const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const mean = (values: ArrayLike<number>) => sum(Array.from(values)) / values.length;
const of = (...values: number[]) => Float64Array.from(values);

/** What `mixtureParameters` looks at. */
const standard = (positive: number[], { negative = [] as number[], distinct = { positive: 1, negative: 1 } } = {}) =>
  ({ positive: of(...positive), negative: of(...negative), distinct }) as unknown as StandardScores;

describe("the pairs of distributions", () => {
  const separations = [0.1, 0.3, 0.5, 0.75, 1, 1.3, 1.65, 2.1, 2.7, 3.4];
  const widths = [0.2, 0.2, 0.225, 0.25, 0.275, 0.325, 0.4, 0.525, 0.65, 0.7];

  it.each<[string, number[], number[], { positive: number; negative: number }]>([
    ["some positives", [0.3, 1.2, 2.5, 0.9], [], { positive: 1, negative: 1 }],
    ["copies, and known negatives", [0.3, 1.2, 2.5, 0.9, 1.1, 1.6], [-0.5, 0.4], { positive: 0.5, negative: 0.25 }],
    ["a single positive", [1.5], [], { positive: 1, negative: 1 }],
    ["a single positive of which half is a copy", [1.5], [-1], { positive: 0.5, negative: 1 }],
    ["two that are equal", [0.75, 0.75], [], { positive: 1, negative: 1 }],
    ["many that are nearly equal", Array.from({ length: 60 }, (_, i) => 1 + i / 1e4), [], { positive: 1, negative: 1 }],
    ["two far apart", [-3, 4], [], { positive: 1, negative: 1 }],
  ])("around %s are those of the description", (_, positive, negative, distinct) => {
    const found = mixtureParameters(standard(positive, { negative, distinct }));
    const n = positive.length;
    const m = mean(positive);
    // One positive has the variance of the unlabeled scores.
    const variance = n === 1 ? 1 : sum(positive.map((s) => (s - m) ** 2)) / (n - 1);
    const known = Math.max(1, n * distinct.positive);
    let at = 0;
    for (const a of [-1.5, -0.75, 0, 0.75, 1.5])
      for (const b of [-1, 0, 1])
        for (const [i, separation] of separations.entries())
          for (const r of [-0.4, -0.2, 0, 0.2, 0.4]) {
            const mP = m + (a * Math.max(Math.sqrt(variance), 0.3)) / Math.sqrt(known);
            const vP = Math.max((n * variance + 3) / (n + 3), 0.1) * Math.exp(b * Math.sqrt(2 / (known + 3)));
            const vN = vP * Math.exp(r);
            const mN = mP - separation * Math.sqrt((vP + vN) / 2);
            const ofNegatives = sum(negative.map((s) => -((s - mN) ** 2) / (2 * vN) - Math.log(vN) / 2));
            const prior =
              Math.log(widths[i]) -
              (a * a + b * b + (separation / 0.8) ** 2 + (r / 0.2) ** 2) / 2 +
              distinct.negative * ofNegatives;
            for (const [name, value] of Object.entries({
              meanP: mP,
              varianceP: vP,
              meanN: mN,
              varianceN: vN,
              logWeight: prior,
            }))
              expect(found[name as "meanP"][at]).toBeCloseTo(value, 9);
            at++;
          }
    expect([found.size, found.meanP.length, at]).toEqual([750, 750, 750]);
  });
});

describe("standardised scores", () => {
  const kinds = fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 14 });

  it("are those of the description, whatever their unit and origin", () => {
    fc.assert(
      fc.property(
        kinds,
        kinds,
        kinds,
        fc.constantFrom(1, 0.25, 3),
        fc.constantFrom(0, 7, -40),
        (p, u, n, unit, origin) => {
          const raw = (list: readonly number[]) => list.map((value) => unit * value + origin);
          const [positive, unlabeled, negative] = [p, u, n].map(raw);
          const found = standardScores(bagScores({ positive, unlabeled, negative }), {
            positive: 0.5,
            unlabeled: 0.8,
            negative: 0.25,
          });
          const all = [...positive, ...unlabeled, ...negative];
          const [least, greatest] = [Math.min(...all), Math.max(...all)];
          expect([found.least, found.greatest]).toEqual([least, greatest]);
          const centre = u.length === 0 ? 0 : mean(unlabeled);
          const spread = u.length === 0 ? 0 : Math.sqrt(mean(unlabeled.map((score) => (score - centre) ** 2)));
          const equal = new Set(u).size < 2;
          const scale = !equal ? spread : greatest > least ? greatest - least : Math.max(1, Math.abs(centre));
          expect(found.centre).toBeCloseTo(centre, 9);
          expect(found.scale / scale).toBeCloseTo(1, 9);
          expect(found.useless).toBe(
            u.length === 0 ? "no-unlabeled" : equal ? "all-equal" : p.length === 0 ? "no-positive" : null,
          );
          const inside = (score: number) =>
            Math.min(6 - 1e-9, Math.max(-4 + 1e-9, (score - found.centre) / found.scale));
          for (const [i, score] of positive.entries())
            expect(found.positive[i]).toBeCloseTo((score - found.centre) / found.scale, 9);
          for (const [i, score] of negative.entries()) expect(found.negative[i]).toBeCloseTo(inside(score), 9);
          const counts = Array<number>(60).fill(0);
          for (const score of unlabeled) counts[Math.floor(6 * (inside(score) + 4))]++;
          expect([...found.counts]).toEqual(counts);
          expect(found.distinct.positive).toBeCloseTo(0.5, 12);
          expect(found.distinct.unlabeled).toBeCloseTo(0.8 * Math.min(1, (0.5 * p.length) / 10) ** 2, 12);
          expect(found.distinct.negative).toBeCloseTo(0.25, 12);
        },
      ),
      { seed: 81, numRuns: 120 },
    );
  });

  it("count for no more than 250 bags, and positives for 40", () => {
    const shares = (positive: number, unlabeled: number, negative = 0) =>
      standardScores(
        bagScores({
          positive: Array.from({ length: positive }, (_, i) => i),
          unlabeled: Array.from({ length: unlabeled }, (_, i) => i),
          negative: Array.from({ length: negative }, (_, i) => i),
        }),
      ).distinct;
    expect(shares(40, 250, 250)).toEqual({ positive: 1, unlabeled: 1, negative: 1 });
    expect(shares(80, 1000, 500)).toEqual({ positive: 0.5, unlabeled: 0.25, negative: 0.5 });
    expect(shares(41, 251, 0)).toEqual({ positive: 40 / 41, unlabeled: 250 / 251, negative: 1 });
    expect([9, 10, 11].map((positive) => shares(positive, 100).unlabeled)).toEqual([0.9 ** 2, 1, 1]);
  });

  it("leave out what is beyond all measure, and move in what is far", () => {
    const unlabeled = [-1, 1, -1, 1];
    const found = standardScores(
      bagScores({
        positive: [5000, -5000, 2, 1e101, Number.NaN],
        unlabeled: [...unlabeled, Infinity],
        negative: [50, -50],
      }),
    );
    expect([...found.positive]).toEqual([1000, -1000, 2]);
    expect(found.negative[0]).toBeCloseTo(6, 8);
    expect(found.negative[1]).toBeCloseTo(-4, 8);
    expect([found.centre, found.scale, found.least, found.greatest]).toEqual([0, 1, -5000, 5000]);
    expect(standardScores(bagScores({ positive: [1e100], unlabeled })).positive).toHaveLength(1);
    // In the outermost bins.
    const far = standardScores(bagScores({ positive: [1], unlabeled: [...Array(98).fill(0), -500, 500] }));
    expect([far.counts[0], far.counts[59], sum(far.counts)]).toEqual([1, 1, 100]);
    expect([binMiddle(0), binMiddle(24), binMiddle(59)].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([
      -3.916666667, 0.083333333, 5.916666667,
    ]);
  });

  it("that are all one number have its size as their unit, or 1", () => {
    const unit = (value: number) => standardScores(bagScores({ positive: [value], unlabeled: [value, value] })).scale;
    expect([-7, 7, 0.5, 0, -1].map(unit)).toEqual([7, 7, 1, 1, 1]);
    const one = standardScores(bagScores({ positive: [3], unlabeled: [1] }));
    expect([one.useless, one.centre, one.scale]).toEqual(["all-equal", 1, 2]);
  });

  it("have a spread that is more than rounding", () => {
    const useless = (spread: number, middle: number) =>
      standardScores(bagScores({ positive: [middle], unlabeled: [middle - spread, middle + spread] })).useless;
    expect([useless(1e-9, 1), useless(1e-14, 1)]).toEqual([null, "all-equal"]);
    expect([useless(1e-6, -1e3), useless(1e-11, -1e3)]).toEqual([null, "all-equal"]);
    for (const share of [0, -1, 1.01, Number.NaN])
      for (const name of ["positive", "unlabeled", "negative"])
        expect(() =>
          standardScores(bagScores({ positive: [1], unlabeled: [0, 1] }), { positive: 1, unlabeled: 1, [name]: share }),
        ).toThrow(expect.objectContaining({ code: "option" }));
  });
});

/** log P(x) - log N(x), held constant beyond the vertex of the parabola. */
function plainRatio({ meanP, varianceP, meanN, varianceN }: MixtureParameters, k: number, score: number): number {
  const [mP, vP, mN, vN] = [meanP[k], varianceP[k], meanN[k], varianceN[k]];
  const at = (x: number) =>
    -((x - mP) ** 2) / (2 * vP) - Math.log(vP) / 2 + (x - mN) ** 2 / (2 * vN) + Math.log(vN) / 2;
  // Where the slope is 0.
  const vertex = (mP / vP - mN / vN) / (1 / vP - 1 / vN);
  const x = vP === vN ? score : vN < vP ? Math.max(score, vertex) : Math.min(score, vertex);
  return Math.min(300, Math.max(-300, at(x)));
}

describe("the log-odds by score", () => {
  const pairs = (list: readonly (readonly [number, number, number, number])[]): MixtureParameters => ({
    size: list.length,
    meanP: of(...list.map(([m]) => m)),
    varianceP: of(...list.map(([, v]) => v)),
    meanN: of(...list.map(([, , m]) => m)),
    varianceN: of(...list.map(([, , , v]) => v)),
    logWeight: new Float64Array(list.length),
  });
  const linkOf = (
    parameters: MixtureParameters,
    points: readonly number[],
    believed: readonly number[],
    {
      weights = points.map(() => parameters.meanP.map(() => 1 / parameters.size)).flatMap((row) => [...row]),
      ends = [-2, 9],
      truly = points.map(() => 1),
      doubt = 0,
      without = { points: [0.25], weights: [1] },
    } = {},
  ) =>
    mixtureLink({ centre: 1, scale: 2, least: ends[0], greatest: ends[1] } as StandardScores, parameters, {
      shares: points.map((looking, row) => ({ looking, row, truly: [{ part: truly[row], weight: believed[row] }] })),
      weights: of(...weights),
      without,
      doubt,
    });

  it("is that of the mean probability over shares that look positive, what of them is, pairs, and doubt", () => {
    const draw = random(12);
    for (let run = 0; run < 12; run++) {
      const list = Array.from({ length: 4 }, (_, k) => {
        const mP = draw.normal();
        const vP = 0.3 + draw.uniform();
        return [mP, vP, mP - 0.2 - draw.uniform(), k === 0 ? vP : 0.3 + draw.uniform()] as const;
      });
      const parameters = pairs(list);
      const points = [0.1, 0.35, 0.8];
      const believed = [0.2, 0.5, 0.3];
      const weights = points.flatMap(() => {
        const row = list.map(() => draw.uniform());
        return row.map((value) => value / sum(row));
      });
      const truly = points.map(() => 0.2 + 0.8 * draw.uniform());
      const doubt = run % 2 === 0 ? 0 : 0.3;
      const { knots, values } = linkOf(parameters, points, believed, { weights, truly, doubt });
      expect(knots).toHaveLength(53);
      let before = -Infinity;
      for (const [k, knot] of knots.entries()) {
        expect(knot).toBeCloseTo(1 + 2 * (-5 + k / 4), 12);
        let p = 0;
        for (const [i, pi] of points.entries())
          for (const j of list.keys()) {
            const odds = Math.exp(plainRatio(parameters, j, -5 + k / 4)) * (pi / (1 - pi));
            p += believed[i] * weights[i * 4 + j] * truly[i] * (odds / (1 + odds));
          }
        p = (1 - doubt) * p + doubt * 0.25;
        const plain = Math.max(Math.log(p / (1 - p)), before + 1e-9);
        expect(values[k]).toBeCloseTo(plain, 7);
        expect(values[k]).toBeGreaterThan(before);
        before = values[k];
      }
    }
  });

  it("has a knot at each end that scores lie beyond, and none otherwise", () => {
    const one = pairs([[1, 1, 0, 1]]);
    const ends = (...range: [number, number]) => {
      const { knots } = linkOf(one, [0.3], [1], { ends: range });
      return [knots.length, knots[0], knots[knots.length - 1]];
    };
    // 1 + 2 x -5 and 1 + 2 x 8.
    expect(ends(-9, 17)).toEqual([53, -9, 17]);
    expect(ends(-9.5, 17)).toEqual([54, -9.5, 17]);
    expect(ends(-9, 17.5)).toEqual([54, -9, 17.5]);
    expect(ends(-20, 30)).toEqual([55, -20, 30]);
  });

  it("stays finite and rises however far apart the classes are", () => {
    const far = linkOf(pairs([[50, 0.01, -50, 0.01]]), [0.5], [1]);
    expect(far.values.every(Number.isFinite)).toBe(true);
    expect(far.values[0]).toBeCloseTo(-300, 6);
    expect(far.values[52]).toBeGreaterThan(299);
    for (const k of far.values.keys()) if (k > 0) expect(far.values[k]).toBeGreaterThan(far.values[k - 1]);
    // Without any difference it is the prior, but for the least rise.
    const same = linkOf(pairs([[0, 1, 0, 1]]), [0.3], [1]);
    for (const [k, value] of same.values.entries()) expect(value).toBeCloseTo(Math.log(3 / 7) + k * 1e-9, 10);
  });

  it("calls everybody positive if scores tell nothing and the prior is one half, however it is rounded", () => {
    const without = (points: number[]) => ({ points, weights: points.map(() => 1 / points.length) });
    for (const [points, positive] of [
      [[0.1, 0.2, 0.7, 0.3, 0.9, 0.8], true],
      [[0.3, 0.5 - 1e-17, 0.7], true],
      [[0.3, 0.6], false],
    ] as const) {
      const { values } = linkOf(pairs([[1, 1, 0, 1]]), [0.3], [1], { doubt: 1, without: without([...points]) });
      expect([...values].every((value) => value > 0)).toBe(positive);
      expect([...values].every((value) => value < 0)).toBe(!positive);
    }
  });

  it("leaves out what hardly weighs anything", () => {
    const list = [
      [1, 1, 0, 1],
      [0, 1, -5, 1],
    ] as const;
    const alone = linkOf(pairs([list[0]]), [0.3], [1]).values;
    const beside = linkOf(pairs(list), [0.3, 0.9], [1 - 1e-12, 1e-12], { weights: [1, 0, 0, 1] }).values;
    for (const [k, value] of beside.entries()) expect(value).toBeCloseTo(alone[k], 9);
  });
});

describe("the mixture", () => {
  it("takes a likelihood of the prior that is given instead of its own", () => {
    const held = drawnScores(random(14), { pi: 0.3, separation: 1.5 });
    const instead = Float64Array.from(BELIEF_GRID, (pi) => -pi);
    expect(scoreMixture(held, { instead }).logLikelihood).toEqual(instead);
    const own = scoreMixture(held).logLikelihood;
    expect(own).not.toEqual(instead);
    // And the posterior is Bayes' rule with it.
    const { weights } = scoreMixture(held, { instead }).posterior(flatBelief());
    const total = sum(BELIEF_GRID.map((pi) => Math.exp(-pi)));
    for (const [i, pi] of BELIEF_GRID.entries()) expect(weights[i]).toBeCloseTo(Math.exp(-pi) / total, 12);
  });
});

describe("the joint likelihood", () => {
  it("is a sum over scores, bin by bin, and its weights are those of the pairs", () => {
    const draw = random(13);
    const held = drawnScores(draw, { pi: 0.3, separation: 1.5, positives: 12, unlabeled: 90 });
    const parameters = mixtureParameters(standardScores(held));
    const { counts } = standardScores(held);
    const log = (x: number, m: number, v: number) => -((x - m) ** 2) / (2 * v) - Math.log(v) / 2;
    const plain = (share: number, distinct: number) =>
      Array.from({ length: parameters.size }, (_, k) => {
        let total = parameters.logWeight[k];
        for (const [bin, count] of counts.entries()) {
          if (count === 0) continue;
          const x = -4 + (bin + 0.5) / 6;
          const p = Math.exp(log(x, parameters.meanP[k], parameters.varianceP[k]));
          const n = Math.exp(log(x, parameters.meanN[k], parameters.varianceN[k]));
          total += 0.4 * distinct * count * Math.log(share * p + (1 - share) * n);
        }
        return total;
      });
    for (const [shares, distinct] of [
      [[0.25], 1],
      [[0.1, 0.6, 0.9], 0.5],
      [[0, 1], 1],
      // So many that they are interpolated.
      [Array.from({ length: 200 }, (_, k) => (k + 0.5) / 200), 1],
      [Array.from({ length: 60 }, (_, k) => 0.2 + k / 100), 0.7],
    ] as const) {
      const { logLikelihood, weights } = mixtureJoint(parameters, counts, { shares, distinct });
      const digits = shares.length > 40 ? 3 : 9;
      for (const i of [0, shares.length >> 1, shares.length - 1]) {
        const logs = plain(Math.min(1 - 1e-5, Math.max(1e-5, shares[i])), distinct);
        const largest = Math.max(...logs);
        const total = sum(logs.map((each) => Math.exp(each - largest)));
        expect(logLikelihood[i]).toBeCloseTo(largest + Math.log(total), digits);
        for (let k = 0; k < parameters.size; k += 31)
          expect(weights[i * parameters.size + k]).toBeCloseTo(Math.exp(logs[k] - largest) / total, digits + 1);
        expect(sum(weights.subarray(i * parameters.size, (i + 1) * parameters.size))).toBeCloseTo(1, 9);
      }
    }
  });
});
