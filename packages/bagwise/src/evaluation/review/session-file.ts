import { InputError, quote } from "../../base/errors.js";
import { parseAuditCode } from "../audit/audit-code.js";
import { NEXT_BY } from "./next-bags.js";
import { REVIEW_ANSWERS, REVIEW_DEFAULTS, type ReviewSession, SESSION_VERSION } from "./session.js";

/** A session as the text of a file: JSON with an event in each line. */
export function sessionText(session: ReviewSession): string {
  const { events, ...head } = session;
  const lines = events.map((event) => `\n${JSON.stringify(event)}`);
  return `${JSON.stringify(head).slice(0, -1)},\n"events":[${lines.join(",")}${lines.length > 0 ? "\n" : ""}]}\n`;
}

/**
 * Reads a session. Throws an InputError if the text is none, is damaged, or comes from a newer version; the
 * message names the part that does not fit. Options that an older version did not know get their defaults.
 */
export function parseSession(text: string): ReviewSession {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken("it is not JSON");
  }
  const session = object(value, "the session");
  if (session.bagwise !== "review") throw broken('"bagwise" is not "review"');
  const version = number(session.version, "version");
  if (version > SESSION_VERSION)
    throw new InputError({
      code: "review-version",
      message: `the review has layout ${version}, and this version of bagwise knows ${SESSION_VERSION}`,
      remedy: "Update bagwise.",
    });
  string(session.program, "program");
  const data = object(session.data, "data");
  nullOr(string)(data.file, "data.file");
  string(data.hash, "data.hash");
  for (const name of ["bags", "positive", "negative"] as const) number(data[name], `data.${name}`);
  object(data.reading, "data.reading");
  nullOr(string)(session.criteria, "criteria");
  checkOptions(object(session.options, "options"), "options");
  number(session.seed, "seed");
  if (session.audit !== undefined) checkAudit(object(session.audit, "audit"));
  const events = list(session.events, "events").map((event, k) => object(event, `events[${k}]`));
  for (const [k, event] of events.entries()) checkEvent(event, k, events);
  const read = value as ReviewSession;
  return { ...read, options: { ...REVIEW_DEFAULTS, ...read.options } };
}

type Fields = Readonly<Record<string, unknown>>;

function checkOptions(options: Fields, at: string): void {
  const share = (value: unknown, name: string) => {
    const given = number(value, name);
    if (given < 0 || given > 1) throw broken(`${name} is not a share`);
  };
  const known: Readonly<Record<string, (value: unknown, name: string) => unknown>> = {
    n: number,
    by: oneOf(NEXT_BY),
    randomShare: share,
    checkShare: share,
    target: share,
    confidence: share,
  };
  for (const [name, value] of Object.entries(options)) known[name]?.(value, `${at}.${name}`);
}

function checkAudit(audit: Fields): void {
  if (parseAuditCode(string(audit.code, "audit.code")) === null) throw broken("audit.code is not the code of an audit");
  number(audit.trainedWith, "audit.trainedWith");
  const design = object(audit.design, "audit.design");
  for (const name of ["threshold", "seed", "population"] as const) number(design[name], `audit.design.${name}`);
  const strata = list(design.strata, "audit.design.strata");
  strata.forEach((each, k) => {
    const stratum = object(each, `audit.design.strata[${k}]`);
    for (const name of ["size", "predictedPositive", "drawn", "low", "high"] as const)
      number(stratum[name], `audit.design.strata[${k}].${name}`);
  });
  const drawn = new Set<string>();
  list(design.bags, "audit.design.bags").forEach((each, k) => {
    const at = `audit.design.bags[${k}]`;
    const bag = object(each, at);
    drawn.add(string(bag.bag, `${at}.bag`));
    if (strata[number(bag.stratum, `${at}.stratum`)] === undefined) throw broken(`${at}.stratum is none of the strata`);
    for (const name of ["size", "drawn", "score"] as const) number(bag[name], `${at}.${name}`);
    oneOf(["positive", "negative"])(bag.predicted, `${at}.predicted`);
  });
  list(audit.answers, "audit.answers").forEach((each, k) => {
    const answer = object(each, `audit.answers[${k}]`);
    if (!drawn.has(string(answer.bag, `audit.answers[${k}].bag`)))
      throw broken(`audit.answers[${k}].bag was not drawn for the audit`);
    oneOf([true, false])(answer.positive, `audit.answers[${k}].positive`);
  });
}

function checkEvent(event: Fields, k: number, events: readonly Fields[]): void {
  const at = `events[${k}]`;
  string(event.at, `${at}.at`);
  switch (event.type) {
    case "round":
      number(event.open, `${at}.open`);
      oneOf([true, false])(event.checking, `${at}.checking`);
      list(event.shown, `${at}.shown`).forEach((each, i) => {
        const shown = object(each, `${at}.shown[${i}]`);
        string(shown.bag, `${at}.shown[${i}].bag`);
        string(shown.why, `${at}.shown[${i}].why`);
        number(shown.rank, `${at}.shown[${i}].rank`);
        nullOr(number)(shown.score, `${at}.shown[${i}].score`);
        nullOr(number)(shown.probability, `${at}.shown[${i}].probability`);
      });
      return;
    case "answers":
      list(event.answers, `${at}.answers`).forEach((each, i) => {
        const answer = object(each, `${at}.answers[${i}]`);
        string(answer.bag, `${at}.answers[${i}].bag`);
        oneOf(REVIEW_ANSWERS)(answer.answer, `${at}.answers[${i}].answer`);
      });
      return;
    case "undo": {
      const undone = number(event.event, `${at}.event`);
      const earlier = Number.isInteger(undone) && undone >= 0 && undone < k;
      if (!earlier || !["answers", "undo"].includes(String(events[undone].type)))
        throw broken(`${at}.event is not an earlier event that can be taken back`);
      return;
    }
    case "change":
      if (event.options !== undefined) checkOptions(object(event.options, `${at}.options`), `${at}.options`);
      if (event.criteria !== undefined) string(event.criteria, `${at}.criteria`);
      return;
    default:
      throw broken(`${at}.type is ${typeof event.type === "string" ? quote(event.type) : "missing"}`);
  }
}

function object(value: unknown, at: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw broken(`${at} is not an object`);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw broken(`${at} is not a list`);
}

function string(value: unknown, at: string): string {
  if (typeof value === "string") return value;
  throw broken(`${at} is not a text`);
}

function number(value: unknown, at: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw broken(`${at} is not a number`);
}

function nullOr(check: (value: unknown, at: string) => unknown): (value: unknown, at: string) => void {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

function oneOf(values: readonly unknown[]): (value: unknown, at: string) => void {
  return (value, at) => {
    if (!values.includes(value)) throw broken(`${at} is not one of ${values.join(", ")}`);
  };
}

function broken(what: string): InputError {
  return new InputError({
    code: "review-session",
    message: `the file is not a review by bagwise: ${what}`,
    remedy: "Give the file that `bagwise review` wrote, or choose another name to begin a new review.",
  });
}
