import type { BagSet } from "../bags/bag-set.js";
import { labelsNow } from "./review-round.js";
import { type GivenAnswer, LABELS_COLUMNS } from "./session.js";

/**
 * The labels of the file and the answers of a review, in the order of the bags, so that one file of labels has
 * them all. Bags of which nothing is known are not in it.
 */
export function labelsTable(
  bags: BagSet,
  answers: ReadonlyMap<string, GivenAnswer>,
): { readonly columns: readonly string[]; readonly rows: readonly (string | number | null)[][] } {
  const rows = labelsNow(bags, { answers }).flatMap((label, i) => {
    const given = answers.get(bags.idOf(i));
    if (label === "unlabeled" && given === undefined) return [];
    const code = label === "positive" ? 1 : label === "negative" ? -1 : null;
    return [[bags.idOf(i), code, given?.answer ?? null, given?.note ?? null]];
  });
  return { columns: [...LABELS_COLUMNS], rows };
}
