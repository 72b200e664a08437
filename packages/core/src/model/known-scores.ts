import type { BagSet } from "../bags/bag-set.js";

/**
 * Scores of bags that are known before somebody asks for them, because threads computed them. A bag is recognised
 * by its rows in the matrix, so it may be asked for in any subset.
 */
export class KnownScores {
  readonly #bags: Pick<BagSet, "data" | "features">;
  /** The first row of each bag, ascending, how many there are, and the score. */
  readonly #starts: Uint32Array;
  readonly #sizes: Uint32Array;
  readonly #scores: Float64Array;

  /** One score for each bag. */
  constructor(bags: BagSet, scores: Float64Array) {
    this.#bags = bags;
    const order = Uint32Array.from(scores.keys());
    // Only bags out of order need sorting, and an empty bag begins where the next one does.
    if (order.some((i) => i > 0 && bags.startOf(i) <= bags.startOf(i - 1)))
      order.sort((a, b) => bags.startOf(a) - bags.startOf(b) || bags.sizeOf(b) - bags.sizeOf(a));
    this.#starts = order.map((i) => bags.startOf(i));
    this.#sizes = order.map((i) => bags.sizeOf(i));
    this.#scores = Float64Array.from(order, (i) => scores[i]);
  }

  /** The scores of these bags, a new array; undefined unless all are known. O(bags x log of those known). */
  of(bags: BagSet): Float64Array | undefined {
    if (bags.data !== this.#bags.data || bags.features !== this.#bags.features) return undefined;
    const found = new Float64Array(bags.size);
    for (let i = 0; i < bags.size; i++) {
      const at = this.#placeOf(bags.startOf(i));
      if (this.#starts[at] !== bags.startOf(i) || this.#sizes[at] !== bags.sizeOf(i)) return undefined;
      found[i] = this.#scores[at];
    }
    return found;
  }

  /** The first place whose row is at least this one. */
  #placeOf(row: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
