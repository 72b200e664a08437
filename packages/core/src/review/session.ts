import type { AuditDesign } from "../audit/design.js";
import { withoutUndefined } from "../base/without-undefined.js";
import type { NextBag, NextBy } from "./next-bags.js";

/** What a reviewer can say about a bag. */
export const REVIEW_ANSWERS = ["positive", "negative", "cannot tell", "skipped"] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/** The columns of a table of labels and answers. */
export const LABELS_COLUMNS = ["bag", "label", "answer", "note"] as const;

/** The version of the layout of session files. A reader takes its own version and older ones. */
export const SESSION_VERSION = 1;

/** How a review goes on. Every option can be changed between rounds. */
export interface ReviewOptions {
  /** Bags of a round. */
  readonly n: number;
  readonly by: NextBy;
  /** The share of a round that is drawn at random, from 0 to 1: while positives are found, and in the check. */
  readonly randomShare: number;
  readonly checkShare: number;
  /** Stop when this share of the positives is found ... */
  readonly target: number;
  /** ... with this probability. */
  readonly confidence: number;
}

export const REVIEW_DEFAULTS: ReviewOptions = {
  n: 20,
  by: "probability",
  randomShare: 0.1,
  checkShare: 0.9,
  target: 0.95,
  confidence: 0.95,
};

/** The bags that are reviewed: enough to read them again and to see that they are the same. */
export interface ReviewData {
  /** The name of the file; null if the bags come from no file. */
  readonly file: string | null;
  /** See `contentHash`. */
  readonly hash: string;
  /** All bags, and those that were labelled before the review. */
  readonly bags: number;
  readonly positive: number;
  readonly negative: number;
  /** How the file is read: the reading options that were given. Plain data. */
  readonly reading: Readonly<Record<string, unknown>>;
}

/** A list of bags was shown. */
export interface RoundEvent {
  readonly type: "round";
  /** When, as an ISO 8601 text. */
  readonly at: string;
  /** How many bags were open when they were chosen; copies of one bag count once. */
  readonly open: number;
  /** Whether the round belongs to the check, see `judgeStopping`. */
  readonly checking: boolean;
  /** In the order of the list, with the reason, rank and probability of each. */
  readonly shown: readonly (Omit<NextBag, "why"> & { readonly why: NextBag["why"] | "chosen" })[];
}

/** What a reviewer said about one bag. */
export interface GivenAnswer {
  readonly bag: string;
  readonly answer: ReviewAnswer;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Answers were given: one, or a file of them. */
export interface AnswersEvent {
  readonly type: "answers";
  readonly at: string;
  readonly answers: readonly GivenAnswer[];
  /** Who answered, or which file. */
  readonly from?: string | undefined;
}

/** An earlier event is taken back. An undo can be taken back as well. */
export interface UndoEvent {
  readonly type: "undo";
  readonly at: string;
  /** The index of that event: answers, or an undo. */
  readonly event: number;
}

/** Options or criteria were changed. */
export interface ChangeEvent {
  readonly type: "change";
  readonly at: string;
  readonly options?: Partial<ReviewOptions> | undefined;
  readonly criteria?: string | undefined;
}

export type ReviewEvent = RoundEvent | AnswersEvent | UndoEvent | ChangeEvent;

/**
 * A blind audit beside the review, see `drawAudit`. Its answers are apart from those of the review: the queue
 * does not learn from them.
 */
export interface ReviewAudit {
  /** See `auditCodeText`: by it `bagwise audit` knows the model and draws the same bags again. */
  readonly code: string;
  readonly design: AuditDesign;
  readonly answers: readonly { readonly bag: string; readonly positive: boolean }[];
  /** How many answers of the review the audited model was trained with. */
  readonly trainedWith: number;
}

/**
 * A review as plain data: what is reviewed, how, and everything that happened, in order. Nothing is ever
 * removed, so that the file tells the whole history. What it means now is `reviewState`.
 */
export interface ReviewSession {
  readonly bagwise: "review";
  readonly version: number;
  /** The version of bagwise that began it. */
  readonly program: string;
  readonly data: ReviewData;
  /** What makes a bag positive, in words. */
  readonly criteria: string | null;
  readonly options: ReviewOptions;
  /** The seed of all draws. */
  readonly seed: number;
  /** The audit that goes on or was finished; missing if there is none. */
  readonly audit?: ReviewAudit | undefined;
  readonly events: readonly ReviewEvent[];
}

/** What to begin a session with. */
export interface NewSession {
  readonly program: string;
  readonly data: ReviewData;
  readonly criteria?: string | null | undefined;
  readonly options?: Partial<ReviewOptions> | undefined;
  readonly seed?: number | undefined;
}

/** A session without any event. Options that are not given have the values of `REVIEW_DEFAULTS`. */
export function newSession({ program, data, criteria = null, options = {}, seed = 0 }: NewSession): ReviewSession {
  return {
    bagwise: "review",
    version: SESSION_VERSION,
    program,
    data,
    criteria,
    options: { ...REVIEW_DEFAULTS, ...withoutUndefined(options) },
    seed,
    events: [],
  };
}
