import { Model } from "../../model/model.js";
import { priorFor } from "../../prior/belief/used-prior.js";
import { asSample, type BagScores } from "../../scores/bag-scores.js";
import { type ChosenThreshold, chooseThreshold, type ThresholdOptions } from "./choose-threshold.js";

export interface ModelThresholdOptions extends Omit<ThresholdOptions, "prior"> {
  /** A share, or a range such as "0.1..0.4", instead of the model's prior. */
  readonly prior?: number | string | undefined;
  /**
   * Scores of positive and unlabeled bags that are new to the model. Default: the model's held-out
   * scores.
   */
  readonly held?: BagScores | undefined;
}

/**
 * The threshold that a rule chooses for a model, and what to expect there: `chooseThreshold` with
 * what the model knows.
 */
export function thresholdOf(model: Model, rule: string, options: ModelThresholdOptions = {}): ChosenThreshold {
  const { prior, held = model.heldOut, ...rest } = options;
  return chooseThreshold(held && asSample(held), rule, { ...rest, prior: priorFor(model.card, held, prior) });
}

/**
 * The same model with the threshold that a rule chooses, and the reason for it. The rule `default`
 * removes a threshold. Scores, probabilities and the measures on the card, which are at 0, do not
 * change. Throws like `chooseThreshold`.
 */
export function withThreshold(model: Model, rule: string, options: ModelThresholdOptions = {}): Model {
  return withChosen(model, thresholdOf(model, rule, options));
}

/** The same model with a threshold that is already chosen. */
export function withChosen(model: Model, { value, rule, reason }: ChosenThreshold): Model {
  if (rule !== "default") return model.with({ threshold: { value, rule, reason } });
  const { threshold: _, ...card } = model.card;
  return new Model({ ...model.parts(), card });
}
