import type { BagSet } from "../../bags/bag-set.js";
import type { SparseBlock } from "../../bags/sparse.js";
import { blockOf, damped } from "../../kernels/blocks/block-view.js";
import { type BlockPart, type BlocksScorer, blockValues } from "../blocks/blocks-scorer.js";
import { applyLink } from "../link.js";
import type { Examiner, TermEffect } from "./examiner.js";

/**
 * Examines bags for a scorer of blocks. What an instance, or one of its features, adds to the sum of its
 * bag is taken away again, so that leaving out an instance costs as much as reading it.
 */
export function blocksExaminer(scorer: BlocksScorer): Examiner {
  return (bags, each) => {
    const values = blockValues(scorer, bags);
    const known = applyLink(scorer.link, values);
    const falls = (bag: number, changes: Float64Array) =>
      applyLink(
        scorer.link,
        changes.map((change) => values[bag] + change),
      ).map((score) => known[bag] - score);
    return {
      scores: () => known,
      examine(bag) {
        const { size, start, width } = each[bag].rows;
        const sums = scorer.parts.map((part) => new BagSum(part, blockOf(bags, part.view.block), start, size));
        const changeWithout = (entries: (sum: BagSum) => readonly Entry[]) =>
          sums.reduce((total, sum) => total + sum.changeWithout(entries(sum)), 0);
        return {
          contributions:
            size === 1
              ? new Float64Array(1)
              : falls(
                  bag,
                  Float64Array.from({ length: size }, (_, i) => changeWithout((sum) => sum.entriesOf(start + i))),
                ),
          effects: () => new Float64Array(width),
          terms: (instance, most) =>
            termEffects(bags, start + instance, most, (name, entry) => {
              const change = changeWithout((sum) => (sum.block.name === name ? [entry] : []));
              return falls(bag, Float64Array.of(change))[0];
            }),
        };
      },
    };
  };
}

/** A feature of an instance, and its value. */
interface Entry {
  readonly index: number;
  readonly value: number;
}

/** The sum of a bag in one view, from which instances are taken away. */
class BagSum {
  readonly block: SparseBlock;
  readonly #part: BlockPart;
  readonly #sums = new Map<number, number>();
  /** The place of a feature among those of the topics, from 1. */
  readonly #place: ReadonlyMap<number, number> | undefined;
  /** The inner product with the weights and the squared length; for topics, the vector along the axes. */
  #product = 0;
  #squares = 0;
  readonly #along: Float64Array;

  constructor(part: BlockPart, block: SparseBlock, start: number, size: number) {
    this.block = block;
    this.#part = part;
    const { topics } = part.view;
    for (let e = block.offsets[start]; e < block.offsets[start + size]; e++)
      this.#sums.set(block.indices[e], (this.#sums.get(block.indices[e]) ?? 0) + block.values[e]);
    this.#place = topics === null ? undefined : placesIn(topics.terms, this.#sums.keys());
    this.#along = new Float64Array(topics?.axes.cols ?? 0);
    for (const [index, sum] of this.#sums) {
      const value = this.#weighted(index, sum);
      this.#product += value * this.#weightOf(index);
      this.#squares += value * value;
      this.#addAxis(this.#along, index, value);
    }
  }

  entriesOf(row: number): Entry[] {
    const { offsets, indices, values } = this.block;
    return Array.from({ length: offsets[row + 1] - offsets[row] }, (_, k) => ({
      index: indices[offsets[row] + k],
      value: values[offsets[row] + k],
    }));
  }

  /** What the value of the bag changes by without these entries. */
  changeWithout(entries: readonly Entry[]): number {
    if (entries.length === 0) return 0;
    const { topics } = this.#part.view;
    let [product, squares] = [this.#product, this.#squares];
    const along = topics === null ? this.#along : this.#along.slice();
    for (const { index, value } of entries) {
      const sum = this.#sums.get(index) ?? 0;
      const [before, after] = [this.#weighted(index, sum), this.#weighted(index, sum - value)];
      if (topics === null) {
        product += (after - before) * this.#weightOf(index);
        squares += after * after - before * before;
      } else this.#addAxis(along, index, after - before);
    }
    if (topics !== null) return this.#topicValue(along) - this.#topicValue(this.#along);
    return quotient(product, squares, this.#squares) - quotient(this.#product, this.#squares, this.#squares);
  }

  #weighted(index: number, sum: number): number {
    const { idf } = this.#part.view;
    return idf === null ? sum : damped(sum) * idf[index];
  }

  #weightOf(index: number): number {
    return this.#part.view.topics === null ? this.#part.weights[index] : 0;
  }

  #addAxis(along: Float64Array, index: number, value: number): void {
    const { topics } = this.#part.view;
    const place = this.#place?.get(index);
    if (topics === null || place === undefined) return;
    const { cols, data } = topics.axes;
    for (let c = 0; c < cols; c++) along[c] += value * data[place * cols + c];
  }

  #topicValue(along: Float64Array): number {
    let [product, squares] = [0, 0];
    for (let c = 0; c < along.length; c++) {
      product += along[c] * this.#part.weights[c];
      squares += along[c] * along[c];
    }
    return squares > 0 ? product / Math.sqrt(squares) : 0;
  }
}

/** What is left of a sum after all was taken away may not be exactly 0. */
const NOTHING = 1e-12;

function quotient(product: number, squares: number, whole: number): number {
  return squares > NOTHING * whole ? product / Math.sqrt(squares) : 0;
}

/** The place of these features among the ascending terms. */
function placesIn(terms: Uint32Array, indices: Iterable<number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const index of indices) {
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (terms[middle] < index) low = middle + 1;
      else high = middle;
    }
    if (terms[low] === index) found.set(index, low);
  }
  return found;
}

/** The features with names of an instance that change the score most, the largest effect first. */
function termEffects(
  { blocks }: BagSet,
  row: number,
  most: number,
  effectOf: (block: string, entry: Entry) => number,
): TermEffect[] {
  const all = blocks.flatMap(({ name, terms, offsets, indices, values }) => {
    if (terms === undefined) return [];
    return Array.from({ length: offsets[row + 1] - offsets[row] }, (_, k): TermEffect => {
      const [index, value] = [indices[offsets[row] + k], values[offsets[row] + k]];
      return { block: name, term: terms[index], value, effect: effectOf(name, { index, value }) };
    });
  });
  return all
    .filter(({ effect }) => effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || (a.term < b.term ? -1 : 1))
    .slice(0, most);
}
