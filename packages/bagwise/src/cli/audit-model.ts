import type { BagSet } from "../bags/bag-set.js";
import { leakage } from "../bags/copies/leakage.js";
import type { Note } from "../base/note.js";
import type { Model, ModelCard } from "../model/model.js";

/** The share of all bags that was labelled where the prior counts them, in a single set; else 0. */
export function labelledShare({ options, training }: ModelCard): number {
  const { positive, unlabeled, negative = 0 } = training;
  return options.scenario === "single-set" ? positive / (positive + unlabeled + negative) : 0;
}

/**
 * The share of positives among the unlabeled bags that a model was made with; undefined for one
 * that needs no prior.
 */
export function assumedShare(card: ModelCard): number | undefined {
  if (card.prior === null) return undefined;
  const labelled = labelledShare(card);
  return Math.min(1, Math.max(0, (card.prior.value - labelled) / (1 - labelled)));
}

/** What a model has seen of the bags of an audit. */
export interface TrainedOn {
  /** So many of the unlabeled bags. */
  readonly bags: number;
  /**
   * So many of them it predicted positive while they were held out; null unless they are just the
   * unlabeled bags of its training.
   */
  readonly predictedPositiveHeldOut: number | null;
}

/**
 * Which of the unlabeled bags a model was trained on; null where that is not known. `same` says
 * that the file is that of its training.
 */
export function trainedOnAmong(
  model: Model,
  unlabeled: BagSet,
  { same, threshold }: { same: boolean; threshold: number },
): TrainedOn | null {
  if (same) {
    const held = model.heldOut?.unlabeled;
    const called = held?.length === unlabeled.size ? held.filter((score) => score >= threshold).length : null;
    return { bags: unlabeled.size, predictedPositiveHeldOut: called };
  }
  const { trainedOn } = leakage(unlabeled, { hashes: model.trainedOn });
  return trainedOn && { bags: trainedOn.length, predictedPositiveHeldOut: null };
}

/**
 * What is to be known of the model that is audited: it may be of other bags, and have got another
 * threshold since the draw.
 */
export function modelNotes(model: Model, { same, threshold }: { same: boolean; threshold: number }): Note[] {
  const notes: Note[] = [];
  if (!same && model.card.prior !== null) {
    const message =
      "the model was trained on other bags, or with other labels; the prior that it assumed is that of those";
    notes.push({ code: "audit-other-bags", message });
  }
  if (model.threshold !== threshold) {
    const message = `the threshold of the model is ${short(model.threshold)} now and was ${short(threshold)} when the bags were drawn; precision, recall and accuracy are those at ${short(threshold)}`;
    notes.push({ code: "audit-old-threshold", message });
  }
  return notes;
}

function short(threshold: number): string {
  return String(Number(threshold.toPrecision(4)));
}
