import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BagSet, type Label } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { ExperimentSummary, TrialRecord, TrialSpec } from "../../bagwise/src/entries/lab.js";
import { summariseTrials } from "../../bagwise/src/entries/lab.js";

/** The specification of a small trial. */
export function specOf(changes: Partial<TrialSpec> = {}): TrialSpec {
  return {
    experiment: "paper",
    dataset: "elephant",
    protocol: "paper",
    prior: 0.3,
    labeled: 5,
    unlabeled: 30,
    test: 40,
    noise: "reference",
    trial: 0,
    seed: 1,
    method: "pu-skc",
    priorEstimate: "true",
    centres: 100,
    ...changes,
  };
}

/** Labelled bags that can be told apart, as many as wanted, with few features. */
export function originals({ positive = 40, negative = 40, features = 3, seed = 5 } = {}): BagSet {
  const generator = random(seed);
  const labels: Label[] = Array.from({ length: positive + negative }, (_, i) =>
    i < positive ? "positive" : "negative",
  );
  const offsets = [0];
  const data: number[] = [];
  for (const label of labels) {
    const size = 1 + generator.below(4);
    offsets.push(offsets[offsets.length - 1] + size);
    for (let k = 0; k < size * features; k++) data.push(generator.normal() + (label === "positive" ? 2 : 0));
  }
  return BagSet.from({
    data,
    offsets,
    ids: labels.map((_, i) => `b${i}`),
    labels,
    features: Array.from({ length: features }, (_, j) => `f${j}`),
  });
}

/** A data set of the paper, read in the simplest way. */
export function readPaperData(folder: string, name: string): BagSet {
  const [, ...lines] = readFileSync(join(folder, `${name}.csv`), "utf8")
    .trim()
    .split("\n");
  const byBag = new Map<string, { label: Label; rows: number[][] }>();
  for (const line of lines) {
    const [bag, label, ...values] = line.split(",");
    const entry = byBag.get(bag) ?? { label: Number(label) === 1 ? "positive" : "negative", rows: [] };
    entry.rows.push(values.map(Number));
    byBag.set(bag, entry);
  }
  const bags = [...byBag.values()];
  const offsets = [0];
  for (const { rows } of bags) offsets.push(offsets[offsets.length - 1] + rows.length);
  return BagSet.from({
    data: bags.flatMap(({ rows }) => rows.flat()),
    offsets,
    ids: [...byBag.keys()],
    labels: bags.map(({ label }) => label),
    features: bags[0].rows[0].map((_, j) => `f${j + 1}`),
  });
}

/** A finished trial with this accuracy. */
export function recordOf(accuracy: number, changes: Partial<TrialSpec> = {}): TrialRecord {
  const spec = specOf({ labeled: 20, unlabeled: 180, test: 200, ...changes });
  return {
    id: JSON.stringify(spec),
    spec,
    result: {
      accuracy,
      balancedAccuracy: accuracy / 2,
      auc: accuracy / 4,
      averagePrecision: 0.5,
      positiveRate: 0.25,
      usedPrior: spec.method.startsWith("pu-skc") ? 0.125 : null,
      chosen: {},
      status: "solved",
      relativeGap: null,
    },
  };
}

/** Trials with these accuracies. */
export function recordsOf(accuracies: readonly number[], changes: Partial<TrialSpec> = {}): TrialRecord[] {
  return accuracies.map((accuracy, trial) => recordOf(accuracy, { ...changes, trial }));
}

/** The values and the same again: four trials are too few for a verdict. */
export function twice(values: readonly number[]): number[] {
  return [...values, ...values];
}

/** Two methods at two priors on Fox, eight trials each. */
export function smallSummary(changes: Partial<TrialSpec> = {}): ExperimentSummary {
  const fox = { dataset: "fox", ...changes };
  return summariseTrials([
    ...recordsOf(twice([0.8, 0.9, 0.8, 0.9]), { ...fox, prior: 0.1, method: "pu-skc" }),
    ...recordsOf(twice([0.8, 0.9, 0.9, 0.9]), { ...fox, prior: 0.1, method: "lsdd" }),
    ...recordsOf(twice([0.5, 0.5, 0.5, 0.6]), { ...fox, prior: 0.7, method: "pu-skc" }),
    ...recordsOf(twice([0.75, 0.75, 0.75, 0.75]), { ...fox, prior: 0.7, method: "lsdd" }),
  ]);
}
