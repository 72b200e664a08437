import type { Review, ReviewAnswers } from "@bagwise/core/audit";
import { count, InputError, thousands } from "@bagwise/core/base";
import { type AuditCounts, parseAudit } from "@bagwise/core/prior";
import { fileSource } from "@bagwise/engines/disk";
import { REVIEW_REMEDY, reviewAnswers } from "@bagwise/files/lists";
import { readTexts } from "@bagwise/files/table";
import type { ReadingFlags } from "./reading.js";

/** The help text of `--audited`. */
export const AUDITED_HELP =
  "your review of random unlabeled bags: positives/reviewed, such as 7/30, or a file with the columns bag and label, as CSV or Excel (1, -1, or blank if not reviewed)";

/** Reads the value of `--audited`. Throws an InputError, with file and line for a file. */
export async function readAudited(text: string, flags: Partial<ReadingFlags> = {}): Promise<Review> {
  return namesFile(text) ? readReviewFile(text, flags) : { counts: parseAudit(text) };
}

/** Digits, signs and slashes alone are counts, even wrong ones. */
export function namesFile(text: string | undefined): text is string {
  return text !== undefined && !/^[\d\s/.,+%-]*$/.test(text);
}

/** The answers in a file of reviewed bags. Throws an InputError with file and line. */
export async function readReviewFile(file: string, flags: Partial<ReadingFlags>): Promise<ReviewAnswers> {
  const source = await fileSource(file).catch((error) => {
    if (!(error instanceof InputError && error.code === "no-such-file")) throw error;
    throw error.with({ remedy: REVIEW_REMEDY, where: { file } });
  });
  const { delimiter, bag, label, positive, unlabeled, negative } = flags;
  const table = await readTexts(source, { delimiter });
  return { file, ...reviewAnswers(table, { bag, label, positive, unlabeled, negative }) };
}

/** `12 positive, 18 negative, 2 not reviewed`: shows whether the file was read as you meant. */
export function auditText({ positive, reviewed }: AuditCounts, notReviewed: number | undefined): string {
  const found = `${thousands(positive)} positive, ${thousands(reviewed - positive)} negative`;
  return notReviewed === undefined
    ? `${found}, of ${count(reviewed, "bag")} reviewed`
    : `${found}, ${thousands(notReviewed)} not reviewed`;
}
