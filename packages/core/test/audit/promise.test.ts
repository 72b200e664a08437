import { describe, expect, it } from "vitest";
import type { AuditEstimate } from "../../src/audit/estimate.js";
import { auditPromises } from "../../src/audit/promise.js";
import type { Model } from "../../src/model/model.js";
import type { BagScores } from "../../src/scores/bag-scores.js";
import { heldOutMeasures, recallOf } from "../../src/scores/pu-measures.js";

const ramp = (n: number, from: number, to: number) =>
  Float64Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));
const heldOut: BagScores = {
  scenario: "case-control",
  positive: ramp(40, -1, 3),
  unlabeled: Float64Array.from([...ramp(60, -1, 3), ...ramp(140, -4, 0.5)]),
  negative: new Float64Array(0),
  clusters: null,
};
type Sources = Pick<Model, "heldOut" | "card">;
const modelOf = (prior: number | null, held: BagScores | null = heldOut) =>
  ({ heldOut: held, card: { prior: prior === null ? null : { value: prior, low: prior, high: prior } } }) as Sources;
const found = (low: number, high: number) => ({ value: (low + high) / 2, low, high });
const estimateOf = (changes: Partial<AuditEstimate>) =>
  ({
    level: 0.9,
    precision: found(0, 1),
    recall: found(0, 1),
    accuracy: found(0, 1),
    ...changes,
  }) as AuditEstimate;

describe("auditPromises", () => {
  it("are the measures of held-out bags at the threshold of the audit and its level", () => {
    const promises = auditPromises(modelOf(0.3), estimateOf({ level: 0.8 }), { threshold: 0.5 });
    const measures = heldOutMeasures(heldOut, { prior: 0.3, threshold: 0.5, level: 0.8 });
    for (const name of ["precision", "recall", "accuracy"] as const) {
      const { value, low, high } = measures[name];
      expect(promises?.[name]).toEqual({ value, low, high, contradicted: false });
    }
  });

  it("are contradicted when the intervals have nothing in common, on either side", () => {
    const at = { threshold: 0 };
    const { precision } = heldOutMeasures(heldOut, { prior: 0.3 });
    const contradicted = (low: number, high: number) =>
      auditPromises(modelOf(0.3), estimateOf({ precision: found(low, high) }), at)?.precision?.contradicted;
    expect(contradicted(0, precision.low - 0.001)).toBe(true);
    expect(contradicted(0, precision.low)).toBe(false);
    expect(contradicted(precision.high, 1)).toBe(false);
    expect(contradicted(precision.high + 0.001, 1)).toBe(true);
  });

  it("are of the unlabeled bags alone in a single set", () => {
    // 40 of 240 bags are labelled: a prior of 100/240 is 60 positives among the 200 others.
    const single = auditPromises(modelOf(100 / 240, { ...heldOut, scenario: "single-set" }), estimateOf({}), {
      threshold: 0,
    });
    const apart = auditPromises(modelOf(60 / 200), estimateOf({}), { threshold: 0 });
    expect(single?.precision?.value).toBeCloseTo(apart?.precision?.value ?? Number.NaN, 9);
    expect(single?.accuracy?.low).toBeCloseTo(apart?.accuracy?.low ?? Number.NaN, 9);
  });

  it("are of recall alone without a prior, and none without held-out scores or where the audit says nothing", () => {
    const { value, low, high } = recallOf(heldOut, {}).recall;
    expect(auditPromises(modelOf(null), estimateOf({}), { threshold: 0 })).toEqual({
      precision: null,
      recall: { value, low, high, contradicted: false },
      accuracy: null,
    });
    expect(auditPromises(modelOf(0.3, null), estimateOf({}), { threshold: 0 })).toBeNull();
    const silent = estimateOf({ recall: { value: null, low: 0, high: 1 } });
    expect(auditPromises(modelOf(0.3), silent, { threshold: 0 })?.recall).toBeNull();
    // Above all scores nothing is called positive, and precision is not defined.
    expect(auditPromises(modelOf(0.3), estimateOf({}), { threshold: 9 })?.precision).toBeNull();
  });
});
