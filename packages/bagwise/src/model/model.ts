import type { BagSet } from "../bags/bag-set.js";
import type { Label } from "../bags/label.js";
import { applyScaling, type Scaling } from "../bags/scaling.js";
import type { Note } from "../base/note.js";
import type { Kernel } from "../kernels/kernel.js";
import type { UsedPrior } from "../prior/belief/used-prior.js";
import type { BagScores } from "../scores/bag-scores.js";
import type { Bound } from "../scores/bound.js";
import { byScore } from "../scores/classification.js";
import type { PuMeasures } from "../scores/pu-measures.js";
import type { Status } from "../solver/solution.js";
import { type Calibration, probabilityOf } from "./calibration.js";
import { type LeaveOneOut, leaveOneOut } from "./leave-one-out/leave-one-out.js";
import type { Witness } from "./leave-one-out/witness.js";
import { type ScoredInstances, type Scorer, scoreBags, scoreInstances } from "./scorer.js";
import type { Threshold } from "./threshold.js";

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
  /** For a kernel with a degree. */
  readonly degree?: number;
  /** For a Gaussian kernel on instances. */
  readonly width?: number;
  readonly lambda: number;
  /** Where known negatives were used. */
  readonly negativeWeight?: number;
  /**
   * What the learner minimises on held-out bags, such as the PU risk of the zero-one loss; may be
   * negative.
   */
  readonly risk: number;
  /** How many of the folds' problems were solved to the accepted gap, of how many. */
  readonly solved: number;
  readonly folds: number;
}

/**
 * Everything a model knows but the numbers of its centres: plain data, the header of a model file.
 */
export interface ModelCard {
  readonly learner: string;
  /** The version of bagwise that trained it. */
  readonly bagwise: string;
  /** The options as they were given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The kernel of bags; null for a learner that scores instances, or bags by several views. */
  readonly kernel: Kernel | null;
  /** Null for a learner that needs none. */
  readonly prior: UsedPrior | null;
  /** The setting that was chosen: degree or width, lambda and so on, by name. */
  readonly chosen: Readonly<Record<string, number | string>>;
  readonly certificate: Certificate;
  /** The table of cross-validation; empty when there was nothing to hold out. */
  readonly risks: readonly SettingRisk[];
  /** From held-out bags; null when there was nothing to hold out. */
  readonly measures: PuMeasures | null;
  readonly calibration: Calibration | null;
  /** Where the model divides; absent: at 0. */
  readonly threshold?: Threshold;
  /** Theorem 1; null for a learner to which it does not apply. */
  readonly bound: Bound | null;
  readonly training: {
    readonly positive: number;
    readonly unlabeled: number;
    /** Known negatives that were used; absent for none. */
    readonly negative?: number;
    readonly instances: number;
    /** Bags, or instances for a learner that scores instances. */
    readonly centres: number;
    readonly dataHash: string;
  };
  /** What the learner chose and why, in sentences. */
  readonly reasons?: readonly string[];
  readonly notes: readonly Note[];
}

/** The parts of a model: the card, and the numbers. */
export interface ModelParts {
  readonly card: ModelCard;
  readonly scaling: Scaling;
  readonly scorer: Scorer;
  /** Null or absent when nothing could be held out. */
  readonly heldOut?: BagScores | null | undefined;
  /**
   * Hashes of the instances of each training bag, ascending, by which a training bag is recognised.
   * Empty or absent when they are not known.
   */
  readonly trainedOn?: Float64Array | undefined;
}

/** A bag in order of its score. */
export interface RankedBag {
  /** The id of the bag. */
  readonly bag: string;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /** The label that was given. */
  readonly known: Label;
  /** The number of the bag in the set that was ranked. */
  readonly index: number;
  /** The estimated probability of being positive; null for a model without held-out bags. */
  readonly probability: number | null;
  /**
   * The instance that the score is owed to. Found when it is first looked at, and not part of
   * copies or JSON of this.
   */
  readonly witness: Witness;
}

/** What is said of one bag. */
export interface Prediction {
  /** The id of the bag. */
  readonly bag: string;
  readonly score: number;
  /** The answer: positive where the score is at least the model's threshold. */
  readonly predicted: "positive" | "negative";
  /** The estimated probability of being positive; null for a model without held-out bags. */
  readonly probability: number | null;
}

