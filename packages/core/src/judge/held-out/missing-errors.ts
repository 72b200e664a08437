import { InputError } from "../../base/errors.js";
import { findLearner } from "../../learners/registry.js";
import type { Model } from "../../model/model.js";

const FOLDS = "Give the training bags and set the option folds to 5, or give new bags.";

/** Why a model has no held-out scores, as a clause, and what helps, as a sentence. */
function whyNoHeldOut({ card, trainedOn }: Pick<Model, "card" | "trainedOn">): { why: string; remedy: string } {
  const { learner, training, certificate, notes } = card;
  if (trainedOn.length === 0)
    return { why: "an earlier version of bagwise trained it and did not keep them", remedy: "Train it again." };
  if (findLearner(learner)?.description.holdsOut === false)
    return { why: `${learner} holds no bags out in training`, remedy: FOLDS };
  if (certificate.status === "invalid")
    return {
      why: "its training values are too large to compute with",
      remedy: "Scale the features and train it again.",
    };
  if (training.positive < 2)
    return {
      why: "it was trained on one positive bag, and holding it out leaves none to learn from",
      remedy: "Label more positive bags and train it again.",
    };
  if (notes.some(({ code }) => code === "nothing-held-out"))
    return { why: "there were too few bags to hold some out", remedy: "Label more bags and train it again." };
  return { why: "its settings were given, so no bags were held out to choose them", remedy: FOLDS };
}

/** The error for a model without held-out scores. `remedy` replaces the usual one. */
export function noHeldOut(model: Pick<Model, "card" | "trainedOn">, remedy?: string): InputError {
  const known = whyNoHeldOut(model);
  return new InputError({
    code: "no-held-out",
    message: `the model has no held-out scores: ${known.why}`,
    remedy: remedy ?? known.remedy,
  });
}

/** The error for a missing prior. `need` is a clause that says what needs it. */
export function noPrior(need: string, also = ""): InputError {
  return new InputError({
    code: "no-prior",
    message: need,
    remedy: `Set the option prior to a share such as 0.3 or a range such as 0.1..0.4${also}.`,
  });
}
