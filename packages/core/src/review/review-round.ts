import type { BagSet } from "../bags/bag-set.js";
import { copyFamilies } from "../bags/copies/group-copies.js";
import type { Label } from "../bags/label.js";
import { crc32 } from "../base/crc32.js";
import { type ReviewRanker, type ReviewRanking, reviewRanker } from "../learners/auto/review-ranker.js";
import { positivesLeft, type ReviewProgress } from "./left.js";
import { likenessOf } from "./likeness.js";
import type { NextBag } from "./next-bags.js";
import { type ReviewStanding, type ReviewState, standingOf, withEvent } from "./review-state.js";
import { bagsToReview, checkReviewedBags } from "./reviewed-bags.js";
import { type Known, listFrom } from "./round-list.js";
import type { ReviewSession } from "./session.js";

/** What is known of the bags from earlier rounds, and who looks at which. */
export interface MakeRoundOptions {
  /** A ranker of these bags, if you have one from an earlier round. Default: a new one. */
  readonly ranker?: ReviewRanker | undefined;
  /** The first bag of the family of copies of each bag, as `copyFamilies` has it. Default: looked for. */
  readonly copies?: ArrayLike<number> | undefined;
  /** Bags that somebody looks at right now: they are not listed, and keep how they were chosen. Default: none. */
  readonly shown?: readonly string[] | undefined;
}

/** What is needed to go on with a review. */
export interface RoundOptions extends MakeRoundOptions {
  /** When, as an ISO 8601 text. */
  readonly at: string;
}

/** A list of bags to review next. */
export interface Round {
  /** Empty if every bag is reviewed. Copies follow the bag that they are copies of. */
  readonly list: readonly NextBag[];
  /** How many bags it was chosen from; copies of one bag count once. */
  readonly open: number;
  /** Whether the round belongs to the check: most of it is drawn at random. */
  readonly checking: boolean;
  readonly progress: ReviewProgress;
  /** Null without a positive bag to learn from: then the whole list is drawn at random. */
  readonly ranking: ReviewRanking | null;
}

/** A list of bags to review next, and the session that knows of it. */
export interface NextRound extends Round {
  readonly session: ReviewSession;
}

/**
 * How far a review is: see `positivesLeft`. The bags to review are those without a label, less those that were put
 * aside: you cannot tell them, or skipped them. Throws an InputError if the session does not fit the bags, see
 * `checkReviewedBags`.
 */
export function reviewProgress(session: ReviewSession, bags: BagSet): ReviewProgress {
  checkReviewedBags(session, bagsToReview(bags));
  return progressOf(standingOf(session), bags);
}

function progressOf({ reviewed, checkFrom, options, counts }: ReviewStanding, bags: BagSet): ReviewProgress {
  const { target, confidence } = options;
  const pool = bags.unlabeled().size - counts["cannot tell"] - counts.skipped;
  return positivesLeft(reviewed, pool, { target, confidence, checkFrom });
}

/**
 * Makes the next round of a review, see `makeRound`, and adds it to the session. Throws an InputError if the session
 * does not fit the bags, see `checkReviewedBags`.
 */
export function nextRound(session: ReviewSession, bags: BagSet, { at, ...given }: RoundOptions): NextRound {
  checkReviewedBags(session, bagsToReview(bags, given.copies));
  const round = makeRound(standingOf(session), bags, given);
  const { list, open, checking } = round;
  if (list.length === 0) return { session, ...round };
  return { session: withEvent(session, { type: "round", at, open, checking, shown: list }), ...round };
}

/**
 * Ranks all bags with what is known now, labels of the file and answers, and chooses the bags to review next. When
 * the review finds hardly any positives any more, most of a round is drawn at random: see `judgeStopping`. Without
 * any positive bag to learn from, all of it is. The probability of a bag is the expected share of positives at its
 * rank. The same standing and bags give the same list. Trusts that they fit. Costs a ranking, see `reviewRanker`, and
 * `copyFamilies` if you give no copies.
 */
export function makeRound(standing: ReviewStanding, bags: BagSet, given: MakeRoundOptions = {}): Round {
  const { options, answers, reviewed, checkFrom, seed, events } = standing;
  const progress = progressOf(standing, bags);
  const checking = checkFrom !== null || (progress.timeToCheck && options.checkShare > 0);
  const labels = labelsNow(bags, standing);
  const hidden = new Set(given.shown);
  for (const { bag } of answers.values()) hidden.add(bag);
  const open = labels.flatMap((label, i) => (label === "unlabeled" && !hidden.has(bags.idOf(i)) ? [i] : []));
  const learns = labels.includes("positive") && labels.some((label) => label !== "positive");
  const ranking = learns ? (given.ranker ?? reviewRanker(bags, { seed })).rank(labels) : null;
  const copies = given.copies ?? copyFamilies(bags).of;
  const known: Known = { labels, open, scores: ranking?.scores ?? null, reviewed, pool: progress.pool, copies };
  const list = listFrom(known, {
    ...options,
    randomShare: checking ? options.checkShare : options.randomShare,
    seed: crc32(new TextEncoder().encode(`${seed} ${events}`)),
    idOf: (i) => bags.idOf(i),
    likeness: (others) => likenessOf(bags, open, others),
  });
  return { list, open: new Set(open.map((i) => copies[i])).size, checking, progress, ranking };
}

/** The labels of the file, and the answers of the review. */
export function labelsNow(bags: BagSet, { answers }: Pick<ReviewState, "answers">): Label[] {
  return bags.labels().map((label, i) => {
    const answer = answers.get(bags.idOf(i))?.answer;
    return answer === "positive" || answer === "negative" ? answer : label;
  });
}
