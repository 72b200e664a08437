import type { BagSet } from "../bags/bag-set.js";
import { count, InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import type { FitContext } from "../learners/learner.js";
import { learnerByName } from "../learners/registry.js";
import { signedBags } from "../learners/shared/signed-bags.js";
import { NEGATIVE_USES } from "../learners/shared/training-bags.js";
import type { Model } from "../model/model.js";
import { type BagScores, scoresByLabel } from "../scores/bag-scores.js";
import { type Scenario, scenarioIn } from "../scores/scenario.js";
import { crossFit } from "./cross-fit.js";
import { noHeldOut } from "./held-out/missing-errors.js";
import { matchNotes, matchTraining, newBags, type TrainingMatch } from "./training-match.js";

/** How a model's training bags were sampled. */
function scenarioOf({ card, heldOut }: Pick<Model, "card" | "heldOut">): Scenario {
  return heldOut?.scenario ?? scenarioIn(card.options);
}

/** The held-out scores of the training bags. Throws an InputError if the model keeps none. */
export function keptScores(model: Model): BagScores {
  if (model.heldOut !== null) return model.heldOut;
  throw noHeldOut(model);
}

/**
 * A model's scores of bags, as a function that gives those of some of them: each bag is scored once.
 */
function scorer(model: Model, bags: BagSet): (some?: BagSet) => BagScores {
  const ordered = signedBags(bags, { negatives: "use", unlabeledAs: "negative" }).bags;
  const scenario = scenarioOf(model);
  const all = model.scores(ordered);
  return (some = bags) => {
    const asked = new Set(some.ids());
    const rows = ordered.ids().flatMap((id, row) => (asked.has(id) ? [row] : []));
    const scores = rows.map((row) => all[row]);
    return model.withProbabilities(scoresByLabel(scores, { bags: ordered, rows, scenario }));
  };
}

/**
 * A model's scores of positive and other bags that are new to it, to use instead of its held-out
 * scores. Training bags are left out, because their scores are too good. Throws an InputError if no
 * positive or no other bag is left.
 */
export async function newScores(model: Model, bags: BagSet): Promise<{ held: BagScores; notes: Note[] }> {
  const { trainedOn } = await matchTraining(model, bags);
  const seen = new Set(trainedOn ?? []);
  const fresh = bags.filter((i) => !seen.has(i));
  const left = fresh.labels();
  const others = bags.labels().includes("unlabeled") ? "unlabeled" : "negative";
  if (seen.size > 0 && !(left.includes("positive") && left.includes(others))) throw trainedOnThese(model);
  const message = `${count(seen.size, "bag was", "bags were")} left out because the model was trained on ${seen.size === 1 ? "it" : "them"}`;
  return { held: scorer(model, fresh)(), notes: seen.size === 0 ? [] : [{ code: "trained-on", message }] };
}

/** Scores to evaluate a model by, and where they come from. */
export interface EvaluationScores {
  readonly scores: BagScores;
  readonly source: "held-out" | "cross-fitted" | "new bags";
  readonly notes: readonly Note[];
  /** For new bags: which of them are not new. */
  readonly match?: TrainingMatch;
  /**
   * The scores of those that are new; null if they lack one of the two kinds, or if all are new.
   */
  readonly fresh?: BagScores | null;
}

export interface EvaluationScoresOptions extends Pick<FitContext, "signal" | "onProgress" | "execute"> {
  /** Called before the model scores the bags, for one that knows their scores. Default: the model itself. */
  readonly prepare?: ((model: Model, bags: BagSet) => Promise<Model>) | undefined;
  /** Train the learner again without each of this many folds. */
  readonly folds?: number | undefined;
  /** The seed of the folds. Default 0. */
  readonly seed?: number | undefined;
  /** The training bags, to find noisy copies of them, and their name in a note. */
  readonly training?: { readonly bags: BagSet; readonly name: string } | undefined;
}

/**
 * The scores to evaluate a model with: with `folds`, those of new fits that have not seen the bags;
 * for the training bags, the held-out scores that the model keeps; for other bags, the model's own
 * scores.
 */
export async function evaluationScores(
  model: Model,
  bags: BagSet,
  options: EvaluationScoresOptions = {},
): Promise<EvaluationScores> {
  if (options.folds !== undefined) return crossFitted(model, bags, options);
  const { training } = options;
  const match = await matchTraining(model, bags, { training: training?.bags });
  if (match.exact) {
    const message = "the model was trained on these bags, so their held-out scores are used";
    return { scores: keptScores(model), source: "held-out", notes: [{ code: "trained-on", message }] };
  }
  const fresh = newBags(bags, match);
  const bothKinds = fresh !== undefined && fresh.positive().size > 0 && fresh.unlabeled().size > 0;
  const scoresOf = scorer((await options.prepare?.(model, bags)) ?? model, bags);
  return {
    scores: scoresOf(),
    source: "new bags",
    notes: matchNotes(model, bags, match, training),
    match,
    fresh: bothKinds ? scoresOf(fresh) : null,
  };
}

/** Nested cross-validation of the model's own learner. */
async function crossFitted(model: Model, bags: BagSet, options: EvaluationScoresOptions): Promise<EvaluationScores> {
  const { learner, options: given } = model.card;
  const entry = learnerByName(learner);
  const ways = entry.description.options.find(({ name }) => name === "negatives");
  if (bags.negative().size > 0 && (given.negatives ?? ways?.default) === "refuse") throw unusedNegatives(learner);
  const fromNegatives = entry.description.learnsFrom === "positive and negative";
  if (bags.unlabeled().size === 0 && given.negatives !== "unlabeled" && !fromNegatives) throw noUnlabeled();
  const notes: Note[] = [];
  const scores = await crossFit(entry.create({ ...given }), bags, {
    folds: options.folds,
    seed: options.seed,
    scenario: scenarioOf(model),
    negatives: NEGATIVE_USES.find((each) => each === given.negatives),
    signal: options.signal,
    onProgress: options.onProgress,
    execute: options.execute,
    onNote: (note) => notes.push(note),
  });
  return { scores, source: "cross-fitted", notes };
}

function trainedOnThese({ heldOut }: Model): InputError {
  return new InputError({
    code: "only-training-bags",
    message: "the model was trained on these bags, so their scores are too good to decide by",
    remedy:
      heldOut === null
        ? "Give positive and other bags that are new to it."
        : "Give no bags: the model keeps the held-out scores of its training bags.",
  });
}

const AS_UNLABELED =
  "read the bags labelled -1 as unlabeled: set the option positive to 1 and the option unlabeled to -1,0";

function unusedNegatives(learner: string): InputError {
  return new InputError({
    code: "known-negatives",
    message: `some bags are labelled negative, but the model was trained by ${learner}, which has no use for them`,
    remedy: `To train again, ${AS_UNLABELED}. Or leave out the option folds to compare the model with these labels.`,
  });
}

function noUnlabeled(): InputError {
  return new InputError({
    code: "no-unlabeled",
    message: "there is no unlabeled bag to train on",
    remedy: `Give bags labelled 0 or blank, or ${AS_UNLABELED}. Or leave out the option folds to compare the model with these labels.`,
  });
}
