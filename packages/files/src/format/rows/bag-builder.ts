import {
  BagSet,
  type BlockHead,
  labelOf,
  type Missing,
  NOT_SAID,
  type Origin,
  type ShownColumn,
  type SparseRow,
  SparseRows,
} from "@bagwise/core/bags";
import { count, InputError, type Place, quote } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";
import type { ReadOptions } from "../format.js";
import { isPerBag, permuteRows, rowTargets } from "./arrange.js";
import { type Cutter, ScatteredBag } from "./cut.js";
import { fillGaps } from "./fill-gaps.js";
import { GrowableFloats } from "./growable.js";
import { MOST_BAGS, MOST_COLUMNS, MOST_VALUES, noMemory, tooManyColumns, tooManyValues } from "./limits.js";
import { noteLosses } from "./messages.js";
import { SeenIds } from "./seen-ids.js";

/** A column of sparse rows, which becomes a block of the bags. */
export interface BlockColumn extends BlockHead {
  readonly terms?: readonly string[] | undefined;
}

/** How many values a block holds, or one row if that is more. */
const BLOCK = 2 ** 13;

/**
 * Collects instances row by row, in any order of bags, and makes the BagSet. Every row-wise reader
 * uses it. A missing value is NaN in its row; one rule for all formats decides what becomes of it.
 *
 * To use it, write the values of a row into `values` from `startRow()` on, then call `endRow(bag)`.
 * Rows go to a block first, so that a reader can provide the memory. Bags are kept in columns and
 * not as objects, because there may be as many as rows.
 */
export class BagBuilder {
  readonly #features: readonly string[];
  readonly #shown: readonly string[];
  readonly #naming: string | undefined;
  readonly #missing: Missing;
  readonly #options: ReadOptions;
  readonly #file: string;
  readonly #block: () => Float64Array;
  readonly #mostlyAbsent: () => boolean;
  /** The rows that have left the block. */
  #floats: GrowableFloats;
  /** The number of the first bag: those before it are gone. */
  #base = 0;
  readonly #ids: string[] = [];
  /** 1, 0 or -1; NOT_SAID until one is given. */
  readonly #labels: number[] = [];
  readonly #groups: (string | undefined)[] = [];
  readonly #sizes: number[] = [];
  readonly #byId = new Map<string, number>();
  /** Rows of one bag that came one after the other: the bag, and how many. */
  readonly #runBags: number[] = [];
  readonly #runRows: number[] = [];
  /** The line or row of each instance, and the texts of the shown columns. */
  #numbers = new Uint32Array(1024);
  readonly #texts: string[][];
  readonly #blocks: readonly { readonly head: BlockColumn; readonly rows: SparseRows }[];
  /** Undefined if all bags are held. */
  readonly #cut: Cutter | undefined;
  #rows = 0;
  #flushed = 0;
  #dropped = 0;
  #imputed = 0;
  #zeros = 0;
  /** Over all bags, also those that are gone. */
  readonly #totals = { ids: 0, kept: 0, grouped: 0 };

  /** `block`: where rows are written first; default a new array. */
  constructor({
    features,
    file,
    options,
    shown = [],
    naming,
    mostlyAbsent = () => false,
    blocks = [],
    block,
  }: {
    features: readonly string[];
    file: string;
    options: ReadOptions;
    /** Names of columns whose texts come with each row. */
    shown?: readonly string[];
    /** The one among them that says what to call an instance. Default: its place in the file. */
    naming?: string | undefined;
    /** Whether more values are missing than not: asked for a message. */
    mostlyAbsent?: () => boolean;
    /** Blocks of sparse features: a row for each comes with each instance. */
    blocks?: readonly BlockColumn[];
    block?: () => Float64Array;
  }) {
    if (features.length === 0 && blocks.length === 0) {
      throw new InputError({
        code: "no-features",
        message: "there is no numeric column besides bag, label and group",
        remedy: "Give each instance at least one feature.",
        where: { file },
      });
    }
    if (features.length > MOST_COLUMNS) throw tooManyColumns({ file });
    const own = new Float64Array(
      block === undefined || block().length < features.length ? Math.max(BLOCK, features.length) : 0,
    );
    this.#block = block === undefined || own.length > 0 ? () => own : block;
    this.#features = features;
    this.#shown = shown;
    this.#naming = naming;
    this.#texts = shown.map(() => []);
    this.#blocks = blocks.map((head) => ({ head, rows: new SparseRows() }));
    this.#missing = options.missing ?? "error";
    this.#options = options;
    this.#file = file;
    this.#mostlyAbsent = mostlyAbsent;
    this.#floats = new GrowableFloats(features.length * 64);
    const { cut } = options;
    // Whether a text belongs to its bag, only all rows tell.
    if (cut === undefined || shown.length > 0 || blocks.length > 0) return;
    const rows = Math.max(1, Math.ceil(cut.values / features.length));
    this.#cut = { rows, seen: new SeenIds(), noun: cut.noun, room: cut.room, take: (bags) => cut.take(bags) };
    this.#floats = this.#roomForPart(this.#cut);
  }

