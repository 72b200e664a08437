import type { TrialRecord, TrialSpec } from "../../src/entries/lab.js";
import type { JournalHeader } from "../../src/experiment/folder/journal.js";

/** A trial that nobody ran, with numbers that JSON can and cannot say. */
export function record(k: number, change: Partial<TrialSpec> = {}): TrialRecord {
  return {
    id: `id-${k}`,
    spec: {
      experiment: "paper",
      dataset: "musk1",
      protocol: "paper",
      prior: 0.1,
      labeled: 20,
      unlabeled: 180,
      test: 200,
      noise: "reference",
      trial: k,
      seed: 1,
      method: "pu-skc",
      priorEstimate: "as-printed",
      centres: 1000,
      ...change,
    },
    result: {
      accuracy: 1 / (k + 2),
      balancedAccuracy: Number.NaN,
      auc: -0,
      averagePrecision: 1e-300,
      positiveRate: 0,
      usedPrior: k % 2 === 0 ? null : 0.3,
      chosen: { degree: 1, note: 'ä "\\ \u2028' },
      status: "solved",
      relativeGap: null,
    },
  };
}

export const HEADER: JournalHeader = {
  bagwise: "0.1.0",
  experiment: "paper",
  options: { unlabeled: 180, seed: 1 },
  data: { musk1: "aa" },
};
