import type { Label } from "../bags/label.js";
import { random } from "../base/random.js";
import { positivesLeft, type ReviewProgress } from "./left.js";
import { type NextBy, nextBags } from "./next-bags.js";
import { REVIEW_DEFAULTS } from "./session.js";
import type { ReviewedBag } from "./stopping.js";

/** Scores of all bags, given what is known about each. Higher for bags that are more likely positive. */
export type RankBags = (labels: readonly Label[]) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** How a review is simulated. */
export interface SimulateOptions {
  /** Indices of the bags whose labels are known at the start, with at least one positive. */
  readonly start: readonly number[];
  /** The bags of a round, given how many are reviewed. Default: `growingRounds`. */
  readonly batch?: ((reviewed: number) => number) | undefined;
  readonly by?: NextBy | undefined;
  /** As in `ReviewOptions`. */
  readonly randomShare?: number | undefined;
  readonly checkShare?: number | undefined;
  readonly target?: number | undefined;
  readonly confidence?: number | undefined;
  /** Whether to end with the last positive or with the promise. Default `promise`. */
  readonly until?: "promise" | "all found" | undefined;
  readonly seed?: number | undefined;
  /** Words by which bags are copies of each other, in the order of the bags. Default: no copies. */
  readonly copies?: readonly (string | undefined)[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each round. */
  readonly onRound?: ((round: SimulatedRound) => void | Promise<void>) | undefined;
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
 * ranking for each, until the rule says stop, or until every positive is found. The same seed gives the same
 * review. Costs a ranking for each round.
 */
export async function simulateReview(
  truth: readonly Label[],
  rank: RankBags,
  options: SimulateOptions,
): Promise<SimulatedReview> {
  const { start, batch = growingRounds, by, until = "promise", copies, signal, onRound } = options;
  const { randomShare = REVIEW_DEFAULTS.randomShare, checkShare = REVIEW_DEFAULTS.checkShare } = options;
  const { target, confidence } = options;
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
    const listed = nextBags(
      open.map((i) => ({ bag: String(i), score: scores[i], copies: copies?.[i] })),
      { n: batch(order.length), by, randomShare: checking ? checkShare : randomShare, seed: generator.below(2 ** 31) },
    );
    // Copies of a bag are drawn together, so they count once.
    let from = new Set(open.map((i) => copies?.[i] ?? i)).size;
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
