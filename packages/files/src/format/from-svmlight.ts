import { type BagSet, labelReader, SparseRow } from "@bagwise/core/bags";
import { count, InputError, type Place, thousands } from "@bagwise/core/base";
import type { ReadOptions } from "./format.js";
import { BagBuilder, type BlockColumn } from "./rows/bag-builder.js";
import { GrowableFloats } from "./rows/growable.js";
import { MOST_COLUMNS } from "./rows/limits.js";
import { noInstances } from "./rows/messages.js";
import { plainRecipe } from "./rows/plain-recipe.js";
import { keptFeatures, numberedFeatures } from "./rows/roles.js";
import { readGroup, readHeader, unescapeId } from "./svmlight/header.js";
import { readRow, type SvmlightStart } from "./svmlight/row.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/**
 * How many values the rows may have with their zeros, 4 GiB: a file of a few bytes could ask for any
 * number of them.
 */
const MOST_VALUES = 2 ** 29;

/**
 * Reads svmlight-style text of bags, `instance:bag:label index:value ...`, with `#` comments.
 * Values left out are 0.
 *
 * The features are f1 to the largest index, or those named in a comment by bagwise. Memory: the
 * result and 16 bytes per pair in the file. Throws an InputError before it needs more than 4 GiB for
 * the result. Features that are many and mostly 0 form one block of sparse features, see `sparse`.
 */
export async function fromSvmlight(source: Source, options: ReadOptions): Promise<BagSet> {
  const file = source.name;
  const rows = new SparseRows();
  const groups = new Map<string, string>();
  let names: readonly string[] | undefined;
  for await (const { text, line } of lines(source)) {
    const where = { file, line };
    const hash = text.indexOf("#");
    if (hash !== -1 && text.slice(0, hash).trim() === "") {
      if (rows.length === 0) names ??= readHeader(text, where)?.features;
      const said = names === undefined ? undefined : readGroup(text, where);
      if (said !== undefined) groups.set(said.bag, said.group);
      continue;
    }
    const row = hash === -1 ? text : text.slice(0, hash);
    if (row.trim() === "") continue;
    rows.add(readRow(row, rows.pair, where), line);
    checkIndex(rows, names, file);
  }
  if (rows.length === 0) throw noInstances({ file });
  const block = blockOf(rows, names, options);
  if (block === undefined) checkSize(rows, names, file);
  const features = block === undefined ? (names ?? numberedFeatures(rows.largest.index)) : [];
  return build({ rows, features, block, groups, escaped: names !== undefined, file, options });
}

/** From so many features on, they form a block if few of their values are not 0. */
const MANY_FEATURES = 2000;
const SPARSE = 0.05;

/**
 * The block that the features form if they are many and mostly 0, if the option `sparse` or the recipe
 * says so; undefined if each is a column.
 */
function blockOf(
  rows: SparseRows,
  names: readonly string[] | undefined,
  options: ReadOptions,
): BlockColumn | undefined {
  const { recipe, sparse, onNote } = options;
  const known = recipe?.columns.find(({ use }) => use.as === "sparse");
  const width = names?.length ?? rows.largest.index;
  if (known?.use.as === "sparse") {
    const { width: wanted, similarity } = known.use;
    if (width > wanted)
      onNote?.({
        code: "unknown-terms",
        message: `${count(width - wanted, "feature")} that the model does not know are left out`,
      });
    return { name: known.name, width: wanted, similarity };
  }
  // Far more features than pairs is a mistyped index.
  const many = width >= MANY_FEATURES && rows.entries <= SPARSE * width * rows.length && 4 * rows.entries >= width;
  if (recipe !== undefined || !(sparse ?? many)) return undefined;
  onNote?.({
    code: "sparse-read",
    message: `${thousands(width)} features, of which ${(100 * rows.entries) / width / rows.length < 1 ? "less than 1" : Math.round((100 * rows.entries) / width / rows.length)} % of the values are not 0, form one block of sparse features`,
  });
  return { name: BLOCK, width, similarity: rows.areCounts() ? "tf-idf" : "cosine", terms: names };
}

/** What the block of all features is called. */
const BLOCK = "features";

/** Throws an InputError if there are too many features. */
function checkIndex(rows: SparseRows, names: readonly string[] | undefined, file: string): void {
  const { index, line } = rows.largest;
  const most = names?.length ?? MOST_COLUMNS;
  if (index > most) {
    const what = names === undefined ? "of features that can be read" : "of named features";
    throw new InputError({
      code: "svmlight-index",
      message: `the index ${thousands(index)} is larger than the number ${what}, ${thousands(most)}`,
      remedy: "Correct the index.",
      where: { file, line },
    });
  }
}

