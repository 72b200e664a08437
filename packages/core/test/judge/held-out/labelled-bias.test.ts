import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { type EvaluateOptions, evaluateHeldOut } from "../../../src/judge/held-out/evaluate-held-out.js";
import {
  type BiasOptions,
  correctedScores,
  evaluateIfBiased,
  type LabelledBias,
  type Span,
} from "../../../src/judge/held-out/labelled-bias.js";
import { studyPrior } from "../../../src/judge/prior-study.js";
import { auto } from "../../../src/learners/auto/auto.js";
import type { Model } from "../../../src/model/model.js";
import { startingBelief } from "../../../src/prior/belief/belief.js";
import type { GivenScores } from "../../../src/scores/bag-scores.js";
import { measuresIfAlike } from "../../../src/scores/measures-if-alike.js";
import { heldOutMeasures } from "../../../src/scores/pu-measures.js";
import { heldOut, normalScores } from "../held-scores.js";

const within = (inner: Span, outer: Span) => {
  expect(outer.low).toBeLessThanOrEqual(inner.low);
  expect(outer.high).toBeGreaterThanOrEqual(inner.high);
};
/** An evaluation and its bound. */
const judged = (held: GivenScores | Model, { labelledBias, ...options }: EvaluateOptions & BiasOptions) => {
  const found = evaluateHeldOut(held, options);
  return { ...found, labelledBias: evaluateIfBiased(held, found, { labelledBias }) };
};
const span = ({ low, high }: Span) => ({ low, high });
const few = { positive: 24, unlabeled: 80 };
const { bags } = synthesise({ bags: 90, labeled: 20, prior: 0.4, distance: 4, dimensions: 3, seed: 2 });

