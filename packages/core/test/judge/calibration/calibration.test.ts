import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateModel, reliability } from "../../../src/judge/calibration/calibrate-model.js";
import { monotoneCalibration } from "../../../src/judge/calibration/monotone-calibration.js";
import { probabilityOf } from "../../../src/model/calibration.js";
import { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { probabilityRange } from "../../../src/prior/belief/used-prior.js";
import type { BagScores } from "../../../src/scores/bag-scores.js";
import { sampleOf } from "../../../src/scores/bag-scores.js";
import { isotonicProbability } from "../../../src/scores/isotonic.js";
import { FIXED } from "../../bags/make.js";
import { tinyModel } from "../../model/make.js";
import { anyHeldOut, anyPrior, heldOut, normalScores } from "../held-scores.js";

const mean = (values: Iterable<number>) => {
  const list = [...values];
  return list.reduce((sum, value) => sum + value, 0) / list.length;
};

/** mean_S q^2 - 2 prior mean_P q. */
const objective = (held: BagScores, prior: number, q: (score: number) => number) =>
  mean(Array.from(sampleOf(held), (score) => q(score) ** 2)) - 2 * prior * mean(Array.from(held.positive, q));

/**
 * The least objective over non-decreasing q with values in [0, 1], by projected gradients: slow,
 * and nothing is pooled.
 */
function slowly(held: BagScores, prior: number): number {
  const scores = [...new Set([...held.positive, ...sampleOf(held)])].sort((a, b) => a - b);
  const weight = (own: Float64Array) => scores.map((score) => own.filter((each) => each === score).length / own.length);
  const [s, p] = [weight(sampleOf(held)), weight(held.positive)];
  // The isotonic projection by the min-max formula: no pooling.
  let q = scores.map(() => prior);
  const minMax = (target: number[]) =>
    target.map((_, k) => {
      let best = Number.NEGATIVE_INFINITY;
      for (let i = 0; i <= k; i++) {
        let least = Number.POSITIVE_INFINITY;
        for (let j = k; j < target.length; j++) least = Math.min(least, mean(target.slice(i, j + 1)));
        best = Math.max(best, least);
      }
      return Math.min(1, Math.max(0, best));
    });
  for (let step = 0; step < 400; step++) q = minMax(q.map((value, k) => value - 0.9 * (s[k] * value - prior * p[k])));
  return q.reduce((sum, value, k) => sum + s[k] * value * value - 2 * prior * p[k] * value, 0);
}

describe("isotonicProbability", () => {
  const small = fc
    .record({
      positive: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
      unlabeled: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
      scenario: fc.constantFrom<BagScores["scenario"]>("case-control", "single-set"),
    })
    .map(({ positive, unlabeled, scenario }) => heldOut(positive, unlabeled, { scenario }));

  it("has the least objective of all monotone functions into [0, 1], as a slow solver finds it", () => {
    fc.assert(
      fc.property(small, fc.integer({ min: 1, max: 9 }), (held, tenth) => {
        const prior = tenth / 10;
        const blocks = isotonicProbability(held, prior);
        const q = (score: number) =>
          blocks.find(({ low, high }) => score >= low && score <= high)?.probability ?? Number.NaN;
        expect(objective(held, prior, q)).toBeLessThanOrEqual(slowly(held, prior) + 1e-9);
        expect(objective(held, prior, q)).toBeGreaterThanOrEqual(slowly(held, prior) - 2e-3);
      }),
      { ...FIXED, numRuns: 60 },
    );
  });

  it("does not pool scores that differ because of equal ones, whichever comes first", () => {
    const blocks = isotonicProbability(heldOut([1, 0], [0], { scenario: "single-set" }), 0.7);
    expect(blocks.map(({ low }) => low)).toEqual([0, 1]);
    expect(blocks[0].probability).toBeCloseTo(0.7 * (1 / 2 / (2 / 3)), 12);
  });
});

describe("monotoneCalibration", () => {
  it("gives probabilities within [0, 1] that never fall, through at least one point, whatever the scores", () => {
    fc.assert(
      fc.property(anyHeldOut, anyPrior, (held, prior) => {
        const calibration = monotoneCalibration(held, { prior });
        const { scores, probabilities } = calibration;
        expect(scores.length).toBeGreaterThan(0);
        expect(scores.every((score, k) => k === 0 || score > scores[k - 1])).toBe(true);
        expect(probabilities.every((share, k) => share >= (probabilities[k - 1] ?? 0) && share <= 1)).toBe(true);
        const all = [-Number.MAX_VALUE, ...held.positive, ...sampleOf(held), ...scores, Number.MAX_VALUE];
        const shares = all.sort((a, b) => a - b).map((score) => probabilityOf(calibration, score));
        expect(shares.every((share, k) => share >= (shares[k - 1] ?? 0) && share <= 1)).toBe(true);
      }),
      FIXED,
    );
  });

  it("has the prior as its mean over the sample of p(X)", () => {
    fc.assert(
      fc.property(anyHeldOut, anyPrior, (held, prior) => {
        const calibration = monotoneCalibration(held, { prior });
        expect(mean(Array.from(sampleOf(held), (score) => probabilityOf(calibration, score)))).toBeCloseTo(prior, 9);
      }),
      FIXED,
    );
  });

  it.each([0.1, 0.3, 0.7])("gives probabilities that come true, for a prior of %d", (prior) => {
    const { held, truth } = normalScores(prior, { positive: 1000, unlabeled: 4000 });
    const calibration = monotoneCalibration(held, { prior });
    const shares = Array.from(held.unlabeled, (score) => probabilityOf(calibration, score));
    for (let bin = 0; bin < 5; bin++) {
      const inside = shares.flatMap((share, i) => (Math.min(4, Math.floor(5 * share)) === bin ? [i] : []));
      if (inside.length < 100) continue;
      const found = mean(inside.map((i) => (truth[i] ? 1 : 0)));
      expect(Math.abs(found - mean(inside.map((i) => shares[i]))), `bin ${bin}`).toBeLessThan(0.1);
    }
    const truly = (score: number) => 1 / (1 + ((1 - prior) / prior) * Math.exp(2 - 2 * score));
    const error = Math.sqrt(
      mean(Array.from(held.unlabeled, (score) => (probabilityOf(calibration, score) - truly(score)) ** 2)),
    );
    expect(error).toBeLessThan(0.06);
  });

  it("gives every bag the prior where scores tell nothing", () => {
    for (const held of [heldOut([2], [2, 2, 2]), heldOut([0], [1, 2, 3]), heldOut([5], [5])])
      for (const score of [-9, 2, 9])
        expect(probabilityOf(monotoneCalibration(held, { prior: 0.3 }), score)).toBeCloseTo(0.3, 9);
  });

  it("keeps away from 0 and 1 where nothing overlaps and there is one positive bag", () => {
    const calibration = monotoneCalibration(heldOut([9], [1, 2, 3, 4]), { prior: 0.2 });
    const shares = [0, 1, 4, 9, 99].map((score) => probabilityOf(calibration, score));
    for (const share of shares) expect(share > 0 && share < 1).toBe(true);
    expect(shares[4]).toBeGreaterThan(shares[0]);
  });

  it("has at most 200 points, however many bags there are, and stays as good", () => {
    const many = Array.from({ length: 3000 }, (_, k) => k / 3000);
    // Density ratio 2 score: every bag would be a block of its own.
    const held = heldOut(many.map(Math.sqrt), many);
    const calibration = monotoneCalibration(held, { prior: 0.4 });
    expect(calibration.scores.length).toBeLessThanOrEqual(200);
    for (const score of [0.1, 0.5, 0.9]) expect(probabilityOf(calibration, score)).toBeCloseTo(0.8 * score, 1);
  });
});

describe("calibrateModel", () => {
  const trained = tinyModel();
  const { held } = normalScores(0.3, { positive: 30, unlabeled: 100 });
  const model = async () => {
    // What the card says about the separation is about other scores.
    const { card, ...parts } = (await trained).parts();
    const { separation: _, ...rest } = card;
    return new Model({ ...parts, card: rest, heldOut: held });
  };

  it("changes probabilities, not scores, threshold or answers, and is kept in a file", async () => {
    const before = await model();
    for (const method of ["sigmoid", "monotone"] as const) {
      const after = decodeModel(encodeModel(calibrateModel(before, { method, prior: 0.2 })));
      const { calibration, prior } = after.card;
      expect(after.card).toEqual({ ...before.card, calibration, prior });
      // Ranges are those of the mixture's probabilities.
      expect(prior).toEqual({ ...before.card.prior, ranges: undefined });
      expect("scores" in (after.card.calibration ?? {})).toBe(method === "monotone");
      expect(after.card.calibration).not.toEqual(before.card.calibration);
    }
    expect(calibrateModel(before, { method: "none" }).card.calibration).toBeNull();
  });

  it("uses the mixture by default, with ranges, and gives probabilities that never fall", async () => {
    const { calibration, prior } = calibrateModel(await model(), { prior: 0.2 }).card;
    if (calibration === null || prior?.ranges === undefined) throw new Error("no probabilities");
    const shares = Array.from(held.unlabeled.slice().sort(), (score) => probabilityOf(calibration, score));
    expect(mean(shares)).toBeCloseTo(0.2, 9);
    expect(shares).toEqual(shares.slice().sort((a, b) => a - b));
    for (const p of shares) {
      const range = probabilityRange(p, prior);
      expect(range?.low).toBeLessThanOrEqual(p);
      expect(range?.high).toBeGreaterThanOrEqual(p);
    }
    // A range of priors leaves more open.
    const ranged = calibrateModel(await model(), { prior: "0.05..0.6" }).card;
    const top = (card: typeof ranged) => card.prior?.ranges?.high.at(-1);
    expect(top(ranged)).toBeGreaterThan(top(calibrateModel(await model(), { prior: 0.05 }).card) ?? 1);
  });

  it("counts labels where all are known", async () => {
    const known = { ...held, unlabeled: new Float64Array(0), negative: held.unlabeled };
    const card = { ...(await model()).card, prior: null };
    const labelled = new Model({ ...(await model()).parts(), card, heldOut: known });
    expect(calibrateModel(labelled).card).toEqual(calibrateModel(labelled, { method: "monotone" }).card);
  });

  it("takes the prior of the model, the mean of its belief, or what is stated", async () => {
    const plain = await model();
    const monotone = { method: "monotone" } as const;
    const { calibration } = calibrateModel(plain, monotone).card;
    expect(calibration).toEqual(monotoneCalibration(held, { prior: 0.3 }));
    const belief = { points: [0.1, 0.5], weights: [0.5, 0.5] };
    const prior = { value: 0.3, low: 0.1, high: 0.5, method: "audit", clipped: false, belief };
    const believing = new Model({ ...plain.parts(), card: { ...plain.card, prior } });
    expect(calibrateModel(believing, monotone).card.calibration).toEqual(calibration);
    expect(calibrateModel(plain, { ...monotone, prior: 0.5 }).card.calibration).toEqual(
      monotoneCalibration(held, { prior: 0.5 }),
    );
  });

  it("gives every bag the prior where nothing separates the scores", async () => {
    const noise = { ...held, positive: held.unlabeled.slice(0, 30) };
    for (const method of ["mixture", "sigmoid", "monotone"] as const) {
      const { calibration } = calibrateModel(await model(), { method, held: noise, prior: 0.2 }).card;
      expect(calibration).toMatchObject({ slope: 0 });
    }
  });

  it("says what is missing: held-out scores, a prior, or a method that there is", async () => {
    const plain = await model();
    const without = new Model({ ...plain.parts(), heldOut: null });
    expect(() => calibrateModel(without)).toThrow(expect.objectContaining({ code: "no-held-out" }));
    expect(calibrateModel(without, { held }).card.calibration).not.toBeNull();
    const unknown = new Model({ ...plain.parts(), card: { ...plain.card, prior: null } });
    expect(() => calibrateModel(unknown)).toThrow(expect.objectContaining({ code: "no-prior" }));
    expect(() => calibrateModel(plain, { method: "platt" as "sigmoid" })).toThrow(
      /one of mixture, sigmoid, monotone, none/,
    );
  });
});

describe("reliability", () => {
  it("counts every bag once, and what is counted has the prior as its mean", () => {
    const { held } = normalScores(0.3, { positive: 40, unlabeled: 203 });
    const rows = reliability(held, { prior: 0.3, before: null, after: monotoneCalibration(held, { prior: 0.3 }) });
    expect(rows).toHaveLength(8);
    expect(rows.reduce((sum, { bags }) => sum + bags, 0)).toBe(203);
    expect(rows.reduce((sum, { positives }) => sum + positives, 0)).toBe(40);
    expect(rows.reduce((sum, { bags, counted }) => sum + bags * counted, 0) / 203).toBeCloseTo(0.3, 12);
    expect(rows.reduce((sum, { bags, after }) => sum + bags * (after ?? 0), 0) / 203).toBeCloseTo(0.3, 6);
    expect(rows.every(({ before }) => before === null)).toBe(true);
  });

  it("keeps equal scores together", () => {
    const rows = reliability(heldOut([1], [1, 1, 1, 1, 1, 1, 0]), { prior: 0.3, before: null, after: null });
    expect(rows.map(({ bags }) => bags)).toEqual([1, 6]);
  });
});
