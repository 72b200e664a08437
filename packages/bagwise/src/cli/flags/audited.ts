import type { BagSet } from "../../bags/bag-set.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { auditSizeNotes } from "../../learners/shared/knowledge-notes.js";
import { reviewedBags } from "../../prior/belief/answers.js";
import type { Audit } from "../../prior/belief/audit.js";
import { parseAudit } from "../../prior/belief/known-prior.js";
import type { Scenario } from "../../scores/scenario.js";
import { type ReviewFile, readReviewFile } from "../review-file.js";
import type { ReadingFlags } from "./reading.js";

/** What `--audited` takes, for help texts. */
export const AUDITED_HELP =
  "random unlabeled bags that were reviewed: positives/reviewed, such as 7/30, or a CSV file with the columns bag and label (1, -1, blank: not reviewed)";

/** What stands behind `--audited`: counts, or a file of reviewed bags. */
export type Audited = { readonly counts: Audit } | ReviewFile;

/** Reads what `--audited` says. Throws an InputError, for a file with its name and the line. */
export async function readAudited(text: string, flags: Partial<ReadingFlags> = {}): Promise<Audited> {
  return namesFile(text) ? readReviewFile(text, flags) : { counts: parseAudit(text) };
}

/** Digits, signs and slashes alone are meant as counts, also when they are wrong. */
export function namesFile(text: string | undefined): text is string {
  return text !== undefined && !/^[\d\s/.,+%-]*$/.test(text);
}

/** An audit put into the bags. */
export interface Reviewed {
  readonly bags: BagSet;
  readonly audit: Audit;
  readonly notReviewed: number | undefined;
  /** The file of answers; undefined for counts. */
  readonly file: string | undefined;
  /** So many unlabeled bags are left to review. */
  readonly left: number;
  readonly notes: readonly Note[];
}

/**
 * The bags with the answers as labels, where bags were named, and the counts. In a single set
 * labels stay as they are, because they carry the prior.
 */
export function review(bags: BagSet, audited: Audited, scenario: Scenario | undefined): Reviewed {
  const unlabeled = bags.unlabeled().size;
  const left = ({ reviewed }: Audit) => Math.max(0, unlabeled - reviewed);
  if ("counts" in audited) {
    const { counts } = audited;
    const notes = auditSizeNotes(counts, unlabeled);
    return { bags, audit: counts, notReviewed: undefined, file: undefined, left: left(counts), notes };
  }
  const { file, answers, notReviewed } = audited;
  const found = reviewedBags(bags, answers, { scenario });
  return { ...found, notReviewed, file, left: left(found.audit) };
}

/** `12 positive, 18 negative, 2 not reviewed`: so that a file that was misread shows. */
export function auditText({ positive, reviewed }: Audit, notReviewed: number | undefined): string {
  const found = `${positive} positive, ${reviewed - positive} negative`;
  return notReviewed === undefined
    ? `${found}, of ${count(reviewed, "bag")} reviewed`
    : `${found}, ${notReviewed} not reviewed`;
}
