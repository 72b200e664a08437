import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { evaluateWithTruth } from "../../../src/judge/evaluate-with-truth.js";
import { evaluateHeldOut, evaluateWithoutPrior, usualTops } from "../../../src/judge/held-out/evaluate-held-out.js";
import { sensitivity, sensitivityPriors } from "../../../src/judge/held-out/sensitivity.js";
import { Model } from "../../../src/model/model.js";
import { startingBelief } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { priorOf, statedPrior } from "../../../src/prior/belief/used-prior.js";
import { evaluate } from "../../../src/scores/classification.js";
import { earlyEnrichment } from "../../../src/scores/early-enrichment.js";
import { heldOutMeasures, type PuMeasures } from "../../../src/scores/pu-measures.js";
import { tinyModel } from "../../model/make.js";
import { heldOut } from "../held-scores.js";

const generator = random(2);
const normal = (n: number, shift: number) => Float64Array.from({ length: n }, () => generator.normal() + shift);
const held = { positive: normal(25, 1.5), unlabeled: Float64Array.from([...normal(30, 1.5), ...normal(70, -1)]) };
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

/** Without probabilities of the bags, these do not depend on the prior. */
const FREE_OF_PRIOR = ["recall", "positiveRate", "leeLiu"] as const;

describe("evaluateHeldOut", () => {
  it("puts measures, top and sensitivity together, the same for the same seed", () => {
    const options = { prior: 0.3, bootstrap: 60, seed: 3 };
    const found = evaluateHeldOut(held, options);
    expect(found).toEqual(evaluateHeldOut(held, options));
    expect(found.measures).toEqual(heldOutMeasures(held, { ...options, prior: 0.3 }));
    expect(found.top.map(({ k }) => k)).toEqual([10, 20, 50, 100]);
    expect(found.sensitivity).toHaveLength(10);
    expect(found).toMatchObject({ positive: 25, unlabeled: 100, negative: 0, constantGuess: 0.7 });
    expect(found.notes).toEqual([]);
  });

  it("counts groups as one witness", () => {
    const clusters = Uint32Array.from({ length: 125 }, (_, i) => Math.floor(i / 5));
    expect(evaluateHeldOut({ ...held, clusters }, { prior: 0.3, bootstrap: 10 }).independent).toEqual({
      positive: 5,
      unlabeled: 20,
    });
  });

  it("warns of what makes it doubtful", () => {
    const noise = { positive: normal(4, 0), unlabeled: normal(60, 0) };
    const options = { prior: "0.05..0.8", bootstrap: 100 };
    expect(codes(evaluateHeldOut(noise, options).notes)).toEqual(
      expect.arrayContaining(["few-positives", "constant-guess", "no-better-than-chance", "prior-open"]),
    );
    expect(codes(evaluateHeldOut(held, { prior: 0.9, bootstrap: 20 }).notes)).toContain("clipped");
    expect(codes(evaluateHeldOut(held, { prior: 0.3, threshold: 99, bootstrap: 20 }).notes)).toContain(
      "no-positive-answer",
    );
  });

  it.each([
    [{ prior: 0 }, /prior is 0/],
    [{ prior: "x" }, /prior is "x"/],
    [{ prior: 0.3, level: 1 }, /level is 1/],
    [{ prior: 0.3, bootstrap: -1 }, /bootstrap is -1/],
    [{ prior: 0.3, seed: 0.5 }, /seed is 0\.5/],
    [{ prior: 0.3, top: [101] }, /whole number from 1 to 100/],
    [{ prior: 0.3, priors: [1] }, /priors is 1/],
  ])("refuses %j", (options, message) => {
    expect(() => evaluateHeldOut(held, options)).toThrow(message);
  });

  it("refuses a prior below the share of labelled bags in a single set", () => {
    expect(() => evaluateHeldOut({ ...held, scenario: "single-set" }, { prior: 0.1 })).toThrow(/0\.2 of all bags/);
  });

  it("takes a model with its scores, prior and threshold, and refuses anything else", async () => {
    const plain = await tinyModel();
    const scores = heldOut([...held.positive], [...held.unlabeled]);
    const model = new Model({ ...plain.parts(), heldOut: scores }).with({
      threshold: { value: 0.5, rule: "score=0.5", reason: "set by hand" },
    });
    const prior = plain.card.prior;
    if (prior === null) throw new Error("the model has no prior");
    const options = { prior: priorOf(prior), threshold: 0.5, bootstrap: 20 };
    expect(evaluateHeldOut(model, { bootstrap: 20 })).toEqual(
      evaluateHeldOut(model.withProbabilities(scores), options),
    );
    const unknown = new Model({ ...plain.parts(), heldOut: scores, card: { ...plain.card, prior: null } });
    expect(() => evaluateHeldOut(unknown)).toThrow(expect.objectContaining({ code: "no-prior" }));
    expect(() => evaluateHeldOut(scores)).toThrow(expect.objectContaining({ code: "no-prior" }));
    expect(() => evaluateHeldOut(new Model({ ...plain.parts(), heldOut: null }))).toThrow(/no held-out scores/);
    for (const wrong of [undefined, null, 3, {}, { positive: [1] }])
      expect(() => evaluateHeldOut(wrong as never, { prior: 0.3 })).toThrow(InputError);
  });

  it("says without a prior what needs none, and the rest for any prior", () => {
    const found = evaluateWithoutPrior(held, { bootstrap: 60, seed: 3 });
    const known = evaluateHeldOut(held, { prior: 0.3, bootstrap: 60, seed: 3 });
    for (const name of FREE_OF_PRIOR) {
      const { value, low, high } = found.measures[name];
      expect(value, name).toBe(known.measures[name].value);
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    expect(found).toMatchObject({ prior: null, positive: 25, notes: [] });
    expect(found.sensitivity.map(({ prior }) => prior)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    // Of a single set 0.2 is labelled.
    expect(evaluateWithoutPrior({ ...held, scenario: "single-set" }).sensitivity[0].prior).toBe(0.2);
    expect(codes(evaluateWithoutPrior({ positive: [1], unlabeled: [0] }, { threshold: 9 }).notes)).toEqual([
      "few-positives",
      "no-positive-answer",
    ]);
  });

  it("has usual numbers of reviewed bags for any number", () => {
    expect(usualTops(3)).toEqual([3]);
    expect(usualTops(280)).toEqual([10, 20, 50, 100, 200]);
  });
});

describe("sensitivity", () => {
  it("gives each measure at each prior, and those that need none are the same", () => {
    const rows = sensitivity(held, { priors: [0.1, 0.3, 0.6], top: [20] });
    for (const { prior, measures, top } of rows) {
      expect(measures).toEqual(heldOutMeasures(held, { prior, bootstrap: 0 }));
      expect(top[0].k).toBe(20);
    }
    for (const name of FREE_OF_PRIOR) expect(new Set(rows.map(({ measures }) => measures[name].value)).size).toBe(1);
    const others = Object.keys(rows[0].measures).filter((name) => !(FREE_OF_PRIOR as readonly string[]).includes(name));
    for (const name of others as (keyof PuMeasures)[])
      expect(new Set(rows.map(({ measures }) => measures[name].value)).size, name).toBeGreaterThan(1);
    expect(rows[0].top[0].value).toBeLessThan(rows[1].top[0].value);
  });

  it("looks over the interval of the prior, or around an exact one", () => {
    const priors = sensitivityPriors({ value: 0.3, low: 0.1, high: 0.64 });
    expect(priors).toHaveLength(10);
    expect([priors[0], priors[9]]).toEqual([0.1, 0.64]);
    // Measures are not defined at 0 and 1, where an interval may end.
    const whole = sensitivityPriors({ value: 0.3, low: 0, high: 1 });
    expect(whole[0]).toBe(0.0025);
    expect(whole.at(-1)).toBeCloseTo(0.9975, 12);
    const around = sensitivityPriors({ value: 0.5, low: 0.5, high: 0.5 });
    expect(around[0]).toBeCloseTo(1 / 3, 12);
    expect(around[9]).toBeCloseTo(2 / 3, 12);
  });

  it("has the prior itself among its rows, with the same values as the evaluation", () => {
    for (const prior of ["0.3", "0.21", "0.1..0.4"]) {
      const found = evaluateHeldOut(held, { prior, bootstrap: 20 });
      const own = found.sensitivity.find((row) => row.prior === found.prior.value);
      for (const name of ["auc", "precision", "accuracy"] as const)
        expect(own?.measures[name].value, prior).toBe(found.measures[name].value);
      if (found.prior.belief === undefined)
        for (const [i, { value }] of found.top.entries()) expect(own?.top[i].value).toBe(value);
    }
    for (const value of [0.1, 0.11, 0.37, 0.63, 0.64, 0.7]) {
      const priors = sensitivityPriors({ value, low: 0.1, high: 0.64 });
      expect(priors).toContain(value);
      expect(priors).toEqual([...priors].sort((a, b) => a - b));
      expect([priors[0], priors.includes(0.64)]).toEqual([0.1, true]);
    }
  });

  it("asks for priors", () => {
    expect(() => sensitivity(held, {})).toThrow(/priors/);
  });
});

describe("priorOf", () => {
  it("takes a belief as it is and a given prior as exact", () => {
    const belief = startingBelief();
    const used = { value: 0.4, low: 0.1, high: 0.8, method: "x", clipped: false };
    expect(priorOf({ ...used, belief })).toEqual({ value: 0.4, low: 0.1, high: 0.8, belief });
    expect(priorOf({ ...used, low: 0.4, high: 0.4 })).toEqual({ value: 0.4, low: 0.4, high: 0.4 });
  });

  it.each([
    [0.3, 0.1, 0.6],
    [0.05, 0.02, 0.5],
    [0.5, 0.45, 0.52],
    [0.9, 0.2, 0.95],
  ])("makes a belief of %s, %s to %s that has these as median and 5 %% ends", (value, low, high) => {
    const { belief } = priorOf({ value, low, high, method: "ratio", clipped: false });
    if (belief === undefined) throw new Error("there is no belief");
    const described = describeBelief(belief);
    expect(described.median).toBeCloseTo(value, 2);
    expect(described.low).toBeCloseTo(low, 2);
    expect(described.high).toBeCloseTo(high, 2);
  });

  it.each([
    [0.3, 0.3, 0.6],
    [0.3, 0.1, 0.3],
    [0.3, 0, 1],
  ])("keeps the value as the median of %s, %s to %s, where a side has no width or no end", (value, low, high) => {
    const { belief } = priorOf({ value, low, high, method: "ratio", clipped: false });
    if (belief === undefined) throw new Error("there is no belief");
    const described = describeBelief(belief);
    expect(Math.abs(described.median - value)).toBeLessThanOrEqual(0.006);
    expect(Math.abs(described.low - low)).toBeLessThan(0.02);
    expect(Math.abs(described.high - high)).toBeLessThan(0.02);
    expect(belief.weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });

  it("refuses what is no prior", () => {
    expect(() => priorOf({ prior: { value: 0.3 } } as never)).toThrow(/model\.card\.prior/);
  });

  it("bears an interval that ends at the estimate", () => {
    const { belief } = priorOf({ value: 0.999, low: 0.4, high: 0.999, method: "ratio", clipped: true });
    if (belief === undefined) throw new Error("there is no belief");
    expect(belief.weights.every((weight) => weight >= 0 && Number.isFinite(weight))).toBe(true);
    expect(describeBelief(belief).median).toBeGreaterThan(0.99);
    expect(priorOf({ value: 0.3, low: 0.001, high: 0.999, method: "ratio", clipped: false }).belief).toBeDefined();
  });
});

describe("statedPrior", () => {
  it("is exact for a number, and flat over a range", () => {
    expect(statedPrior("0.3")).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    expect(statedPrior(0.3)).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    const { value, low, high } = statedPrior("0.2..0.4");
    expect(value).toBeCloseTo(0.3, 9);
    expect(low).toBeCloseTo(0.21, 9);
    expect(high).toBeCloseTo(0.39, 9);
  });

  it("restricts what a model believes", () => {
    const believed = { points: [0.1025, 0.3025, 0.5025], weights: [0.2, 0.5, 0.3] };
    expect(statedPrior("0.2..0.6", { believed }).value).toBeCloseTo(0.3025 * (5 / 8) + 0.5025 * (3 / 8), 12);
  });
});

describe("evaluateWithTruth", () => {
  it("is `evaluate` at the threshold, within intervals", () => {
    const scores = Float64Array.from([...normal(40, 2), ...normal(60, 0)]);
    const truth = Array.from({ length: 100 }, (_, i) => (i < 40 ? 1 : -1));
    const { intervals, ...found } = evaluateWithTruth(scores, truth, { threshold: 1, bootstrap: 200 });
    expect(found).toEqual({
      ...evaluate(
        scores.map((score) => score - 1),
        truth,
      ),
      ...earlyEnrichment(scores, truth),
    });
    for (const [name, { low, high }] of Object.entries(intervals)) {
      const value = found[name as keyof typeof intervals];
      expect(low, name).toBeLessThan(value);
      expect(high, name).toBeGreaterThan(value);
      expect(high - low, name).toBeLessThan(0.35);
    }
    const clusters = Array.from({ length: 100 }, (_, i) => Math.floor(i / 10));
    const grouped = evaluateWithTruth(scores, truth, { threshold: 1, bootstrap: 200, clusters }).intervals;
    expect(grouped.recall.high - grouped.recall.low).toBeGreaterThan(intervals.recall.high - intervals.recall.low);
  });
});
