import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagHashes } from "../../src/bags/copies/bag-hashes.js";
import { random } from "../../src/base/random.js";
import { reliability } from "../../src/judge/calibration/calibrate-model.js";
import { monotoneCalibration } from "../../src/judge/calibration/monotone-calibration.js";
import { crossFit } from "../../src/judge/cross-fit.js";
import { evaluateByLabels, evaluateWithTruth, measuresByLabels } from "../../src/judge/evaluate-with-truth.js";
import { checkFiniteScores } from "../../src/judge/finite-scores.js";
import { evaluateHeldOut, evaluateWithoutPrior, usualTops } from "../../src/judge/held-out/evaluate-held-out.js";
import { evaluationNotes } from "../../src/judge/held-out/evaluation-notes.js";
import { evaluateKnown, knownMeasures } from "../../src/judge/held-out/known-labels.js";
import { noHeldOut } from "../../src/judge/held-out/missing-errors.js";
import { sensitivity, sensitivityPriors } from "../../src/judge/held-out/sensitivity.js";
import { studiedBags } from "../../src/judge/prior-study-run.js";
import { sampleEffect } from "../../src/judge/sample-effect.js";
import { chooseThreshold, expectedAt } from "../../src/judge/threshold/choose-threshold.js";
import { ruleNeeds } from "../../src/judge/threshold/threshold-rule.js";
import { becauseText, expectedText } from "../../src/judge/threshold/threshold-words.js";
import { countedNotes, matchNotes, scoreCounts } from "../../src/judge/training-match.js";
import type { Learner } from "../../src/learners/learner.js";
import { probabilityOf } from "../../src/model/calibration.js";
import type { Model } from "../../src/model/model.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { reweighted } from "../../src/scores/bootstrap.js";
import { isotonicProbability } from "../../src/scores/isotonic.js";
import { heldOutMeasures } from "../../src/scores/pu-measures.js";
import { topK } from "../../src/scores/top-k.js";
import { quantile } from "../../src/statistics/quantile.js";
import { bagSet } from "../bags/make.js";
import { tinyModel } from "../model/make.js";
import { heldOut } from "./held-scores.js";

const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);
const measure = (value: number, low = value, high = value, clipped = false) => ({ value, low, high, clipped });

