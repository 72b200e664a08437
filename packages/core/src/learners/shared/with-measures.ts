import { Model } from "../../model/model.js";
import { priorOf } from "../../prior/belief/used-prior.js";
import { heldOutMeasures } from "../../scores/pu-measures.js";

/**
 * The model with measures on its card; none if nothing was held out, without a prior, or without unlabeled bags. They are
 * made last, because they add up the probabilities that the model gives in the end. Their intervals include the
 * uncertainty of the prior. They do not depend on the training seed, so `bagwise evaluate` finds the same.
 */
export function withMeasures(model: Model): Model {
  const { heldOut, card } = model;
  if (heldOut === null || card.prior === null || heldOut.unlabeled.length === 0) return model;
  const { value, belief } = priorOf(card.prior);
  const bootstrap = typeof card.options.bootstrap === "number" ? card.options.bootstrap : undefined;
  return new Model({
    ...model.parts(),
    card: { ...card, measures: heldOutMeasures(heldOut, { prior: value, belief, bootstrap }) },
  });
}
