import { BagSet, joinBags, type Label } from "@bagwise/core/bags";
import type { Prediction } from "@bagwise/core/model";
import { byScore } from "@bagwise/core/scores";
import type { ScoredPart } from "./score-file.js";

/** A bag among the best, and what it was taken from. */
export interface BestBag {
  readonly answer: Prediction;
  readonly known: Label;
}

interface Kept extends BestBag {
  /** Undefined if bags are not kept. */
  readonly from: { readonly bags: BagSet; readonly index: number } | undefined;
}

/**
 * The best bags of a file that comes in parts: those that `model.rank` would put first, in its order. Only
 * they are held, if `most` is given; otherwise what the model says of every bag, and no values.
 */
export class BestBags {
  readonly #most: number | undefined;
  readonly #among: (known: Label) => boolean;
  #best: Kept[] = [];
  #parts = 0;
  /** How many bags there were to choose from. */
  counted = 0;

  constructor({ most, among = () => true }: { most: number | undefined; among?: (known: Label) => boolean }) {
    this.#most = most;
    this.#among = among;
  }

  /** Adds a part, and returns the numbers of its bags that there are to choose from. */
  add({ bags, answers }: Pick<ScoredPart, "bags" | "answers">): readonly number[] {
    // Bags of the first part stay as they are while it is the only one.
    if (this.#parts === 1) this.#best = this.#best.map(apart);
    this.#parts++;
    const open = Array.from({ length: bags.size }, (_, i) => i).filter((i) => this.#among(bags.labelOf(i)));
    this.counted += open.length;
    const scores = Float64Array.from(open, (i) => answers[i].score);
    const first = this.#most === undefined ? open.keys() : byScore(scores, this.#most);
    const worst = this.#most !== undefined && this.#best.length >= this.#most ? this.#best[this.#most - 1] : undefined;
    for (const k of first) {
      const index = open[k];
      // Of equal scores the earlier bag comes first.
      if (worst !== undefined && answers[index].score <= worst.answer.score) continue;
      const from = this.#most === undefined && this.#parts > 1 ? undefined : { bags, index };
      const kept = { answer: answers[index], known: bags.labelOf(index), from };
      this.#best.push(this.#parts === 1 ? kept : apart(kept));
    }
    if (this.#most === undefined) return open;
    this.#best.sort((a, b) => b.answer.score - a.answer.score);
    this.#best.length = Math.min(this.#best.length, this.#most);
    return open;
  }

  /** The best bags in their order. `bags` holds their values, or nothing if these were not kept. */
  finish(): { best: readonly BestBag[]; bags: BagSet } {
    const order = byScore(Float64Array.from(this.#best, ({ answer }) => answer.score));
    const best = Array.from(order, (k) => this.#best[k]);
    const sets = best.flatMap(({ from }) => from ?? []);
    if (sets.length === 0 || (this.#most === undefined && this.#parts > 1)) return { best, bags: nothing() };
    // One part may have columns to show.
    if (this.#parts === 1) return { best, bags: sets[0].bags.subset(sets.map(({ index }) => index)) };
    return { best, bags: joinBags(sets.map(({ bags }) => bags)) };
  }
}

/** The bag with values of its own, so that its part can be forgotten. */
function apart({ from, ...rest }: Kept): Kept {
  return { ...rest, from: from && { bags: BagSet.own(from.bags.subset([from.index]).parts()), index: 0 } };
}

function nothing(): BagSet {
  return BagSet.own({
    data: new Float64Array(0),
    offsets: new Uint32Array(1),
    ids: [],
    labels: new Int8Array(0),
    features: [],
  });
}