describe("evaluateWithTruth", () => {
  it("has intervals of quantiles over weighted bags, by a loop over all pairs", () => {
    const scores = [2, 1.5, 0.5, 0.5, -1, -2, 0.5, 3, 0, -0.5];
    const truth = [1, 1, 1, -1, -1, -1, 1, 1, -1, 1];
    const clusters = [0, 0, 1, 2, 3, 4, 5, 6, 2, 7];
    const [threshold, level, bootstrap, seed] = [0.5, 0.8, 60, 3];
    const found = evaluateWithTruth(scores, truth, { threshold, clusters, level, bootstrap, seed });
    const rows = [...truth.keys()];
    const [ones, others] = [rows.filter((i) => truth[i] > 0), rows.filter((i) => truth[i] < 0)];
    const draw = reweighted(
      bagScores({
        positive: ones.map((i) => scores[i]),
        unlabeled: others.map((i) => scores[i]),
        clusters: [...ones, ...others].map((i) => clusters[i]),
      }),
      random(seed),
    );
    const share = ones.length / scores.length;
    const drawn = Array.from({ length: bootstrap }, () => {
      const { bags, positive, other } = draw();
      // An unseen bag of each kind stands above all scores, and one below.
      const side = (own: readonly number[], from: number, [above, below]: readonly number[]) => [
        { s: Infinity, w: above },
        ...own.map((i, k) => ({ s: scores[i], w: bags[from + k] })),
        { s: -Infinity, w: below },
      ];
      const [p, n] = [side(ones, 0, positive), side(others, ones.length, other)];
      const weight = (all: readonly { s: number; w: number }[]) => sum(all.map(({ w }) => w));
      const called = (all: readonly { s: number; w: number }[]) =>
        weight(all.filter(({ s }) => s >= threshold)) / weight(all);
      const wins = sum(p.flatMap((a) => n.map((b) => a.w * b.w * (a.s > b.s ? 1 : a.s === b.s ? 0.5 : 0))));
      const [right, wrong] = [share * called(p), (1 - share) * called(n)];
      return {
        recall: called(p),
        precision: right / (right + wrong),
        accuracy: right + (1 - share) * (1 - called(n)),
        auc: wins / weight(p) / weight(n),
      };
    });
    for (const name of ["recall", "precision", "accuracy", "auc"] as const) {
      const values = drawn.map((each) => each[name]);
      expect(found.intervals[name].low).toBeCloseTo(Math.min(found[name], quantile(values, 0.1)), 10);
      expect(found.intervals[name].high).toBeCloseTo(Math.max(found[name], quantile(values, 0.9)), 10);
    }
    expect(found).toMatchObject({ recall: 5 / 6, accuracy: 8 / 10, positive: 6, negative: 4 });
  });

  it("has no interval without a bootstrap", () => {
    const { intervals, precision } = evaluateWithTruth([1, -1, 0.5], [1, -1, -1], { bootstrap: 0 });
    expect(intervals.precision).toEqual({ low: precision, high: precision });
    const usual = evaluateWithTruth([1, -1, 0.5, -2], [1, -1, -1, 1]);
    expect(usual).toEqual(evaluateWithTruth([1, -1, 0.5, -2], [1, -1, -1, 1], { bootstrap: 500, seed: 0, level: 0.9 }));
    expect(usual.intervals).not.toEqual(evaluateWithTruth([1, -1, 0.5, -2], [1, -1, -1, 1], { seed: 1 }).intervals);
    expect(evaluateWithTruth([-1, -2], [1, -1], { bootstrap: 0 }).intervals.precision.low).toBeNaN();
  });

  it("takes 0 and -1 for negative", () => {
    const [scores, options] = [[1, -1, 0.5, -2, 0.1], { bootstrap: 30, threshold: 0.3 }];
    expect(evaluateWithTruth(scores, [1, 0, 0, 1, 1], options)).toEqual(
      evaluateWithTruth(scores, [1, -1, -1, 1, 1], options),
    );
  });

  it("of a model leaves unlabeled bags out, at its threshold, and counts groups once", async () => {
    const model = await tinyModel();
    const rows = [[[3, 3]], [[-3, 0]], [[2, 1]], [[0, -2]], [[1, 1]]];
    const labels = ["positive", "negative", "unlabeled", "positive", "negative"] as const;
    const bags = bagSet(rows, { labels: [...labels] });
    const known = bags.filter((i) => labels[i] !== "unlabeled");
    const moved = model.with({ threshold: { value: 0.25, rule: "score=0.25", reason: "" } });
    const options = { bootstrap: 40, seed: 2 };
    const plain = evaluateWithTruth(model.scores(known), [1, -1, 1, -1], { ...options, threshold: 0.25 });
    expect(evaluateByLabels(moved, bags, options)).toEqual({ bags: 4, unlabeled: 1, ...plain });
    const grouped = bagSet(rows, { labels: [...labels], groups: ["a", "b", "b", "a", "c"] });
    const clusters = evaluateWithTruth(model.scores(known), [1, -1, 1, -1], {
      ...options,
      threshold: 0.25,
      clusters: [0, 1, 0, 2],
    });
    expect(evaluateByLabels(moved, grouped, options).intervals).toEqual(clusters.intervals);
    const { accuracy, precision, recall, auc } = plain;
    expect(measuresByLabels(moved, bags)).toEqual({ bags: 4, accuracy, precision, recall, auc });
    expect(measuresByLabels(model, bags.positive())).toBeNull();
  });
});

describe("scores of bags whose labels are all known", () => {
  it("are judged by these labels", () => {
    const held = bagScores({
      positive: [2, 1, -1],
      unlabeled: [],
      negative: [1, -2, -3, -4],
      clusters: [0, 1, 2, 3, 4, 5, 5],
    });
    const options = { bootstrap: 30, threshold: 0 };
    const found = evaluateKnown(held, options);
    const plain = evaluateWithTruth([2, 1, -1, 1, -2, -3, -4], [1, 1, 1, -1, -1, -1, -1], {
      ...options,
      clusters: held.clusters,
    });
    expect(found).toEqual({ bags: 7, unlabeled: 0, ...plain });
    const measures = knownMeasures(held, options);
    expect(measures.positiveRate).toEqual(measure(3 / 7));
    expect(measures.leeLiu.value).toBeCloseTo(4 / 9 / (3 / 7), 12);
    expect(measures.recall).toEqual({ value: 2 / 3, ...plain.intervals.recall, clipped: false });
  });
});

