import { describe, expect, it } from "vitest";
import { evaluateHeldOut, evaluateWithoutPrior, usualTops } from "../../../src/judge/held-out/evaluate-held-out.js";
import { evaluationNotes } from "../../../src/judge/held-out/evaluation-notes.js";
import { noHeldOut } from "../../../src/judge/held-out/missing-errors.js";
import { sensitivity, sensitivityPriors } from "../../../src/judge/held-out/sensitivity.js";
import { heldOut } from "../held-scores.js";

const measure = (value: number, { low = value, clipped = false } = {}) => ({ value, low, high: value, clipped });

/** An evaluation with nothing to say, and the sentences about what is changed. */
function said(changes: object): string[] {
  const measures = { precision: measure(0.8), accuracy: measure(0.7), auc: measure(0.8), positiveRate: measure(0.1) };
  const good = {
    measures: { ...measures, ...("measures" in changes ? (changes.measures as object) : {}) },
    independent: { positive: 10, unlabeled: 50 },
    prior: { value: 0.3, low: 0.1, high: 0.5 },
    constantGuess: 0.7,
    level: 0.9,
  };
  return evaluationNotes({ ...good, ...changes, measures: good.measures } as never).map(({ message }) => message);
}

describe("the notes of an evaluation", () => {
  it("name the measures that were cut off", () => {
    expect(said({ measures: { auc: measure(1, { clipped: true }) } })).toEqual([
      "the AUC came out below 0 or above 1 and was clipped. Few bags or a wrong prior cause that. A smaller prior lowers precision, a larger one lowers the AUC",
    ]);
    const two = { precision: measure(1, { clipped: true }), accuracy: measure(1, { clipped: true }) };
    expect(said({ measures: two })[0]).toMatch(
      /^precision and accuracy came out below 0 or above 1 and were clipped\. /,
    );
  });

  it("say the level of an interval, the range of the prior and the number of positive bags", () => {
    const chance = { measures: { auc: measure(0.8, { low: 0.4 }) } };
    expect(said(chance)).toEqual([
      "the 90 % interval of the AUC includes 0.5: the ranking may be no better than chance",
    ]);
    expect(said({ ...chance, level: 0.975 })[0]).toMatch(/^the 97\.5 % interval /);
    expect(said({ prior: { value: 0.3, low: 0.123, high: 0.789 } })).toEqual([
      "the prior is very uncertain (0.12 to 0.79), and so are precision and accuracy. An audit of 30 unlabeled bags helps most",
    ]);
    const few = (positive: number) => said({ independent: { positive, unlabeled: 50 } })[0];
    expect(few(1)).toMatch(/^only 1 independent positive bag was held out, /);
    expect(few(9)).toMatch(/^only 9 independent positive bags were held out, /);
    expect(said({ measures: { accuracy: measure(0.6) }, constantGuess: 0.7123 })).toEqual([
      "always answering negative would be right at least as often (0.71). Use the model for its ranking, or choose another threshold",
    ]);
  });

  it("come in the order in which they matter", () => {
    const all = said({
      measures: {
        precision: measure(1, { clipped: true }),
        accuracy: measure(0.1),
        auc: measure(0.5),
        positiveRate: measure(0),
      },
      independent: { positive: 2, unlabeled: 9 },
      prior: { value: 0.5, low: 0, high: 1 },
    });
    const starts = [/^only 2/, /clipped/, /^no bag/, /^always/, /^the 90 %/, /^the prior/];
    expect(all).toHaveLength(starts.length);
    for (const [k, start] of starts.entries()) expect(all[k]).toMatch(start);
  });
});

describe("the numbers of bags to review", () => {
  it("go up to fifty million", () => {
    const all = [1, 2, 3, 4, 5, 6, 7].flatMap((power) => [1, 2, 5].map((first) => first * 10 ** power));
    expect(usualTops(60_000_000)).toEqual(all);
    expect(usualTops(19)).toEqual([10]);
  });

  it("that make no sense are refused, the first of them by name", () => {
    const held = heldOut([3, 2], [3, 1, 0]);
    const refusal = (top: readonly number[]) => () => evaluateHeldOut(held, { prior: 0.3, top, bootstrap: 0 });
    expect(refusal([1, 0, 99])).toThrow(/top is 0.*a whole number from 1 to 3, the number of unlabeled bags/);
    expect(refusal([4, 0])).toThrow(/top is 4/);
  });
});

describe("the priors to look at", () => {
  it("are tenths if nothing is known", () => {
    const { sensitivity: rows } = evaluateWithoutPrior(heldOut([2, 1], [1, 0]), { bootstrap: 0 });
    expect(rows.map(({ prior }) => prior)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
  });

  it("are all different if the prior is at an end of its range", () => {
    for (const value of [0.2, 0.65]) {
      const priors = sensitivityPriors({ value, low: 0.2, high: 0.65 });
      expect(new Set(priors).size).toBe(10);
      expect(priors).toEqual([...priors].sort((a, b) => a - b));
    }
  });

  it("that make no sense are refused, the first of them by name", () => {
    expect(() => sensitivity(heldOut([1], [0]), { priors: [0.5, 2, 3] })).toThrow(/priors is 2/);
  });
});

describe("a model without held-out scores", () => {
  it("is refused with the reason, and with what to do about it", () => {
    const because = (card: object) =>
      noHeldOut({
        card: { learner: "pu-skc", training: { positive: 5 }, certificate: { status: "solved" }, notes: [], ...card },
        trainedOn: new Float64Array(1),
      } as never);
    const given = because({});
    expect(given.message).toMatch(/its settings were given/);
    expect(given.remedy).toBe("Give the training bags and set the option folds to 5, or give new bags.");
    expect(because({ notes: [{ code: "alike" }] }).message).toBe(given.message);
    expect(because({ training: { positive: 1 } }).remedy).toBe("Label more positive bags and train it again.");
    expect(because({ certificate: { status: "invalid" } }).remedy).toBe("Scale the features and train it again.");
  });
});
