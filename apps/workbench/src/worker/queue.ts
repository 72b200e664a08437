import type { BagSet, Label } from "@bagwise/core/bags";
import { likenessOf, nextBags, positivesLeft } from "@bagwise/core/review";
import { type ReviewRanker, type ReviewRanking, reviewRanker } from "@bagwise/core/training";
import type { Ranked, RankRequest, Settled } from "./types.js";

/** Bags with what was answered about them. */
export function labelsWith(bags: BagSet, index: ReadonlyMap<string, number>, settled: readonly Settled[]): Label[] {
  const labels = bags.labels();
  for (const { bag, positive } of settled) {
    const i = index.get(bag);
    if (i !== undefined) labels[i] = positive ? "positive" : "negative";
  }
  return labels;
}

/** Makes the queue of a review again and again. */
export class Queue {
  readonly #bags: BagSet;
  readonly #index: ReadonlyMap<string, number>;
  readonly #copies: Uint32Array;
  #ranker: ReviewRanker | undefined;
  /** The last ranking; undefined before there is one. */
  ranking: ReviewRanking | undefined;

  constructor(bags: BagSet, index: ReadonlyMap<string, number>, copies: Uint32Array) {
    this.#bags = bags;
    this.#index = index;
    this.#copies = copies;
  }

  /**
   * Learns from the labels and chooses the next bags. Without a positive bag, or with nothing but positive
   * ones, there is nothing to learn from: bags are then drawn at random.
   */
  make(request: RankRequest, probabilities: Float64Array | null): Ranked {
    const started = performance.now();
    const { reviewed, excluded, n, by, seed, target, confidence, checkFrom } = request;
    const labels = labelsWith(this.#bags, this.#index, reviewed);
    const learns = labels.includes("positive") && labels.some((label) => label !== "positive");
    if (learns) {
      this.#ranker ??= reviewRanker(this.#bags, { seed: request.reviewSeed });
      this.ranking = this.#ranker.rank(labels);
    } else this.ranking = undefined;
    const scores = this.ranking?.scores ?? null;
    const hidden = new Set(excluded);
    const open = labels.flatMap((label, i) => (label === "unlabeled" && !hidden.has(this.#bags.idOf(i)) ? [i] : []));
    const known = labels.flatMap((label, i) => (label === "unlabeled" ? [] : [i]));
    const likeness = by === "teaching" && open.length > 0 ? likenessOf(this.#bags, open, known) : undefined;
    const queue =
      open.length === 0
        ? []
        : nextBags(
            open.map((i) => ({
              bag: this.#bags.idOf(i),
              score: scores?.[i] ?? 0,
              probability: probabilities === null || Number.isNaN(probabilities[i]) ? null : probabilities[i],
              copies: String(this.#copies[i]),
            })),
            { n, by, seed, randomShare: learns ? request.randomShare : 1, likeness },
          );
    const pool = this.#bags.unlabeled().size - request.aside;
    // An earlier version let people answer bags that the file labels: they are none of those to review.
    const own = reviewed.filter(({ bag }) => this.#bags.labelOf(this.#index.get(bag) ?? 0) === "unlabeled");
    return {
      queue,
      open: new Set(open.map((i) => this.#copies[i])).size,
      progress: positivesLeft(own, pool, { target, confidence, checkFrom }),
      scores,
      milliseconds: performance.now() - started,
    };
  }
}
