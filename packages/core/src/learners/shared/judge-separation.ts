import type { Note } from "../../base/note.js";
import { type Calibration, constantCalibration } from "../../model/calibration.js";
import { withDoubt } from "../../model/doubt.js";
import { Model, type ModelCard } from "../../model/model.js";
import { allKnown, type BagScores } from "../../scores/bag-scores.js";
import { chanceText, type Separation, separationOf } from "../../scores/separation.js";
import { heldOutCalibration } from "./held-out-calibration.js";
import { knownWithoutData } from "./known-without-data.js";

/**
 * The model with what its held-out scores say about the separation of positive and unlabeled bags,
 * and with probabilities that claim no more than that. Scores, and so ranking and answers, stay. Probabilities are those
 * of the mixture of these scores (`heldOutCalibration`), unless the learner has made its own. If
 * nothing separates, every bag gets the prior as its probability, and a note says so. If the
 * evidence is weak, probabilities are averaged with the prior: the mixture does it itself, see `withDoubt` for others. A
 * model without held-out scores stays as it is. A learner may have tested scores in a better unit itself.
 */
export function judgeSeparation(model: Model): Model {
  const { heldOut, card } = model;
  if (heldOut === null) return model;
  const separation = card.separation ?? separationOf(heldOut);
  const told = { ...card, ...heldOutCalibration(model, separation) };
  if (separation === null) return new Model({ ...model.parts(), card: told });
  return new Model({
    ...model.parts(),
    card: {
      ...told,
      separation,
      calibration: modestCalibration(told, separation),
      notes: [...card.notes, ...alikeNotes(separation, heldOut)],
    },
  });
}

/** With fewer independent labelled bags, a promising order may well be no more than bad luck in the test. */
const FEW_LABELLED = 8;
/** A held-out AUC above this is promising. */
const PROMISING = 0.7;

/**
 * A note if held-out scores of positive bags do not differ beyond chance from those of the unlabeled
 * ones, or of known negatives if there are no others: `too-few-labels` if the bags are too few to tell,
 * else `alike`. The latter happens
 * if the features tell nothing, and also if nearly all unlabeled bags are positive. The scores
 * cannot tell which. The mixture of `auto` then leans to the latter, because it finds some
 * separation more likely than none.
 */
export function alikeNotes(separation: Separation | null, held: BagScores): Note[] {
  if (separation === null || separation.apart) return [];
  const known = allKnown(held);
  const found = `(held-out AUC ${separation.auc.toFixed(2)}, ${chanceText(separation.p)})`;
  const few = tooFew(separation, held);
  if (few !== null) {
    const help = known ? "label more bags" : "label more positive bags, or review the first bags of the list";
    const message = `${few} are too few to tell whether the positive bags differ from the ${known ? "negative" : "unlabeled"} ones ${found}. The order may be good, or chance alone; ${help}`;
    return [{ code: "too-few-labels", message }];
  }
  const message = known
    ? `nothing separates the positive bags from the negative ones beyond chance ${found}. Either the features say little, or too few bags are labelled; look for other features, or label more bags`
    : `nothing separates the positive bags from the unlabeled ones beyond chance ${found}. Either the features say little, or nearly all unlabeled bags are positive, or too few bags are labelled; an audit or what you know can tell which`;
  return [{ code: "alike", message }];
}

/** Which bags are too few for the test, in words; null if there are enough. */
function tooFew({ auc }: Separation, held: BagScores): string | null {
  const { positive, clusters } = held;
  const labelled = clusters === null ? positive.length : new Set(clusters.subarray(0, positive.length)).size;
  if (labelled < FEW_LABELLED && auc > PROMISING) return `${labelled} labelled bags`;
  const others = held.unlabeled.length || held.negative.length;
  return perfectlyApart(held)
    ? null
    : `${labelled} labelled and ${others} ${allKnown(held) ? "negative" : "unlabeled"} bags`;
}

/** Whether a perfect order of as many bags, no two with the same score, would be beyond chance. */
function perfectlyApart(held: BagScores): boolean {
  const falling = (scores: Float64Array, from: number) => scores.map((_, i) => from - i);
  const separation = separationOf({
    ...held,
    positive: falling(held.positive, held.positive.length),
    unlabeled: falling(held.unlabeled, 0),
    negative: falling(held.negative, 0),
  });
  return separation?.apart === true;
}

function modestCalibration(card: ModelCard, { p, apart }: Separation): Calibration | null {
  const { calibration, prior } = card;
  if (calibration === null || prior === null || "scores" in calibration) return calibration;
  // Ranges come from the mixture, which has counted the doubt.
  if (apart) return prior.ranges === undefined ? withDoubt(calibration, p, prior.value) : calibration;
  // An estimator without a distribution takes everything for positive if nothing separates.
  const { value } = prior.belief === undefined ? knownWithoutData(card, prior) : prior;
  return constantCalibration(value);
}
