import { tieWidth } from "../../kernels/views/ranks.js";
import { type Matrix, transpose } from "../../linalg/matrix.js";

/** Rows by column, as growing trees reads them. Plain data. */
export interface Columns {
  readonly rows: number;
  readonly cols: number;
  /** The value of row i in column j is `values[j * rows + i]`. */
  readonly values: Float64Array;
  /** Values of a column that differ by no more than this are equal. */
  readonly ties: Float64Array;
  /** For exact splits; null for random ones. */
  readonly ranks: Ranks | null;
}

/** Where a column can be cut, and between which of the cuts each value lies. */
interface Ranks {
  /** The number of cuts of the column that are below the value, in the layout of `values`. */
  readonly codes: Uint16Array;
  /** The cuts of column j are from `starts[j]` to `starts[j + 1] - 1`, ascending. */
  readonly starts: Uint32Array;
  readonly cuts: Float64Array;
}

/** Up to this many rows, every place between two different values is a cut. Codes have 16 bits. */
export const EXACT_ROWS = 10_000;
/** Beyond, so many cuts per column are enough: about as many values lie between two of them. */
const MOST_CUTS = 255;
/** So many rows tell how far apart different values are. */
const SAMPLE = 1000;
/**
 * A cut lies at this part of the way between two values. Not in the middle: where features are whole
 * numbers, other bags have values right there, and rounding would decide on which side they are.
 */
const PART = 0.4142135623730951;

/**
 * Prepares rows for growing. Values that differ by rounding only count as equal (`tieWidth`), so that
 * no tree depends on the order in which a mean was summed. Costs a copy, and for exact splits a sorted
 * column at a time.
 */
export function columnsOf(x: Matrix, { splits }: { readonly splits: "exact" | "random" }): Columns {
  const { rows, cols } = x;
  const values = transpose(x).data;
  const ties = new Float64Array(cols);
  const codes = new Uint16Array(splits === "exact" ? values.length : 0);
  const starts = new Uint32Array(cols + 1);
  const cuts: Float64Array[] = [];
  for (let j = 0; j < cols; j++) {
    const column = values.subarray(j * rows, (j + 1) * rows);
    ties[j] = tieWidth(someOf(column, SAMPLE).sort());
    if (splits === "random") continue;
    const own = cutsOf(someOf(column, EXACT_ROWS).sort(), ties[j], rows > EXACT_ROWS ? MOST_CUTS : rows);
    for (let i = 0; i < rows; i++) codes[j * rows + i] = below(own, column[i]);
    starts[j + 1] = starts[j] + own.length;
    cuts.push(own);
  }
  return { rows, cols, values, ties, ranks: splits === "random" ? null : { codes, starts, cuts: joined(cuts) } };
}

/** A copy of at most so many of the values, evenly spaced. */
function someOf(values: Float64Array, most: number): Float64Array {
  if (values.length <= most) return values.slice();
  return Float64Array.from({ length: most }, (_, k) => values[Math.floor((k * values.length) / most)]);
}

/** Cuts between all different values, or so many of them, evenly spaced by rank. */
function cutsOf(sorted: Float64Array, tie: number, most: number): Float64Array {
  const places: number[] = [];
  for (let k = 1; k < sorted.length; k++) if (sorted[k] - sorted[k - 1] > tie) places.push(k);
  const wanted = places.length <= most ? places : spaced(places, sorted.length, most);
  return Float64Array.from(wanted, (k) => {
    const cut = sorted[k - 1] + PART * (sorted[k] - sorted[k - 1]);
    return cut < sorted[k] ? cut : sorted[k - 1];
  });
}

/** The first place from each of the evenly spaced ranks on. */
function spaced(places: readonly number[], count: number, most: number): number[] {
  const found: number[] = [];
  let next = 1;
  for (const place of places) {
    if (place < (next * count) / (most + 1)) continue;
    found.push(place);
    while (place >= (next * count) / (most + 1)) next++;
  }
  return found;
}

/** How many of the cuts are below the value. */
function below(cuts: Float64Array, value: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
