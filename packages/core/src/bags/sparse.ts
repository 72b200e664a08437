/**
 * Features of which an instance has only a few, such as words: their positions, ascending, and their
 * values. What is not listed is 0.
 */
export class SparseRow {
  readonly indices: Uint32Array;
  readonly values: Float64Array;

  /** Takes ownership of the arrays. Positions must ascend. */
  constructor(indices: Uint32Array, values: Float64Array) {
    this.indices = indices;
    this.values = values;
  }
}

/**
 * How bags are compared by a block: by the cosine of their summed rows, as they are or, for counts of
 * words, with frequent features damped, see `BlockView`.
 */
export const SIMILARITIES = ["cosine", "tf-idf"] as const;
export type Similarity = (typeof SIMILARITIES)[number];

/** What is known of a block besides its rows. Plain data. */
export interface BlockHead {
  readonly name: string;
  /** The number of features. */
  readonly width: number;
  readonly similarity: Similarity;
}

/**
 * Sparse features that form one vector: they are compared as a whole, and never scaled one by one.
 * Compressed rows: row r has the entries offsets[r] to offsets[r + 1] - 1.
 */
export interface SparseBlock extends BlockHead {
  readonly offsets: Uint32Array;
  /** The feature of each entry, from 0, ascending within a row. */
  readonly indices: Uint32Array;
  readonly values: Float64Array;
  /** What the features are called, by position. Undefined if they have no names. */
  readonly terms?: readonly string[] | undefined;
}

/** Collects sparse rows one after the other. Memory: 12 bytes per entry, and what doubling leaves unused. */
export class SparseRows {
  #indices = new Uint32Array(1024);
  #values = new Float64Array(1024);
  #used = 0;
  readonly #ends: number[] = [];

  add({ indices, values }: SparseRow): void {
    const end = this.#used + indices.length;
    if (end > this.#indices.length) this.#grow(end);
    this.#indices.set(indices, this.#used);
    this.#values.set(values, this.#used);
    this.#used = end;
    this.#ends.push(end);
  }

  /** The block of all rows; row r of `add` becomes row `targets[r]`, default r. */
  finish(
    head: BlockHead,
    { targets, terms }: { targets?: Uint32Array | undefined; terms?: readonly string[] | undefined } = {},
  ): SparseBlock {
    const offsets = new Uint32Array(this.#ends.length + 1);
    offsets.set(this.#ends, 1);
    const block: SparseBlock = {
      ...head,
      offsets,
      indices: this.#indices.slice(0, this.#used),
      values: this.#values.slice(0, this.#used),
      terms,
    };
    if (targets === undefined) return block;
    const source = new Uint32Array(targets.length);
    for (let row = 0; row < targets.length; row++) source[targets[row]] = row;
    return chosenRows(block, source);
  }

  #grow(least: number): void {
    const size = Math.max(least, 2 * this.#indices.length);
    const [indices, values] = [new Uint32Array(size), new Float64Array(size)];
    indices.set(this.#indices.subarray(0, this.#used));
    values.set(this.#values.subarray(0, this.#used));
    this.#indices = indices;
    this.#values = values;
  }
}

/** The block with these rows alone, in this order. A copy. */
export function chosenRows(block: SparseBlock, rows: Uint32Array): SparseBlock {
  const offsets = new Uint32Array(rows.length + 1);
  for (let k = 0; k < rows.length; k++)
    offsets[k + 1] = offsets[k] + block.offsets[rows[k] + 1] - block.offsets[rows[k]];
  const indices = new Uint32Array(offsets[rows.length]);
  const values = new Float64Array(offsets[rows.length]);
  for (let k = 0; k < rows.length; k++) {
    const [from, to] = [block.offsets[rows[k]], block.offsets[rows[k] + 1]];
    indices.set(block.indices.subarray(from, to), offsets[k]);
    values.set(block.values.subarray(from, to), offsets[k]);
  }
  return { ...block, offsets, indices, values };
}

/** A sparse row from pairs in any order; values of the same position are added, zeros left out. */
export function sparseRow(pairs: Iterable<readonly [index: number, value: number]>): SparseRow {
  const sums = new Map<number, number>();
  for (const [index, value] of pairs) sums.set(index, (sums.get(index) ?? 0) + value);
  const indices = Uint32Array.from([...sums].flatMap(([index, value]) => (value === 0 ? [] : [index]))).sort();
  return new SparseRow(
    indices,
    Float64Array.from(indices, (index) => sums.get(index) ?? 0),
  );
}
