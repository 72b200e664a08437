import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import type { TrainingMatch } from "../judge/training-match.js";
import type { Model, ModelCard } from "../model/model.js";
import { labelledShare, scenarioIn, shareBesideLabelled } from "../scores/scenario.js";

/** The share of labelled positives in the population of the model's prior. */
export function labelledShareOf({ options, training }: Pick<ModelCard, "options" | "training">): number {
  return labelledShare(training, scenarioIn(options));
}

/**
 * The share of positives among the unlabeled bags that a model assumed; undefined for a model
 * without a prior.
 */
export function assumedShare(card: ModelCard): number | undefined {
  if (card.prior === null) return undefined;
  return Math.min(1, Math.max(0, shareBesideLabelled(card.prior.value, labelledShareOf(card))));
}

/** What a model has seen of the unlabeled bags of an audit. */
export interface SeenInTraining {
  /** How many of them it was trained on. */
  readonly bags: number;
  /**
   * How many of them it predicted positive while they were held out. Null unless they are exactly
   * the unlabeled training bags.
   */
  readonly predictedPositiveHeldOut: number | null;
}

/** Which of the unlabeled bags a model was trained on; null if unknown. */
export function seenInTraining(
  model: Model,
  bags: BagSet,
  { match: { exact, trainedOn }, threshold }: { match: TrainingMatch; threshold: number },
): SeenInTraining | null {
  if (trainedOn === null) return null;
  const seen = trainedOn.filter((i) => bags.labelOf(i) === "unlabeled").length;
  const held = model.heldOut?.unlabeled;
  const called = exact && held?.length === seen ? held.filter((score) => score >= threshold).length : null;
  return { bags: seen, predictedPositiveHeldOut: called };
}

/**
 * Notes about the audited model: it may belong to other bags, or have a new threshold since the
 * draw.
 */
export function modelNotes(model: Model, { exact, threshold }: { exact: boolean; threshold: number }): Note[] {
  const notes: Note[] = [];
  if (!exact && model.card.prior !== null) {
    const message = "the model was trained on other bags or other labels, and the prior it assumed is for those";
    notes.push({ code: "audit-other-bags", message });
  }
  if (model.threshold !== threshold) {
    const message = `the model's threshold is now ${short(model.threshold)} and was ${short(threshold)} when the bags were drawn. Precision, recall and accuracy are measured at ${short(threshold)}`;
    notes.push({ code: "audit-old-threshold", message });
  }
  return notes;
}

function short(threshold: number): string {
  return String(Number(threshold.toPrecision(4)));
}
