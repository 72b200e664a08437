import type { BagSet } from "../bags/bag-set.js";
import { copyFamilies } from "../bags/copies/group-copies.js";
import type { Label } from "../bags/label.js";
import { InputError } from "../base/errors.js";
import { random } from "../base/random.js";
import { withoutUndefined } from "../base/without-undefined.js";
import { reviewRanker } from "../learners/auto/review-ranker.js";
import { positivesLeft, type ReviewProgress } from "./left.js";
import { likenessOf } from "./likeness.js";
import { type ReviewMeasures, reviewMeasures } from "./measures.js";
import type { Likeness, NextBy } from "./next-bags.js";
import { listFrom } from "./round-list.js";
import { REVIEW_DEFAULTS } from "./session.js";
import type { ReviewedBag } from "./stopping.js";

/** Scores of all bags, given what is known about each. Higher for bags that are more likely positive. */
export type RankBags = (labels: readonly Label[]) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** How the bags of a simulated review are chosen, and what ends it. */
interface SimulationChoices {
  readonly by?: NextBy | undefined;
  /** As in `ReviewOptions`. */
  readonly randomShare?: number | undefined;
  readonly checkShare?: number | undefined;
  readonly target?: number | undefined;
  readonly confidence?: number | undefined;
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each round. */
  readonly onRound?: ((round: SimulatedRound) => void | Promise<void>) | undefined;
}

/** How a review is simulated. */
export interface SimulateOptions extends SimulationChoices {
  /** Indices of the bags whose labels are known at the start, with at least one positive. */
  readonly start: readonly number[];
  /** The bags of a round, given how many are reviewed. Default: `growingRounds`. */
  readonly batch?: ((reviewed: number) => number) | undefined;
  /** Whether to end with the last positive or with the promise. Default `promise`. */
  readonly until?: "promise" | "all found" | undefined;
  /** The first bag of the family of copies of each bag. Default: no copies. */
  readonly copies?: ArrayLike<number> | undefined;
  /** How alike these open bags and others are, for `teaching`. Default: no two bags are alike. */
  readonly likeness?: ((open: readonly number[], others: readonly number[]) => Likeness) | undefined;
}

/** A round, and how far the review was after it. */
export interface SimulatedRound {
  readonly progress: ReviewProgress;
  readonly checking: boolean;
}

export interface SimulatedReview {
  /** Indices of the bags in the order of review, without the start. */
  readonly order: readonly number[];
  /** How many bags are to be reviewed in all. */
  readonly pool: number;
  readonly positives: number;
  readonly rounds: readonly SimulatedRound[];
  /** Whether the rule said stop, and the recall then; without a stop, that at the end. */
  readonly stopped: boolean;
  readonly recall: number;
}

/** One bag at a time at first, then 5 % of what is reviewed. */
export function growingRounds(reviewed: number): number {
  return Math.max(1, Math.floor(reviewed / 20));
}

/**
 * Reviews bags whose labels are all known, as a person would who answers correctly: in rounds, with a new
 * ranking for each and lists that are made as in `nextRound`, until the rule says stop, or until every positive is
 * found. The same seed gives the same review. Costs a ranking for each round.
 */