const NONE = new Float64Array(0);

/** A trained classifier. It never changes, and scoring does not depend on what else is scored. */
export class Model {
  readonly #parts: ModelParts;
  #leaveOneOut: LeaveOneOut | undefined;

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

  /**
   * The scores of the training bags while they were held out; null where there are none. Do not
   * write into the arrays.
   */
  get heldOut(): BagScores | null {
    return this.#parts.heldOut ?? null;
  }

  /**
   * Hashes of the training bags (`bagHashes`), ascending; empty where they are not known. Do not
   * write into the array.
   */
  get trainedOn(): Float64Array {
    return this.#parts.trainedOn ?? NONE;
  }

  /**
   * A bag is called positive when its score is at least this: 0, unless another threshold was
   * chosen.
   */
  get threshold(): number {
    return this.card.threshold?.value ?? 0;
  }

  /** The same model with another threshold or calibration. Scores do not change. */
  with(changes: Partial<Pick<ModelCard, "threshold" | "calibration">>): Model {
    return new Model({ ...this.#parts, card: { ...this.card, ...changes } });
  }

  /** The parts, for writing a model file. Do not write into the arrays. */
  parts(): ModelParts {
    return this.#parts;
  }

  /**
   * Whether the learner scores every instance, so that a bag has the score of one of them, rather
   * than bags as a whole.
   */
  get scoresInstances(): boolean {
    return this.#parts.scorer.kind === "instances";
  }

  /**
   * The decision value of each bag: positive where it is at least `threshold`. Throws an InputError
   * that names features which are missing or too many.
   */
  scores(bags: BagSet): Float64Array {
    return scoreBags(this.#parts.scorer, applyScaling(this.#parts.scaling, bags));
  }

  /**
   * The decision value of every instance of each bag, and which instance gives the bag its own;
   * null for a learner that scores bags as a whole. Throws as `scores` does.
   */
  instances(bags: BagSet): ScoredInstances[] | null {
    const { scorer, scaling } = this.#parts;
    return scorer.kind === "instances" ? scoreInstances(scorer, applyScaling(scaling, bags)) : null;
  }

  /** Score, answer and probability of each bag, in the order of the bags. */
  predict(bags: BagSet): Prediction[] {
    return Array.from(this.scores(bags), (score, i) => ({
      bag: bags.idOf(i),
      score,
      predicted: score >= this.threshold ? "positive" : "negative",
      probability: this.#probability(score),
    }));
  }

  /** The bags from the likeliest to the least likely; equal scores keep their order. */
  rank(bags: BagSet): RankedBag[] {
    const scores = this.scores(bags);
    return byScore(scores).map((index, k) =>
      withWitness(
        {
          bag: bags.idOf(index),
          rank: k + 1,
          score: scores[index],
          known: bags.labelOf(index),
          index,
          probability: this.#probability(scores[index]),
        },
        () => this.#witness(bags, index, scores[index]),
      ),
    );
  }

  #witness(bags: BagSet, index: number, score: number): Witness {
    const { scorer, scaling } = this.#parts;
    this.#leaveOneOut ??= leaveOneOut(scorer);
    const [{ witness }] = this.#leaveOneOut(applyScaling(scaling, bags.subset([index])), Float64Array.of(score));
    return { ...witness, row: bags.startOf(index) + witness.instance };
  }

  #probability(score: number): number | null {
    const { calibration } = this.#parts.card;
    return calibration === null ? null : probabilityOf(calibration, score);
  }
}

/**
 * A bag whose witness is found when it is first looked at. It is on a prototype, so that neither a
 * copy nor a comparison looks at it.
 */
class Ranked {
  readonly #find: () => Witness;
  #found: Witness | undefined;

  constructor(bag: Omit<RankedBag, "witness">, find: () => Witness) {
    Object.assign(this, bag);
    this.#find = find;
  }

  get witness(): Witness {
    this.#found ??= this.#find();
    return this.#found;
  }
}

function withWitness<Bag extends Omit<RankedBag, "witness">>(bag: Bag, find: () => Witness): Bag & Ranked {
  return new Ranked(bag, find) as Bag & Ranked;
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
