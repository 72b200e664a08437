import type { BagSet } from "@bagwise/core/bags";
import type { LearnerEntry } from "@bagwise/core/learners";
import {
  type CompareData,
  type CvRecord,
  type CvResult,
  type CvSpec,
  compareData,
} from "../../../bagwise/src/entries/lab.js";
import { nearestMean, nearestMeanEntry } from "../../../core/test/learners/nearest-mean.js";
import { originals } from "../make.js";

/** The specification of a small trial of a cross-validation. */
export function cvSpec(changes: Partial<CvSpec> = {}): CvSpec {
  return { experiment: "cv", dataset: "wolf", method: "recorder", folds: 4, repeat: 0, fold: 0, seed: 1, ...changes };
}

/** A finished trial. */
export function cvRecord(spec: Partial<CvSpec>, result: Partial<CvResult>): CvRecord {
  const whole = cvSpec(spec);
  return {
    id: JSON.stringify(whole),
    spec: whole,
    result: {
      accuracy: 0.75,
      balancedAccuracy: 0.7,
      auc: 0.8,
      averagePrecision: 0.85,
      positiveRate: 0.5,
      usedPrior: null,
      chosen: {},
      status: "solved",
      relativeGap: 0,
      test: 4,
      ...result,
    },
  };
}

/** As the data set of this name in the literature, for figures that are published. */
export function publishedData(name: string, title: string): CompareData {
  return { ...compareData(name, originals({ positive: 47, negative: 45 })), title, eta: 1 };
}

/** A toy from positive and negative bags that keeps what it was given to learn from, and has settings. */
export function recorder(): { entry: LearnerEntry; seen: BagSet[]; options: Record<string, unknown>[] } {
  const seen: BagSet[] = [];
  const options: Record<string, unknown>[] = [];
  const { description } = nearestMeanEntry;
  const setting = { title: "", help: "a setting of a toy" };
  return {
    seen,
    options,
    entry: {
      description: {
        ...description,
        name: "recorder",
        learnsFrom: "positive and negative",
        experiment: {
          settings: [
            { ...setting, name: "half", options: { shrink: 0.5 } },
            { ...setting, name: "whole", options: {} },
          ],
        },
      },
      create: (given) => ({
        name: "recorder",
        fit: (bags, context) => {
          seen.push(bags);
          options.push(given);
          return nearestMean({ ...given, negatives: "unlabeled" }).fit(bags, context);
        },
      }),
    },
  };
}
