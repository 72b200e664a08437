import type { BagSet } from "../bags/index.js";
import { count, InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";

/** What to do with bags that are known to be negative. */
export const NEGATIVE_WAYS = ["refuse", "unlabeled", "drop"] as const;
export type NegativeWay = (typeof NEGATIVE_WAYS)[number];

/**
 * The bags that a learner from positive and unlabeled bags trains on: the positive ones first, then the unlabeled ones, each in the order of
 * their ids, so that the order of a file changes nothing. An InputError without either, and for known negatives unless it is said what to do with them.
 */
export function trainingBags(
  bags: BagSet,
  { negatives }: { negatives: NegativeWay },
): { bags: BagSet; positives: number; notes: Note[] } {
  const numbers = (label: string) =>
    Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === label);
  const [positive, unlabeled, negative] = [numbers("positive"), numbers("unlabeled"), numbers("negative")];
  if (negative.length > 0 && negatives === "refuse") {
    throw new InputError({
      code: "known-negatives",
      message: `${count(negative.length, "bag is", "bags are")} labelled negative, which this learner does not use`,
      remedy: "Say what to do with them: --negatives unlabeled (treat them as unlabeled) or --negatives drop.",
    });
  }
  const rest = negatives === "unlabeled" ? [...unlabeled, ...negative] : unlabeled;
  need(positive.length, "positive", "Label at least one bag 1; without one there is nothing to learn from.");
  need(
    rest.length,
    "unlabeled",
    "Give at least one bag labelled 0 or blank; known positives alone tell nothing about the others.",
  );
  const ids = bags.ids();
  const byId = (i: number, j: number) => (ids[i] < ids[j] ? -1 : 1);
  const chosen = bags.subset([...positive.sort(byId), ...rest.sort(byId)]);
  const labels = chosen.labels().map((label) => (label === "negative" ? "unlabeled" : label));
  const notes: Note[] = [];
  if (negative.length > 0) {
    notes.push({
      code: "negatives",
      message: `${count(negative.length, "bag")} labelled negative ${negatives === "drop" ? "left out" : "treated as unlabeled"}`,
    });
  }
  return { bags: chosen.withLabels(labels), positives: positive.length, notes };
}

function need(found: number, what: string, remedy: string): void {
  if (found === 0) throw new InputError({ code: `no-${what}`, message: `there is no ${what} bag`, remedy });
}
