import type { BagSet } from "../../bags/bag-set.js";
import type { SparseBlock } from "../../bags/sparse.js";
import { blockOf, damped } from "../../kernels/blocks/block-view.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { type BlockPart, type BlocksScorer, blockValues } from "../../scorers/blocks/blocks-scorer.js";
import { applyLink } from "../../scorers/link.js";
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
        const { rows } = each[bag];
        const { size, start, width } = rows;
        const sums = scorer.parts.flatMap((part) =>
          part.view.vector === null ? [new BagSum(part, blockOf(bags, part.view.block), start, size)] : [],
        );
        const means = scorer.parts.flatMap(({ view: { vector }, weights }) =>
          vector === null ? [] : [new BagMean(vector, weights, rows)],
        );
        // What all instances have alike belongs to the bag, and is taken away from all of them.
        const shared = new Set(sums.flatMap(({ block }) => (areAlike(block, start, size) ? [block.name] : [])));
        const changeWithout = (entries: (sum: BagSum) => readonly Entry[]) =>
          sums.reduce((total, sum) => total + sum.changeWithout(entries(sum)), 0);
        const dropped = (i: number) =>
          means.reduce((total, mean) => total + mean.changeWithout(i), 0) +
          changeWithout((sum) => sum.entriesOf(start + i));
        return {
          contributions:
            size === 1
              ? new Float64Array(1)
              : falls(
                  bag,
                  Float64Array.from({ length: size }, (_, i) => dropped(i)),
                ),
          effects: (instance, { mean }) =>
            falls(
              bag,
              Float64Array.from({ length: width }, (_, j) =>
                means.reduce((total, own) => total + own.changeWith(instance, j, mean[j]), 0),
              ),
            ),
          terms: (instance, most) =>
            termEffects(bags, start + instance, most, (name, { index, value }) => {
              const times = shared.has(name) ? size : 1;
              const change = changeWithout((sum) => (sum.block.name === name ? [{ index, value: times * value }] : []));
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

/** Whether these rows of a block have the same entries. */
function areAlike({ offsets, indices, values }: SparseBlock, start: number, size: number): boolean {
  const [from, to] = [offsets[start], offsets[start + 1]];
  for (let row = start + 1; row < start + size; row++) {
    const shift = offsets[row] - from;
    if (offsets[row + 1] - offsets[row] !== to - from) return false;
    for (let e = from; e < to; e++)
      if (indices[e] !== indices[e + shift] || values[e] !== values[e + shift]) return false;
  }
  return true;
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

/** The mean of a bag in the view of a vector, from which instances are taken away. */
class BagMean {
  readonly #weights: Float64Array;
  readonly #rows: BagRows;
  readonly #columns: Uint32Array;
  readonly #centre: Float64Array;
  /** The place of a feature in the vector. */
  readonly #place: ReadonlyMap<number, number>;
  /** The mean less the centre, its inner product with the weights, and its squared length. */
  readonly #mean: Float64Array;
  #product = 0;
  #squares = 0;

  constructor(
    { columns, centre }: { columns: Uint32Array; centre: Float64Array },
    weights: Float64Array,
    rows: BagRows,
  ) {
    this.#weights = weights;
    this.#rows = rows;
    this.#columns = columns;
    this.#centre = centre;
    this.#place = new Map(Array.from(columns, (column, k) => [column, k]));
    this.#mean = Float64Array.from(columns, (column, k) => {
      let sum = 0;
      for (let i = 0; i < rows.size; i++) sum += this.#value(i, column) / rows.size;
      return sum - centre[k];
    });
    for (let k = 0; k < columns.length; k++) {
      this.#product += this.#mean[k] * weights[k];
      this.#squares += this.#mean[k] * this.#mean[k];
    }
  }

  /** What the value of the bag changes by without this instance. */
  changeWithout(instance: number): number {
    const others = this.#rows.size - 1;
    let [product, squares] = [0, 0];
    for (let k = 0; k < this.#mean.length; k++) {
      const own = this.#value(instance, this.#columns[k]);
      const mean = this.#mean[k] + (this.#mean[k] + this.#centre[k] - own) / others;
      product += mean * this.#weights[k];
      squares += mean * mean;
    }
    return this.#change(product, squares);
  }

  /** What it changes by if this instance takes another value in a feature. */
  changeWith(instance: number, column: number, value: number): number {
    const k = this.#place.get(column);
    if (k === undefined) return 0;
    const step = (value - this.#value(instance, column)) / this.#rows.size;
    const [before, after] = [this.#mean[k], this.#mean[k] + step];
    return this.#change(this.#product + step * this.#weights[k], this.#squares + after * after - before * before);
  }

  #change(product: number, squares: number): number {
    return quotient(product, squares, this.#squares) - quotient(this.#product, this.#squares, this.#squares);
  }

  #value(instance: number, column: number): number {
    const { data, start, width } = this.#rows;
    return data[(start + instance) * width + column];
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
