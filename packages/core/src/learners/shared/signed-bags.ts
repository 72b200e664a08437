import type { BagSet } from "../../bags/bag-set.js";
import { count, InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { bagsOfAnyLabels, type NegativeUse } from "./training-bags.js";

/** What a learner from positive and negative bags does with unlabeled ones. */
export const UNLABELED_USES = ["negative", "drop"] as const;
export type UnlabeledUse = (typeof UNLABELED_USES)[number];

/** Bags for a learner from positive and negative ones. */
export interface SignedBags {
  /** The positive bags first, then the unlabeled ones that count as negative, then the known negatives. */
  readonly bags: BagSet;
  readonly positives: number;
  readonly unlabeled: number;
  readonly negatives: number;
  /** 1 for a positive bag, -1 for any other. */
  readonly signs: Int8Array;
  readonly notes: readonly Note[];
}

/**
 * The bags of a learner from positive and negative bags, each kind sorted by id. Unlabeled bags count
 * as negative, or are dropped. Throws an InputError without a positive bag, without any other bag, and
 * for known negatives if they are refused.
 */
export function signedBags(
  all: BagSet,
  { negatives, unlabeledAs }: { readonly negatives: NegativeUse; readonly unlabeledAs: UnlabeledUse },
): SignedBags {
  const known = all.filter((i) => unlabeledAs === "negative" || all.labelOf(i) !== "unlabeled");
  if (unlabeledAs === "drop" && !known.labels().includes("negative")) throw noNegative(all);
  const { bags, positives, negatives: used, notes } = bagsOfAnyLabels(known, { negatives });
  const asNegative = bags.size - positives - used;
  return {
    bags,
    positives,
    unlabeled: asNegative,
    negatives: used,
    signs: Int8Array.from({ length: bags.size }, (_, i) => (i < positives ? 1 : -1)),
    notes: [
      ...notes,
      ...(used > 0 ? [usedNote(used)] : []),
      ...(asNegative > 0 ? [assumedNote(asNegative)] : []),
      ...(known.size < all.size ? [droppedNote(all.size - known.size)] : []),
    ],
  };
}

function usedNote(used: number): Note {
  return { code: "negatives", message: `${count(used, "known negative bag was", "known negative bags were")} used` };
}

function assumedNote(bags: number): Note {
  const message = `${count(bags, "unlabeled bag was", "unlabeled bags were")} taken for negative. If a share of them is positive, training counts each as an error: scores lean to negative, so that too few bags are called positive, and the ranking loses some. auto and pu-skc do not assume this`;
  return { code: "unlabeled-as-negative", message };
}

function droppedNote(bags: number): Note {
  return { code: "unlabeled-dropped", message: `${count(bags, "unlabeled bag was", "unlabeled bags were")} left out` };
}

function noNegative(all: BagSet): InputError {
  return new InputError({
    code: "no-negative",
    message: `the option unlabeledAs is drop, and none of ${count(all.size, "bag")} is labelled negative`,
    remedy: "Label some bags -1, or set the option unlabeledAs to negative to take unlabeled bags for negative.",
  });
}
