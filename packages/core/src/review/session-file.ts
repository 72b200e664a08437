import { parseAuditCode } from "../audit/audit-code.js";
import { InputError, quote } from "../base/errors.js";
import { NEXT_BY } from "./next-bags.js";
import { REVIEW_ANSWERS, REVIEW_DEFAULTS, type ReviewSession, SESSION_VERSION } from "./session.js";

/** A session as the text of a file: JSON with an event in each line. */
export function sessionText(session: ReviewSession): string {
  const { events, ...head } = session;
  const lines = events.map((event) => `\n${JSON.stringify(event)}`);
  return `${JSON.stringify(head).slice(0, -1)},\n"events":[${lines.join(",")}${lines.length > 0 ? "\n" : ""}]}\n`;
}

/**
 * Reads a session. Throws an InputError if the text is none, is damaged or was edited into what cannot be, or comes
 * from a newer version; the message names the part that does not fit. Options that an older version did not know get
 * their defaults. Whether it fits its bags is for `checkReviewedBags`. Costs O(length of the text).
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
  const version = whole(1)(session.version, "version");
  if (version > SESSION_VERSION)
    throw new InputError({
      code: "review-version",
      message: `the review has layout ${version}, and this version of bagwise knows ${SESSION_VERSION}`,
      remedy: "Update bagwise.",
    });
  string(session.program, "program");
  const open = checkData(object(session.data, "data"));
  nullOr(string)(session.criteria, "criteria");
  checkOptions(object(session.options, "options"), "options");
  whole(-(2 ** 31), 2 ** 32 - 1)(session.seed, "seed");
  if (session.audit !== undefined) checkAudit(object(session.audit, "audit"));
  const events = list(session.events, "events").map((event, k) => object(event, `events[${k}]`));
  const undone = new Map<number, number>();
  for (const [k, event] of events.entries()) checkEvent(event, k, { events, undone, open });
  const read = value as ReviewSession;
  return { ...read, options: { ...REVIEW_DEFAULTS, ...read.options } };
}

type Fields = Readonly<Record<string, unknown>>;
type Check<Value = unknown> = (value: unknown, at: string) => Value;

/** Returns how many bags there are to review. */
function checkData(data: Fields): number {
  nullOr(string)(data.file, "data.file");
  if (String(data.file).includes("\0")) throw broken("data.file is no name of a file");
  string(data.hash, "data.hash");
  const [bags, positive, negative] = ["bags", "positive", "negative"].map((name) => count(data[name], `data.${name}`));
  if (positive + negative > bags) throw broken("data has more labelled bags than bags");
  for (const [name, value] of Object.entries(object(data.reading, "data.reading"))) {
    const plain = [value].flat().every((each) => ["string", "number", "boolean"].includes(typeof each));
    if (!plain || name === "__proto__") throw broken(`data.reading has ${quote(name)}, which is no option of reading`);
  }
  return bags - positive - negative;
}

const OPTIONS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["n", whole(1)],
  ["by", oneOf(NEXT_BY)],
  ["randomShare", share],
  ["checkShare", share],
  ["target", innerShare],
  ["confidence", innerShare],
]);

function checkOptions(options: Fields, at: string): void {
  for (const [name, value] of Object.entries(options)) {
    const check = OPTIONS.get(name);
    if (check === undefined) throw broken(`${at} has ${quote(name)}, which is not an option of a review`);
    check(value, `${at}.${name}`);
  }
}

function checkAudit(audit: Fields): void {
  const code = parseAuditCode(string(audit.code, "audit.code"));
  if (code === null) throw broken("audit.code is not the code of an audit");
  count(audit.trainedWith, "audit.trainedWith");
  const design = object(audit.design, "audit.design");
  const same = (value: unknown, known: number, at: string) => {
    if (number(value, at) !== known) throw broken(`${at} is not that of audit.code`);
  };
  same(design.threshold, code.threshold, "audit.design.threshold");
  same(design.seed, code.seed, "audit.design.seed");
  const strata = list(design.strata, "audit.design.strata");
  same(strata.length, code.strata.length, "audit.design.strata.length");
  for (const [k, { size, drawn }] of code.strata.entries()) {
    const at = `audit.design.strata[${k}]`;
    const stratum = object(strata[k], at);
    same(stratum.size, size, `${at}.size`);
    same(stratum.drawn, drawn, `${at}.drawn`);
    whole(0, size)(stratum.predictedPositive, `${at}.predictedPositive`);
    if (number(stratum.low, `${at}.low`) > number(stratum.high, `${at}.high`)) throw broken(`${at}.low is above high`);
  }
  const population = code.strata.reduce((sum, { size }) => sum + size, 0);
  same(design.population, population, "audit.design.population");
  const drawn = new Set<string>();
  const left = code.strata.map((stratum) => stratum.drawn);
  list(design.bags, "audit.design.bags").forEach((each, k) => {
    const at = `audit.design.bags[${k}]`;
    const bag = object(each, at);
    once(drawn, string(bag.bag, `${at}.bag`), at);
    const stratum = whole(0)(bag.stratum, `${at}.stratum`);
    const own = code.strata[stratum];
    if (own === undefined || left[stratum]-- === 0) throw broken(`${at}.stratum is none of the strata, or has no more`);
    same(bag.size, own.size, `${at}.size`);
    same(bag.drawn, own.drawn, `${at}.drawn`);
    number(bag.score, `${at}.score`);
    oneOf(["positive", "negative"])(bag.predicted, `${at}.predicted`);
  });
  if (left.some((more) => more > 0)) throw broken("audit.design.bags has fewer than were drawn");
  const answered = new Set<string>();
  list(audit.answers, "audit.answers").forEach((each, k) => {
    const at = `audit.answers[${k}]`;
    const answer = object(each, at);
    const bag = string(answer.bag, `${at}.bag`);
    if (!drawn.has(bag)) throw broken(`${at}.bag was not drawn for the audit`);
    once(answered, bag, at);
    oneOf([true, false])(answer.positive, `${at}.positive`);
  });
}

