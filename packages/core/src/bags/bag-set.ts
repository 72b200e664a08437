import { checkBlock, checkCodes, checkCount, checkNames, checkOffsets, codeOf, fail } from "./check-parts.js";
import {
  type BagObject,
  type FromOptions,
  type FromRowsOptions,
  partsOfObjects,
  type RowObject,
} from "./from-objects.js";
import { LABEL_CODE, type Label, labelOf } from "./label.js";
import { chosenPlaces, firstText, instanceName, type Origin, type ShownColumn, sortByPlace } from "./origin.js";
import type { OwnedParts } from "./owned-parts.js";
import type { Recipe } from "./recipe.js";
import { chosenRows, type SparseBlock } from "./sparse.js";

/** Read-only numbers: a typed array without its mutators. */
export interface Floats {
  readonly length: number;
  readonly [index: number]: number;
  subarray(start?: number, end?: number): Floats;
  slice(start?: number, end?: number): Float64Array;
  [Symbol.iterator](): IterableIterator<number>;
}

/** The parts a BagSet is made of. */
export interface BagSetParts {
  /** Instances, row-major; the rows of a bag are next to each other. */
  readonly data: ArrayLike<number>;
  /** Bag i owns rows offsets[i] to offsets[i + 1] - 1, so there is one more offset than bags. */
  readonly offsets: ArrayLike<number>;
  /** Unique, not empty. */
  readonly ids: readonly string[];
  readonly labels: readonly Label[];
  /** Unique; their number is the number of columns. */
  readonly features: readonly string[];
  /** What must stay together in a split, such as the patient or the scaffold of each bag. */
  readonly groups?: readonly string[] | undefined;
}

/** One bag of a BagSet: a view, nothing is copied. */
export interface Bag {
  readonly index: number;
  readonly id: string;
  readonly label: Label;
  readonly group: string | undefined;
  /** Number of instances. */
  readonly size: number;
  /** The first row of the bag in `bags.data`. */
  readonly start: number;
  /** All values, row-major. */
  readonly values: Floats;
  /** The features of instance j of this bag. */
  instance(j: number): Floats;
}

interface Store {
  readonly data: Float64Array;
  readonly offsets: Uint32Array;
  readonly ids: readonly string[];
  readonly labels: Int8Array;
  readonly features: readonly string[];
  readonly groups: readonly string[] | undefined;
  readonly blocks: readonly SparseBlock[];
  readonly origin: Origin | undefined;
  readonly recipe: Recipe | undefined;
}

/**
 * Bags of instances, with what is known about each bag.
 *
 * All instances are in one contiguous matrix. A subset is a list of bag numbers over the same
 * matrix, so `subset`, `positive`, `unlabeled` and `negative` cost O(bags) and copy no instance. A
 * BagSet never changes.
 */
export class BagSet implements Iterable<Bag> {
  readonly #store: Store;
  /** Bag numbers of the store, in this set's order; undefined means all of them. */
  readonly #chosen: Uint32Array | undefined;
  #instances: number | undefined;

  private constructor(store: Store, chosen: Uint32Array | undefined) {
    this.#store = store;
    this.#chosen = chosen;
  }

  /**
   * A BagSet from bags as plain objects, `[{ id, label, instances: [[1, 2], [3, 4]] }]`; from rows
   * that name their bag, with the option `bag`; or from typed parts. All is checked and copied.
   * Throws an InputError that names the bag and the field that does not fit.
   */
  static from(bags: readonly BagObject[], options?: FromOptions): BagSet;
  static from(rows: readonly RowObject[], options: FromRowsOptions): BagSet;
  static from(parts: BagSetParts): BagSet;
  static from(
    given: readonly BagObject[] | readonly RowObject[] | BagSetParts,
    options: FromOptions | FromRowsOptions = {},
  ): BagSet {
    if (isList(given)) return BagSet.own(partsOfObjects(given, options));
    const parts = given;
    const data = Float64Array.from(parts.data);
    const offsets = Array.from(parts.offsets);
    checkOffsets(offsets, data.length, parts.features.length);
    const labels = Int8Array.from(parts.labels, codeOf);
    return BagSet.own({ ...parts, data, offsets: Uint32Array.from(offsets), labels });
  }

