import type { BagSet } from "../bags/bag-set.js";
import { applyScaling, type Scaling } from "../bags/index.js";
import type { Label } from "../bags/label.js";
import type { Note } from "../base/note.js";
import { gram, type Kernel, type Representation, represent } from "../kernels/index.js";
import { linearAlgebra } from "../linalg/index.js";
import { type Bound, byScore, type PuMeasures } from "../metrics/index.js";
import type { PriorEstimate } from "../prior/index.js";
import type { Status } from "../solver/index.js";
import { type Calibration, posterior } from "./calibration.js";

/** How good the solution of the training problem is, proven. */
export interface Certificate {
  readonly status: Status;
  readonly iterations: number;
  readonly primalObjective: number;
  readonly dualObjective: number;
  readonly relativeGap: number;
}

/** What cross-validation found for one setting. */
export interface SettingRisk {
  readonly degree: number;
  readonly lambda: number;
  /** The PU risk of the zero-one loss on held-out bags; may be negative. */
  readonly risk: number;
  /** How many of the folds' problems were solved to the accepted gap, of how many. */
  readonly solved: number;
  readonly folds: number;
}

/** The prior that was used: given, or estimated with an interval. */
export type UsedPrior = Pick<PriorEstimate, "value" | "low" | "high" | "method" | "clipped">;

/** Everything a model knows but the numbers of its centres: plain data, the header of a model file. */
export interface ModelCard {
  readonly learner: string;
  /** The version of bagwise that trained it. */
  readonly bagwise: string;
  /** The options as they were given. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly kernel: Kernel;
  readonly prior: UsedPrior;
  readonly chosen: {
    readonly degree: number;
    readonly lambda: number;
    readonly loss: string;
    readonly penalty: string;
  };
  readonly certificate: Certificate;
  /** The table of cross-validation; empty when there was nothing to hold out. */
  readonly risks: readonly SettingRisk[];
  /** From held-out bags; null when there was nothing to hold out. */
  readonly measures: PuMeasures | null;
  readonly calibration: Calibration | null;
  readonly bound: Bound;
  readonly training: {
    readonly positive: number;
    readonly unlabeled: number;
    readonly instances: number;
    readonly centres: number;
    readonly dataHash: string;
  };
  readonly notes: readonly Note[];
}

/** The parts of a model: the card, and the numbers. */
export interface ModelParts {
  readonly card: ModelCard;
  readonly scaling: Scaling;
  /** The bags that the kernel compares with, as the kernel needs them. */
  readonly centres: Representation;
  readonly alpha: Float64Array;
  readonly beta: number;
}

/** A bag in order of its score. */
export interface RankedBag {
  readonly id: string;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  readonly label: Label;
  /** The number of the bag in the set that was ranked. */
  readonly index: number;
  /** The estimated probability of being positive; null for a model without held-out bags. */
  readonly posterior: number | null;
}

/** What is said of one bag. */
export interface Prediction {
  readonly id: string;
  readonly score: number;
  readonly label: "positive" | "negative";
  readonly posterior: number | null;
}

/** So many bags are scored at a time: the kernel values of more would only take memory. */
const BLOCK = 4096;

/** A trained classifier: g(X) = sum over centres of alpha k(X, centre) + beta. It never changes, and scoring does not depend on what else is scored. */
export class Model {
  readonly #parts: ModelParts;

  /** The arrays are handed over for good; the card is copied, so that nobody can change it. */
  constructor(parts: ModelParts) {
    this.#parts = Object.freeze({ ...parts, card: deepFrozen(structuredClone(parts.card)) });
  }

  get card(): ModelCard {
    return this.#parts.card;
  }

  /** The names of the features it needs. */
  get features(): readonly string[] {
    return this.#parts.scaling.features;
  }

  /** The parts, for writing a model file. Do not write into the arrays. */
  parts(): ModelParts {
    return this.#parts;
  }

  /** The decision value of each bag: positive where it is at least 0. Throws an InputError that names features which are missing or too many. */
  scores(bags: BagSet): Float64Array {
    const { card, scaling, centres, alpha, beta } = this.#parts;
    const scores = new Float64Array(bags.size);
    for (let start = 0; start < bags.size; start += BLOCK) {
      const length = Math.min(BLOCK, bags.size - start);
      const block = bags.subset(Uint32Array.from({ length }, (_, k) => start + k));
      const values = gram(card.kernel, represent(card.kernel, applyScaling(scaling, block)), centres);
      scores.set(linearAlgebra().gemv(values, alpha), start);
    }
    for (let i = 0; i < scores.length; i++) scores[i] += beta;
    return scores;
  }

  /** Score, answer and probability of each bag, in the order of the bags. */
  predict(bags: BagSet): Prediction[] {
    return Array.from(this.scores(bags), (score, i) => ({
      id: bags.idOf(i),
      score,
      label: score >= 0 ? "positive" : "negative",
      posterior: this.#posterior(score),
    }));
  }

  /** The bags from the likeliest to the least likely; equal scores keep their order. */
  rank(bags: BagSet): RankedBag[] {
    const scores = this.scores(bags);
    return byScore(scores).map((index, k) => ({
      id: bags.idOf(index),
      rank: k + 1,
      score: scores[index],
      label: bags.labelOf(index),
      index,
      posterior: this.#posterior(scores[index]),
    }));
  }

  #posterior(score: number): number | null {
    const { calibration } = this.#parts.card;
    return calibration === null ? null : posterior(calibration, score);
  }
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