export async function simulateReview(
  truth: readonly Label[],
  rank: RankBags,
  options: SimulateOptions,
): Promise<SimulatedReview> {
  const { start, batch = growingRounds, until = "promise", signal, onRound, likeness } = options;
  const { by, randomShare, checkShare, target, confidence } = {
    ...REVIEW_DEFAULTS,
    ...withoutUndefined(options),
  };
  const { copies = truth.map((_, i) => i) } = options;
  const generator = random(options.seed ?? 0);
  const labels: Label[] = truth.map(() => "unlabeled");
  for (const i of start) labels[i] = truth[i];
  const pool = truth.length - new Set(start).size;
  const positives = truth.filter((label, i) => label === "positive" && labels[i] === "unlabeled").length;
  const reviewed: ReviewedBag[] = [];
  const order: number[] = [];
  const rounds: SimulatedRound[] = [];
  let found = 0;
  let checkFrom: number | null = null;
  let checking = false;
  let stopped = false;
  while (order.length < pool && !stopped && (until === "promise" || found < positives)) {
    signal?.throwIfAborted();
    const scores = await rank(labels);
    const open = labels.flatMap((label, i) => (label === "unlabeled" ? [i] : []));
    const listed = listFrom(
      { labels, open, scores, reviewed, pool, copies },
      {
        n: batch(order.length),
        by,
        randomShare: checking ? checkShare : randomShare,
        seed: generator.below(2 ** 31),
        idOf: String,
        likeness: likeness && ((others) => likeness(open, others)),
      },
    );
    // Copies of a bag are drawn together, so they count once.
    let from = new Set(open.map((i) => copies[i])).size;
    for (const { bag, why } of listed) {
      const i = Number(bag);
      const positive = truth[i] === "positive";
      labels[i] = truth[i];
      order.push(i);
      reviewed.push({ positive, drawnFrom: why === "random" ? from-- : null });
      if (positive) found++;
    }
    if (until === "all found") continue;
    const progress = positivesLeft(reviewed, pool, { target, confidence, checkFrom });
    const round = { progress, checking };
    rounds.push(round);
    await onRound?.(round);
    stopped = progress.stopping.stop;
    // Once it has begun, it goes on: it is decided before the draws that count.
    checking ||= progress.timeToCheck && checkShare > 0;
    if (checking) checkFrom ??= reviewed.length;
  }
  return { order, pool, positives, rounds, stopped, recall: positives === 0 ? 1 : found / positives };
}

/** How a review of a file is replayed. */
export interface ReplayOptions extends SimulationChoices {
  /** Begin with one positive bag, or with one and a negative one. Default `both`. */
  readonly start?: ReviewStart | undefined;
  /** The seed of the ranking. Default: `seed`. */
  readonly rankerSeed?: number | undefined;
}

/** What is known when a replayed review begins: one positive bag, or one and a negative one. */
export const REVIEW_STARTS = ["positive", "both"] as const;
export type ReviewStart = (typeof REVIEW_STARTS)[number];

/** A review that was replayed twice from the same start. */
export interface ReplayedReview extends ReviewMeasures {
  /** How many bags were to be reviewed, and positives among them. */
  readonly pool: number;
  readonly positives: number;
  /** Whether each bag was positive, in the order of the ranking alone, up to the last positive. */
  readonly finds: readonly boolean[];
  /** The review with random draws, up to where the rule says stop. */
  readonly promised: SimulatedReview;
}

/**
 * Replays a review of labelled bags twice from a start that the seed draws: by the ranking alone until every positive
 * is found, for the work that it saves, and with random draws until the rule says stop. Bags that are not labelled
 * positive count as negative. Copies are reviewed together. The same bags and seed give the same result, in a page as
 * in a program. Throws an InputError unless there are two positive bags and, for `both`, others. Costs a ranking for
 * each round.
 */
export async function replayReview(bags: BagSet, options: ReplayOptions = {}): Promise<ReplayedReview> {
  const { seed = 0, rankerSeed = seed, start: beginWith = "both", ...choices } = options;
  const truth: Label[] = bags.labels().map((label) => (label === "positive" ? "positive" : "negative"));
  const draw = random(seed);
  const start = (beginWith === "both" ? (["positive", "negative"] as const) : (["positive"] as const)).map((wanted) => {
    const among = truth.flatMap((label, i) => (label === wanted ? [i] : []));
    if (among.length < (wanted === "positive" ? 2 : 1)) throw tooFew();
    return among[draw.below(among.length)];
  });
  const ranker = reviewRanker(bags, { seed: rankerSeed });
  const rank = (labels: readonly Label[]) => ranker.rank(labels).scores;
  const copies = copyFamilies(bags).of;
  const likeness = (open: readonly number[], others: readonly number[]) => likenessOf(bags, open, others);
  const { by, signal } = choices;
  const alone = { start, by, signal, copies, likeness, randomShare: 0, until: "all found" } as const;
  const { order, pool, positives } = await simulateReview(truth, rank, alone);
  const promised = await simulateReview(truth, rank, { ...choices, start, seed, copies, likeness });
  const finds = order.map((i) => truth[i] === "positive");
  const rest = new Array<boolean>(pool - finds.length).fill(false);
  return { pool, positives, finds, promised, ...reviewMeasures([...finds, ...rest]) };
}

function tooFew(): InputError {
  return new InputError({
    code: "review-nothing-open",
    message: "a simulation needs at least two positive bags, and others",
    remedy: "Open a file with the labels of all bags.",
  });
}
