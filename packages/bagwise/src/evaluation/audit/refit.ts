import type { Answer } from "../../bags/answer.js";
import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { FitContext, LearnerEntry } from "../../learners/learner.js";
import { learnerByName } from "../../learners/registry.js";
import type { Model, ModelCard } from "../../model/model.js";
import { reviewedBags } from "../../prior/belief/answers.js";
import { BELIEF_STEP } from "../../scores/prior-belief.js";
import { labelsCarryPrior, priorWithLabelled, scenarioIn } from "../../scores/scenario.js";
import type { AuditEstimate } from "./estimate.js";
import { assumedShare, labelledShareOf } from "./model-facts.js";

/** The options of a learner that state the prior. An audit replaces them. */
const SAID = ["prior", "priorAtMost", "audited"] as const;

/**
 * A narrower range, as after a review of all bags, would be a point and leave nothing for the audit
 * to say.
 */
const NARROW = 0.01;

/** A model trained again after an audit, and what changed. */
export interface AuditRefit {
  readonly model: Model;
  /** The options of the training. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The number of unlabeled bags that are predicted positive. */
  readonly predictedPositive: { readonly before: number; readonly after: number };
  readonly notes: readonly Note[];
}

/**
 * Trains a model's learner again on these bags, with its options and the audited prior.
 *
 * A learner that takes a range, such as `auto`, gets the audit as evidence beside the data, as the
 * counts of the simple sample that says as much. If the audit excludes the prior of the model, it
 * also gets the audit's interval as the range. Other learners get the estimate as the prior. With
 * `answers`, these also become labels. Throws an InputError for a learner without a prior, unless
 * its labels change. Costs one training.
 */
export async function refitWithAudit(
  before: Model,
  bags: BagSet,
  { estimate, answers }: { estimate: AuditEstimate; answers?: readonly Answer[] | undefined },
  context: FitContext = {},
): Promise<AuditRefit> {
  const { card } = before;
  const entry = learnerByName(card.learner);
  const scenario = scenarioIn(card.options);
  if (answers !== undefined && labelsCarryPrior(scenario)) throw noLabelsHere();
  const reviewed = answers === undefined ? undefined : reviewedBags(bags, answers, { scenario });
  const audited = auditedOptions(entry, card, estimate, { labels: reviewed !== undefined });
  const options = reviewed === undefined ? audited : withNegatives(entry, audited);
  const model = await entry.create(options).fit(reviewed?.bags ?? bags, {
    ...context,
    auditedFrom: bags.unlabeled().size,
  });
  const after = model.predict(bags.unlabeled()).filter(({ predicted }) => predicted === "positive").length;
  return {
    model,
    options,
    predictedPositive: { before: estimate.predictedPositive, after },
    notes: [
      ...(reviewed === undefined ? [] : [labelsNote(), ...reviewed.notes]),
      ...outweighedNote(card, model.card, estimate),
      ...thresholdNote(card),
    ],
  };
}

/** The options of the model, with what the audit says about the prior. */
function auditedOptions(
  entry: LearnerEntry,
  card: ModelCard,
  { prior, evidence, assumed }: AuditEstimate,
  { labels }: { labels: boolean },
): Record<string, unknown> {
  const { name, prior: use } = entry.description;
  const rest = Object.fromEntries(
    Object.entries(card.options).filter(([option]) => !(SAID as readonly string[]).includes(option)),
  );
  const labelled = labelledShareOf(card);
  const ofAll = (share: number) => priorWithLabelled(share, labelled);
  // A learner with a belief weighs the audit against the data. For the others the audit is the
  // better of the two.
  if (card.prior?.belief !== undefined || use.takes.includes("range")) {
    const audited = { ...rest, audited: `${evidence.positive}/${evidence.reviewed}` };
    const excluded = assumed !== null && !assumed.inside && prior.high - prior.low >= NARROW;
    return excluded ? { ...audited, prior: rangeText(ofAll(prior.low), ofAll(prior.high)) } : audited;
  }
  if (use.takes.length > 0) {
    const { value, low, high } = prior;
    const share = value !== null && value > 0 && value < 1 ? value : (low + high) / 2;
    return { ...rest, prior: ofAll(share) };
  }
  if (labels) return rest;
  throw new InputError({
    code: "option",
    message: `the method ${name} uses no prior, so the audit would change nothing`,
    remedy: "Do not refit, or learn from the answers as labels (the option asLabels).",
  });
}

/**
 * A learner that cannot use known negatives keeps them among the unlabeled bags, which then stay a
 * sample of all.
 */
function withNegatives({ description }: LearnerEntry, options: Record<string, unknown>): Record<string, unknown> {
  const negatives = description.options.find(({ name }) => name === "negatives");
  if (negatives === undefined || options.negatives !== undefined) return options;
  return { ...options, negatives: negatives.choices?.includes("use") ? "use" : "unlabeled" };
}

function thresholdNote({ threshold }: ModelCard): Note[] {
  if (threshold === undefined) return [];
  const message = `the old threshold (${threshold.rule}) was not kept, because the scores have changed. Choose a new one`;
  return [{ code: "audit-threshold", message }];
}

function noLabelsHere(): InputError {
  return new InputError({
    code: "option",
    message:
      "answers cannot become labels in the single-set scenario, where the share of labelled bags carries the prior",
    remedy: "Leave out the option asLabels.",
  });
}

function labelsNote(): Note {
  const message =
    "the answers became labels. The bags that are still unlabeled are no longer a random sample, because more were drawn where the model is unsure. Later estimates of the prior therefore lean on this audit; draw a new one next time";
  return { code: "audit-as-labels", message };
}

/** A smaller difference is not worth a note. */
const SMALL = 0.02;

/**
 * Notes that the data outweighed the audit: the new prior lies outside the audit's interval, or is
 * hardly closer to the audited one than the old prior was.
 */
export function outweighedNote(
  before: ModelCard,
  after: ModelCard,
  { prior: audited }: Pick<AuditEstimate, "prior">,
): Note[] {
  const [old, now] = [assumedShare(before), assumedShare(after)];
  const { value, low, high } = audited;
  if (old === undefined || now === undefined || value === null) return [];
  // The range is rounded, and a belief has cells.
  const outside = now < low - BELIEF_STEP || now > high + BELIEF_STEP;
  const stayed = Math.abs(value - old) >= SMALL && Math.abs(value - now) > (2 / 3) * Math.abs(value - old);
  if (!outside && !stayed) return [];
  const labelled = labelledShareOf(after);
  const ofAll = (share: number) => priorWithLabelled(share, labelled);
  const found = outside
    ? `it is now ${now.toFixed(3)}, outside the interval of the audit`
    : `it was ${old.toFixed(3)}, is now ${now.toFixed(3)}, and the audit says ${value.toFixed(3)}`;
  const prior = outside
    ? rangeText(ofAll(low), ofAll(high))
    : Number(ofAll(value > 0 && value < 1 ? value : (low + high) / 2).toFixed(3));
  const message = `the data outweighed the audit (the share of positives among the unlabeled bags: ${found}). If you trust the answers more, train again with the option prior ${prior}, or review more bags`;
  return [{ code: "audit-outweighed", message }];
}

/**
 * A range as the option `prior` takes it. Its ends are rounded outwards, and it is never just 0 or
 * 1.
 */
export function rangeText(low: number, high: number): string {
  return `${Math.min(999, Math.floor(low * 1000)) / 1000}..${Math.max(1, Math.ceil(high * 1000)) / 1000}`;
}
