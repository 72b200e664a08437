import type { BagSet } from "../bags/bag-set.js";
import type { Label } from "../bags/label.js";
import type { Recipe } from "../bags/recipe.js";
import { applyScaling, type Scaling } from "../bags/scaling.js";
import { InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { type LeaveOneOut, leaveOneOut } from "../explain/leave-one-out/leave-one-out.js";
import type { Witness } from "../explain/leave-one-out/witness.js";
import type { Kernel } from "../kernels/kernel.js";
import type { UsedPrior } from "../prior/belief/used-prior.js";
import {
  instancesOf,
  keyDecides,
  type ScoredInstances,
  type Scorer,
  scoreBags,
  scoresInstances,
} from "../scorers/scorer.js";
import type { BagScores } from "../scores/bag-scores.js";
import type { Bound } from "../scores/bound.js";
import { byScore } from "../scores/classification.js";
import type { PuMeasures } from "../scores/pu-measures.js";
import type { Separation } from "../scores/separation.js";
import type { Status } from "../solver/solution.js";
import { type Calibration, probabilityOf } from "./calibration.js";
import { heldOutScores } from "./held-out-scores.js";
import { KnownScores } from "./known-scores.js";
import type { SettingRisk } from "./setting-risk.js";
import type { Threshold } from "./threshold.js";

/** How well the training problem was solved, with proof. */
export interface Certificate {
  readonly status: Status;
  readonly iterations: number;
  readonly primalObjective: number;
  readonly dualObjective: number;
  readonly relativeGap: number;
}

/** Which summaries of the features differ between positive and other bags. */
export interface TellingSummaries {
  /** How many were compared, and how many of them differ. */
  readonly tested: number;
  readonly found: number;
  /** At most this share of those found is due to chance. */
  readonly rate: number;
  /** The clearest few, such as "max of charge". */
  readonly clearest: readonly string[];
}

/**
 * Everything about a model except the numbers of its centres. Plain data, the header of a model
 * file.
 */
export interface ModelCard {
  readonly learner: string;
  /** The version of bagwise that trained it. */
  readonly bagwise: string;
  /** The options as given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The kernel of bags. Null for a learner that scores instances, or that uses several views. */
  readonly kernel: Kernel | null;
  /** Null for a learner that needs no prior. */
  readonly prior: UsedPrior | null;
  /** The chosen setting by name: degree or width, lambda and so on. */
  readonly chosen: Readonly<Record<string, number | string>>;
  readonly certificate: Certificate;
  /** The results of cross-validation. Empty if nothing could be held out. */
  readonly risks: readonly SettingRisk[];
  /** From held-out bags. Null if nothing could be held out. */
  readonly measures: PuMeasures | null;
  /** Whether held-out positive bags stand out. Absent if nothing could be held out. */
  readonly separation?: Separation;
  /** Absent for a learner that does not look for them, and for single bags. */
  readonly telling?: TellingSummaries;
  readonly calibration: Calibration | null;
  /** Where the model divides positive from negative. Absent means 0. */
  readonly threshold?: Threshold;
  /** Theorem 1. Null for a learner that it does not cover. */
  readonly bound: Bound | null;
  readonly training: {
    readonly positive: number;
    readonly unlabeled: number;
    /** The number of known negatives used. Absent if none. */
    readonly negative?: number;
    readonly instances: number;
    /** The number of bags, or of instances for a learner that scores instances. */
    readonly centres: number;
    readonly dataHash: string;
  };
  /** How the training file was read, to read others alike. Absent if the bags came from no file. */
  readonly recipe?: Recipe;
  /** What the learner chose and why, in sentences. */
  readonly reasons?: readonly string[];
  readonly notes: readonly Note[];
}

/** The parts of a model: the card and the numbers. */
interface ModelParts {
  readonly card: ModelCard;
  readonly scaling: Scaling;
  readonly scorer: Scorer;
  /** Null or absent if nothing could be held out. */
  readonly heldOut?: BagScores | null | undefined;
  /**
   * Hashes of the instances of each training bag, ascending, to recognise training bags. Empty or
   * absent if unknown.
   */
  readonly trainedOn?: Float64Array | undefined;
  /**
   * The median of each feature over the training instances, to fill gaps in bags to score. Absent if
   * unknown.
   */
  readonly medians?: Float64Array | undefined;
  /** Its scores of some bags, if they are known already. */
  readonly known?: KnownScores | undefined;
}

/** A bag in a ranking. */
export interface RankedBag {
  /** The id of the bag. */
  readonly bag: string;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /** The label that was given. */
  readonly known: Label;
  /** The index of the bag in the set you passed. */
  readonly index: number;
  /** The estimated probability of being positive. Null for a model without held-out scores. */
  readonly probability: number | null;
  /** Whether the score is a held-out one, see `ScoreOptions`. */
  readonly heldOut: boolean;
  /**
   * The instance that best explains the score. Computed when you first read it, and not included in
   * copies or JSON.
   */
  readonly witness: Witness;
}

/** The model's answer for one bag. */
export interface Prediction {
  /** The id of the bag. */
  readonly bag: string;
  readonly score: number;
  /** Positive if the score is at least the model's threshold. */
  readonly predicted: "positive" | "negative";
  /** The estimated probability of being positive. Null for a model without held-out scores. */
  readonly probability: number | null;
  /** Whether the score is a held-out one, see `ScoreOptions`. */
  readonly heldOut: boolean;
}

export interface ScoreOptions {
  /**
   * Whether bags that the model was trained on get the scores of fits that had not seen them, as far
   * as the model keeps them: its own scores of those lean towards the labels they had in training. Training bags are
   * recognised by their values. Default: false, so that a score depends on the bag alone.
   */
  readonly heldOut?: boolean | undefined;
  /**
   * With `heldOut`: the numbers of the bags that the model was trained on, or null if nobody knows. Default:
   * recognised among these bags.
   */
  readonly seen?: readonly number[] | null | undefined;
}

export interface RankOptions extends ScoreOptions {
  /** How many bags to return. Default: all. */
  readonly top?: number | undefined;
  /** Which bags to rank. Default: all. */
  readonly among?: ((index: number) => boolean) | undefined;
}

const NONE = new Float64Array(0);

/**
 * A trained model. It is immutable, and the score of a bag does not depend on which other bags you
 * score.
 */
export class Model {
  readonly #parts: ModelParts;
  #leaveOneOut: LeaveOneOut | undefined;
  #heldOut: BagScores | null | undefined;

  /** Takes ownership of the arrays. The card is copied, so that nobody can change it. */
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
   * The held-out scores of the training bags, with the probabilities of the unlabeled ones. Null if there are none. Do
   * not write to the arrays.
   */
  get heldOut(): BagScores | null {
    this.#heldOut ??= this.withProbabilities(this.#parts.heldOut ?? null);
    return this.#heldOut;
  }

  /** Scores by this model, with the probability of each unlabeled bag if the model has a prior and a calibration. */
  withProbabilities<Scores extends BagScores | null>(scores: Scores): Scores {
    const { calibration, prior } = this.card;
    if (scores === null || calibration === null || prior === null) return scores;
    const unlabeled = scores.unlabeled.map((score) => probabilityOf(calibration, score));
    return { ...scores, probabilities: { unlabeled, prior: prior.value } };
  }

  /**
   * Hashes of the training bags (`bagHashes`), ascending. Empty if unknown. Do not write to the
   * array.
   */
  get trainedOn(): Float64Array {
    return this.#parts.trainedOn ?? NONE;
  }

  /**
   * The median of each feature over the training instances, by name: what fills gaps in bags to
   * score, so that a bag gets the same score whatever else is in its file. Empty if unknown.
   */
  get medians(): ReadonlyMap<string, number> {
    const { medians } = this.#parts;
    return new Map(medians && this.features.map((name, j) => [name, medians[j]]));
  }

  /** A bag is called positive if its score is at least this. Default 0. */
  get threshold(): number {
    return this.card.threshold?.value ?? 0;
  }

  /** A copy of the model with another threshold or calibration, or other ranges in its prior. Scores do not change. */
  with(changes: Partial<Pick<ModelCard, "threshold" | "calibration" | "prior">>): Model {
    return new Model({ ...this.#parts, card: { ...this.card, ...changes } });
  }

  /**
   * A copy of the model that knows its scores of these bags: whoever computed them, such as threads, must have got
   * them from `scores`. Then scoring these bags, or some of them, costs nothing.
   */
  knowing(bags: BagSet, scores: Float64Array): Model {
    return new Model({ ...this.#parts, known: new KnownScores(bags, scores) });
  }

  /** The parts, for writing a model file. Do not write to the arrays. */
  parts(): ModelParts {
    return this.#parts;
  }

  /** Whether the learner scores every instance, rather than only bags as a whole. */
  get scoresInstances(): boolean {
    return scoresInstances(this.#parts.scorer);
  }

  /**
   * Whether a bag has exactly the score of one of its instances, the key instance. A network scores
   * instances, too, but pools them, and so do most forests of instances.
   */
  get keyDecides(): boolean {
    return keyDecides(this.#parts.scorer);
  }

  /**
   * The score (decision value) of each bag. A bag is called positive if it is at least `threshold`.
   * Throws an InputError that names missing or unexpected features, or a bag whose values are not
   * finite or too large to compute with. A score is always finite.
   */
  scores(bags: BagSet): Float64Array {
    const known = this.#parts.known?.of(bags);
    if (known !== undefined) return known;
    return finite(scoreBags(this.#parts.scorer, applyScaling(this.#parts.scaling, bags)), bags);
  }

  /**
   * The score of every instance of each bag, and which instance gives the bag its score, or most of
   * it. Null for a
   * learner that scores bags as a whole. Throws as `scores` does.
   */
  instances(bags: BagSet): ScoredInstances[] | null {
    const { scorer, scaling } = this.#parts;
    const scored = instancesOf(scorer, applyScaling(scaling, bags));
    for (const [i, { scores }] of scored?.entries() ?? []) finite(scores, bags, i);
    return scored;
  }

  /** The score, answer and probability of each bag, in the order of the bags. */
  predict(bags: BagSet, options: ScoreOptions = {}): Prediction[] {
    const { scores, isHeldOut } = this.#shownScores(bags, options);
    return Array.from(scores, (score, i) => this.answer(bags.idOf(i), score, isHeldOut(i)));
  }

  /** The answer for a bag with this score. */
  answer(bag: string, score: number, heldOut: boolean): Prediction {
    const predicted = score >= this.threshold ? "positive" : "negative";
    return { bag, score, predicted, probability: this.#probability(score), heldOut };
  }

  /** The bags from most to least likely positive. Equal scores keep their order. */
  rank(bags: BagSet, { top, among, ...options }: RankOptions = {}): RankedBag[] {
    const { own, scores, isHeldOut } = this.#shownScores(bags, options);
    const all = among && Array.from({ length: bags.size }, (_, i) => i).filter(among);
    const order = all === undefined ? byScore(scores, top) : byScore(pick(scores, all), top).map((k) => all[k]);
    return order.map((index, k) =>
      withWitness(
        {
          bag: bags.idOf(index),
          rank: k + 1,
          score: scores[index],
          known: bags.labelOf(index),
          index,
          probability: this.#probability(scores[index]),
          heldOut: isHeldOut(index),
        },
        () => this.#witness(bags, index, own[index]),
      ),
    );
  }

  /** The model's own scores, and those to show: with held-out ones where they are asked for. */
  #shownScores(bags: BagSet, { heldOut = false, seen }: ScoreOptions) {
    const own = this.scores(bags);
    const held = heldOut ? heldOutScores(this.#parts, bags, seen) : undefined;
    const isHeldOut = (i: number) => held !== undefined && !Number.isNaN(held[i]);
    return {
      own,
      scores: held === undefined ? own : own.map((score, i) => (isHeldOut(i) ? held[i] : score)),
      isHeldOut,
    };
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
 * A bag whose witness is computed when first read. The getter is on the prototype, so that copies
 * and comparisons do not trigger it.
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

/**
 * The scores, of bags or of the instances of one bag. Throws an InputError that names the bag of a
 * score that is not finite: values within bounds may still overflow in a kernel of high degree.
 */
function finite(scores: Float64Array, bags: BagSet, bag?: number): Float64Array {
  const bad = scores.findIndex((score) => !Number.isFinite(score));
  if (bad < 0) return scores;
  throw new InputError({
    code: "score-not-finite",
    message: "the score of the bag is not a finite number",
    remedy: "Correct its values, or leave out the bag.",
    where: { bag: bags.idOf(bag ?? bad) },
  });
}

function pick(scores: Float64Array, indices: readonly number[]): Float64Array {
  return Float64Array.from(indices, (i) => scores[i]);
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
