import type { LinearAlgebra } from "../../linalg/backend.js";
import type { Cholesky } from "../../linalg/cholesky.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Point } from "./point.js";
import { solveSmall } from "./solve-small.js";

/** With more free samples, factorising their kernel takes seconds, and steps of pairs go on instead. */
export const MOST_FREE = 4000;
/**
 * Added to the diagonal, as a share of the largest kernel value and for each sample. Where samples
 * determine each other, the kernel is flat and the objective a slope: the step is then long.
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
  /** The product of such a row with what the factor makes of a sample, or of ones. */
  readonly products: Map<number, number>;
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
    const { cols, data } = this.#gram;
    const m = free.length;
    const kernel = matrix(m, m);
    let shift = 0;
    for (const i of free) shift = Math.max(shift, data[i * cols + i]);
    if (!(shift > 0)) return undefined;
    // The kernel alone may be singular where the system is not, such as for four points on a plane. As
    // the sum of d is known, adding a multiple of it to every equation only shifts b. Only the lower
    // triangle is read.
    for (let a = 0; a < m; a++) {
      const row = free[a] * cols;
      const to = a * m;
      for (let b = 0; b <= a; b++) kernel.data[to + b] = data[row + free[b]] + shift;
    }
    const diagonal = new Float64Array(m).fill(FLAT * shift * m);
    const reuse = this.#base?.factor;
    this.#base = undefined;
    const factor = this.#algebra.cholesky(kernel, { diagonal, replacePivots: true, ...(reuse && { reuse }) });
    if (!factor.usable) return undefined;
    const byOne = factor.solve(new Float64Array(m).fill(1));
    const places = new Map(Array.from(free, (i, a) => [i, a]));
    const base = {
      samples: free,
      places,
      factor,
      shift,
      byOne,
      rows: new Map(),
      solved: new Map(),
      products: new Map(),
    };
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
    const small = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (let k = 0; k < size; k++) {
      const row = base.rows.get(extra[k]);
      const place = places.get(extra[k]) ?? 0;
      for (let l = 0; l < size; l++) {
        const column = columns[l];
        if (k === size - 1) small[k * size + l] = -sumOf(column);
        else if (row === undefined) small[k * size + l] = -column[place];
        else {
          const key = extra[k] * (cols + 1) + (extra[l] ?? cols);
          const known = base.products.get(key) ?? dot(row, column);
          base.products.set(key, known);
          small[k * size + l] = -known;
        }
      }
      if (k === size - 1) right[k] = sumOf(byGradient);
      else right[k] = row === undefined ? byGradient[place] : dot(row, byGradient);
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
    for (const i of added)
      if (!rows.has(i))
        rows.set(
          i,
          Float64Array.from(samples, (j) => data[i * cols + j] + shift),
        );
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
      solved.set(
        i,
        Float64Array.from(samples, (_, a) => all[a * missing.length + k]),
      );
    });
  }
}

interface Changes {
  readonly base: Base;
  readonly added: Uint32Array;
  readonly removed: readonly number[];
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
