import type { Random } from "../base/random.js";
import type { Matrix } from "../linalg/matrix.js";

/** A column is settled after so many permutations that are as extreme as the data. */
const ENOUGH = 10;
/** The most permutations, and the fewest if columns are very many. */
const MOST = 9999;
const FEWEST = 199;
/** About how many additions to spend, if no column settles early. */
const WORK = 3e8;
/** Sums of values up to 1 that differ by less are equal: they depend on the order of their terms. */
const ROUNDING = 1e-12;

/**
 * For each column, the two-sided p-value of the difference between the mean of the first `first`
 * rows and that of the others: the share of random choices of as many rows whose mean is as far
 * from that of all. So it holds for any distribution, and for few rows: two rows out of ten never
 * get below 1/45.
 *
 * A column is left alone once ten choices were as extreme, which leaves a valid p-value (Besag and
 * Clifford, Biometrika 78, 1991). Others get at most 9,999 choices, fewer if there are many rows
 * and columns, and a p-value of at least 1 / (choices + 1). All columns share their choices, which
 * keeps their dependence. Without rows on both sides every p-value is 1.
 */
export function permutationTest({ rows, cols, data }: Matrix, first: number, generator: Random): Float64Array {
  const p = new Float64Array(cols).fill(1);
  if (first < 1 || first >= rows) return p;
  const choices = Math.max(FEWEST, Math.min(MOST, Math.floor(WORK / (first * cols))));
  const columns = Array.from({ length: cols }, (_, j) =>
    centred(Float64Array.from({ length: rows }, (_, i) => data[i * cols + j])),
  );
  const own = Uint32Array.from({ length: first }, (_, i) => i);
  const far = columns.map((column) => Math.abs(sumOf(column, own)));
  const extreme = new Uint32Array(cols);
  let open = Array.from(columns.keys());
  for (let done = 1; done <= choices && open.length > 0; done++) {
    const chosen = generator.sample(rows, first);
    for (const j of open) {
      const column = columns[j];
      if (Math.abs(sumOf(column, chosen)) < far[j] - ROUNDING) continue;
      if (++extreme[j] === ENOUGH) p[j] = ENOUGH / done;
    }
    open = open.filter((j) => extreme[j] < ENOUGH);
  }
  for (const j of open) p[j] = (extreme[j] + 1) / (choices + 1);
  return p;
}

/** The values minus their mean, in units of their spread. A constant column becomes exactly 0. */
function centred(values: Float64Array): Float64Array {
  const shifted = values.map((value) => value - values[0]);
  const largest = shifted.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const mean = shifted.reduce((sum, value) => sum + value / largest, 0) / values.length;
  return shifted.map((value) => value / largest - mean);
}

function sumOf(values: Float64Array, chosen: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < chosen.length; k++) sum += values[chosen[k]];
  return sum;
}
