import type { Answer } from "../../bags/answer.js";
import type { BagSet } from "../../bags/bag-set.js";
import type { ErrorCode } from "../../base/codes/catalogue.js";
import { count, InputError, type Place } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { labelsCarryPrior, type Scenario } from "../../scores/scenario.js";
import type { AuditCounts } from "./audit.js";

/** The bags with the answers as labels, and the counts of answers about unlabeled bags. */
interface Answered {
  readonly bags: BagSet;
  readonly audit: AuditCounts;
  /** The number of answers that repeat a label; they are not part of the audit. */
  readonly known: number;
  /** Ids of the unlabeled bags that are positive. */
  readonly found: ReadonlySet<string>;
}

/**
 * Puts reviewers' answers into the labels. The counts are only an audit if the reviewed bags were a
 * random sample of the unlabeled ones. An answer may be repeated. Throws an InputError that names
 * the place for an unknown bag, and for an answer that contradicts a label or another answer. Also
 * throws if no answer is about an unlabeled bag.
 */
export function withAnswers(bags: BagSet, answers: readonly Answer[]): Answered {
  const ids = bags.ids();
  const numbers = new Map(ids.map((id, i) => [id, i]));
  const labels = bags.labels();
  const given = new Map<number, Answer>();
  for (const answer of answers) {
    const i = numbers.get(answer.bag);
    const where: Place = { ...answer.where, bag: answer.bag };
    if (i === undefined)
      fail("audit-unknown-bag", "there is no bag with this name", "Use the bag names of your data.", where);
    if (labels[i] !== "unlabeled" && labels[i] !== answer.label) {
      const message = `the answer is ${answer.label}, but the bag is labelled ${labels[i]}`;
      fail("audit-contradiction", message, "Correct the label or the answer.", where);
    }
    const before = given.get(i);
    if (before !== undefined && before.label !== answer.label) {
      const line = before.where?.line === undefined ? "earlier" : `in line ${before.where.line}`;
      const message = `the answer is ${answer.label} here and ${before.label} ${line}`;
      fail("audit-contradiction", message, "Keep one answer for each bag.", where);
    }
    if (before === undefined) given.set(i, answer);
  }
  const fresh = [...given].filter(([i]) => labels[i] === "unlabeled");
  if (fresh.length === 0) {
    const message =
      given.size === 0
        ? "no bag was reviewed"
        : `${count(given.size, "answer is", "answers are all")} about bags that already have a label`;
    fail("audit-empty", message, "Review some unlabeled bags: 1 for positive, -1 for negative.", fileOf(answers));
  }
  for (const [i, { label }] of fresh) labels[i] = label;
  const found = new Set(fresh.flatMap(([, { bag, label }]) => (label === "positive" ? [bag] : [])));
  return {
    bags: bags.withLabels(labels),
    audit: { positive: found.size, reviewed: fresh.length },
    known: given.size - fresh.length,
    found,
  };
}

/**
 * The bags to learn from after a review, the counts, and notes for the user. In the single-set
 * scenario labels do not change, because the share of labelled bags carries the prior. Throws like
 * `withAnswers`, and if no unlabeled bag is left to learn from.
 */
export function reviewedBags(
  bags: BagSet,
  answers: readonly Answer[],
  { scenario = "case-control" }: { scenario?: Scenario | undefined } = {},
): { bags: BagSet; audit: AuditCounts; found: ReadonlySet<string>; notes: Note[] } {
  const { bags: labelled, audit, known, found } = withAnswers(bags, answers);
  const unchanged = labelsCarryPrior(scenario);
  if (!unchanged && labelled.unlabeled().size === 0) {
    fail(
      "audit-complete",
      `${count(audit.reviewed, "unlabeled bag was", "unlabeled bags were all")} reviewed, so none is left to learn from`,
      `Set the option audited to the counts alone, ${audit.positive}/${audit.reviewed}, or leave out some answers.`,
      fileOf(answers),
    );
  }
  const message = `${count(known, "answer is", "answers are")} about bags that already had this label; they are not part of the audit`;
  return {
    bags: unchanged ? bags : labelled,
    audit,
    found,
    notes: known === 0 ? [] : [{ code: "audit-labelled", message }],
  };
}

function fileOf(answers: readonly Answer[]): Place {
  const file = answers[0]?.where?.file;
  return file === undefined ? {} : { file };
}

function fail(code: ErrorCode, message: string, remedy: string, where: Place): never {
  throw new InputError({ code, message, remedy, where });
}
