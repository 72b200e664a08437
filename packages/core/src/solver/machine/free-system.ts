import type { LinearAlgebra } from "../../linalg/backend.js";
import type { Cholesky } from "../../linalg/cholesky.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { factoriseFree, sumOf } from "../free-factor.js";
import type { Point } from "./point.js";

/** With more free samples, factorising their kernel takes seconds, and steps of pairs go on instead. */
export const MOST_FREE = 4000;
/**
 * See `factoriseFree`. Where samples determine each other, the kernel is flat and the objective a slope: the
 * step is then long.
 */
const FLAT = 1e-13;
/** With fewer free samples, factorising again costs next to nothing. */
const SMALL = 100;
/** Samples that differ from the factorised ones, as a share of them: with more, it factorises again. */
const MOST_CHANGES = 0.2;

/** A factorised kernel of free samples, and what is solved with it so far. */
interface Base {
  readonly samples: Uint32Array;
  readonly places: ReadonlyMap<number, number>;
  readonly factor: Cholesky;
  readonly shift: number;
  readonly byOne: Float64Array;
  /** The kernel between the base and a sample outside it. */
  readonly rows: Map<number, Float64Array>;
  /** What the factor makes of that; for a sample of the base, of its unit vector. */
  readonly solved: Map<number, Float64Array>;
}

/**
 * Newton's direction over the free samples d: K_FF d + b 1 = -gradient_F, with d summing to what the
 * coefficients miss to 0. If few samples became free or bound since the last factorisation, they
 * enter as rows and columns beside it (a Schur complement, as in Gill, Murray, Saunders and Wright
 * 1990), which costs m^2 for each instead of m^3 / 3 for all.
 */
export class FreeSystem {
  readonly #algebra: LinearAlgebra;
  readonly #gram: Matrix;
  #base: Base | undefined;

  constructor(algebra: LinearAlgebra, gram: Matrix) {
    this.#algebra = algebra;
    this.#gram = gram;
  }

  /** One number for each free sample, which are in ascending order; undefined if there is none. */
  direction(free: Uint32Array, point: Point): Float64Array | undefined {
    const found = this.#changed(free) ?? this.#factorise(free);
    if (found === undefined) return undefined;
    const direction = this.#solve(found, free, point);
    return direction?.every(Number.isFinite) ? direction : undefined;
  }

