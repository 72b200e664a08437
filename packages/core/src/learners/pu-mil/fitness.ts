import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { highestOfBags } from "../shared/bag-rows.js";
import type { Confidence } from "./confidence.js";
import type { PuMilData } from "./data.js";
import { keyRows } from "./keys.js";
import type { KeyWay } from "./options.js";
import { classifierFor, type PoolClassifier, type PoolOptions } from "./pool.js";

/**
 * The fitness of a vector of confidences: the F-measure, on the unlabeled bags, of the classifier
 * that it leads to. The labels of these bags are unknown. As in the paper, the possibly negative
 * ones count as negative and the others as positive.
 */
export function fitnessOf(data: PuMilData, confidence: Confidence, options: PoolOptions & { key: KeyWay }): number {
  const classifier = classifierFor(data, confidence, options);
  const scores = options.key === "score" ? highestScores(data, classifier) : keyScores(data, classifier);
  return fMeasure(scores, classifier.negative);
}

/**
 * 2 TP / (2 TP + FP + FN). A score of at least 0 means positive, and the bags in `negative` are
 * negative. 0 without a true positive, also if no bag is positive.
 */
export function fMeasure(scores: Float64Array, negative: Uint32Array): number {
  let [hits, called] = [0, 0];
  const isNegative = new Uint8Array(scores.length);
  for (const bag of negative) isNegative[bag] = 1;
  for (let bag = 0; bag < scores.length; bag++) {
    if (!(scores[bag] >= 0)) continue;
    called++;
    if (isNegative[bag] === 0) hits++;
  }
  return hits === 0 ? 0 : (2 * hits) / (called + scores.length - negative.length);
}

/**
 * The score of the key instance of each unlabeled bag. The bag's confidence is a factor of at least
 * 0, so it does not change the sign.
 */
function keyScores(data: PuMilData, classifier: PoolClassifier): Float64Array {
  const { positives, unlabeled, points } = data;
  const { negative, pool, density } = classifier;
  const scores = new Float64Array(unlabeled);
  const inPool = new Uint8Array(unlabeled);
  for (const [k, bag] of negative.entries()) {
    inPool[bag] = 1;
    scores[bag] = scoreOf(points, pool[positives + k], classifier);
  }
  const others = Uint32Array.from(scores.keys()).filter((bag) => inPool[bag] === 0);
  const keys = keyRows(
    data,
    density,
    others.map((bag) => positives + bag),
  );
  for (const [k, bag] of others.entries()) scores[bag] = scoreOf(points, keys[k], classifier);
  return scores;
}

/** The highest score among the instances of each unlabeled bag. */
function highestScores(
  { positives, points, offsets }: PuMilData,
  { weights, intercept }: PoolClassifier,
): Float64Array {
  const scores = linearAlgebra()
    .gemv(points, weights)
    .map((value) => value + intercept);
  return highestOfBags(offsets.subarray(positives), scores);
}

function scoreOf({ cols, data }: Matrix, row: number, { weights, intercept }: PoolClassifier): number {
  let sum = intercept;
  for (let j = 0; j < cols; j++) sum += weights[j] * data[row * cols + j];
  return sum;
}
