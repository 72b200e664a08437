import type { Note } from "../../base/note.js";
import { type Calibration, constantCalibration } from "../../model/calibration.js";
import { withDoubt } from "../../model/doubt.js";
import { Model, type ModelCard } from "../../model/model.js";
import { allKnown } from "../../scores/bag-scores.js";
import { chanceText, type Separation, separationOf } from "../../scores/separation.js";
import { knownWithoutData } from "./known-without-data.js";

/**
 * The model with what its held-out scores say about the separation of positive and unlabeled bags,
 * and with probabilities that claim no more than that. Scores, and so ranking and answers, stay. If
 * nothing separates, every bag gets the prior as its probability, and a note says so. If the
 * evidence is weak, probabilities are averaged with the prior, see `withDoubt`. A model without held-out
 * scores stays as it is. A learner may have tested scores in a better unit itself.
 */
export function judgeSeparation(model: Model): Model {
  const { heldOut, card } = model;
  if (heldOut === null) return model;
  const separation = card.separation ?? separationOf(heldOut);
  if (separation === null) return model;
  return new Model({
    ...model.parts(),
    card: {
      ...card,
      separation,
      calibration: modestCalibration(card, separation),
      notes: [...card.notes, ...alikeNotes(separation, { known: allKnown(heldOut) })],
    },
  });
}

/**
 * A note if held-out scores of positive and unlabeled bags do not differ beyond chance; `known` if
 * all others are known to be negative. That happens
 * if the features tell nothing, and also if nearly all unlabeled bags are positive. The scores
 * cannot tell which. The mixture of `auto` then leans to the latter, because it finds some
 * separation more likely than none.
 */
export function alikeNotes(separation: Separation | null, { known = false } = {}): Note[] {
  if (separation === null || separation.apart) return [];
  const found = `(held-out AUC ${separation.auc.toFixed(2)}, ${chanceText(separation.p)})`;
  const message = known
    ? `nothing separates the positive bags from the negative ones beyond chance ${found}. Either the features say little, or too few bags are labelled; look for other features, or label more bags`
    : `nothing separates the positive bags from the unlabeled ones beyond chance ${found}. Either the features say little, or nearly all unlabeled bags are positive, or too few bags are labelled; an audit or what you know can tell which`;
  return [{ code: "alike", message }];
}

function modestCalibration(card: ModelCard, { p, apart }: Separation): Calibration | null {
  const { calibration, prior } = card;
  if (calibration === null || prior === null || "scores" in calibration) return calibration;
  if (apart) return withDoubt(calibration, p, prior.value);
  // An estimator without a distribution takes everything for positive if nothing separates.
  const { value } = prior.belief === undefined ? knownWithoutData(card, prior) : prior;
  return constantCalibration(value);
}