  /** What differs from the factorised samples, if that is little. */
  #changed(free: Uint32Array): Changes | undefined {
    const base = this.#base;
    if (base === undefined) return undefined;
    const added = free.filter((i) => !base.places.has(i));
    if (added.length === 0 && free.length === base.samples.length) return { base, added, removed: [] };
    const inside = new Set(free);
    const removed = [...base.samples].filter((i) => !inside.has(i));
    const few = base.samples.length >= SMALL && added.length + removed.length <= MOST_CHANGES * base.samples.length;
    return few ? { base, added, removed } : undefined;
  }

  #factorise(free: Uint32Array): Changes | undefined {
    const found = factoriseFree(this.#algebra, this.#gram, free, { flat: FLAT, reuse: this.#base?.factor });
    if (found === undefined) return undefined;
    // Its memory was taken.
    this.#base = undefined;
    const { factor, shift } = found;
    if (!factor.usable) return undefined;
    const byOne = factor.solve(new Float64Array(free.length).fill(1));
    const places = new Map(Array.from(free, (i, a) => [i, a]));
    const base = { samples: free, places, factor, shift, byOne, rows: new Map(), solved: new Map() };
    this.#base = base;
    return { base, added: new Uint32Array(0), removed: [] };
  }

  #solve({ base, added, removed }: Changes, free: Uint32Array, { alpha, gradient }: Point): Float64Array | undefined {
    const { samples, places, factor, shift, byOne } = base;
    const { cols, data } = this.#gram;
    this.#prepare(base, added, removed);
    const byGradient = factor.solve(Float64Array.from(samples, (i) => gradient[i]));
    const extra = [...added, ...removed];
    const columns = [...extra.map((i) => base.solved.get(i) ?? byOne), byOne];
    const size = columns.length;
    // The extra unknowns: d of added samples, a force that holds each removed one, and b.
    const stacked = stack([...columns, byGradient], samples.length);
    const known = stack(
      Array.from(added, (i) => base.rows.get(i) ?? byOne),
      samples.length,
    );
    const products = this.#algebra.gemmNT(known, stacked);
    const times = (k: number, l: number): number => {
      if (k < added.length) return products.data[k * (size + 1) + l];
      const at = l * samples.length;
      if (k < size - 1) return stacked.data[at + (places.get(extra[k]) ?? 0)];
      return sumOf(stacked.data.subarray(at, at + samples.length));
    };
    const small = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (let k = 0; k < size; k++) {
      for (let l = 0; l < size; l++) small[k * size + l] = -times(k, l);
      right[k] = times(k, size);
    }
    for (let k = 0; k < added.length; k++) {
      for (let l = 0; l < added.length; l++) small[k * size + l] += data[added[k] * cols + added[l]] + shift;
      small[k * size + k] += FLAT * shift * samples.length;
      small[k * size + size - 1] += 1;
      small[(size - 1) * size + k] += 1;
      right[k] -= gradient[added[k]];
    }
    right[size - 1] -= sumOf(alpha);
    const found = solveSmall(small, right);
    if (found === undefined) return undefined;
    const inBase = byGradient.map((value) => -value);
    for (let k = 0; k < size; k++) {
      const [column, weight] = [columns[k], found[k]];
      for (let a = 0; a < inBase.length; a++) inBase[a] -= weight * column[a];
    }
    const outside = new Map(Array.from(added, (i, k) => [i, found[k]]));
    return Float64Array.from(free, (i) => outside.get(i) ?? inBase[places.get(i) ?? 0]);
  }

  /** Solves for the samples that were not asked for before. */
  #prepare(
    { samples, places, factor, shift, rows, solved }: Base,
    added: Uint32Array,
    removed: readonly number[],
  ): void {
    const { cols, data } = this.#gram;
    const m = samples.length;
    for (const i of added) {
      if (rows.has(i)) continue;
      const row = new Float64Array(m);
      for (let a = 0; a < m; a++) row[a] = data[i * cols + samples[a]] + shift;
      rows.set(i, row);
    }
    const missing = [...added, ...removed].filter((i) => !solved.has(i));
    if (missing.length === 0) return;
    const right = matrix(m, missing.length);
    missing.forEach((i, k) => {
      const row = rows.get(i);
      if (row === undefined) right.data[(places.get(i) ?? 0) * missing.length + k] = 1;
      else for (let a = 0; a < m; a++) right.data[a * missing.length + k] = row[a];
    });
    const { data: all } = factor.solveMatrix(right, { out: right });
    missing.forEach((i, k) => {
      const column = new Float64Array(m);
      for (let a = 0; a < m; a++) column[a] = all[a * missing.length + k];
      solved.set(i, column);
    });
  }
}

interface Changes {
  readonly base: Base;
  readonly added: Uint32Array;
  readonly removed: readonly number[];
}

/** Vectors of one length as the rows of a matrix. */
function stack(rows: readonly Float64Array[], cols: number): Matrix {
  const result = matrix(rows.length, cols);
  for (const [k, row] of rows.entries()) result.data.set(row, k * cols);
  return result;
}

/**
 * The solution of a small dense system by elimination with row pivoting; both are overwritten. The
 * matrix is symmetric, but neither sign is certain. Undefined if it is singular.
 */
export function solveSmall(a: Float64Array, b: Float64Array): Float64Array | undefined {
  const n = b.length;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r * n + c]) > Math.abs(a[pivot * n + c])) pivot = r;
    if (!(Math.abs(a[pivot * n + c]) > 0)) return undefined;
    if (pivot !== c) {
      for (let k = c; k < n; k++) [a[c * n + k], a[pivot * n + k]] = [a[pivot * n + k], a[c * n + k]];
      [b[c], b[pivot]] = [b[pivot], b[c]];
    }
    for (let r = c + 1; r < n; r++) {
      const share = a[r * n + c] / a[c * n + c];
      if (share === 0) continue;
      for (let k = c + 1; k < n; k++) a[r * n + k] -= share * a[c * n + k];
      b[r] -= share * b[c];
    }
  }
  for (let c = n - 1; c >= 0; c--) {
    for (let k = c + 1; k < n; k++) b[c] -= a[c * n + k] * b[k];
    b[c] /= a[c * n + c];
  }
  return b;
}
