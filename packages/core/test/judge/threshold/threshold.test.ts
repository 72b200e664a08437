import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../../src/bags/synthesise.js";
import { chooseThreshold } from "../../../src/judge/threshold/choose-threshold.js";
import { becauseText } from "../../../src/judge/threshold/threshold-words.js";
import { thresholdOf, withThreshold } from "../../../src/judge/threshold/with-threshold.js";
import { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import type { BagScores } from "../../../src/scores/bag-scores.js";
import { asSample, sampleOf } from "../../../src/scores/bag-scores.js";
import { cutsOf } from "../../../src/scores/cuts.js";
import { FIXED } from "../../bags/make.js";
import { tinyModel } from "../../model/make.js";
import { anyHeldOut, anyPrior, heldOut, normalScores } from "../held-scores.js";

const NONE = { bootstrap: 0 } as const;
const share = (scores: Float64Array, threshold: number) =>
  scores.filter((score) => score >= threshold).length / scores.length;

/** Thresholds that divide the scores in every possible way, without the code under test. */
function everyThreshold(held: BagScores): number[] {
  return [...new Set([...held.positive, ...sampleOf(held)]), Number.POSITIVE_INFINITY];
}

const riskAt = (held: BagScores, prior: number, t: number) =>
  2 * prior * (1 - share(held.positive, t)) + share(sampleOf(held), t) - prior;

describe("chooseThreshold", () => {
  it("by prior calls a share of the sample that is as near to the prior as any", () => {
    fc.assert(
      fc.property(anyHeldOut, anyPrior, (held, prior) => {
        const { value } = chooseThreshold(held, "prior", { prior: atLeastLabelled(held, prior), ...NONE });
        const pi = atLeastLabelled(held, prior);
        const off = (t: number) => Math.abs(share(sampleOf(held), t) - pi);
        expect(off(value)).toBeLessThanOrEqual(Math.min(...everyThreshold(held).map(off)) + 1e-12);
      }),
      FIXED,
    );
  });

  it("by risk has the least PU risk of all thresholds", () => {
    fc.assert(
      fc.property(anyHeldOut, anyPrior, (held, prior) => {
        const pi = atLeastLabelled(held, prior);
        const { value } = chooseThreshold(held, "risk", { prior: pi, ...NONE });
        const least = Math.min(...everyThreshold(held).map((t) => riskAt(held, pi, t)));
        expect(riskAt(held, pi, value)).toBeLessThanOrEqual(least + 1e-12);
      }),
      FIXED,
    );
  });

  it("by recall finds that share of the positives, and no higher threshold does", () => {
    fc.assert(
      fc.property(anyHeldOut, fc.integer({ min: 1, max: 20 }), (held, twentieth) => {
        const wanted = twentieth / 20;
        const { value } = chooseThreshold(held, `recall=${wanted}`, NONE);
        expect(share(held.positive, value)).toBeGreaterThanOrEqual(wanted - 1e-9);
        for (const t of everyThreshold(held))
          if (t > value && share(held.positive, t) >= wanted)
            expect(share(held.positive, t)).toBe(share(held.positive, value));
      }),
      FIXED,
    );
  });

  it("by budget never calls more unlabeled bags, and fewer only because of equal scores", () => {
    fc.assert(
      fc.property(anyHeldOut, fc.integer({ min: 1, max: 14 }), (held, budget) => {
        const { value } = chooseThreshold(held, `budget=${budget}`, NONE);
        const called = held.unlabeled.filter((score) => score >= value).length;
        expect(called).toBeLessThanOrEqual(budget);
        const possible = [...held.unlabeled].map((t) => held.unlabeled.filter((score) => score >= t).length);
        expect(called).toBe(Math.max(0, ...possible.filter((n) => n <= budget)));
      }),
      FIXED,
    );
  });

  it("by precision is the lowest threshold at which at least that is expected, or says what is reachable", () => {
    fc.assert(
      fc.property(anyHeldOut, anyPrior, fc.integer({ min: 1, max: 10 }), (held, prior, tenth) => {
        const pi = atLeastLabelled(held, prior);
        const wanted = tenth / 10;
        const sample = sampleOf(held);
        const precision = (t: number) => (pi * share(held.positive, t)) / share(sample, t);
        const calling = everyThreshold(held).filter((t) => share(sample, t) > 0);
        const reaching = calling.filter((t) => precision(t) >= wanted - 1e-12);
        const choose = () => chooseThreshold(held, `precision=${wanted}`, { prior: pi, ...NONE });
        if (reaching.length === 0) {
          expect(choose).toThrow(expect.objectContaining({ code: "precision-unreachable" }));
          return;
        }
        const { value, expected } = choose();
        expect(share(sample, value)).toBeCloseTo(Math.max(...reaching.map((t) => share(sample, t))), 9);
        expect(expected?.precision?.value).toBeGreaterThanOrEqual(wanted - 1e-9);
      }),
      { ...FIXED, numRuns: 200 },
    );
  });

  it("says when more of the labelled positives are called than so few bags can hold", () => {
    const held = heldOut([5, 5, 5, 5, 0], [5, 4, 3, 2, 1, 0, -1, -2, -3, -4]);
    const { reason, expected } = chooseThreshold(held, "budget=1", { prior: 0.5, ...NONE });
    expect(expected).toMatchObject({ mostRecall: 0.2, recall: { value: 0.8 }, precision: { value: 1, clipped: true } });
    expect(reason).toContain("at most 0.20");
    expect(chooseThreshold(held, "budget=6", { prior: 0.5, ...NONE }).reason).not.toContain("at most");
  });

  it("reaches about the precision and the recall that were wanted, on bags whose truth is known", () => {
    const { held, truth } = normalScores(0.3);
    const truly = (t: number) => {
      const called = [...held.unlabeled].flatMap((score, i) => (score >= t ? [truth[i]] : []));
      const right = called.filter(Boolean).length;
      return { precision: right / called.length, recall: right / truth.filter(Boolean).length };
    };
    const at = (rule: string) => truly(chooseThreshold(held, rule, { prior: 0.3, ...NONE }).value);
    expect(at("precision=0.8").precision).toBeGreaterThan(0.74);
    expect(at("precision=0.8").precision).toBeLessThan(0.86);
    expect(at("recall=0.9").recall).toBeGreaterThan(0.85);
    expect(at("recall=0.9").recall).toBeLessThan(0.95);
    // Of normal scores 0 and 2 the fewest mistakes are where the densities times their shares
    // cross.
    const { value } = chooseThreshold(held, "risk", { prior: 0.3, ...NONE });
    expect(Math.abs(value - (1 + Math.log(0.7 / 0.3) / 2))).toBeLessThan(0.4);
  });

  it("lies midway between neighbouring scores, and a hair's breadth changes no answer", () => {
    const held = heldOut([3, 1], [4, 2, 0]);
    expect(chooseThreshold(held, "recall=0.5", NONE).value).toBe(2.5);
    expect(chooseThreshold(held, "recall=1", NONE).value).toBe(0.5);
    expect(chooseThreshold(held, "budget=1", NONE).value).toBe(3);
    expect(chooseThreshold(held, "budget=3", NONE).value).toBe(-2);
    // Neighbours among the numbers of a computer have nothing between them.
    const next = 1 + Number.EPSILON;
    expect(chooseThreshold(heldOut([next], [next, 1]), "recall=1", NONE).value).toBe(next);
    for (const { value } of cutsOf(heldOut([1e308], [-1e308, 1.5e308])).cuts) expect(Number.isFinite(value)).toBe(true);
  });

  it("counts labelled bags in the sample of a single set", () => {
    const scores = [
      [4, 3],
      [2, 1, 0, -1, -2, -3],
    ] as const;
    const of = (scenario: BagScores["scenario"]) =>
      chooseThreshold(heldOut(scores[0], scores[1], { scenario }), "prior", { prior: 0.5, ...NONE });
    expect(of("case-control").value).toBe(-0.5);
    expect(of("single-set").value).toBe(0.5);
    expect(of("single-set").reason).toContain("(33 %, 50 % of all bags)");
  });

  it("gives its reason with numbers, and what to expect with intervals", () => {
    const { held } = normalScores(0.3);
    const { reason, rule, expected } = chooseThreshold(held, "precision=0.80", { prior: 0.3, seed: 1 });
    expect(rule).toBe("precision=0.8");
    expect(reason).toMatch(
      /at least 0\.8, .*0\.3; .*\d+ of 1,500 .*\(\d+ %\).*precision of 0\.\d\d \(0\.\d\d to \d\.\d\d\) and recall of 0\.\d\d \(0\.\d\d to 0\.\d\d\)$/,
    );
    const { precision } = expected ?? {};
    expect(precision && precision.low < precision.value && precision.value < precision.high).toBe(true);
  });

  it("says of a budget what equal scores and few bags do to it", () => {
    const held = heldOut([1], [5, 4, 4, 4]);
    const why = (rule: string) => chooseThreshold(held, rule, NONE).reason.split(";")[0];
    expect(why("budget=1")).toBe("the 1 highest of 4 unlabeled bags");
    expect(why("budget=2")).toMatch(/^the 1 highest of 4 .*equal scores/);
    expect(why("budget=9")).toBe("all 4 unlabeled bags, fewer than 9");
    const tied = chooseThreshold(heldOut([1], [2, 2, 2]), "budget=2", NONE);
    expect(tied.reason).toMatch(/^none of 3 .*equal scores/);
    expect(tied.value).toBeGreaterThan(2);
    expect(() => chooseThreshold(held, "budget=2", { review: [], ...NONE })).toThrow("there is no bag to review");
  });

  it("needs held-out scores and a prior only for rules that use them", () => {
    const held = heldOut([2, 1], [1.5, 0]);
    for (const rule of ["prior", "risk", "precision=0.8"]) {
      expect(() => chooseThreshold(held, rule)).toThrow(expect.objectContaining({ code: "no-prior" }));
      expect(() => chooseThreshold(null, rule, { prior: 0.3 })).toThrow(
        expect.objectContaining({ code: "no-held-out" }),
      );
    }
    expect(chooseThreshold(held, "recall=1", NONE).expected?.precision).toBeNull();
    expect(chooseThreshold(null, "score=0.3")).toEqual({
      value: 0.3,
      rule: "score=0.3",
      reason: "set by you",
      expected: null,
    });
    expect(chooseThreshold(null, "budget=2", { review: [5, 1, 3] }).value).toBe(2);
    expect(() => chooseThreshold(held, "prior", { prior: 1.2 })).toThrow(/prior is 1.2/);
    expect(() => chooseThreshold(heldOut([2, 1], [0], { scenario: "single-set" }), "prior", { prior: 0.3 })).toThrow(
      /labelled positive/,
    );
  });
});

describe("what a threshold says", () => {
  const held = heldOut([3, 1], [4, 2, 0, -1, -2]);

  it("is the method's own, or yours, beside what to expect there", () => {
    const own = chooseThreshold(held, "default", NONE);
    expect([own.value, own.rule]).toEqual([0, "default"]);
    expect(own.reason).toMatch(
      /^the method's own threshold; it calls 3 of 5 held-out unlabeled bags positive \(60 %\)/,
    );
    expect(chooseThreshold(held, "score=2.5", NONE).reason).toMatch(/^set by you; it calls 1 of 5/);
  });

  it("is the PU risk that it has", () => {
    // At .5 both positives are found, and 2 of 5 bags are called: the risk is 0 + .4 - .3.
    const found = chooseThreshold(held, "risk", { prior: 0.3, ...NONE });
    expect(found.value).toBe(0.5);
    expect(found.reason).toMatch(/^lowest PU risk, 0\.1 with a prior of 0\.3;/);
    // At the best one positive of two is found: 2 x .3 x .5 + 0 - .3.
    const half = chooseThreshold(heldOut([5, -5], [1, 0, -1, -6]), "risk", { prior: 0.3, ...NONE });
    expect(half.reason).toMatch(/^lowest PU risk, 0 with/);
  });

  it("is the best precision where none is enough", () => {
    // One of two positives above 2.5, where 1 of 5 bags is: .2 x .5 / .2.
    const refused = () => chooseThreshold(held, "precision=0.9", { prior: 0.2, ...NONE });
    expect(refused).toThrow(/no threshold reaches a precision of 0\.9: with a prior of 0\.2 the best is 0\.5/);
    const third = () => chooseThreshold(heldOut([1], [2, 1, 1, 0, 0]), "precision=0.9", { prior: 0.4, ...NONE });
    expect(third).toThrow(/the best is 0\.667/);
    expect(third).toThrow(expect.objectContaining({ remedy: expect.stringMatching(/^Ask for at most 0\.66, /) }));
  });

  it("is about no bags where it has no numbers", () => {
    expect(becauseText({ kind: "budget", value: 5 })).toBe("all 0 bags, fewer than 5");
    expect(becauseText({ kind: "recall", value: 0.5 })).toBe(
      "highest threshold with an expected recall of at least 0.5",
    );
  });
});

describe("withThreshold", () => {
  const trained = tinyModel();

  it("changes answers, not scores or probabilities, and is kept in a file with its reason", async () => {
    const model = new Model({ ...(await trained).parts(), heldOut: heldOut([1, 2, 3], [2.5, 0, -1, -2]) });
    const changed = decodeModel(encodeModel(withThreshold(model, "risk", { prior: 0.25 })));
    expect(changed.card.threshold).toMatchObject({ rule: "risk", reason: expect.stringContaining("risk") });
    expect(changed.threshold).toBe(thresholdOf(model, "risk", { prior: 0.25 }).value);
    const back = withThreshold(changed, "default");
    expect(back.card).toEqual(model.card);
    expect("threshold" in back.card).toBe(false);
    expect(withThreshold(model, "score=1e9").card.calibration).toEqual(model.card.calibration);
  });

  it("counts known negatives among the bags that are called or not", async () => {
    const mixed = heldOut([3, 1], [4, 2, 0], { negative: [2.5, -1, -2] });
    const model = new Model({ ...(await trained).parts(), heldOut: mixed });
    for (const rule of ["prior", "recall=1", "budget=2"])
      expect(thresholdOf(model, rule, { prior: 0.3, ...NONE })).toEqual(
        chooseThreshold(asSample(model.heldOut ?? mixed), rule, { prior: 0.3, ...NONE }),
      );
  });

  it("labels by the threshold, also a score that equals it", async () => {
    const { bags } = synthesise({ bags: 14, labeled: 5, dimensions: 2, bagSize: [1, 3], seed: 4 });
    const model = await trained;
    const scores = model.scores(bags);
    const changed = withThreshold(model, `score=${scores[3]}`);
    expect(changed.predict(bags).map(({ predicted }) => predicted)).toEqual(
      Array.from(scores, (score) => (score >= scores[3] ? "positive" : "negative")),
    );
    expect(changed.predict(bags)[3].predicted).toBe("positive");
    expect([...changed.scores(bags)]).toEqual([...scores]);
  });
});

/** In a single set no prior is below the share of labelled bags. */
function atLeastLabelled(held: BagScores, prior: number): number {
  const all = sampleOf(held).length;
  return held.scenario === "single-set" ? Math.max(prior, Math.min(0.999, held.positive.length / all)) : prior;
}