/** What an event is checked against: all of them, the latest undo of each so far, and how many bags were open at first. */
interface Around {
  readonly events: readonly Fields[];
  readonly undone: Map<number, number>;
  readonly open: number;
}

function checkEvent(event: Fields, k: number, { events, undone, open }: Around): void {
  const at = `events[${k}]`;
  if (!/^\d{4}-\d\d-\d\d/.test(string(event.at, `${at}.at`)) || Number.isNaN(Date.parse(String(event.at))))
    throw broken(`${at}.at is not a time such as 2026-01-31T12:00:00Z`);
  const seen = new Set<string>();
  switch (event.type) {
    case "round": {
      oneOf([true, false])(event.checking, `${at}.checking`);
      const shown = list(event.shown, `${at}.shown`).map((each, i) => object(each, `${at}.shown[${i}]`));
      for (const [i, each] of shown.entries()) {
        once(seen, string(each.bag, `${at}.shown[${i}].bag`), `${at}.shown[${i}]`);
        oneOf([...NEXT_BY, "random", "copy", "chosen"])(each.why, `${at}.shown[${i}].why`);
        count(each.rank, `${at}.shown[${i}].rank`);
        nullOr(number)(each.score, `${at}.shown[${i}].score`);
        nullOr(share)(each.probability, `${at}.shown[${i}].probability`);
      }
      // Each draw takes one of those that are open.
      whole(shown.filter(({ why }) => why === "random").length, open)(event.open, `${at}.open`);
      return;
    }
    case "answers":
      if (event.from !== undefined) string(event.from, `${at}.from`);
      list(event.answers, `${at}.answers`).forEach((each, i) => {
        const answer = object(each, `${at}.answers[${i}]`);
        once(seen, string(answer.bag, `${at}.answers[${i}].bag`), `${at}.answers[${i}]`);
        oneOf(REVIEW_ANSWERS)(answer.answer, `${at}.answers[${i}].answer`);
        if (answer.note !== undefined) string(answer.note, `${at}.answers[${i}].note`);
        if (answer.tags !== undefined)
          for (const tag of list(answer.tags, `${at}.answers[${i}].tags`)) string(tag, `${at}.answers[${i}].tags`);
      });
      return;
    case "undo": {
      const target = whole(0)(event.event, `${at}.event`);
      // An undo counts unless the latest undo of it does.
      let counts = true;
      for (let by = undone.get(target); by !== undefined; by = undone.get(by)) counts = !counts;
      if (!counts || target >= k || !["answers", "undo"].includes(String(events[target].type)))
        throw broken(`${at}.event is not an earlier event that can be taken back`);
      undone.set(target, k);
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

function once(seen: Set<string>, bag: string, at: string): void {
  if (seen.has(bag)) throw broken(`${at}.bag comes twice`);
  seen.add(bag);
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

function whole(least: number, most = Number.MAX_SAFE_INTEGER): Check<number> {
  return (value, at) => {
    const given = number(value, at);
    if (Number.isInteger(given) && given >= least && given <= most) return given;
    throw broken(`${at} is ${given}, not a whole number from ${least} to ${most}`);
  };
}

function count(value: unknown, at: string): number {
  return whole(0)(value, at);
}

function share(value: unknown, at: string): void {
  const given = number(value, at);
  if (given < 0 || given > 1) throw broken(`${at} is not a share`);
}

/** A promise of everything, or of nothing, is none. */
function innerShare(value: unknown, at: string): void {
  const given = number(value, at);
  if (given <= 0 || given >= 1) throw broken(`${at} is not a share above 0 and below 1`);
}

function nullOr(check: Check): Check<void> {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

function oneOf(values: readonly unknown[]): Check<void> {
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
