import { Model } from "../../model/model.js";
import { priorFor } from "../../prior/belief/used-prior.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { type ChosenThreshold, chooseThreshold, type ThresholdOptions } from "./choose-threshold.js";

export interface ModelThresholdOptions extends Omit<ThresholdOptions, "prior"> {
  /**
   * A share or a range, such as "0.1..0.4", instead of the prior that the model was trained with.
   */
  readonly prior?: number | string | undefined;
  /**
   * Scores of positive and unlabeled bags that are new to the model. Default: those that it was
   * trained on, held out.
   */
  readonly held?: BagScores | undefined;
}

/**
 * The threshold that a rule chooses for a model, and what to expect there: `chooseThreshold` with
 * what the model knows.
 */
export function thresholdOf(model: Model, rule: string, options: ModelThresholdOptions = {}): ChosenThreshold {
  const { prior, held = model.heldOut, ...rest } = options;
  return chooseThreshold(held, rule, { ...rest, prior: priorFor(model.card, held, prior) });
}

/**
 * The same model with the threshold that a rule chooses, kept with its reason. The rule `default`
 * removes a threshold. Scores, probabilities and the measures on the card, which are those at 0,
 * stay as they are. Throws as `chooseThreshold` does.
 */
export function withThreshold(model: Model, rule: string, options: ModelThresholdOptions = {}): Model {
  return withChosen(model, thresholdOf(model, rule, options));
}

/** The same model with a threshold that was chosen already. */
export function withChosen(model: Model, { value, rule, reason }: ChosenThreshold): Model {
  if (rule !== "default") return model.with({ threshold: { value, rule, reason } });
  const { threshold: _, ...card } = model.card;
  return new Model({ ...model.parts(), card });
}
