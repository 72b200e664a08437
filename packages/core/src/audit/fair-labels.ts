import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import { areTrainingBags, heldOutScores } from "../model/held-out-scores.js";
import type { Model } from "../model/model.js";
import {
  type AuditedPositive,
  compareScores,
  compareWithAudit,
  type PriorComparison,
  priorNotes,
  type ScoreComparison,
  scoreNotes,
} from "../prior/belief/fair-labels.js";
import type { AuditDesign } from "./design.js";
import type { AuditEstimate } from "./estimate.js";
import { labelledShareOf } from "./model-facts.js";

/** How the card names a prior from held-out scores. */
const SCORES = "held-out scores";

/** The held-out score of each bag that a model was trained on, by id; null if it keeps none. */
function heldOutById(model: Model, bags: BagSet): ReadonlyMap<string, number> | null {
  const scores = heldOutScores(model.parts(), bags);
  if (scores === undefined) return null;
  return new Map(bags.ids().flatMap((id, i): [string, number][] => (Number.isNaN(scores[i]) ? [] : [[id, scores[i]]])));
}

/** Whether an audit contradicts the assumption that labelled positives are a fair sample of all. */
export interface LabelFairness {
  /** Null if the model kept no held-out scores of these bags, or with too few positives. */
  readonly scores: ScoreComparison | null;
  /** Null unless the model's prior comes from its held-out scores, without an audit. */
  readonly prior: PriorComparison | null;
  readonly notes: readonly Note[];
}

/**
 * Compares an audit of the bags that a model was trained on (of others it says nothing) with what the
 * labelled positives made the model believe: their held-out scores with those of the positives found, and the prior with
 * the share found. Together they warn in at most 5 % of the audits of fairly labelled bags.
 */
export function labelFairness(
  model: Model,
  bags: BagSet,
  { design, answers, estimate }: { design: AuditDesign; answers: readonly Answer[]; estimate: AuditEstimate },
): LabelFairness {
  const { prior, ...card } = model.card;
  if (!areTrainingBags(model, bags)) return { scores: null, prior: null, notes: [] };
  const scores = compareAudited(model, bags, design, answers);
  const own = prior?.belief !== undefined && prior.method.startsWith(SCORES) && !prior.method.includes("audit");
  const against = own ? compareWithAudit(prior.belief, estimate.evidence, { labelled: labelledShareOf(card) }) : null;
  return { scores, prior: against, notes: [...scoreNotes(scores), ...priorNotes(against, estimate)] };
}

/** A bag stands for the bags of its stratum, divided by the number of answers there. */
function compareAudited(
  model: Model,
  bags: BagSet,
  design: AuditDesign,
  answers: readonly Answer[],
): ScoreComparison | null {
  const held = heldOutById(model, bags);
  if (held === null) return null;
  const labels = new Map(answers.map(({ bag, label }) => [bag, label]));
  const reviewed = design.strata.map(() => 0);
  for (const { bag, stratum } of design.bags) if (labels.has(bag)) reviewed[stratum]++;
  const audited = design.bags.flatMap(({ bag, stratum, size }): AuditedPositive[] => {
    const score = held.get(bag);
    return score === undefined || labels.get(bag) !== "positive" ? [] : [{ score, weight: size / reviewed[stratum] }];
  });
  const labelled = bags.positive().ids();
  return compareScores(
    labelled.flatMap((bag) => held.get(bag) ?? []),
    audited,
  );
}
