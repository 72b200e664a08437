import type { BagSet } from "../bags/bag-set.js";
import type { Label } from "../bags/label.js";
import { crc32 } from "../base/crc32.js";
import { InputError } from "../base/errors.js";
import { type ReviewRanker, reviewRanker } from "../learners/auto/review-ranker.js";
import { findingRate } from "./finding-rate.js";
import { positivesLeft, type ReviewProgress } from "./left.js";
import { likenessOf } from "./likeness.js";
import { type NextBag, nextBags, placesOf } from "./next-bags.js";
import { type ReviewState, reviewState, withEvent } from "./review-state.js";
import { bagsToReview, checkReviewedBags } from "./reviewed-bags.js";
import type { ReviewSession } from "./session.js";

/** What is needed to go on with a review. */
export interface RoundOptions {
  /** When, as an ISO 8601 text. */
  readonly at: string;
  /** A ranker of these bags, if you have one from an earlier round. Default: a new one. */
  readonly ranker?: ReviewRanker | undefined;
}

/** A list of bags to review next, and the session that knows of it. */
export interface NextRound {
  readonly session: ReviewSession;
  /** Empty if every bag is reviewed. */
  readonly list: readonly NextBag[];
  /** Whether the round belongs to the check: most of it is drawn at random. */
  readonly checking: boolean;
  readonly progress: ReviewProgress;
}

/**
 * How far a review is: see `positivesLeft`. The bags to review are those without a label, less those that you
 * cannot tell. Throws an InputError if the session does not fit the bags, see `checkReviewedBags`.
 */
export function reviewProgress(session: ReviewSession, bags: BagSet): ReviewProgress {
  checkReviewedBags(session, bagsToReview(bags));
  return progressOf(reviewState(session), bags);
}

function progressOf({ reviewed, checkFrom, options, counts }: ReviewState, bags: BagSet): ReviewProgress {
  const { target, confidence } = options;
  const pool = bags.unlabeled().size - counts["cannot tell"];
  return positivesLeft(reviewed, pool, { target, confidence, checkFrom });
}

/**
 * Ranks all bags with what is known now, labels of the file and answers of the session, and chooses the bags to
 * review next. They are added to the session as a round. When the review finds hardly any positives any more,
 * most of a round is drawn at random: see `judgeStopping`. The probability of a bag is the expected share of
 * positives at its rank. Throws an InputError if no bag is known to be positive, and if the session does not fit the
 * bags, see `checkReviewedBags`. The same session and bags give
 * the same list. Costs a ranking, see `reviewRanker`.
 */
export function nextRound(session: ReviewSession, bags: BagSet, { at, ranker }: RoundOptions): NextRound {
  checkReviewedBags(session, bagsToReview(bags));
  const state = reviewState(session);
  const { options, answers, reviewed, checkFrom } = state;
  const progress = progressOf(state, bags);
  const labels = labelsNow(bags, state);
  const open = labels.flatMap((label, i) => {
    const answer = answers.get(bags.idOf(i))?.answer;
    return label === "unlabeled" && answer !== "cannot tell" ? [i] : [];
  });
  const checking = checkFrom !== null || (progress.timeToCheck && options.checkShare > 0);
  if (open.length === 0) return { session, list: [], checking, progress };
  if (!labels.includes("positive"))
    throw new InputError({
      code: "review-no-positive",
      message: "no bag is known to be positive",
      remedy: "Label one bag positive in the file, so that it is known what to look for.",
    });
  const { scores } = (ranker ?? reviewRanker(bags, { seed: session.seed })).rank(labels);
  const rate = findingRate(reviewed, progress.pool);
  const place = placesOf(open.map((i) => scores[i]));
  const known = labels.flatMap((label, i) => (label === "unlabeled" ? [] : [i]));
  const list = nextBags(
    open.map((i, k) => ({ bag: bags.idOf(i), score: scores[i], probability: rate?.at(place[k]) ?? null })),
    {
      n: options.n,
      by: options.by,
      randomShare: checking ? options.checkShare : options.randomShare,
      seed: crc32(new TextEncoder().encode(`${session.seed} ${session.events.length}`)),
      likeness: options.by === "teaching" ? likenessOf(bags, open, known) : undefined,
    },
  );
  const event = { type: "round", at, open: open.length, checking, shown: list } as const;
  return { session: withEvent(session, event), list, checking, progress };
}

/** The labels of the file, and the answers of the review. */
export function labelsNow(bags: BagSet, { answers }: Pick<ReviewState, "answers">): Label[] {
  return bags.labels().map((label, i) => {
    const answer = answers.get(bags.idOf(i))?.answer;
    return answer === "positive" || answer === "negative" ? answer : label;
  });
}
