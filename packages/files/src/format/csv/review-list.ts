import { InputError, type Place, quote } from "@bagwise/core/base";
import type { TextTable } from "../table/read-texts.js";
import { plainCell } from "./safe-cell.js";

/** The columns of a list for the reviewer, before those that show a bag. */
export const LIST_COLUMNS = ["bag", "answer", "note"] as const;

/** What a reviewer wrote about a bag, and where. */
export interface WrittenAnswer {
  readonly bag: string;
  readonly answer: "positive" | "negative" | "cannot tell" | "skipped";
  readonly note?: string;
  readonly where: Place;
}

/** What reviewers write. Here 0 is no: who has not answered leaves the cell blank. */
const WORDS: Readonly<Record<WrittenAnswer["answer"], readonly string[]>> = {
  positive: "1 + yes y true positive pos p relevant include included in".split(" "),
  negative: "0 -1 - no n false negative neg irrelevant exclude excluded out".split(" "),
  "cannot tell": ["?", "unsure", "maybe", "unclear", "cannot tell", "can't tell", "don't know"],
  skipped: ["skip", "skipped", "later"],
};
const MEANING = new Map(
  Object.entries(WORDS).flatMap(([answer, words]) => words.map((word) => [word, answer as WrittenAnswer["answer"]])),
);

/**
 * The answers in a list that a person has filled in: the columns `bag` and `answer`, and `note` if there is one.
 * A blank answer is none. A bag may come twice with the same answer. Throws an InputError with file and line for
 * a missing column, a word that is no answer, a blank bag, and two answers about a bag.
 */
export function listAnswers({ columns, rows, where }: TextTable): WrittenAnswer[] {
  const [bag, answer, note] = LIST_COLUMNS.map((name) => columns.findIndex((each) => each.toLowerCase() === name));
  for (const [name, at] of [
    ["bag", bag],
    ["answer", answer],
  ] as const)
    if (at < 0)
      throw new InputError({
        code: "review-answer",
        message: `there is no column ${name}; the columns are ${columns.map((each) => quote(each)).join(", ")}`,
        remedy: "Give a table with the columns bag and answer, such as the list that `bagwise review` wrote.",
        where,
      });
  const found = new Map<string, WrittenAnswer>();
  for (const { fields, where: row } of rows) {
    const text = (fields[answer] ?? "").trim();
    if (text === "") continue;
    const id = plainCell((fields[bag] ?? "").trim());
    const at = { ...row, column: answer + 1, field: columns[answer] };
    const said = MEANING.get(text.toLowerCase().replaceAll("’", "'"));
    if (said === undefined) throw noAnswer(text, at);
    if (id === "") throw bad("the answer belongs to no bag", "Write the id of the bag beside it.", at);
    const before = found.get(id);
    if (before !== undefined && before.answer !== said)
      throw bad(`the bag ${quote(id)} has two answers, ${before.answer} and ${said}`, "Keep one of them.", at);
    const words = (note < 0 ? "" : (fields[note] ?? "")).trim();
    found.set(id, { bag: id, answer: said, ...(words !== "" && { note: plainCell(words) }), where: row });
  }
  return [...found.values()];
}

function noAnswer(text: string, where: Place): InputError {
  return bad(
    `the answer ${quote(text)} is not known`,
    "Write 1 for positive, 0 for negative, ? if you cannot tell, or leave it blank to answer later.",
    where,
  );
}

function bad(message: string, remedy: string, where: Place): InputError {
  return new InputError({ code: "review-answer", message, remedy, where });
}