describe("monotoneCalibration", () => {
  it("of many blocks merges neighbours into at most 200 of about equal shares, and keeps the prior", () => {
    const n = 700;
    // Ever more positives towards high scores, so that each score is a block of its own.
    const unlabeled = Array.from({ length: n }, (_, i) => i);
    const positive = unlabeled.flatMap((i) => Array(Math.floor(i / 20) + (i % 20 === 19 ? 1 : 0)).fill(i));
    const held = bagScores({ positive: [...positive, n + 5], unlabeled });
    const some = bagScores({ positive: unlabeled.flatMap((i) => Array(i + 1).fill(i)), unlabeled });
    expect(isotonicProbability(some, 0.3)).toHaveLength(n);
    const { scores, probabilities } = monotoneCalibration(some, { prior: 0.3 });
    expect(scores).toHaveLength(200);
    for (let k = 0; k < 200; k++) {
      // Group k has the scores whose share of the sample before them is from k / 200 on.
      const own = unlabeled.filter((i) => Math.floor((i / n) * 200 + 1e-9) === k);
      expect(Math.abs(scores[k] - sum(own) / own.length)).toBeLessThan(0.51);
      if (k > 0) expect(probabilities[k]).toBeGreaterThanOrEqual(probabilities[k - 1]);
    }
    for (const [which, prior] of [
      [held, 0.2],
      [some, 0.6],
    ] as const) {
      const calibration = monotoneCalibration(which, { prior });
      expect(sum(unlabeled.map((score) => probabilityOf(calibration, score))) / n).toBeCloseTo(prior, 9);
      expect(Math.max(...calibration.probabilities)).toBeLessThan(1);
    }
  });

  it("of few bags has the log-odds of the blocks, all moved by one number", () => {
    const held = heldOut([3, 2, 2, 1], [3, 2, 1, 1, 0, 0, 0, 0, -1, -1]);
    const blocks = isotonicProbability(held, 0.3);
    const { scores, probabilities } = monotoneCalibration(held, { prior: 0.3 });
    expect(scores).toEqual(blocks.map(({ centre }) => centre));
    const logOdds = (p: number) => Math.log(p / (1 - p));
    const moves = blocks.map(
      ({ probability }, k) => logOdds(probabilities[k]) - logOdds(Math.min(0.95, Math.max(0.05, probability))),
    );
    expect(Math.max(...moves) - Math.min(...moves)).toBeLessThan(1e-9);
  });
});

