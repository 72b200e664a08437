import type { BagSet } from "@bagwise/core/bags";
import type { Model } from "@bagwise/core/model";

/** What clients get of each bag, and which instance is behind its score if they ask for it. */
export function answersOf(model: Model, bags: BagSet, witness: boolean): object[] {
  if (!witness)
    return model
      .predict(bags)
      .map(({ bag, score, predicted, probability }) => ({ bag, score, predicted, probability }));
  return model
    .rank(bags)
    .sort((a, b) => a.index - b.index)
    .map(({ bag, score, probability, witness: { instance } }) => ({
      bag,
      score,
      predicted: score >= model.threshold ? "positive" : "negative",
      probability,
      witness: instance,
    }));
}
