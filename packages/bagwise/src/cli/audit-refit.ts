import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import type { AuditEstimate } from "../evaluation/audit/estimate.js";
import type { LearnerEntry } from "../learners/learner.js";
import { learnerByName } from "../learners/registry.js";
import type { Model, ModelCard } from "../model/model.js";
import { saveModel } from "../node/model-file.js";
import { type Answer, reviewedBags } from "../prior/belief/answers.js";
import { SCENARIOS } from "../scores/scenario.js";
import { labelledShare } from "./audit-model.js";
import { outweighedNote, rangeText } from "./audit-outweighed.js";
import { refitReport } from "./text/audit.js";
import { progressLine } from "./text/progress.js";
import { withinFile } from "./text/within-file.js";

/** What the options of a learner say of the prior; an audit takes their place. */
const SAID = ["prior", "priorAtMost", "audited"] as const;

/**
 * A range narrower than this, as after a review of all bags, would be a point, and leave the audit
 * as evidence nothing to say.
 */
const NARROW = 0.01;

/** A model made anew, and what was done. */
interface Refit {
  readonly model: Model;
  readonly options: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
}

/**
 * Refits, writes the model, and says what has changed, for people and for programs. `answers` are
 * those that become labels.
 */
export async function refitted(
  before: Model,
  bags: BagSet,
  parts: { estimate: AuditEstimate; answers: readonly Answer[] | undefined; file: string; to: string },
) {
  const { estimate, answers, file, to } = parts;
  const { model, options, notes } = await withinFile(file, () => refit(before, bags, estimate, { answers }));
  const bytes = await saveModel(model, to);
  const after = model.predict(bags.unlabeled()).filter(({ predicted }) => predicted === "positive").length;
  const predictedPositive = { before: estimate.predictedPositive, after };
  return {
    text: refitReport(before, model, { predictedPositive, out: to, bytes, options, estimate }),
    out: to,
    bytes,
    options,
    predictedPositive,
    prior: model.card.prior,
    notes: [...notes, ...outweighedNote(before.card, model.card, estimate), ...thresholdNote(before.card)],
  };
}

/**
 * Trains the learner of a model again, with its options, on these bags and with the audited prior.
 * `auto` gets the audit as evidence beside what the data tell, in the counts of the plain sample
 * that says as much, and where the audit excludes the prior of the model, the audit's interval as
 * the range: no other prior is believed then. Others get the estimate as the prior. With `answers`
 * these become labels, too. An InputError for a learner that needs no prior, unless its labels
 * change.
 */
async function refit(
  { card }: Model,
  bags: BagSet,
  estimate: AuditEstimate,
  { answers }: { answers: readonly Answer[] | undefined },
): Promise<Refit> {
  const entry = learnerByName(card.learner);
  const scenario = SCENARIOS.find((each) => each === card.options.scenario);
  if (answers !== undefined && scenario === "single-set") throw labelsCarryPrior();
  const reviewed = answers === undefined ? undefined : reviewedBags(bags, answers, { scenario });
  const audited = auditedOptions(entry, card, estimate, { labels: reviewed !== undefined });
  const options = reviewed === undefined ? audited : withNegatives(entry, audited);
  const progress = progressLine("training");
  const model = await entry
    .create(options)
    .fit(reviewed?.bags ?? bags, { onProgress: ({ done, total }) => progress.update(done, total) })
    .finally(() => progress.end());
  return { model, options, notes: [...(reviewed === undefined ? [] : [labelsNote()]), ...(reviewed?.notes ?? [])] };
}

/** The options of the model with what the audit says of the prior. */
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
  const labelled = labelledShare(card);
  const ofAll = (share: number) => labelled + (1 - labelled) * share;
  // A learner that believes in a distribution weighs the audit against the data; for others it is
  // the better of the two.
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
    message: `the method ${name} uses no prior, so the audit changes nothing in it`,
    remedy: "Leave out --refit, or add --as-labels to learn from the answers.",
  });
}

/**
 * A learner without use for known negatives keeps them where they were: among the unlabeled bags,
 * which stay a sample of all.
 */
function withNegatives({ description }: LearnerEntry, options: Record<string, unknown>): Record<string, unknown> {
  const negatives = description.options.find(({ name }) => name === "negatives");
  if (negatives === undefined || options.negatives !== undefined) return options;
  return { ...options, negatives: negatives.choices?.includes("use") ? "use" : "unlabeled" };
}

function thresholdNote({ threshold }: ModelCard): Note[] {
  if (threshold === undefined) return [];
  const message = `the threshold of the model (${threshold.rule}) was not taken over, because scores are others now; choose it again with \`bagwise threshold\``;
  return [{ code: "audit-threshold", message }];
}

function labelsCarryPrior(): InputError {
  return new InputError({
    code: "option",
    message: "--as-labels does not go with the scenario single-set, where the share of labelled bags carries the prior",
    remedy: "Leave out --as-labels.",
  });
}

function labelsNote(): Note {
  const message =
    "the answers became labels: the bags left unlabeled are no longer a random sample, because more was drawn where the model is unsure, so what a later estimate says of the prior leans on the audit; draw the next audit anew";
  return { code: "audit-as-labels", message };
}
