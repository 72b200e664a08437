import { badOption } from "../../base/option.js";
import { knownAbout } from "../../learners/shared/held-out-calibration.js";
import { mixtureCalibration } from "../../learners/shared/mixture-calibration.js";
import { calibrate } from "../../model/calibrate.js";
import { type Calibration, constantCalibration, probabilityOf } from "../../model/calibration.js";
import { withDoubt } from "../../model/doubt.js";
import type { Model } from "../../model/model.js";
import { pointBelief } from "../../prior/belief/belief.js";
import { priorFor, withoutRanges } from "../../prior/belief/used-prior.js";
import { allKnown, asSample, type BagScores, sampleOf } from "../../scores/bag-scores.js";
import { separationOf } from "../../scores/separation.js";
import { noHeldOut, noPrior } from "../held-out/missing-errors.js";
import { monotoneCalibration } from "./monotone-calibration.js";

/**
 * How scores become probabilities: by the mixture of scores that `auto` has, in which negatives may look like
 * positives; by a sigmoid with two parameters, or any curve that never falls, which take what looks positive for
 * positive; or not at all.
 */
export const CALIBRATION_METHODS = ["mixture", "sigmoid", "monotone", "none"] as const;
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

export interface CalibrateModelOptions {
  /** Default "mixture". Where the labels of all bags are known, nothing is hidden, and "mixture" is "monotone". */
  readonly method?: CalibrationMethod | undefined;
  /**
   * A share, or a range such as "0.1..0.4", instead of the model's prior. Of a belief, "sigmoid" and "monotone" use the
   * mean.
   */
  readonly prior?: number | string | undefined;
  /**
   * Scores of positive and unlabeled bags that are new to the model. Default: the model's held-out
   * scores.
   */
  readonly held?: BagScores | undefined;
}

/**
 * The same model with another map from scores to probabilities, learned from held-out scores and
 * the prior. If nothing separates these scores (`separationOf`), every bag gets the prior. `none`
 * removes the map, and probabilities are then null. Only the mixture knows the ranges of probabilities. Scores and
 * threshold do not change. Throws an InputError without held-out scores or without a prior.
 */
export function calibrateModel(model: Model, options: CalibrateModelOptions = {}): Model {
  const { method = "mixture", prior: stated, held = model.heldOut } = options;
  if (!CALIBRATION_METHODS.includes(method))
    throw badOption("method", method, `one of ${CALIBRATION_METHODS.join(", ")}`);
  const { card } = model;
  const without = withoutRanges(card.prior);
  if (method === "none") return model.with({ calibration: null, prior: without });
  if (held === null) throw noHeldOut(model, "Give positive and unlabeled bags that are new to the model.");
  const known = priorFor(card, held, stated);
  if (known === null) throw noPrior("the prior is unknown, and probabilities depend on it");
  // Of its own scores, the model knows more: in how many folds they were held out.
  const separation = (held === model.heldOut ? card.separation : undefined) ?? separationOf(held);
  if (method === "mixture" && !allKnown(held)) {
    const { value, belief } = known;
    const by =
      stated === undefined && card.prior !== null
        ? knownAbout(card, card.prior)
        : ({ start: belief ?? pointBelief(value), trust: "none" } as const);
    const { calibration, ranges } = mixtureCalibration(held, { ...by, separation });
    return model.with({ calibration, prior: card.prior && { ...card.prior, ranges } });
  }
  const prior = known.value;
  if (separation?.apart === false) return model.with({ calibration: constantCalibration(prior), prior: without });
  const scores = asSample(held);
  const calibration =
    method === "sigmoid"
      ? withDoubt(calibrate(scores.positive, sampleOf(scores), { prior }), separation?.p ?? 0, prior)
      : monotoneCalibration(scores, { prior });
  return model.with({ calibration, prior: without });
}

/** Bags with neighbouring scores, and their mean probability. */
export interface ReliabilityRow {
  readonly low: number;
  readonly high: number;
  /** The number of bags of the sample of p(X). */
  readonly bags: number;
  readonly positives: number;
  /**
   * prior x share of the positives / share of the sample: what the bags in this range say by
   * themselves. May exceed 1.
   */
  readonly counted: number;
  /** Null without a calibration. */
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * How probabilities change, and how they agree with counts, in `rows` ranges of the score with
 * equally many bags of the sample. Equal scores stay together, so there may be fewer ranges.
 * Default 8.
 */
export function reliability(
  held: BagScores,
  {
    prior,
    before,
    after,
    rows = 8,
  }: { prior: number; before: Calibration | null; after: Calibration | null; rows?: number },
): ReliabilityRow[] {
  const rising = sampleOf(asSample(held)).slice().sort();
  const starts = [...new Set(Array.from({ length: rows }, (_, k) => rising[Math.floor((k * rising.length) / rows)]))];
  return starts.map((start, k) => {
    const inside = (score: number) => (k === 0 || score >= start) && (k + 1 === starts.length || score < starts[k + 1]);
    const own = rising.filter(inside);
    const positives = held.positive.filter(inside).length;
    const mean = (calibration: Calibration | null) =>
      calibration && own.reduce((sum, score) => sum + probabilityOf(calibration, score), 0) / own.length;
    return {
      low: own[0],
      high: own[own.length - 1],
      bags: own.length,
      positives,
      counted: (prior * positives * rising.length) / (held.positive.length * own.length),
      before: mean(before),
      after: mean(after),
    };
  });
}
