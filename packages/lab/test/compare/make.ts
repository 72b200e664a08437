import type { CompareRecord, CompareResult, CompareSpec } from "../../../bagwise/src/entries/lab.js";

/** The specification of a small trial of a comparison. */
export function compareSpec(changes: Partial<CompareSpec> = {}): CompareSpec {
  return {
    experiment: "compare",
    dataset: "wolf",
    protocol: "leak-free",
    prior: 0.3,
    labeled: 5,
    unlabeled: 30,
    test: 40,
    scaling: "none",
    multiple: 5,
    eta: null,
    noise: "reference",
    trial: 0,
    seed: 1,
    method: "pu-skc:given",
    knowledge: "true",
    ...changes,
  };
}

/** A finished trial. */
export function compareRecord(spec: Partial<CompareSpec>, result: Partial<CompareResult>): CompareRecord {
  const whole = compareSpec(spec);
  return {
    id: JSON.stringify(whole),
    spec: whole,
    result: {
      accuracy: 0.7,
      balancedAccuracy: 0.6,
      auc: 0.8,
      averagePrecision: 0.75,
      positiveRate: 0.4,
      usedPrior: 0.3,
      chosen: {},
      status: "solved",
      relativeGap: 0,
      constantAccuracy: 0.7,
      priorLow: 0.3,
      priorHigh: 0.3,
      labeled: 5,
      unlabeled: 30,
      test: 40,
      audited: null,
      ...result,
    },
  };
}
