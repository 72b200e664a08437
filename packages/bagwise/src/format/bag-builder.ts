import { BagSet } from "../bags/bag-set.js";
import { labelOf } from "../bags/label.js";
import { count, InputError, type Place, quote } from "../base/errors.js";
import { imputeMedians, permuteRows } from "./arrange.js";
import type { Missing, ReadOptions } from "./format.js";
import { GrowableFloats } from "./growable.js";

interface OpenBag {
  readonly id: string;
  /** 1, 0 or -1; NaN as long as none was given. */
  label: number;
  group: string | undefined;
  rows: number;
}

/** Rows of one bag that came one after the other. */
interface Run {
  readonly bag: number;
  rows: number;
}

/**
 * Collects instances row by row, in whatever order their bags come, and makes the BagSet: what every row-wise reader
 * ends in. A missing value is NaN in its row; what becomes of it is decided here, by one rule for all formats.
 *
 * Use: write the values of a row into `values` from `startRow()` on, then call `endRow(bag)`.
 */
export class BagBuilder {
  readonly #features: readonly string[];
  readonly #missing: Missing;
  readonly #options: ReadOptions;
  readonly #file: string;
  readonly #floats: GrowableFloats;
  readonly #bags: OpenBag[] = [];
  readonly #byId = new Map<string, number>();
  readonly #runs: Run[] = [];
  #rows = 0;
  #dropped = 0;
  #imputed = 0;

  constructor({ features, file, options }: { features: readonly string[]; file: string; options: ReadOptions }) {
    if (features.length === 0) {
      throw new InputError({
        code: "no-features",
        message: "there is no numeric column besides bag, label and group",
        remedy: "Give each instance at least one feature.",
        where: { file },
      });
    }
    this.#features = features;
    this.#missing = options.missing ?? "error";
    this.#options = options;
    this.#file = file;
    this.#floats = new GrowableFloats(features.length * 64);
  }

  /** Where rows are written; replaced when it grows, so read it again after `startRow`. */
  get values(): Float64Array {
    return this.#floats.values;
  }

  /** The number of the bag with this id, new or known. A blank id is an InputError. */
  bag(id: string, where: () => Place): number {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    if (id === "") {
      throw this.#error("empty-bag-id", "the bag's name is blank", "Give every row the name of its bag.", where());
    }
    this.#byId.set(id, this.#bags.length);
    return this.#bags.push({ id, label: Number.NaN, group: undefined, rows: 0 }) - 1;
  }

  /** Sets the label (1, 0 or -1) of a bag; a second, different one is an InputError. */
  label(bag: number, code: number, where: () => Place): void {
    const open = this.#bags[bag];
    if (open.label === code) return;
    if (!Number.isNaN(open.label)) {
      const message = `bag ${quote(open.id)} is ${labelOf(code)} here but ${labelOf(open.label)} before`;
      throw this.#error("two-labels", message, "Give all rows of a bag the same label.", where());
    }
    open.label = code;
  }

  /** Sets the group of a bag; a second, different one is an InputError. */
  group(bag: number, group: string, where: () => Place): void {
    const open = this.#bags[bag];
    if (open.group === group) return;
    if (open.group !== undefined) {
      const message = `bag ${quote(open.id)} is in group ${quote(group)} here but in ${quote(open.group)} before`;
      throw this.#error("two-groups", message, "Give all rows of a bag the same group.", where());
    }
    open.group = group;
  }

  /** Makes room for a row and says where in `values` it starts. */
  startRow(): number {
    const start = this.#rows * this.#features.length;
    this.#floats.reserve(start + this.#features.length);
    return start;
  }