/** Throws an InputError if there are too many values with the zeros. */
function checkSize(rows: SparseRows, names: readonly string[] | undefined, file: string): void {
  const { index, line } = rows.largest;
  const width = names?.length ?? index;
  if (width * rows.length <= MOST_VALUES) return;
  throw new InputError({
    code: "too-many-values",
    message: `${count(rows.length, "row")} of ${count(width, "feature")} have more than the ${thousands(MOST_VALUES)} values that can be read, zeros included`,
    remedy: "Check the largest index, which is on this line, or read fewer bags at a time.",
    where: { file, line },
  });
}

/** Rows as they came: indices and values of all pairs one after the other. */
class SparseRows {
  /** For each row: what comes before its pairs, its line, and where its pairs end. */
  readonly starts: SvmlightStart[] = [];
  readonly lines: number[] = [];
  readonly ends: number[] = [];
  largest = { index: 0, line: 0 };
  readonly #pairs = new GrowableFloats();
  #used = 0;

  get length(): number {
    return this.starts.length;
  }

  /** How many pairs there are. */
  get entries(): number {
    return this.#used / 2;
  }

  /** Whether all values are whole numbers of at least 0. */
  areCounts(): boolean {
    for (let at = 1; at < this.#used; at += 2)
      if (!(Number.isInteger(this.#pairs.values[at]) && this.#pairs.values[at] >= 0)) return false;
    return true;
  }

  get pairs(): Float64Array {
    return this.#pairs.values;
  }

  /** Takes a pair of the current row. */
  readonly pair = (index: number, value: number): void => {
    this.#pairs.reserve(this.#used + 2);
    this.#pairs.values[this.#used++] = index;
    this.#pairs.values[this.#used++] = value;
  };

  /** Ends the row. */
  add(start: SvmlightStart, line: number): void {
    this.starts.push(start);
    this.lines.push(line);
    this.ends.push(this.#used);
    const index = this.#used > (this.ends[this.ends.length - 2] ?? 0) ? this.#pairs.values[this.#used - 2] : 0;
    if (index > this.largest.index) this.largest = { index, line };
  }
}

interface Material {
  readonly rows: SparseRows;
  readonly features: readonly string[];
  /** All features as one block, if they are sparse. */
  readonly block: BlockColumn | undefined;
  readonly groups: ReadonlyMap<string, string>;
  readonly escaped: boolean;
  readonly file: string;
  readonly options: ReadOptions;
}

function build({ rows, features, block, groups, escaped, file, options }: Material): BagSet {
  const kept = keptFeatures(features, options.ignore, file);
  const target = new Int32Array(features.length + 1).fill(-1);
  kept.forEach((feature, k) => {
    target[feature + 1] = k;
  });
  const blocks = block === undefined ? [] : [block];
  const builder = new BagBuilder({ features: kept.map((k) => features[k]), file, options, blocks });
  const labelCode = labelReader(options);
  const { pairs } = rows;
  let at = 0;
  for (let r = 0; r < rows.length; r++) {
    const { bag: written, label } = rows.starts[r];
    const place: Place = { file, line: rows.lines[r] };
    const where = () => place;
    const id = escaped ? unescapeId(written, where) : written;
    const bag = builder.bag(id, where);
    builder.label(bag, labelCode(label, where), where);
    const group = groups.get(id);
    if (group !== undefined) builder.group(bag, group, where);
    if (block !== undefined) {
      const from = at;
      at = rows.ends[r];
      builder.endRow(bag, rows.lines[r], [], [sparsePairs(pairs.subarray(from, at), block.width, place)]);
      continue;
    }
    const start = builder.startRow();
    const { values } = builder;
    values.fill(0, start, start + kept.length);
    for (; at < rows.ends[r]; at += 2) {
      const column = target[pairs[at]];
      if (column === -1) continue;
      const value = pairs[at + 1];
      values[start + column] = Number.isNaN(value)
        ? builder.missing("", () => ({ ...place, field: features[pairs[at] - 1] }))
        : value;
    }
    builder.endRow(bag, rows.lines[r]);
  }
  const bags = builder.finish();
  if (block === undefined) return bags;
  const { name, width, similarity } = block;
  const columns = [{ name, use: { as: "sparse", width, similarity } as const }];
  return bags.withRecipe({ ...plainRecipe([], options), columns });
}

/** Pairs of index, from 1, and value as a sparse row. Features beyond the width are left out. */
function sparsePairs(pairs: Float64Array, width: number, where: Place): SparseRow {
  const [indices, values]: [number[], number[]] = [[], []];
  for (let at = 0; at < pairs.length; at += 2) {
    if (pairs[at] > width || pairs[at + 1] === 0) continue;
    if (Number.isNaN(pairs[at + 1]))
      throw new InputError({
        code: "missing-value",
        message: "a value of a sparse feature is missing",
        remedy: "Leave the feature out of the line: then it is 0.",
        where,
      });
    indices.push(pairs[at] - 1);
    values.push(pairs[at + 1]);
  }
  return new SparseRow(Uint32Array.from(indices), Float64Array.from(values));
}