  /** Where rows are written; it may be replaced, so read it again after `startRow`. */
  get values(): Float64Array {
    return this.#block();
  }

  /** The number of the bag with this id, new or known. Throws an InputError for a blank id. */
  bag(id: string, where: () => Place): number {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    if (id === "") {
      throw this.#error("empty-bag-id", "the name of the bag is blank", "Give every row the name of its bag.", where());
    }
    if (this.#ids.length === MOST_BAGS) throw tooManyValues(MOST_BAGS, "bags", { file: this.#file, ...where() });
    if (this.#cut?.seen.has(id)) throw new ScatteredBag(id);
    const number = this.#base + this.#ids.push(id) - 1;
    this.#byId.set(id, number);
    this.#labels.push(NOT_SAID);
    this.#sizes.push(0);
    return number;
  }

  /**
   * Sets the label (1, 0 or -1) of a bag; NOT_SAID changes nothing. Throws an InputError if it had
   * another.
   */
  label(bag: number, code: number, where: () => Place): void {
    const before = this.#labels[bag - this.#base];
    if (before === code || code === NOT_SAID) return;
    if (before !== NOT_SAID) {
      const message = `bag ${quote(this.#ids[bag - this.#base])} is ${labelOf(code)} here but ${labelOf(before)} before`;
      throw this.#error("two-labels", message, "Give all rows of a bag the same label.", where());
    }
    this.#labels[bag - this.#base] = code;
  }

  /** Sets the group of a bag. Throws an InputError if it had another. */
  group(bag: number, group: string, where: () => Place): void {
    const before = this.#groups[bag - this.#base];
    if (before === group) return;
    if (before !== undefined) {
      const message = `bag ${quote(this.#ids[bag - this.#base])} is in group ${quote(group)} here but in ${quote(before)} before`;
      throw this.#error("two-groups", message, "Give all rows of a bag the same group.", where());
    }
    this.#groups[bag - this.#base] = group;
  }

  /** Makes room for a row; returns where in `values` it starts. */
  startRow(): number {
    const width = this.#features.length;
    const start = (this.#rows - this.#flushed) * width;
    if (start + width <= this.#block().length) return start;
    this.#flush();
    return 0;
  }

  /**
   * What a missing value becomes in its row: NaN, or 0 if that is what it means. Throws an InputError
   * unless missing values are allowed.
   */
  missing(text: string, where: () => Place): number {
    if (this.#missing === "zero") {
      this.#zeros++;
      return 0;
    }
    if (this.#missing !== "error") return Number.NaN;
    const said = text.trim();
    const message = said === "" ? "the value is missing" : `the value is missing (${quote(said)})`;
    if (this.#mostlyAbsent()) {
      const sparse = "If absent means 0, set the option missing to zero. Otherwise set it to median or drop.";
      throw this.#error("missing-value", `${message}, as most values are`, sparse, where());
    }
    const remedy =
      "Fill it in, or set the option missing to median (of the feature), zero (if absent means 0) or drop (leaves out the instance).";
    throw this.#error("missing-value", message, remedy, where());
  }

  /** The error for a field that is not a finite number. */
  notANumber(text: string, where: Place): InputError {
    const said = text.trim();
    const number = Number(said.replace(/^([+-]?)inf(inity)?$/i, "$1Infinity"));
    const infinite = Math.abs(number) === Number.POSITIVE_INFINITY;
    const remedy = infinite
      ? "Replace it, or leave it blank and set the option missing to drop or median."
      : "Correct it, or leave out the column with the option ignore.";
    const what = infinite ? "is not a finite number" : "is not a number";
    return this.#error(infinite ? "not-finite" : "not-a-number", `${quote(said)} ${what}`, remedy, where);
  }

  /**
   * Takes the row just written as an instance of this bag. `number`: its line or row in the file;
   * `texts`: what the shown columns say; `sparse`: its row of each block.
   */
  endRow(bag: number, number = 0, texts?: readonly string[], sparse?: readonly SparseRow[]): void {
    if (this.#missing !== "error" && this.#rowHasNaN()) {
      if (this.#missing === "drop") {
        this.#dropped++;
        return;
      }
      this.#imputed++;
    }
    this.#cutBefore(bag, 1);
    this.#count(bag, 1, number);
    if (texts !== undefined) for (const [k, text] of texts.entries()) this.#texts[k].push(text);
    if (sparse !== undefined) for (const [k, row] of sparse.entries()) this.#blocks[k].rows.add(row);
    this.#rows++;
  }

  /**
   * Takes several instances of a bag at once, from line or row `number` on: `write` puts their values, which
   * must all be finite, into an array from a place on.
   */
  takeRows(bag: number, rows: number, number: number, write: (values: Float64Array, at: number) => void): void {
    this.#cutBefore(bag, 0);
    this.#flush(rows);
    write(this.#floats.values, this.#rows * this.#features.length);
    this.#count(bag, rows, number);
    this.#rows += rows;
    this.#flushed = this.#rows;
  }

  /** Gives away all bags before this one, if there are enough. `written`: its rows that are not counted yet. */
  #cutBefore(bag: number, written: number): void {
    const cut = this.#cut;
    if (cut !== undefined && this.#rows >= cut.rows && this.#sizes[bag - this.#base] === 0)
      this.#giveAway(cut, bag, written);
  }

  /** Notes to which bag the next rows belong, and where they come from. */
  #count(bag: number, rows: number, number: number): void {
    const at = bag - this.#base;
    const last = this.#runBags.length - 1;
    if (last >= 0 && this.#runBags[last] === at) this.#runRows[last] += rows;
    else {
      this.#runBags.push(at);
      this.#runRows.push(rows);
    }
    this.#sizes[at] += rows;
    if (this.#rows + rows > this.#numbers.length) {
      const more = new Uint32Array(2 * (this.#rows + rows));
      more.set(this.#numbers);
      this.#numbers = more;
    }
    for (let k = 0; k < rows; k++) this.#numbers[this.#rows + k] = number === 0 ? 0 : number + k;
  }

  /**
   * The BagSet of all rows, bags in the order of their first row. Scattered rows of a bag are moved
   * together in place, without a second matrix. Throws an InputError if there are no rows. `noun`:
   * what the numbers of rows count.
   */
  finish({ noun = "line", instanceNoun }: Partial<Pick<Origin, "noun" | "instanceNoun">> = {}): BagSet {
    if (this.#rows === 0 && this.#totals.kept === 0) {
      throw this.#dropped > 0
        ? this.#error(
            "no-instances",
            "every row has a missing value and was dropped",
            "Set the option missing to median instead.",
            {},
          )
        : this.#error("no-instances", "there is no data row", "Give at least one instance.", {});
    }
    // No longer needed, and large if there are many bags.
    this.#byId.clear();
    const bags = this.#bags({ noun, instanceNoun });
    const { ids, kept, grouped } = this.#totals;
    const [dropped, zeros, imputed] = [this.#dropped, this.#zeros, this.#imputed];
    noteLosses(this.#options, { dropped, lost: ids - kept, zeros, imputed });
    if (grouped > 0 && grouped < kept) {
      const message = `${count(kept - grouped, "bag has", "bags have")} no group, so no groups are used`;
      this.#options.onNote?.({ code: "partial-groups", message });
    }
    return bags;
  }

  /** All rows as a BagSet. */
  #bags(nouns: Pick<Origin, "noun" | "instanceNoun">): BagSet {
    this.#flush();
    const order =
      this.#sizes.includes(0) || this.#runBags.length > this.#ids.length ? [...new Set(this.#runBags)] : this.#runBags;
    const offsets = new Uint32Array(order.length + 1);
    for (let i = 0; i < order.length; i++) offsets[i + 1] = offsets[i] + this.#sizes[order[i]];
    const width = this.#features.length;
    const data = this.#floats.finish(this.#rows * width);
    const runs = { bags: this.#runBags, rows: this.#runRows };
    const targets = runs.bags.length > order.length ? rowTargets(runs, { order, offsets }) : undefined;
    if (targets !== undefined) permuteRows(data, width, targets);
    if (this.#imputed > 0) fillGaps(data, this.#features, { medians: this.#options.medians, file: this.#file });
    const groups = order.flatMap((bag) => this.#groups[bag] ?? []);
    const ids = order.map((bag) => this.#ids[bag]);
    const labels = Int8Array.from(order, (bag) => (this.#labels[bag] === NOT_SAID ? 0 : this.#labels[bag]));
    const origin = this.#origin(nouns, offsets, targets);
    const blocks = this.#blocks.map(({ head: { terms, ...head }, rows }) => rows.finish(head, { targets, terms }));
    this.#totals.ids += this.#ids.length;
    this.#totals.kept += order.length;
    this.#totals.grouped += groups.length;
    const parts = { data, offsets, ids, labels, features: this.#features, origin, blocks };
    return BagSet.own({ ...parts, groups: groups.length === order.length ? groups : undefined }, { distinct: true });
  }

  /** Gives away all bags but this one, of which so many rows are written and not taken yet. */
  #giveAway(cut: Cutter, bag: number, pending: number): void {
    const { seen, noun, take } = cut;
    const width = this.#features.length;
    const written = (this.#rows - this.#flushed) * width;
    const bags = this.#bags({ noun });
    this.#block().copyWithin(0, written, written + pending * width);
    this.#floats = this.#roomForPart(cut);
    const at = bag - this.#base;
    const [id, label, group] = [this.#ids[at], this.#labels[at], this.#groups[at]];
    for (const each of this.#ids) if (each !== id) seen.add(each);
    for (const list of [this.#ids, this.#labels, this.#groups, this.#sizes, this.#runBags, this.#runRows])
      list.length = 0;
    this.#byId.clear();
    this.#byId.set(id, bag);
    this.#ids.push(id);
    this.#labels.push(label);
    this.#groups.push(group);
    this.#sizes.push(0);
    this.#base = bag;
    this.#totals.ids--;
    this.#rows = 0;
    this.#flushed = 0;
    take(bags);
  }

  /** Where the instances stand in the file; undefined if the reader did not say. */
  #origin(
    nouns: Pick<Origin, "noun" | "instanceNoun">,
    offsets: Uint32Array,
    targets: Uint32Array | undefined,
  ): Origin | undefined {
    if (this.#numbers[0] === 0) return undefined;
    const numbers = new Uint32Array(this.#rows);
    const to = (row: number) => (targets === undefined ? row : targets[row]);
    for (let row = 0; row < this.#rows; row++) numbers[to(row)] = this.#numbers[row];
    const shown = this.#shown.map((name, k): ShownColumn => {
      const texts = new Array<string>(this.#rows);
      for (let row = 0; row < this.#rows; row++) texts[to(row)] = this.#texts[k][row];
      return { name, texts, perBag: isPerBag(texts, offsets), ...(name === this.#naming && { naming: true }) };
    });
    return { ...nouns, numbers, shown };
  }

  /** Room for the rows of a part and some more, which goes away with the part. */
  #roomForPart({ rows, room }: Cutter): GrowableFloats {
    const values = Math.ceil(1.02 * rows) * this.#features.length;
    return new GrowableFloats(room?.(values) ?? new Float64Array(values));
  }

  /** Moves the rows of the block to the large array, and makes room for so many more. */
  #flush(more = 0): void {
    const width = this.#features.length;
    const values = (this.#rows + more) * width;
    if (values > MOST_VALUES) throw tooManyValues(MOST_VALUES, "values", { file: this.#file });
    try {
      this.#floats.reserve(values);
    } catch (error) {
      throw error instanceof RangeError ? noMemory(values, { file: this.#file }) : error;
    }
    if (this.#rows === this.#flushed) return;
    this.#floats.values.set(this.#block().subarray(0, (this.#rows - this.#flushed) * width), this.#flushed * width);
    this.#flushed = this.#rows;
  }

  #rowHasNaN(): boolean {
    const width = this.#features.length;
    const values = this.#block();
    const start = (this.#rows - this.#flushed) * width;
    for (let k = start; k < start + width; k++) if (Number.isNaN(values[k])) return true;
    return false;
  }

  #error(code: ErrorCode, message: string, remedy: string, where: Place): InputError {
    return new InputError({ code, message, remedy, where: { file: this.#file, ...where } });
  }
}
