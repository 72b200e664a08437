import { InputError } from "../base/errors.js";
import type { GivenAnswer, ReviewEvent, ReviewOptions, ReviewSession, RoundEvent } from "./session.js";
import type { ReviewedBag } from "./stopping.js";

/** A bag with an answer that settles it, in the order in which answers came. */
export interface SettledBag extends ReviewedBag {
  readonly bag: string;
}

/** What a session means now. Plain data. */
export interface ReviewState {
  readonly options: ReviewOptions;
  readonly criteria: string | null;
  /** The latest answer about each bag, skipped ones too. */
  readonly answers: ReadonlyMap<string, GivenAnswer>;
  /** Bags that are known to be positive or negative by an answer, in the order of review. */
  readonly reviewed: readonly SettledBag[];
  /** How many of them were reviewed before the check began; null if it has not begun. */
  readonly checkFrom: number | null;
  /** How many bags of each kind were answered. */
  readonly counts: Readonly<Record<GivenAnswer["answer"], number>>;
  /** How many rounds were shown. */
  readonly rounds: number;
  /** Bags of the last round without an answer, in its order. */
  readonly waiting: readonly string[];
  /** The index of the last event that can be taken back; undefined if none. */
  readonly undoable: number | undefined;
}

/**
 * Reads the events of a session in order. A later answer about a bag replaces an earlier one; if that was
 * positive or negative, it keeps its place in the order of review. A bag counts as drawn at random if the last
 * round that showed it drew it; one that no round showed was chosen by the reviewer. Pure, O(events).
 */
export function reviewState({
  options,
  criteria,
  events,
}: Pick<ReviewSession, "options" | "criteria" | "events">): ReviewState {
  const undone = undoneEvents(events);
  const answers = new Map<string, GivenAnswer>();
  const drawnFrom = new Map<string, number | null>();
  let checkFrom: number | null = null;
  let now = options;
  let words = criteria;
  let rounds = 0;
  let last: RoundEvent | undefined;
  let undoable: number | undefined;
  for (const [k, event] of events.entries()) {
    if (undone.has(k)) continue;
    if (event.type === "change") {
      now = { ...now, ...event.options };
      words = event.criteria ?? words;
    } else if (event.type === "round") {
      rounds++;
      last = event;
      let open = event.open;
      for (const { bag, why } of event.shown) drawnFrom.set(bag, why === "random" ? open-- : null);
      if (event.checking) checkFrom ??= [...answers.values()].filter(({ answer }) => isSettled(answer)).length;
    } else if (event.type === "answers") {
      for (const answer of event.answers) {
        // What was skipped and is answered now was reviewed now; a correction keeps its place.
        if (!isSettled(answers.get(answer.bag)?.answer)) answers.delete(answer.bag);
        answers.set(answer.bag, answer);
      }
      undoable = k;
    }
  }
  const counts = { positive: 0, negative: 0, "cannot tell": 0, skipped: 0 };
  const reviewed: SettledBag[] = [];
  for (const { bag, answer } of answers.values()) {
    counts[answer]++;
    if (isSettled(answer))
      reviewed.push({ bag, positive: answer === "positive", drawnFrom: drawnFrom.get(bag) ?? null });
  }
  const waiting = (last?.shown ?? []).map(({ bag }) => bag).filter((bag) => !answers.has(bag));
  return { options: now, criteria: words, answers, reviewed, checkFrom, counts, rounds, waiting, undoable };
}

/** Where a review stands: all that a list depends on, as plain data. */
export interface ReviewStanding extends Pick<ReviewState, "options" | "answers" | "reviewed" | "checkFrom" | "counts"> {
  readonly seed: number;
  /** How many events the session has. */
  readonly events: number;
}

/** What a session says of the next list. Pass a `state` if you have it. Costs O(events) without. */
export function standingOf(session: ReviewSession, state: ReviewState = reviewState(session)): ReviewStanding {
  const { options, answers, reviewed, checkFrom, counts } = state;
  return { options, answers, reviewed, checkFrom, counts, seed: session.seed, events: session.events.length };
}

/**
 * Whether the last list still waits for answers: not all of it is answered, and nothing was said since it was made.
 * Then there is no new one.
 */
export function listWaits({ events }: Pick<ReviewSession, "events">, { waiting }: ReviewState): boolean {
  const last = events.at(-1);
  return last?.type === "round" && waiting.length > 0 && last.shown.some(({ why }) => why !== "chosen");
}

function isSettled(answer: GivenAnswer["answer"] | undefined): boolean {
  return answer === "positive" || answer === "negative";
}

/** The events that are taken back. The last undo counts first, because it may take back another one. */
export function undoneEvents(events: readonly ReviewEvent[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (let k = events.length - 1; k >= 0; k--) {
    const event = events[k];
    if (event.type === "undo" && !undone.has(k)) undone.add(event.event);
  }
  return undone;
}

/**
 * The session with one more event. Throws an InputError for an event that does not fit: an undo of what
 * cannot be taken back, or of what is taken back already, and a bag that is shown or answered twice at once.
 */
export function withEvent(session: ReviewSession, event: ReviewEvent): ReviewSession {
  if (event.type === "undo") checkUndo(session.events, event.event);
  else if (event.type === "round") checkOnce(event.shown.map(({ bag }) => bag));
  else if (event.type === "answers") checkOnce(event.answers.map(({ bag }) => bag));
  return { ...session, events: [...session.events, event] };
}

/** The session without its latest answers. Throws an InputError if there are none. */
export function withUndo(session: ReviewSession, at: string): ReviewSession {
  const { undoable } = reviewState(session);
  if (undoable !== undefined) return withEvent(session, { type: "undo", at, event: undoable });
  throw new InputError({
    code: "review-undo",
    message: "there are no answers to take back",
    remedy: "Answer some bags first.",
  });
}

function checkUndo(events: readonly ReviewEvent[], at: number): void {
  const type = events[at]?.type;
  if ((type === "answers" || type === "undo") && !undoneEvents(events).has(at)) return;
  throw new InputError({
    code: "review-undo",
    message: `event ${at} cannot be taken back`,
    remedy: "Take back answers, or an undo, that still count.",
  });
}

function checkOnce(bags: readonly string[]): void {
  const seen = new Set<string>();
  for (const bag of bags) {
    if (seen.has(bag))
      throw new InputError({
        code: "review-answer",
        message: "the bag comes twice",
        remedy: "Keep one row for each bag.",
        where: { bag },
      });
    seen.add(bag);
  }
}
