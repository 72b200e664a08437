import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import type { FitContext, LearnerEntry } from "../learners/learner.js";
import { learnerByName } from "../learners/registry.js";
import type { Model, ModelCard } from "../model/model.js";
import { reviewedBags } from "../prior/belief/answers.js";
import { BELIEF_STEP } from "../scores/prior-belief.js";
import { labelsCarryPrior, priorWithLabelled, type Scenario, scenarioIn } from "../scores/scenario.js";
import type { AuditEstimate } from "./estimate.js";
import { assumedShare, labelledShareOf } from "./model-facts.js";

/** The options of a learner that state the prior. An audit replaces them. */
const SAID = ["prior", "priorAtMost", "audited"] as const;

/** What to train again with. */
interface RefitParts {
  readonly estimate: AuditEstimate;
  /** Default none: then only the counts are used. */
  readonly answers?: readonly Answer[] | undefined;
  /** Whether the answers only tell the prior and do not become labels. Default false. */
  readonly countsOnly?: boolean | undefined;
}

/** A model trained again after an audit, and what changed. */
export interface AuditRefit {
  readonly model: Model;
  /** The options of the training. */
  readonly options: Readonly<Record<string, unknown>>;
  /** How many answers became labels. */
  readonly labels: number;
  /** The number of unlabeled bags that are predicted positive. */
  readonly predictedPositive: { readonly before: number; readonly after: number };
  readonly notes: readonly Note[];
}

/**
 * Trains a model's learner again on these bags, with its options and the audited prior.
 *
 * A learner that takes a range, such as `auto`, gets the audit as evidence beside the data, as the
 * counts of the simple sample that says as much. Other learners get the estimate as the prior.
 *
 * The `answers` also become labels, unless `countsOnly` is set (default false). They cannot in a single
 * set, where the share of labelled bags carries the prior, nor if no bag would stay unlabeled; a note
 * then says so. On the paper's data labels gained 0.04 in accuracy over the counts alone (docs/research/beyond.md). Throws an
 * InputError for a learner without a prior, unless its labels change. Costs one training.
 */
export async function refitWithAudit(
  before: Model,
  bags: BagSet,
  { estimate, answers, countsOnly = false }: RefitParts,
  context: FitContext = {},
): Promise<AuditRefit> {
  const { card } = before;
  const entry = learnerByName(card.learner);
  const scenario = scenarioIn(card.options);
  const wanted = countsOnly ? undefined : answers;
  const against = wanted === undefined ? null : noLabelsBecause(bags, wanted, scenario);
  const reviewed = wanted === undefined || against !== null ? undefined : reviewedBags(bags, wanted, { scenario });
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
    labels: reviewed?.audit.reviewed ?? 0,
    predictedPositive: { before: estimate.predictedPositive, after },
    notes: [
      ...(against === null ? [] : [countsNote(against)]),
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
  { prior, evidence }: AuditEstimate,
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
    return { ...rest, audited: `${evidence.positive}/${evidence.reviewed}` };
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
    remedy: "Do not refit, or learn from the answers as labels: leave out the option countsOnly.",
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

/** Why answers cannot become labels; null if they can. */
function noLabelsBecause(bags: BagSet, answers: readonly Answer[], scenario: Scenario): string | null {
  if (labelsCarryPrior(scenario)) return "in the single-set scenario the share of labelled bags carries the prior";
  const reviewed = new Set(answers.map(({ bag }) => bag));
  return bags
    .unlabeled()
    .ids()
    .every((id) => reviewed.has(id))
    ? "no bag would stay unlabeled"
    : null;
}

function countsNote(because: string): Note {
  return { code: "audit-counts-only", message: `the answers told the prior and did not become labels: ${because}` };
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