describe("reliability", () => {
  it("counts bags in ranges of equally many, and the mean probability in each", () => {
    const held = heldOut([9, 7, 5, 5], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const after = monotoneCalibration(held, { prior: 0.4 });
    const rows = reliability(held, { prior: 0.4, before: null, after, rows: 3 });
    expect(rows.map(({ low, high, bags, positives }) => [low, high, bags, positives])).toEqual([
      [0, 2, 3, 0],
      [3, 5, 3, 2],
      [6, 8, 3, 2],
    ]);
    expect(rows[1].counted).toBeCloseTo((0.4 * 2 * 9) / (4 * 3), 12);
    expect(rows[2].after).toBeCloseTo(sum([6, 7, 8].map((score) => probabilityOf(after, score))) / 3, 12);
    expect(rows[0].before).toBeNull();
    expect(reliability(heldOut([1], [2, 2, 2]), { prior: 0.4, before: null, after: null })).toHaveLength(1);
    expect(reliability(held, { prior: 0.4, before: null, after: null })).toHaveLength(8);
  });
});

describe("the priors of a sensitivity table", () => {
  it("are ten over the interval, with the prior in place of the nearest", () => {
    const priors = sensitivityPriors({ value: 0.31, low: 0.1, high: 0.55 });
    expect(priors).toHaveLength(10);
    const even = Array.from({ length: 10 }, (_, k) => 0.1 + 0.05 * k);
    for (const [k, prior] of priors.entries()) expect(prior).toBeCloseTo(k === 4 ? 0.31 : even[k], 12);
    // The ends stay.
    const near = sensitivityPriors({ value: 0.101, low: 0.1, high: 0.55 });
    expect([near[0], near[1], near[9]]).toEqual([0.1, 0.101, 0.55]);
    const top = sensitivityPriors({ value: 0.549, low: 0.1, high: 0.55 });
    expect([top[8], top[9]]).toEqual([0.549, 0.55]);
  });

  it("of an exact prior go from half its odds to twice its odds", () => {
    const priors = sensitivityPriors({ value: 0.5, low: 0.5, high: 0.5 });
    expect(priors[0]).toBeCloseTo(1 / 3, 12);
    expect(priors[9]).toBeCloseTo(2 / 3, 12);
    expect(priors).toContain(0.5);
  });

  it("stay inside 0 and 1, and add a prior at an end", () => {
    const wide = sensitivityPriors({ value: 0.5, low: 0, high: 1 });
    expect(wide[0]).toBe(0.0025);
    expect(wide[9]).toBeCloseTo(0.9975, 12);
    const end = sensitivityPriors({ value: 0.2, low: 0.2, high: 0.65 });
    expect(end).toHaveLength(10);
    expect(end[0]).toBe(0.2);
    expect(sensitivityPriors({ value: 0.1, low: 0.2, high: 0.65 })).toHaveLength(11);
  });

  it("are refused at 0 and 1, or if there are none", () => {
    const held = heldOut([1, 2], [0, 1, 2]);
    for (const wrong of [0, 1, Number.NaN])
      expect(() => sensitivity(held, { priors: [0.5, wrong] })).toThrow(expect.objectContaining({ code: "option" }));
    expect(() => sensitivity(held, {})).toThrow(expect.objectContaining({ code: "option" }));
    const [row] = sensitivity(held, { priors: [0.5], top: [1, 3, 4] });
    expect(row.top.map(({ k }) => k)).toEqual([1, 3]);
    for (const prior of [0.2, 0.9]) {
      const [{ top }] = sensitivity(held, { priors: [prior], top: [1, 2, 3] });
      const plain = topK(held, { prior, k: [1, 2, 3], bootstrap: 0 });
      expect(top).toEqual(plain.map(({ k, value, clipped }) => ({ k, value, clipped })));
    }
    expect(row.measures).toEqual(heldOutMeasures(held, { prior: 0.5, bootstrap: 0 }));
  });
});

describe("an evaluation", () => {
  const held = heldOut([3, 2, 1, 0.5], [3, 1, 0, -1, -2, -3, 0.2, 0.1]);

  it("counts independent bags, and knows the guess that is always the same", () => {
    const clusters = Uint32Array.of(0, 0, 1, 2, 5, 5, 5, 6, 7, 8, 9, 9);
    const found = evaluateHeldOut({ ...held, clusters }, { prior: 0.3, bootstrap: 0, priors: [0.3] });
    expect(found.independent).toEqual({ positive: 3, unlabeled: 5 });
    expect(found).toMatchObject({
      positive: 4,
      unlabeled: 8,
      negative: 0,
      threshold: 0,
      constantGuess: 0.7,
      level: 0.9,
    });
    const alone = evaluateHeldOut(held, { prior: 0.6, bootstrap: 0, priors: [0.3] });
    expect(alone.independent).toEqual({ positive: 4, unlabeled: 8 });
    expect(alone.constantGuess).toBe(0.6);
    expect(alone.top.map(({ k }) => k)).toEqual([8]);
  });

  it("has the usual numbers of bags to review", () => {
    expect(usualTops(9)).toEqual([9]);
    expect(usualTops(10)).toEqual([10]);
    expect(usualTops(120)).toEqual([10, 20, 50, 100]);
    expect(usualTops(25_000).slice(-4)).toEqual([2000, 5000, 10_000, 20_000]);
    for (const wrong of [0, 9, 1.5])
      expect(() => evaluateHeldOut(held, { prior: 0.3, top: [1, wrong] })).toThrow(
        expect.objectContaining({ code: "option" }),
      );
    expect(evaluateHeldOut(held, { prior: 0.3, top: [1, 8], bootstrap: 0 }).top).toHaveLength(2);
  });

  it("is refused without scores of both kinds, a prior, or held-out scores", () => {
    const refused = (judged: unknown, options: object, code: string) =>
      expect(() => evaluateHeldOut(judged as never, options)).toThrow(expect.objectContaining({ code }));
    refused(heldOut([], [1]), { prior: 0.3 }, "option");
    refused(heldOut([1], []), { prior: 0.3 }, "option");
    refused(held, {}, "no-prior");
    for (const wrong of [null, 7, {}, { positive: [1] }, { positive: 1, unlabeled: [1] }])
      refused(wrong, { prior: 0.3 }, "option");
  });

  it("takes options within their ranges alone", () => {
    const with1 = (options: object) => () => evaluateHeldOut(held, { prior: 0.3, bootstrap: 0, ...options });
    for (const good of [{ seed: 2 ** 32 - 1 }, { level: 0.01 }, { level: 0.999 }]) expect(with1(good)).not.toThrow();
    for (const wrong of [
      { seed: -1 },
      { seed: 2 ** 32 },
      { level: 0.009 },
      { level: 1 },
      { bootstrap: -1 },
      { bootstrap: 100_001 },
    ])
      expect(with1(wrong)).toThrow(expect.objectContaining({ code: "option" }));
  });

  it("without a prior shows what others would mean, but none that a single set excludes", () => {
    const priorsOf = (scenario: "case-control" | "single-set") =>
      evaluateWithoutPrior({ ...held, scenario }, { bootstrap: 0 }).sensitivity.map(({ prior }) => prior);
    expect(priorsOf("case-control")).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    // A third of the bags are labelled.
    expect(priorsOf("single-set")).toEqual([0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    expect(evaluateWithoutPrior(held, { bootstrap: 0, priors: [0.25] }).sensitivity).toHaveLength(1);
    expect(codes(evaluateWithoutPrior(held, { bootstrap: 0 }).notes)).toEqual(["few-positives"]);
    expect(codes(evaluateWithoutPrior(held, { bootstrap: 0, threshold: 9 }).notes)).toEqual([
      "few-positives",
      "no-positive-answer",
    ]);
  });

  it("has a note for each reason not to trust it, and none at the edge", () => {
    const good = {
      measures: {
        precision: measure(0.8),
        accuracy: measure(0.7),
        auc: measure(0.8, 0.51),
        positiveRate: measure(0.1),
      },
      independent: { positive: 10, unlabeled: 50 },
      prior: { value: 0.3, low: 0.1, high: 0.6 },
      constantGuess: 0.7,
      level: 0.9,
    };
    const notes = (changes: object) => codes(evaluationNotes({ ...good, ...changes } as never));
    const having = (change: object) => notes({ measures: { ...good.measures, ...change } });
    expect(notes({})).toEqual([]);
    expect(notes({ independent: { positive: 9, unlabeled: 50 } })).toEqual(["few-positives"]);
    expect(having({ precision: measure(1, 1, 1, true) })).toEqual(["clipped"]);
    expect(having({ positiveRate: measure(0) })).toEqual(["no-positive-answer"]);
    expect(having({ accuracy: measure(0.69) })).toEqual(["constant-guess"]);
    expect(having({ auc: measure(0.8, 0.5) })).toEqual(["no-better-than-chance"]);
    expect(notes({ prior: { value: 0.3, low: 0.1, high: 0.61 } })).toEqual(["prior-open"]);
    const guess = (value: number) => {
      const worse = {
        ...good,
        measures: { ...good.measures, accuracy: measure(0.4) },
        prior: { ...good.prior, value },
      };
      return evaluationNotes({ ...worse, constantGuess: 0.512 } as never)[0].message;
    };
    expect(guess(0.5)).toMatch(/answering positive .*\(0\.51\)/);
    expect(guess(0.49)).toMatch(/answering negative/);
  });
});

describe("why a model has no held-out scores", () => {
  const model = (card: object, hashes = 1) =>
    ({
      card: { learner: "pu-skc", training: { positive: 5 }, certificate: { status: "solved" }, notes: [], ...card },
      trainedOn: new Float64Array(hashes),
    }) as never;
  const said = (card: object, hashes?: number) => noHeldOut(model(card, hashes)).message;

  it("is told by its card", () => {
    const given = said({});
    expect(said({}, 0)).toMatch(/earlier version/);
    expect(said({ learner: "pu-mil" })).toMatch(/pu-mil holds no bags out|settings/);
    expect(said({ certificate: { status: "invalid" } })).toMatch(/too large/);
    expect(said({ training: { positive: 1 } })).toMatch(/one positive bag/);
    expect(said({ training: { positive: 2 } })).toBe(given);
    expect(said({ notes: [{ code: "nothing-held-out" }] })).toMatch(/too few bags/);
    expect(said({ notes: [{ code: "alike" }] })).toBe(given);
    expect(said({ learner: "not-one-of-ours" })).toBe(given);
    expect(noHeldOut(model({}), "Do this.").remedy).toBe("Do this.");
  });
});

describe("thresholds in words", () => {
  it("have the numbers that they were chosen by", () => {
    const budget = (called: number, bags: number) =>
      becauseText({ kind: "budget", value: 5 }, { called, bags, what: "bags" });
    expect(budget(3, 3)).toMatch(/all 3 bags, fewer than 5/);
    expect(budget(5, 5)).toBe("all 5 bags");
    expect(budget(5, 9)).toMatch(/the 5 highest of 9 bags$/);
    expect(budget(4, 9)).toMatch(/the 4 highest of 9 bags, because the next ones/);
    expect(budget(0, 9)).toMatch(/none of 9 bags, because the first ones/);
    expect(becauseText({ kind: "recall", value: 0.9 }, { found: 3, positives: 4 })).toMatch(/3 of 4/);
    expect(becauseText({ kind: "prior" }, { pi: 0.3 })).toMatch(/0\.3$/);
    expect(becauseText({ kind: "risk" }, { pi: 0.3, risk: 0.123 })).toMatch(/0\.12 .*0\.3$/);
  });

  it("say what to expect of the unlabeled bags, or of known negatives", () => {
    const held = heldOut([2, 1], [2, 1, 0, -1, -2]);
    const at = (scores: typeof held, prior: number | null, threshold = 1) => {
      const known = prior === null ? null : { value: prior, low: prior, high: prior };
      return expectedText(scores, threshold, expectedAt(scores, threshold, { prior: known, bootstrap: 0 }));
    };
    expect(at(held, null)).toMatch(/2 of 5 .*\(40 %\), with a recall of 1\.00/);
    // All positives are called, which are at most .4 / .6 of all if the prior is .6.
    expect(at(held, 0.6)).toMatch(/precision of 1\.00.*at most 0\.67/);
    expect(at(held, 0.2)).not.toMatch(/at most/);
    const single = heldOut([2, 1], [2, 1, 0, -1, -2], { scenario: "single-set" });
    expect(at(single, 0.5)).toMatch(/2 of 5 .*\(40 %, 57 % of all bags\)/);
    const known = heldOut([2, 1], [], { negative: [1, -1, -2] });
    expect(at(known, 0.4)).toMatch(/1 of 3 .*precision of 0\.67.*recall of 1\.00/);
    expect(at(known, 0.4, 9)).toMatch(/0 of 3 .*precision of unknown/);
    expect(at(held, 0.5, 9)).toMatch(/0 of 5 .*with a recall of 0\.00/);
  });

  it("know what each rule needs, and the share of positives that the calls can contain", () => {
    expect(ruleNeeds({ kind: "default" })).toEqual({ heldOut: false, prior: false });
    expect(ruleNeeds({ kind: "score", value: 1 })).toEqual({ heldOut: false, prior: false });
    expect(ruleNeeds({ kind: "budget", value: 1 })).toEqual({ heldOut: true, prior: false });
    expect(ruleNeeds({ kind: "recall", value: 1 })).toEqual({ heldOut: true, prior: false });
    for (const kind of ["prior", "risk"] as const) expect(ruleNeeds({ kind })).toEqual({ heldOut: true, prior: true });
    const held = heldOut([2, 1], [2, 1, 0, -1, -2]);
    const most = (prior: number) =>
      expectedAt(held, 1, { prior: { value: prior, low: prior, high: prior }, bootstrap: 0 }).mostRecall;
    expect(most(0.5)).toBeCloseTo(0.8, 12);
    expect(most(0.3)).toBe(1);
    const single = { ...held, scenario: "single-set" as const };
    const { value } = chooseThreshold(single, "prior", { prior: "0.5", bootstrap: 0 });
    expect(single.unlabeled.filter((score) => score >= value).length).toBe(2);
    expect(() => chooseThreshold(held, "budget=3", { review: [] })).toThrow(
      expect.objectContaining({ code: "nothing-to-review" }),
    );
    expect(() => chooseThreshold(null, "budget=3")).toThrow(expect.objectContaining({ code: "no-held-out" }));
    expect(chooseThreshold(null, "budget=1", { review: [1, 3] }).value).toBe(2);
    expect(() => chooseThreshold(held, "risk")).toThrow(expect.objectContaining({ code: "no-prior" }));
  });

  it("by prior and by risk prefer fewer calls among equals, and then more positives", () => {
    // A prior of .5 of two bags: the cut between them; of .25: none or one are as far.
    const two = heldOut([1], [2, 0]);
    expect(chooseThreshold(two, "prior", { prior: 0.25, bootstrap: 0 }).value).toBeGreaterThan(2);
    // Of the cuts that call one bag, the one below the positive at 1.
    expect(chooseThreshold(two, "prior", { prior: 0.5, bootstrap: 0 }).value).toBe(0.5);
  });
});

describe("notes on scores", () => {
  it("count held-out ones, and look for training bags where there is none", () => {
    expect(countedNotes({ size: 5, held: 0, own: 0 })).toEqual([]);
    expect(codes(countedNotes({ size: 5, held: 2, own: 0 }))).toEqual(["held-out-scores"]);
    expect(codes(countedNotes({ size: 5, held: 0, own: 5 }))).toEqual(["in-sample-scores"]);
    expect(countedNotes({ size: 5, held: 5, own: 0 })[0].message).toMatch(/^all 5 bags/);
    expect(countedNotes({ size: 5, held: 1, own: 0 })[0].message).toMatch(
      /^1 of 5 bags was .* its score is .* seen it /,
    );
    expect(countedNotes({ size: 5, held: 2, own: 0 })[0].message).toMatch(
      /^2 of 5 bags were .* scores are .* seen them /,
    );
    expect(countedNotes({ size: 5, held: 0, own: 1 })[0].message).toMatch(/^1 of 5 bags was .* scores of it: its /);
    expect(countedNotes({ size: 5, held: 0, own: 5 })[0].message).toMatch(/^all 5 bags were .* scores of them: their /);
    const bags = bagSet([[[1]], [[2]]]);
    const model = { card: { training: {} }, trainedOn: new Float64Array(0) } as never;
    expect(scoreCounts(model, bags, [{ heldOut: true }, { heldOut: false }])).toEqual({ size: 2, held: 1, own: 0 });
    expect(scoreCounts(model, bags, [{ heldOut: false }])).toEqual({ size: 2, held: 0, own: 0 });
  });

  it("say how many bags the model has seen, and what could not be checked", () => {
    const bags = bagSet([[[1]], [[2]], [[3]]]);
    const of = (match: object) =>
      codes(
        matchNotes(
          { trainedOn: new Float64Array(0) },
          bags,
          { near: null, chance: [], unseen: 0, ...match } as never,
          undefined,
        ),
      );
    expect(of({ trainedOn: null })).toEqual(["leakage-unknown"]);
    expect(of({ trainedOn: [] })).toEqual([]);
    expect(of({ trainedOn: [1] })).toEqual(["bags-trained-on"]);
    expect(of({ trainedOn: [], near: [] })).toEqual([]);
    expect(of({ trainedOn: [], near: [0] })).toEqual(["near-copies-of-training"]);
    expect(of({ trainedOn: [], chance: [0] })).toEqual(["equal-by-chance"]);
    expect(of({ trainedOn: [], unseen: 1 })).toEqual(["near-duplicates-unseen"]);
    const said = (match: object) =>
      matchNotes(
        { trainedOn: new Float64Array(0) },
        bags,
        { trainedOn: [], near: null, chance: [], unseen: 0, ...match } as never,
        undefined,
      )[0].message;
    expect(said({ trainedOn: [0, 1, 2] })).toMatch(/^all 3 bags were/);
    expect(said({ trainedOn: [1] })).toMatch(/^1 of 3 bags was/);
    expect([said({ near: [0] }), said({ near: [0, 1] })].map((text) => / is a near-copy /.test(text))).toEqual([
      true,
      false,
    ]);
    expect([said({ chance: [0] }), said({ chance: [0, 1] })].map((text) => / it counts /.test(text))).toEqual([
      true,
      false,
    ]);
    // Which of the training bags are not there.
    const hashes = Float64Array.from(bagHashes(bags));
    const missing = (trainedOn: Float64Array) =>
      matchNotes({ trainedOn }, bags, { trainedOn: [], near: null, chance: [], unseen: 0 } as never, {
        bags,
        name: "t.csv",
      });
    expect(missing(hashes)).toEqual([]);
    expect(missing(Float64Array.of(...hashes, 7))[0].message).toMatch(/^1 of the 4 training bags .* is not in t\.csv/);
    const other = matchNotes(
      { trainedOn: Float64Array.of(1, 2) },
      bags,
      { trainedOn: [], near: null, chance: [], unseen: 0 } as never,
      { bags, name: "t.csv" },
    );
    expect(codes(other)).toEqual(["other-training"]);
  });
});

describe("sampleEffect", () => {
  it("has the standard error of DeLong and others, by all pairs", async () => {
    const bags = bagSet(
      Array.from({ length: 12 }, (_, i) => [[i], [i / 2]]),
      { labels: Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? "positive" : "unlabeled")) },
    );
    const draw = random(4);
    const scoreOf = new Map(bags.ids().map((id) => [id, Math.round(4 * draw.normal())]));
    const learner = {
      name: "fixed",
      fit: async () => ({ scores: (some: typeof bags) => Float64Array.from(some.ids(), (id) => scoreOf.get(id) ?? 0) }),
    } as unknown as Learner;
    const half = await crossFit(learner, bags, { folds: 2 });
    const own = {
      ...half,
      positive: half.positive.map(() => Math.round(3 * draw.normal())),
      unlabeled: half.unlabeled.map(() => Math.round(2 * draw.normal())),
    };
    const model = { heldOut: own, card: { prior: { value: 0.25 } } } as unknown as Model;
    const effect = await sampleEffect(learner, bags, model);
    const win = (p: number, u: number) => (p > u ? 1 : p === u ? 0.5 : 0);
    const mean = (values: readonly number[]) => sum(values) / values.length;
    const places = ({ positive, unlabeled }: typeof half) => ({
      p: Array.from(positive, (s) => mean(Array.from(unlabeled, (u) => win(s, u)))),
      u: Array.from(unlabeled, (u) => mean(Array.from(positive, (s) => win(s, u)))),
    });
    const [a, b] = [places(own), places(half)];
    const variance = (differences: readonly number[]) =>
      sum(differences.map((d) => (d - mean(differences)) ** 2)) / (differences.length - 1) / differences.length;
    const error = Math.sqrt(variance(a.p.map((x, k) => x - b.p[k])) + variance(a.u.map((x, k) => x - b.u[k])));
    expect(effect?.error).toBeCloseTo(error / 0.75, 12);
    for (const card of [{ prior: null }, { prior: { value: 0 } }, { prior: { value: 1 } }])
      expect(await sampleEffect(learner, bags, { ...model, card } as never)).toBeNull();
    const few = { ...own, positive: own.positive.subarray(0, 3) };
    expect(await sampleEffect(learner, bags, { ...model, heldOut: few } as never)).toBeNull();
    const other = { ...own, unlabeled: own.unlabeled.subarray(0, 7) };
    expect(await sampleEffect(learner, bags, { ...model, heldOut: other } as never)).toBeNull();
  });
});

it("scores that are not finite are refused, the first of them by name", () => {
  const bags = [1, Number.NaN, Infinity].map((score, i) => ({ bag: `b${i}`, score }));
  expect(() => checkFiniteScores(bags)).toThrow(/b1/);
  expect(() => checkFiniteScores(bags.slice(0, 1))).not.toThrow();
});

describe("crossFit", () => {
  const scores = (value: number) =>
    ({
      name: "same",
      fit: async () => ({ scores: (some: { size: number }) => new Float64Array(some.size).fill(value) }),
    }) as unknown as Learner;
  const of = (labels: readonly ("positive" | "unlabeled" | "negative")[]) =>
    bagSet(
      labels.map((_, i) => [[i * i]]),
      { labels: [...labels] },
    );

  it("is refused where nothing can be held out, or a score is none", async () => {
    await expect(crossFit(scores(0), of(["positive", "unlabeled", "unlabeled"]))).rejects.toMatchObject({
      code: "folds",
    });
    await expect(crossFit(scores(0), of(["positive", "positive", "unlabeled"]))).rejects.toMatchObject({
      code: "folds",
    });
    await expect(crossFit(scores(0), of(["positive", "positive", "unlabeled"]))).rejects.toMatchObject({
      remedy: expect.not.stringMatching(/groups/),
    });
    const one = of(["positive", "positive", "unlabeled", "unlabeled"]).withGroups(["a", "a", "a", "a"]);
    await expect(crossFit(scores(0), one)).rejects.toMatchObject({
      code: "folds",
      remedy: expect.stringMatching(/different groups/),
    });
    const enough = of(["positive", "positive", "unlabeled", "unlabeled"]);
    await expect(crossFit(scores(Number.NaN), enough)).rejects.toMatchObject({ code: "score-not-finite" });
    const found = await crossFit(scores(2), enough);
    expect([[...found.positive], [...found.unlabeled]]).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(found.scenario).toBe("case-control");
  });

  it("holds out known negatives, alone or beside others", async () => {
    const alone = await crossFit(scores(1), of(["positive", "positive", "negative", "negative"]));
    expect([alone.unlabeled.length, alone.negative.length]).toEqual([0, 2]);
    const mixed = of(["positive", "positive", "unlabeled", "unlabeled", "negative"]);
    expect((await crossFit(scores(1), mixed)).negative.length).toBe(1);
    expect((await crossFit(scores(1), mixed, { negatives: "drop" })).negative.length).toBe(0);
  });

  it("says how far it is, and stops when it is told to", async () => {
    const steps: number[] = [];
    const bags = of(["positive", "positive", "positive", "unlabeled", "unlabeled", "unlabeled"]);
    await crossFit(scores(1), bags, { folds: 3, onProgress: ({ done, total }) => steps.push(done / total) });
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(crossFit(scores(1), bags, { signal })).rejects.toThrow("enough");
  });
});

describe("studiedBags", () => {
  const bags = bagSet(
    Array.from({ length: 30 }, (_, i) => [[i]]),
    { labels: Array.from({ length: 30 }, (_, i) => (i < 12 ? "positive" : "unlabeled")) },
  );

  it("are all, or a sample that keeps the share of labelled bags of a single set", () => {
    expect(studiedBags(bags, {}, 30).bags).toBe(bags);
    expect(studiedBags(bags, {}, 30).notes).toEqual([]);
    const { bags: some, notes } = studiedBags(bags, { scenario: "single-set" }, 15);
    expect(codes(notes)).toEqual(["studied-on-sample"]);
    expect(some.size).toBeLessThanOrEqual(15);
    expect(Math.abs(some.positive().size / some.size - 0.4)).toBeLessThan(0.07);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), (seed) => {
        const ids = studiedBags(bags, { seed }, 15).bags.ids();
        expect(ids).toEqual(studiedBags(bags, { seed }, 15).bags.ids());
      }),
      { seed: 1, numRuns: 5 },
    );
  });
});
