import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { crossFit } from "../evaluation/cross-fit.js";
import { noHeldOut } from "../evaluation/held-out/missing.js";
import { learnerByName } from "../learners/registry.js";
import { NEGATIVE_USES, trainingBags } from "../learners/shared/training-bags.js";
import type { Model } from "../model/model.js";
import type { BagScores } from "../scores/bag-scores.js";
import { areFinite, scoresByLabel } from "../scores/bag-scores.js";
import { SCENARIOS, type Scenario } from "../scores/scenario.js";
import type { EvaluateFlags } from "./commands/evaluate.js";
import { type FoundLeaks, findLeaks, isTrainingSet } from "./leakage.js";
import { progressLine } from "./text/progress.js";

/** Scores to judge by, and where they come from. */
export interface Judged {
  readonly scores: BagScores;
  readonly source: "held-out" | "cross-fitted" | "new bags";
  readonly file?: string;
  readonly notes: readonly Note[];
  /** Of new bags: which are not new, and the scores of the others. */
  readonly leaks?: FoundLeaks;
  readonly fresh?: BagScores | null;
}

/**
 * The scores of the bags of a file: as kept by the model where it was trained on just these, else
 * its own, or those of fits without them.
 */
export async function judge(model: Model, bags: BagSet, flags: EvaluateFlags): Promise<Judged> {
  const scenario = scenarioOf(model);
  if (flags.folds !== undefined) return crossFitted(model, bags, flags, scenario);
  if (await isTrainingSet(model, bags)) {
    const message = "the model was trained on these bags: judged are their scores while they were held out";
    return { scores: keptScores(model), source: "held-out", notes: [{ code: "trained-on", message }] };
  }
  const leaks = await findLeaks(model, bags, flags);
  const scores = newScores(model, bags, scenario);
  if (scores === null)
    throw new InputError({
      code: "score-not-finite",
      message: "the score of a bag is not a finite number",
      remedy: "Leave out bags with very large values.",
    });
  const fresh = leaks.fresh && ofBothKinds(leaks.fresh) ? newScores(model, leaks.fresh, scenario) : null;
  return { scores, source: "new bags", notes: leaks.notes, leaks, fresh };
}

function newScores(model: Model, bags: BagSet, scenario: Scenario): BagScores | null {
  const ordered = trainingBags(bags, { negatives: "use" }).bags;
  const scores = scoresByLabel(model.scores(ordered), { bags: ordered, scenario });
  return areFinite(scores) ? scores : null;
}

function ofBothKinds(bags: BagSet): boolean {
  return bags.positive().size > 0 && bags.unlabeled().size > 0;
}

/** Nested cross-validation of the model's own method. */
async function crossFitted(model: Model, bags: BagSet, flags: EvaluateFlags, scenario: Scenario): Promise<Judged> {
  const { learner, options } = model.card;
  const entry = learnerByName(learner);
  const ways = entry.description.options.find(({ name }) => name === "negatives");
  if (bags.negative().size > 0 && (options.negatives ?? ways?.default) === "refuse") throw unusedNegatives(learner);
  if (bags.unlabeled().size === 0 && options.negatives !== "unlabeled") throw noUnlabeled();
  const notes: Note[] = [];
  const progress = progressLine("cross-fitting");
  const scores = await crossFit(entry.create({ ...options }), bags, {
    folds: flags.folds,
    seed: flags.seed,
    scenario,
    negatives: NEGATIVE_USES.find((each) => each === options.negatives),
    onProgress: ({ done, total }) => progress.update(done, total),
    onNote: (note) => notes.push(note),
  }).finally(() => progress.end());
  return { scores, source: "cross-fitted", notes };
}

/** The scores that a model keeps of its training bags while they were held out. */
export function keptScores(model: Model): BagScores {
  if (model.heldOut !== null) return model.heldOut;
  throw noHeldOut(model);
}

function scenarioOf({ card, heldOut }: Model): Scenario {
  return heldOut?.scenario ?? SCENARIOS.find((each) => each === card.options.scenario) ?? "case-control";
}

const AS_UNLABELED = "read those labelled -1 as unlabeled: --positive 1 --unlabeled=-1,0";

function unusedNegatives(learner: string): InputError {
  return new InputError({
    code: "known-negatives",
    message: `there are bags labelled negative, and the model was trained by ${learner} without a use for them`,
    remedy: `To train anew, ${AS_UNLABELED}; or leave out --folds to compare the model with these labels.`,
  });
}

function noUnlabeled(): InputError {
  return new InputError({
    code: "no-unlabeled",
    message: "there is no unlabeled bag to train on",
    remedy: `Give bags labelled 0 or blank, or ${AS_UNLABELED}; or leave out --folds to compare the model with these labels.`,
  });
}
