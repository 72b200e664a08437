import type { Answer } from "../../bags/answer.js";
import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import { Model } from "../../model/model.js";
import {
  type AuditedPositive,
  compareScores,
  compareWithAudit,
  type PriorComparison,
  priorNotes,
  type ScoreComparison,
  scoreNotes,
} from "../../prior/belief/fair-labels.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { AuditDesign } from "./design.js";
import type { AuditEstimate } from "./estimate.js";
import { labelledShareOf } from "./model-facts.js";

/** How the card names a prior from held-out scores. */
const SCORES = "held-out scores";

const KINDS = ["positive", "unlabeled", "negative"] as const;

/**
 * The held-out score of each training bag, by id. `bags` are those of the training with their
 * labels then, in any order: scores are sorted by label and id. Null if the numbers do not fit.
 */
export function heldOutById(bags: BagSet, held: BagScores): ReadonlyMap<string, number> | null {
  const scores = new Map<string, number>();
  for (const kind of KINDS) {
    const ids = bags
      .filter((i) => bags.labelOf(i) === kind)
      .ids()
      .sort();
    if (ids.length !== held[kind].length) return null;
    for (const [k, id] of ids.entries()) scores.set(id, held[kind][k]);
  }
  return scores;
}

/**
 * Compares the held-out scores of labelled positives with those of positives that reviewers found
 * among the unlabeled `bags`. `weightOf` says what a reviewed bag stands for; default: all the same.
 * Null without held-out scores, or with too few positives.
 */
export function comparePositives(
  bags: BagSet,
  answers: readonly Pick<Answer, "bag" | "label">[],
  held: ReadonlyMap<string, number> | null,
  weightOf: (bag: string) => number | undefined = () => undefined,
): ScoreComparison | null {
  if (held === null) return null;
  const unlabeled = new Set(bags.unlabeled().ids());
  const found = new Set(answers.flatMap(({ bag, label }) => (label === "positive" && unlabeled.has(bag) ? [bag] : [])));
  const audited = [...found].flatMap((bag): AuditedPositive[] => {
    const score = held.get(bag);
    return score === undefined ? [] : [{ score, weight: weightOf(bag) }];
  });
  const labelled = bags.positive().ids();
  return compareScores(
    labelled.flatMap((bag) => held.get(bag) ?? []),
    audited,
  );
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
 * Compares an audit of the bags that a model was trained on with what the labelled positives made
 * the model believe: their held-out scores with those of the positives found, and the prior with
 * the share found. Together they warn in at most 5 % of the audits of fairly labelled bags.
 */
export function labelFairness(
  model: Pick<Model, "heldOut" | "card">,
  bags: BagSet,
  { design, answers, estimate }: { design: AuditDesign; answers: readonly Answer[]; estimate: AuditEstimate },
): LabelFairness {
  const { prior, ...card } = model.card;
  const scores = compareAudited(model.heldOut, bags, design, answers);
  const own = prior?.belief !== undefined && prior.method.startsWith(SCORES) && !prior.method.includes("audit");
  const against = own ? compareWithAudit(prior.belief, estimate.evidence, { labelled: labelledShareOf(card) }) : null;
  return { scores, prior: against, notes: [...scoreNotes(scores), ...priorNotes(against, estimate)] };
}

/** A bag stands for the bags of its stratum, divided by the number of answers there. */
function compareAudited(
  heldOut: BagScores | null,
  bags: BagSet,
  design: AuditDesign,
  answers: readonly Answer[],
): ScoreComparison | null {
  if (heldOut === null) return null;
  const answered = new Set(answers.map(({ bag }) => bag));
  const reviewed = design.strata.map(() => 0);
  for (const { bag, stratum } of design.bags) if (answered.has(bag)) reviewed[stratum]++;
  const weights = new Map(design.bags.map(({ bag, stratum, size }) => [bag, size / Math.max(1, reviewed[stratum])]));
  return comparePositives(bags, answers, heldOutById(bags, heldOut), (bag) => weights.get(bag));
}

/**
 * A model trained on reviewed bags, with a note on its card if the positives that reviewers found
 * score otherwise than the labelled ones. `before` are the bags before the review, `after` those of
 * the training.
 */
export function withReviewNotes(
  model: Model,
  { before, after, answers }: { before: BagSet; after: BagSet; answers: readonly Answer[] },
): Model {
  const held = model.heldOut && heldOutById(after, model.heldOut);
  const notes = scoreNotes(comparePositives(before, answers, held));
  if (notes.length === 0) return model;
  return new Model({ ...model.parts(), card: { ...model.card, notes: [...model.card.notes, ...notes] } });
}