  /**
   * The same without the copy, for readers and generators that have just made the arrays.
   * `distinct`: the ids are known to be unique and not empty. For many bags that saves half the
   * time and memory.
   */
  static own(
    { data, offsets, ids, labels, features, groups, blocks = [], origin, recipe }: OwnedParts,
    { distinct = false }: { distinct?: boolean } = {},
  ): BagSet {
    checkOffsets(offsets, data.length, features.length);
    const bags = offsets.length - 1;
    checkCount("ids", ids.length, bags);
    checkCount("labels", labels.length, bags);
    checkCodes(labels);
    if (groups !== undefined) checkCount("groups", groups.length, bags);
    if (!distinct) checkNames("bag id", ids);
    checkNames("feature name", features);
    for (const block of blocks) checkBlock(block, offsets[bags]);
    return new BagSet(
      {
        data,
        offsets,
        ids: Object.freeze([...ids]),
        labels,
        features: Object.freeze([...features]),
        groups: groups === undefined ? undefined : Object.freeze([...groups]),
        blocks: Object.freeze([...blocks]),
        origin,
        recipe,
      },
      undefined,
    );
  }

  /** Number of bags. */
  get size(): number {
    return this.#chosen === undefined ? this.#store.ids.length : this.#chosen.length;
  }

  /** Number of features, the columns of the matrix. */
  get dimension(): number {
    return this.#store.features.length;
  }

  /** Number of instances in the bags of this set. */
  get instances(): number {
    if (this.#instances === undefined) {
      let total = 0;
      for (let i = 0; i < this.size; i++) total += this.sizeOf(i);
      this.#instances = total;
    }
    return this.#instances;
  }

  /**
   * Blocks of sparse features, such as words, beside the matrix and in the same order of rows; see
   * `SparseBlock`. Like `data`, they may hold rows of other bags.
   */
  get blocks(): readonly SparseBlock[] {
    return this.#store.blocks;
  }

  /** Names of the features, in column order. */
  get features(): readonly string[] {
    return this.#store.features;
  }

  /** How the file of these bags was read; undefined if they do not come from a file. */
  get recipe(): Recipe | undefined {
    return this.#store.recipe;
  }

  /** Columns of the file for people to look at, such as a text or a picture's address. */
  get shown(): readonly Omit<ShownColumn, "texts">[] {
    return this.#store.origin?.shown ?? [];
  }

  /**
   * What a shown column says of instance j of bag i; without j, of the bag: its first text that is
   * not blank. Empty if it says nothing. Throws a RangeError for a column that is not shown.
   */
  shownOf(i: number, name: string, j?: number): string {
    const column = this.#store.origin?.shown.find((each) => each.name === name);
    if (column === undefined) throw new RangeError(`no column ${name} is shown`);
    const start = this.startOf(i);
    if (j !== undefined) return column.texts[start + j] ?? "";
    return firstText(column, { start, size: this.sizeOf(i) });
  }

