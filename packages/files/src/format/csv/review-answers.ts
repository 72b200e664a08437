import { type Answer, isDoubtfulLabel, labelOf, labelReader, NOT_SAID } from "@bagwise/core/bags";
import { InputError, type Place, parseDecimal, quote } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";
import type { ReadOptions } from "../format.js";
import { assignRoles } from "../rows/roles.js";
import type { TextTable } from "../table/read-texts.js";
import { AUDIT_COLUMN, plainCell } from "./safe-cell.js";

const HEADER = "Its first line must name the columns, such as bag,label.";

/** How to read a file of reviewed bags. */
type ReviewReadOptions = Pick<ReadOptions, "bag" | "label" | "positive" | "unlabeled" | "negative">;

/** The remedy if a file of reviewed bags cannot be read as one. */
export const REVIEW_REMEDY = "Give counts such as 7/30, or a file, as CSV or Excel, with the columns bag and label.";

/**
 * The answers in a table of reviewed bags, and how many of its bags were not reviewed. It may have
 * more columns, and several rows per bag. In one that `bagwise audit` drew, names that look like
 * formulas have an apostrophe, which is taken away. Columns named by the options are used if the
 * table has them; otherwise they are guessed. Label values mean what the options say. An option must say what 0 means: reviewers write it for "negative" as often as for "not
 * reviewed". Throws an InputError with file and line.
 */
export function reviewAnswers(
  { columns: names, rows, where }: TextTable,
  options: ReviewReadOptions,
): { answers: Answer[]; notReviewed: number } {
  const { file } = where;
  if (names.length === 0)
    throw new InputError({ code: "empty", message: "the file is empty", remedy: REVIEW_REMEDY, where: { file } });
  const drawn = names.includes(AUDIT_COLUMN);
  // A text that is shown to the reviewer may have the name of a bag column, too.
  const own = drawn && ["bag", "label"].every((name) => names.includes(name));
  const { bag, label } = own
    ? { bag: names.indexOf("bag"), label: names.indexOf("label") }
    : columnsOf(names, options, where);
  const read = answerReader(options);
  const unseen = new Set<string>();
  const answers = rows.flatMap(({ fields, where: row }): Answer[] => {
    const cell = (fields[bag] ?? "").trim();
    const id = drawn ? plainCell(cell) : cell;
    const found = read(fields[label] ?? "", { ...row, column: label + 1, field: names[label] });
    if (found !== "unlabeled") return [{ bag: id, label: found, where: row }];
    unseen.add(id);
    return [];
  });
  for (const answer of answers) unseen.delete(answer.bag);
  if (answers.length > 0) return { answers, notReviewed: unseen.size };
  const remedy = "Review some unlabeled bags: 1 for positive, -1 for negative.";
  throw new InputError({ code: "audit-empty", message: "no bag is reviewed", remedy, where: { file } });
}

/**
 * The columns of this file. The options name columns of the file of bags, so a name that is not in
 * this file is ignored.
 */
function columnsOf(
  names: readonly string[],
  options: ReviewReadOptions,
  where: TextTable["where"],
): { bag: number; label: number } {
  const has = (name: string | undefined) => (name !== undefined && names.includes(name) ? name : undefined);
  const columns = names.map((name) => quote(name)).join(", ");
  const fail = (code: ErrorCode, message: string): never => {
    throw new InputError({ code, message: `${message}; the columns are ${columns}`, remedy: HEADER, where });
  };
  try {
    const { bag, label } = assignRoles(names, { bag: has(options.bag), label: has(options.label) }, where.file);
    return { bag, label: label ?? fail("no-label-column", "no column says what the review found") };
  } catch (error) {
    if (!(error instanceof InputError && error.code === "no-bag-column")) throw error;
    return fail(error.code, error.complaint);
  }
}

/** Reads an answer; blank is "not reviewed". */
function answerReader(options: ReviewReadOptions): (text: string, where: Place) => Answer["label"] | "unlabeled" {
  const read = labelReader(options);
  const meant = new Set((options.unlabeled ?? []).map((value) => value.trim().toLowerCase()));
  return (text, where) => {
    try {
      const code = read(text, () => where);
      if (code === NOT_SAID) return "unlabeled";
      if (code === 0 && isDoubtfulLabel(text) && !meant.has(text.trim().toLowerCase()))
        throw parseDecimal(text.trim()) === 0 ? zero(where) : unknownAnswer(text.trim(), where);
      return labelOf(code);
    } catch (error) {
      if (!(error instanceof InputError && error.code === "label-value")) throw error;
      throw unknownAnswer(text.trim(), where);
    }
  };
}

function zero(where: Place): InputError {
  return new InputError({
    code: "audit-zero",
    message: "the answer 0 may mean negative or not reviewed",
    remedy:
      "Write -1 for negative and leave blank what you did not review, or say what 0 means: --negative 0 or --unlabeled 0.",
    where,
  });
}

/** How words for "no" often begin: inactive, non-toxic, false. */
const NEGATIVE = /^(in|non|not|no$|un|neg|false|absent)/i;

function unknownAnswer(text: string, where: Place): InputError {
  const [likely, other] = NEGATIVE.test(text) ? ["--negative", "--positive"] : ["--positive", "--negative"];
  return new InputError({
    code: "label-value",
    message: `the answer ${quote(text)} is neither positive (1), negative (-1) nor blank (not reviewed)`,
    remedy: `Say what it means, for example \`${likely} ${/^[\w.+-]+$/.test(text) ? text : quote(text)}\` (or ${other}, --unlabeled).`,
    where,
  });
}
