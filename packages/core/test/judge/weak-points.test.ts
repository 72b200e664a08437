import { describe, expect, it } from "vitest";
import { weakPoints } from "../../src/judge/weak-points.js";

const measure = (low: number, value = 0.95) => ({ value, low, high: 1, clipped: false });
const GOOD = { auc: measure(0.9), precision: measure(0.8), recall: measure(0.7) };
const KNOWN = { low: 0.04, high: 0.08 };

describe("weakPoints", () => {
  it("are none if every lower end is good", () => {
    expect(weakPoints({ measures: GOOD, prior: KNOWN })).toEqual([]);
  });

  it("follow the lower end of an interval, however good its middle is", () => {
    const of = (changes: Partial<typeof GOOD>) => weakPoints({ measures: { ...GOOD, ...changes }, prior: KNOWN });
    expect(of({ auc: measure(0.69, 1) })).toEqual(["ranking"]);
    expect(of({ precision: measure(0.09, 0.82) })).toEqual(["precision"]);
    expect(of({ recall: measure(0.2) })).toEqual(["recall"]);
    expect(of({ precision: measure(Number.NaN, Number.NaN) })).toEqual([]);
  });

  it("hold a prior for hardly known that is wide, or far apart as numbers of positives", () => {
    const of = (low: number, high: number) => weakPoints({ measures: null, prior: { low, high } });
    expect(of(0.2, 0.55)).toEqual(["prior"]);
    expect(of(0.002, 0.09)).toEqual(["prior"]);
    expect(of(0.02, 0.09)).toEqual([]);
    expect(of(0.3, 0.3)).toEqual([]);
    expect(weakPoints({ measures: null, prior: null })).toEqual([]);
  });
});
