import type { BagSet } from "../../bags/bag-set.js";
import { count, InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";

/** What to do with known negatives if a learner cannot learn from them. */
export const NEGATIVE_WAYS = ["refuse", "unlabeled", "drop"] as const;
export type NegativeWay = (typeof NEGATIVE_WAYS)[number];

/** The same if it can. */
export const NEGATIVE_USES = ["use", ...NEGATIVE_WAYS] as const;
export type NegativeUse = (typeof NEGATIVE_USES)[number];

/** Bags in the order that learners expect. */
export interface TrainingBags {
  readonly bags: BagSet;
  /** The number of positive bags; they come first. */
  readonly positives: number;
  /** The number of known negatives, which come last; 0 unless they are used. */
  readonly negatives: number;
  readonly notes: Note[];
}

/**
 * The bags to train on: the positive ones first, then the unlabeled ones, then the known negatives
 * if they are used. Each kind is sorted by id, so the order of a file changes nothing. Throws an
 * InputError without a positive or an unlabeled bag, and for known negatives if they are refused.
 */
export function trainingBags(bags: BagSet, { negatives }: { negatives: NegativeUse }): TrainingBags {
  const numbers = (label: string) =>
    Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === label);
  const [positive, unlabeled, negative] = [numbers("positive"), numbers("unlabeled"), numbers("negative")];
  if (negative.length > 0 && negatives === "refuse") {
    throw new InputError({
      code: "known-negatives",
      message: `${count(negative.length, "bag is", "bags are")} labelled negative, and the option negatives is refuse`,
      remedy: "Set the option negatives to unlabeled to treat them as unlabeled, or to drop to leave them out.",
    });
  }
  const rest = negatives === "unlabeled" ? [...unlabeled, ...negative] : unlabeled;
  const used = negatives === "use" ? negative : [];
  need(positive.length, "positive", "Label at least one bag 1; without one there is nothing to learn from.");
  if (rest.length === 0 && used.length > 0) {
    throw new InputError({
      code: "no-unlabeled",
      message: `${count(used.length, "bag is", "bags are")} labelled negative, but there is no unlabeled bag`,
      remedy:
        "Add bags labelled 0 or blank, set the option negatives to unlabeled to treat the negative bags as unlabeled, or choose a method that learns from positive and negative bags.",
    });
  }
  need(
    rest.length,
    "unlabeled",
    "Add at least one bag labelled 0 or blank; known positives alone say nothing about the others.",
  );
  const ids = bags.ids();
  const byId = (i: number, j: number) => (ids[i] < ids[j] ? -1 : 1);
  const chosen = bags.subset([...positive.sort(byId), ...rest.sort(byId), ...used.sort(byId)]);
  const asUnlabeled = negatives === "unlabeled";
  const labels = chosen.labels().map((label) => (label === "negative" && asUnlabeled ? "unlabeled" : label));
  const notes: Note[] = [];
  if (negative.length > used.length) {
    notes.push({
      code: "negatives",
      message: `${count(negative.length, "bag")} labelled negative ${negative.length === 1 ? "was" : "were"} ${asUnlabeled ? "treated as unlabeled" : "left out"}`,
    });
  }
  return { bags: chosen.withLabels(labels), positives: positive.length, negatives: used.length, notes };
}

/**
 * The same, but known negatives may be all the other bags there are. They then have their labels, and
 * there is no unlabeled bag.
 */
export function bagsOfAnyLabels(bags: BagSet, { negatives }: { negatives: NegativeUse }): TrainingBags {
  const labels = bags.labels();
  const only = negatives === "use" && !labels.includes("unlabeled") && labels.includes("negative");
  if (!only) return trainingBags(bags, { negatives });
  // They take the place of unlabeled bags in what is checked.
  const sorted = trainingBags(bags, { negatives: "unlabeled" });
  const { positives } = sorted;
  const signed = sorted.bags.labels().map((_, i) => (i < positives ? ("positive" as const) : ("negative" as const)));
  return { bags: sorted.bags.withLabels(signed), positives, negatives: signed.length - positives, notes: [] };
}

function need(found: number, what: "positive" | "unlabeled", remedy: string): void {
  if (found === 0) throw new InputError({ code: `no-${what}`, message: `there is no ${what} bag`, remedy });
}
