import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import { reviewedBags } from "../prior/belief/answers.js";
import { type AuditCounts, checkAuditSize } from "../prior/belief/audit.js";
import type { Scenario } from "../scores/scenario.js";

/** Reviewers' answers, and how many bags they left out. */
export interface ReviewAnswers {
  /** The file of the answers. */
  readonly file: string;
  readonly answers: readonly Answer[];
  readonly notReviewed: number;
}

/** What a review of unlabeled bags found: counts, or an answer for each bag. */
export type Review = { readonly counts: AuditCounts } | ReviewAnswers;

/** The bags after a review. */
interface ReviewedBags {
  readonly bags: BagSet;
  readonly audit: AuditCounts;
  readonly notReviewed: number | undefined;
  /** The file of the answers; undefined for counts. */
  readonly file: string | undefined;
  /** Ids of the positives that answers name; undefined for counts. */
  readonly found: ReadonlySet<string> | undefined;
  /** How many unlabeled bags are left to review. */
  readonly left: number;
  readonly notes: readonly Note[];
}

/**
 * The bags with the answers as labels, if they name bags, and the counts. In a single set labels do
 * not change, because they carry the prior.
 */
export function withReview(bags: BagSet, review: Review, scenario: Scenario | undefined): ReviewedBags {
  const unlabeled = bags.unlabeled().size;
  const left = ({ reviewed }: AuditCounts) => Math.max(0, unlabeled - reviewed);
  if ("counts" in review) {
    const { counts } = review;
    checkAuditSize(counts, unlabeled);
    return {
      bags,
      audit: counts,
      notReviewed: undefined,
      file: undefined,
      found: undefined,
      left: left(counts),
      notes: [],
    };
  }
  const { file, answers, notReviewed } = review;
  const found = reviewedBags(bags, answers, { scenario });
  return { ...found, notReviewed, file, left: left(found.audit) };
}