  /** What a missing value becomes in its row: NaN for now, or an InputError when missing values are refused. */
  missing(text: string, where: () => Place): number {
    if (this.#missing !== "error") return Number.NaN;
    const said = text.trim();
    const message = said === "" ? "the value is missing" : `the value is missing (${quote(said)})`;
    const remedy = "Fill it in, or choose --missing drop (the instance) or --missing median (of the feature).";
    throw this.#error("missing-value", message, remedy, where());
  }

  /** The complaint about a field that should be a finite number. */
  notANumber(text: string, where: Place): InputError {
    const said = text.trim();
    const number = Number(said.replace(/^([+-]?)inf(inity)?$/i, "$1Infinity"));
    return Math.abs(number) === Number.POSITIVE_INFINITY
      ? this.#error(
          "not-finite",
          `${quote(said)} is not a finite number`,
          "Replace it, or leave it blank and choose --missing drop or --missing median.",
          where,
        )
      : this.#error(
          "not-a-number",
          `${quote(said)} is not a number`,
          "Correct it, or leave the whole column out with --ignore.",
          where,
        );
  }

  /** Takes the row just written as an instance of this bag. */
  endRow(bag: number): void {
    if (this.#missing !== "error" && this.#rowHasNaN()) {
      if (this.#missing === "drop") {
        this.#dropped++;
        return;
      }
      this.#imputed++;
    }
    const run = this.#runs[this.#runs.length - 1];
    if (run !== undefined && run.bag === bag) run.rows++;
    else this.#runs.push({ bag, rows: 1 });
    this.#bags[bag].rows++;
    this.#rows++;
  }

  /**
   * The BagSet of all rows, bags in the order of their first row. Rows of a bag that came apart are brought together in
   * place, so no second matrix is made. Throws when there is no row.
   */
  finish(): BagSet {
    if (this.#rows === 0) {
      throw this.#dropped > 0
        ? this.#error(
            "no-instances",
            "every row has a missing value and was dropped",
            "Choose --missing median instead.",
            {},
          )
        : this.#error("no-instances", "there is no data row", "Give at least one instance.", {});
    }
    const order = [...new Set(this.#runs.map((run) => run.bag))];
    const offsets = new Uint32Array(order.length + 1);
    order.forEach((bag, i) => {
      offsets[i + 1] = offsets[i] + this.#bags[bag].rows;
    });
    const width = this.#features.length;
    const data = this.#floats.finish(this.#rows * width);
    if (this.#runs.length > order.length) permuteRows(data, width, this.#targets(order, offsets));
    if (this.#imputed > 0) this.#impute(data);
    this.#noteLosses(order.length);
    const bags = order.map((bag) => this.#bags[bag]);
    const groups = bags.flatMap(({ group }) => (group === undefined ? [] : [group]));
    return BagSet.own({
      data,
      offsets,
      ids: bags.map(({ id }) => id),
      labels: Int8Array.from(bags, ({ label }) => (Number.isNaN(label) ? 0 : label)),
      features: this.#features,
      groups: groups.length === bags.length ? groups : undefined,
    });
  }

  /** Where each row goes when the rows of a bag stand together. */
  #targets(order: readonly number[], offsets: Uint32Array): Uint32Array {
    const next = new Uint32Array(this.#bags.length);
    order.forEach((bag, i) => {
      next[bag] = offsets[i];
    });
    const target = new Uint32Array(this.#rows);
    let row = 0;
    for (const run of this.#runs) for (let k = 0; k < run.rows; k++) target[row++] = next[run.bag]++;
    return target;
  }

  #impute(data: Float64Array): void {
    const [hopeless] = imputeMedians(data, this.#features.length);
    if (hopeless === undefined) return;
    const field = this.#features[hopeless];
    throw this.#error(
      "all-missing",
      "every value is missing, so there is no median",
      `Leave the column out with --ignore.`,
      { field },
    );
  }

  #noteLosses(kept: number): void {
    const { onNote } = this.#options;
    if (onNote === undefined) return;
    if (this.#dropped > 0)
      onNote({ code: "dropped", message: `${count(this.#dropped, "instance")} with missing values dropped` });
    const lost = this.#bags.length - kept;
    if (lost > 0)
      onNote({ code: "lost-bags", message: `${count(lost, "bag")} lost: all instances had missing values` });
    if (this.#imputed > 0) {
      onNote({
        code: "imputed",
        message: `missing values of ${count(this.#imputed, "instance")} replaced by the feature's median`,
      });
    }
  }

  #rowHasNaN(): boolean {
    const width = this.#features.length;
    const { values } = this.#floats;
    const start = this.#rows * width;
    for (let k = start; k < start + width; k++) if (Number.isNaN(values[k])) return true;
    return false;
  }

  #error(code: string, message: string, remedy: string, where: Place): InputError {
    return new InputError({ code, message, remedy, where: { file: this.#file, ...where } });
  }
}
