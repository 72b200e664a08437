import type { BagSet } from "../bags/bag-set.js";
import { contentHash } from "../bags/content-hash.js";
import { leakage } from "../bags/copies/leakage.js";
import { count, InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { trainingBags } from "../learners/shared/training-bags.js";
import type { Model } from "../model/model.js";
import type { BagScores } from "../scores/bag-scores.js";
import { areFinite, scoresByLabel } from "../scores/bag-scores.js";
import { SCENARIOS } from "../scores/scenario.js";

/**
 * The scores of positive and unlabeled bags that are new to a model, in place of those that it held
 * out in training. Bags that it was trained on are left out, because their scores are too good. An
 * InputError when no positive or no unlabeled bag is left.
 */
export async function newScores(model: Model, bags: BagSet): Promise<{ held: BagScores; notes: Note[] }> {
  const { card, heldOut, trainedOn } = model;
  const all = (await contentHash(bags)) === card.training.dataHash;
  const seen = new Set(leakage(bags, { hashes: trainedOn }).trainedOn ?? []);
  const fresh = bags.filter((i) => !all && !seen.has(i));
  const left = fresh.labels();
  const gone = bags.size - fresh.size;
  if (gone > 0 && !(left.includes("positive") && left.includes("unlabeled"))) throw trainedOnThese(model);
  const ordered = trainingBags(fresh, { negatives: "use" }).bags;
  const scenario = heldOut?.scenario ?? SCENARIOS.find((each) => each === card.options.scenario) ?? "case-control";
  const held = scoresByLabel(model.scores(ordered), { bags: ordered, scenario });
  if (!areFinite(held))
    throw new InputError({
      code: "score-not-finite",
      message: "the score of a bag is not a finite number",
      remedy: "Leave out bags with very large values.",
    });
  const message = `${count(gone, "bag was", "bags were")} left out, because the model was trained on ${gone === 1 ? "it" : "them"}`;
  return { held, notes: gone === 0 ? [] : [{ code: "trained-on", message }] };
}

function trainedOnThese({ heldOut }: Model): InputError {
  return new InputError({
    code: "only-training-bags",
    message: "the model was trained on these bags, and their scores are too good to decide by",
    remedy:
      heldOut === null
        ? "Give positive and unlabeled bags that are new to it."
        : "Leave the file out: the model keeps the scores of its training bags while they were held out.",
  });
}