describe("scores corrected for biased labels", () => {
  it("are quantiles of scores of which some count several times", () => {
    const positive = [8, 3, 5, 1, 7, 2, 6, 4];
    const of = (factor: number) => correctedScores(heldOut(positive, [0, 9]), { cut: 5, factor });
    // The four below the cut three times each, and the four above once.
    const many = [1, 2, 3, 4].flatMap((score) => [score, score, score]).concat([5, 6, 7, 8]);
    expect(Array.from(of(3).held.positive)).toEqual(
      Array.from({ length: 8 }, (_, k) => many[Math.floor(((k + 0.5) / 8) * 16)]),
    );
    expect(of(3).worth).toBeCloseTo(16 ** 2 / (8 * (4 * 9 + 4)), 12);
    const others = [1, 2, 3, 4].concat([5, 6, 7, 8].flatMap((score) => [score, score, score]));
    expect(Array.from(of(1 / 3).held.positive)).toEqual(
      Array.from({ length: 8 }, (_, k) => others[Math.floor(((k + 0.5) / 8) * 16)]),
    );
    expect(Array.from(of(1).held.positive)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(of(1).worth).toBe(1);
  });

  it("keep the cluster of the labelled bag they come from", () => {
    const { held } = correctedScores(heldOut([1, 2, 3, 4], [0, 9]), { cut: 3, factor: 8 });
    expect(Array.from(held.positive)).toEqual([1, 1, 2, 2]);
    expect(Array.from(held.clusters ?? [])).toEqual([0, 0, 1, 1, 4, 5]);
    const grouped = { ...heldOut([1, 2, 3, 4], [0, 9]), clusters: Uint32Array.of(7, 7, 8, 9, 9, 5) };
    expect(Array.from(correctedScores(grouped, { cut: 3, factor: 8 }).held.clusters ?? [])).toEqual([7, 7, 7, 7, 9, 5]);
  });
});

describe("measures if hidden positives score like others", () => {
  it("are the usual ones if they score like the labelled bags", () => {
    const { held } = normalScores(0.3, few);
    const options = { prior: 0.3, threshold: 1, bootstrap: 80, seed: 4 };
    const usual = heldOutMeasures(held, options);
    const alike = measuresIfAlike(held, held, options);
    for (const name of ["auc", "recall", "precision", "accuracy"] as const) {
      expect(alike[name].low, name).toBeCloseTo(usual[name].low, 12);
      expect(alike[name].high, name).toBeCloseTo(usual[name].high, 12);
      expect(alike[name].value, name).toBeCloseTo(usual[name].value, 12);
    }
  });

  it("count the labelled bags of a single set as they are", () => {
    // 4 labelled, all found; of the 6 others 3 are positive, and by the corrected scores none is found.
    const held = heldOut([5, 6, 7, 8], [1, 2, 3, 4, 6, 7], { scenario: "single-set" });
    const alike = heldOut([1, 1, 2, 2], [1, 2, 3, 4, 6, 7], { scenario: "single-set" });
    const { recall, precision, accuracy } = measuresIfAlike(held, alike, { prior: 0.7, threshold: 5, bootstrap: 0 });
    expect([recall.value, precision.value, accuracy.value]).toEqual([
      expect.closeTo(4 / 7, 10),
      expect.closeTo(4 / 6, 10),
      expect.closeTo(5 / 10, 10),
    ]);
  });
});

describe("evaluateIfBiased", () => {
  it("knows the extremes of recall: all labels above the threshold count by the factor, or less", () => {
    const { held } = normalScores(0.3, { positive: 400, unlabeled: 400 });
    const found = judged(held, { prior: 0.15, threshold: 1.7, bootstrap: 0, labelledBias: 4 });
    const above = found.measures.recall.value;
    const bound = found.labelledBias.measures.recall;
    expect(bound.low).toBeCloseTo(above / (above + 4 * (1 - above)), 2);
    expect(bound.high).toBeCloseTo((4 * above) / (4 * above + 1 - above), 2);
  });

  it("contains the AUC of labels with any weights that rise with the score, or fall", () => {
    const { held } = normalScores(0.3, { positive: 60, unlabeled: 200 });
    const found = judged(held, { prior: 0.3, bootstrap: 0, labelledBias: 4 });
    const generator = random(3);
    const sorted = held.positive.toSorted();
    for (let k = 0; k < 30; k++) {
      const rising = Float64Array.from(sorted, () => 4 ** generator.uniform()).sort();
      const weights = k % 2 === 0 ? rising : rising.toReversed();
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const place = sorted.reduce(
        (sum, score, i) => sum + (weights[i] / total) * held.unlabeled.filter((other) => other < score).length,
        0,
      );
      const auc = Math.min(1, (place / held.unlabeled.length - 0.15) / 0.7);
      within({ low: auc + 0.015, high: auc - 0.015 }, found.labelledBias.measures.auc);
    }
  });

  it("with factor 1 says what the evaluation says", () => {
    const { held } = normalScores(0.3, few);
    const options = { prior: "0.1..0.5", bootstrap: 50 };
    const { labelledBias, measures, prior } = judged(held, { ...options, labelledBias: 1 });
    const { auc, precision, recall, accuracy } = measures;
    expect(labelledBias.measures).toEqual({
      auc: span(auc),
      precision: span(precision),
      recall: span(recall),
      accuracy: span(accuracy),
    });
    expect(labelledBias.prior).toEqual(span(prior));
    expect(labelledBias.stay).toBe(labelledBias.called);
  });

  it("does not move an exact prior, or a range that no scores told", () => {
    const { held } = normalScores(0.3, few);
    const of = (prior: number | string) => judged(held, { prior, bootstrap: 20, labelledBias: 4 });
    expect(of(0.3).labelledBias.prior).toEqual({ low: 0.3, high: 0.3 });
    const ranged = of("0.2..0.4");
    expect(ranged.labelledBias.prior).toEqual(span(ranged.prior));
  });

  it("says as much as without for one labelled bag, or labelled bags with one score", () => {
    for (const positive of [[2], [2, 2, 2]]) {
      const { labelledBias, measures } = judged(
        { positive, unlabeled: [0, 1, 2, 3] },
        { prior: 0.3, bootstrap: 20, threshold: 1, labelledBias: 8 },
      );
      expect(labelledBias.measures.recall).toEqual(span(measures.recall));
      expect(labelledBias.stay).toBe(3);
    }
  });

  const factors = fc.record({
    seed: fc.integer({ min: 1, max: 99 }),
    one: fc.double({ min: 1, max: 2, noNaN: true }),
    more: fc.double({ min: 1, max: 2, noNaN: true }),
    scenario: fc.constantFrom("case-control", "single-set"),
  });

  it("is never narrower for a larger factor, in any order of the bags", () => {
    fc.assert(
      fc.property(factors, ({ seed, one, more, scenario }) => {
        const held = { ...normalScores(0.3, { ...few, seed }).held, scenario };
        const of = (labelledBias: number, scores = held) =>
          judged(scores, { prior: 0.4, threshold: 1, bootstrap: 0, labelledBias }).labelledBias;
        const [small, large] = [of(one), of(one * more)];
        for (const name of ["auc", "precision", "recall", "accuracy"] as const)
          within(small.measures[name], large.measures[name]);
        expect(large.stay).toBeLessThanOrEqual(small.stay);
        const { positive, unlabeled } = held;
        const turned = of(one * more, {
          ...held,
          positive: positive.toReversed(),
          unlabeled: unlabeled.toReversed(),
        });
        expect(turned.stay).toBe(large.stay);
        for (const name of ["auc", "precision", "recall", "accuracy"] as const) {
          expect(turned.measures[name].low).toBeCloseTo(large.measures[name].low, 9);
          expect(turned.measures[name].high).toBeCloseTo(large.measures[name].high, 9);
        }
      }),
      { numRuns: 3 },
    );
  }, 120_000);

  it("moves a belief no less for a larger factor", () => {
    fc.assert(
      fc.property(factors, ({ seed, one, more, scenario }) => {
        const held = { ...normalScores(0.3, { ...few, seed }).held, scenario };
        const prior = { value: 0.4, low: 0.05, high: 0.9, belief: startingBelief() };
        // No bag is called positive, which saves the time to look which ones stay.
        const options = { prior, threshold: 99, bootstrap: 0 };
        const of = (labelledBias: number) => judged(held, { ...options, labelledBias }).labelledBias;
        within(of(one).prior, of(one * more).prior);
        expect(of(one)).toMatchObject({ called: 0, stay: 0 });
      }),
      { numRuns: 3 },
    );
  }, 120_000);
});

describe("the bound of the prior", () => {
  it("is the same in a study and for a model, which only cuts at its threshold besides", async () => {
    const study = await studyPrior(bags, { labelledBias: 2 });
    const { labelledBias } = judged(await auto({}).fit(bags), { bootstrap: 20, labelledBias: 2 });
    const own: LabelledBias | null = study.labelledBias;
    if (own === null) throw new Error("there is no bound");
    within(study.summary, own.prior);
    expect(labelledBias.prior.low).toBeLessThan(own.prior.low + 0.005);
    expect(labelledBias.prior.high).toBeGreaterThan(own.prior.high - 0.005);
    expect(labelledBias.called).toBe(own.called);
    expect(own.stay).toBeLessThanOrEqual(own.called);
  });

  it("says with factor 1 what is said without", async () => {
    const { labelledBias, summary } = await studyPrior(bags, { labelledBias: 1 });
    expect(labelledBias?.prior).toEqual(span(summary));
    expect(labelledBias?.stay).toBe(labelledBias?.called);
    expect((await studyPrior(bags)).labelledBias).toBeNull();
  });

  it("keeps to what you know, also beside an audit", async () => {
    const known = { priorAtMost: 0.5, audited: "8/20" };
    const { labelledBias: bound, summary } = await studyPrior(bags, { ...known, labelledBias: 8 });
    if (bound === null) throw new Error("there is no bound");
    expect(bound.prior.high).toBeLessThanOrEqual(0.5);
    within(summary, bound.prior);
    // The review says more than the labels.
    expect(bound.prior.low).toBeGreaterThan(0.1);
    const model = await auto(known).fit(bags);
    const { prior, labelledBias: ofModel } = judged(model, { bootstrap: 20, labelledBias: 8 });
    expect(prior.trust).toBe("beside-audit");
    expect(ofModel.prior.low).toBeGreaterThan(0.1);
  });

  it("is refused where something else says how positives were labelled", async () => {
    await expect(studyPrior(bags, { labelledBias: 2, labelledHow: "easiest" })).rejects.toThrow(
      /options labelledHow and labelledBias both say/,
    );
    const model = await auto({ labelledHow: "easiest" }).fit(bags);
    expect(() => judged(model, { labelledBias: 2 })).toThrow(/both say/);
    await expect(studyPrior(bags, { labelledBias: 0.5 })).rejects.toThrow(/from 1 to 100/);
  });
});