  /**
   * What to call instance j of bag i: its own name, such as that of a window of a series, or its place
   * in the file, such as `line 12`, if that is known; else `instance 3`, counted from 1 within its bag.
   */
  instanceName(i: number, j: number): string {
    return instanceName(this.#store.origin, { start: this.startOf(i), size: this.sizeOf(i) }, j);
  }

  /** The rows of this set's bags in the order of their file; as they stand if that is unknown. */
  fileOrder(): Uint32Array {
    return sortByPlace(this.#rows(), this.#store.origin);
  }

  /** Whether the bags have groups. */
  get grouped(): boolean {
    return this.#store.groups !== undefined;
  }

  /**
   * The matrix behind this set and all its subsets; row r starts at r * dimension. It may hold rows
   * of other bags.
   */
  get data(): Floats {
    return this.#store.data;
  }

  /** The id of bag i. */
  idOf(i: number): string {
    return this.#store.ids[this.#at(i)];
  }

  /** The label of bag i. */
  labelOf(i: number): Label {
    return labelOf(this.#store.labels[this.#at(i)]);
  }

  /** The group of bag i; undefined when the bags have none. */
  groupOf(i: number): string | undefined {
    return this.#store.groups?.[this.#at(i)];
  }

  /** The first row of bag i in `data`. */
  startOf(i: number): number {
    return this.#store.offsets[this.#at(i)];
  }

  /** The number of instances of bag i. */
  sizeOf(i: number): number {
    const at = this.#at(i);
    return this.#store.offsets[at + 1] - this.#store.offsets[at];
  }

  /** Bag i as a view. */
  bag(i: number): Bag {
    const at = this.#at(i);
    const { data, offsets, ids, labels, groups } = this.#store;
    const width = this.dimension;
    const start = offsets[at];
    const size = offsets[at + 1] - start;
    const values: Floats = data.subarray(start * width, (start + size) * width);
    const instance = (j: number) => {
      if (!(j >= 0 && j < size)) throw new RangeError(`bag ${ids[at]} has ${size} instances, got number ${j}`);
      return values.subarray(j * width, (j + 1) * width);
    };
    return { index: i, id: ids[at], label: labelOf(labels[at]), group: groups?.[at], size, start, values, instance };
  }

  *[Symbol.iterator](): IterableIterator<Bag> {
    for (let i = 0; i < this.size; i++) yield this.bag(i);
  }

  /** Ids of all bags, in order. A new array. */
  ids(): string[] {
    return Array.from({ length: this.size }, (_, i) => this.idOf(i));
  }

  /** Labels of all bags, in order. A new array. */
  labels(): Label[] {
    return Array.from({ length: this.size }, (_, i) => this.labelOf(i));
  }

  /** Groups of all bags, in order, as a new array; undefined when the bags have none. */
  groups(): string[] | undefined {
    const { groups } = this.#store;
    return groups && Array.from({ length: this.size }, (_, i) => groups[this.#at(i)]);
  }

  /**
   * The bags with these numbers, in this order, over the same matrix. No number may occur twice:
   * ids stay unique.
   */
  subset(indices: ArrayLike<number>): BagSet {
    const chosen = new Uint32Array(indices.length);
    // Only for numbers out of order, so that a block of neighbours does not cost the whole set.
    let seen: Uint8Array | undefined;
    for (let k = 0; k < indices.length; k++) {
      const i = indices[k];
      chosen[k] = this.#at(i);
      if (seen === undefined && k > 0 && i <= indices[k - 1]) {
        seen = new Uint8Array(this.size);
        for (let before = 0; before < k; before++) seen[indices[before]] = 1;
      }
      if (seen?.[i] === 1) fail("subset", `bag ${i} is chosen twice`, "Choose each bag at most once.");
      if (seen !== undefined) seen[i] = 1;
    }
    return new BagSet(this.#store, chosen);
  }

  /** The bags for which `keep` is true, in order. */
  filter(keep: (i: number) => boolean): BagSet {
    const indices: number[] = [];
    for (let i = 0; i < this.size; i++) if (keep(i)) indices.push(i);
    return this.subset(indices);
  }

  /** The bags known to be positive. */
  positive(): BagSet {
    return this.filter((i) => this.labelOf(i) === "positive");
  }

  /** The bags about which nothing is known. */
  unlabeled(): BagSet {
    return this.filter((i) => this.labelOf(i) === "unlabeled");
  }

  /** The bags known to be negative. */
  negative(): BagSet {
    return this.filter((i) => this.labelOf(i) === "negative");
  }

  /** The same bags with other labels, over the same matrix. */
  withLabels(labels: readonly Label[]): BagSet {
    checkCount("labels", labels.length, this.size);
    const codes = this.#store.labels.slice();
    for (let i = 0; i < this.size; i++) codes[this.#at(i)] = codeOf(labels[i], i);
    return new BagSet({ ...this.#store, labels: codes }, this.#chosen);
  }

  /** The same bags with other groups, over the same matrix. */
  withGroups(groups: readonly string[]): BagSet {
    checkCount("groups", groups.length, this.size);
    const names = new Array<string>(this.#store.ids.length).fill("");
    for (let i = 0; i < this.size; i++) names[this.#at(i)] = groups[i];
    return new BagSet({ ...this.#store, groups: Object.freeze(names) }, this.#chosen);
  }

  /** The same bags with another account of how they were read. */
  withRecipe(recipe: Recipe): BagSet {
    return new BagSet({ ...this.#store, recipe }, this.#chosen);
  }

  /**
   * The same bags with these features alone, by their positions. Copies the kept columns of the
   * whole matrix.
   */
  withFeatures(columns: readonly number[]): BagSet {
    const width = this.dimension;
    const rows = width === 0 ? 0 : this.#store.data.length / width;
    const data = new Float64Array(rows * columns.length);
    for (let r = 0, at = 0; r < rows; r++)
      for (const column of columns) data[at++] = this.#store.data[r * width + column];
    const features = Object.freeze(columns.map((column) => this.features[column]));
    return new BagSet({ ...this.#store, data, features }, this.#chosen);
  }

  /**
   * The rows of this set's bags alone, row-major, bag after bag. A copy in O(instances x
   * dimension).
   */
  toMatrix(): Float64Array {
    const width = this.dimension;
    const matrix = new Float64Array(this.instances * width);
    let row = 0;
    for (let i = 0; i < this.size; i++) {
      const start = this.startOf(i) * width;
      const length = this.sizeOf(i) * width;
      matrix.set(this.#store.data.subarray(start, start + length), row);
      row += length;
    }
    return matrix;
  }

  /**
   * The same bags and names over another matrix with the rows of `toMatrix`, which is not copied.
   */
  withMatrix(data: Float64Array): BagSet {
    const offsets = new Uint32Array(this.size + 1);
    const labels = new Int8Array(this.size);
    for (let i = 0; i < this.size; i++) {
      offsets[i + 1] = offsets[i] + this.sizeOf(i);
      labels[i] = LABEL_CODE[this.labelOf(i)];
    }
    const { features, blocks } = this.#store;
    const rows = blocks.length === 0 ? undefined : this.#rows();
    return BagSet.own({
      data,
      offsets,
      ids: this.ids(),
      labels,
      features,
      groups: this.groups(),
      blocks: rows && blocks.map((block) => chosenRows(block, rows)),
    });
  }

  /**
   * The arrays of this set's bags alone, to send or to join them. Do not write to them: a set that is not a
   * subset copies nothing.
   */
  parts(): OwnedParts {
    if (this.#chosen === undefined) return this.#store;
    const { origin, recipe } = this.#store;
    const own = this.withMatrix(this.toMatrix()).#store;
    return { ...own, origin: origin && chosenPlaces(origin, this.#rows()), recipe };
  }

  /** The rows of this set's bags in the store, bag after bag. */
  #rows(): Uint32Array {
    const rows = new Uint32Array(this.instances);
    let k = 0;
    for (let i = 0; i < this.size; i++) {
      const start = this.startOf(i);
      for (let row = start; row < start + this.sizeOf(i); row++) rows[k++] = row;
    }
    return rows;
  }

  #at(i: number): number {
    if (!(Number.isInteger(i) && i >= 0 && i < this.size))
      throw new RangeError(`there are ${this.size} bags, got number ${i}`);
    return this.#chosen === undefined ? i : this.#chosen[i];
  }
}

function isList<List extends readonly object[]>(given: List | BagSetParts): given is List {
  return Array.isArray(given);
}
