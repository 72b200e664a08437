import { squaredNorms } from "../../../kernels/gram/distances.js";
import { toDirection } from "../../../kernels/views/rows.js";
import { linearAlgebra } from "../../../linalg/backend.js";
import type { Matrix } from "../../../linalg/matrix.js";
import { Buffers } from "./buffers.js";

/**
 * The sum over centres of alpha ((1 + cosine) / 2)^2 as a function of the direction u: (sum of
 * alpha + 2 b.u + u'Mu) / 4 with b = sum of alpha c and M = sum of alpha c c'. So with fewer
 * features than centres, the centres are not needed.
 */
export class SquaredCosines {
  readonly #centres: Matrix;
  readonly #alpha: Float64Array;
  readonly #sum: number;
  readonly #linear: Float64Array;
  /** M, if it is smaller than the centres. */
  readonly #form: Matrix | undefined;
  readonly #diagonal: Float64Array;
  readonly #buffers = new Buffers<"images">();

  /** The centres are the rows, which are unit vectors. */
  constructor(centres: Matrix, alpha: Float64Array) {
    this.#centres = centres;
    this.#alpha = alpha;
    this.#sum = alpha.reduce((sum, weight) => sum + weight, 0);
    this.#linear = linearAlgebra().gemvT(centres, alpha);
    this.#form = centres.cols < centres.rows ? linearAlgebra().weightedSyrk(centres, alpha) : undefined;
    this.#diagonal = new Float64Array(centres.cols);
    centres.data.forEach((value, at) => {
      this.#diagonal[at % centres.cols] += alpha[Math.floor(at / centres.cols)] * value * value;
    });
  }

  /**
   * The sum for every row. The last column is for zero rows. Very long or short rows are
   * normalised.
   */
  of(rows: Matrix): Float64Array {
    const { cols, data } = rows;
    const squares = squaredNorms(rows);
    for (let i = 0; i < squares.length; i++) {
      if (squares[i] > SHORTEST && squares[i] < LONGEST) continue;
      toDirection(data, i * cols, (i + 1) * cols - 1);
      squares[i] = 1;
    }
    if (this.#form === undefined) {
      const products = linearAlgebra().gemmNT(rows, this.#centres);
      for (let at = 0; at < products.data.length; at++) products.data[at] *= products.data[at];
      const linear = linearAlgebra().gemv(rows, this.#linear);
      return linearAlgebra()
        .gemv(products, this.#alpha)
        .map((form, i) => this.#total(linear[i] / Math.sqrt(squares[i]), form / squares[i]));
    }
    const out = this.#buffers.take("images", rows.rows, cols);
    const images = linearAlgebra().gemmNT(rows, this.#form, { out }).data;
    const weights = this.#linear;
    return squares.map((square, i) => {
      let linear = 0;
      let form = 0;
      for (let j = 0, at = i * cols; j < cols; j++, at++) {
        linear += data[at] * weights[j];
        form += data[at] * images[at];
      }
      return this.#total(linear / Math.sqrt(square), form / square);
    });
  }

  /**
   * The sum with number j of v changed to `values[j]`, for each j. NaN if the rest is so short that
   * rounding would decide: use `of`. O(numbers) each, plus one product.
   */
  changed(v: Float64Array, values: Float64Array): Float64Array {
    const count = values.length;
    const padded = new Float64Array(this.#linear.length);
    padded.set(v.subarray(0, count));
    const image =
      this.#form === undefined
        ? linearAlgebra().gemvT(
            this.#centres,
            linearAlgebra()
              .gemv(this.#centres, padded)
              .map((product, l) => product * this.#alpha[l]),
          )
        : linearAlgebra().gemv(this.#form, padded);
    let length = 0;
    let linear = 0;
    let square = 0;
    for (let j = 0; j < count; j++) {
      length += v[j] * v[j];
      linear += v[j] * this.#linear[j];
      square += v[j] * image[j];
    }
    return values.map((value, j) => {
      const change = value - v[j];
      const squared = length - v[j] * v[j] + value * value;
      if (!(squared > SHORT * length && squared < Infinity)) return Number.NaN;
      const form = square + change * (2 * image[j] + change * this.#diagonal[j]);
      return this.#total((linear + change * this.#linear[j]) / Math.sqrt(squared), form / squared);
    });
  }

  #total(linear: number, square: number): number {
    return (this.#sum + 2 * linear + square) / 4;
  }
}

/** Squared norms between these two are safe to divide by. */
const SHORTEST = 1e-200;
const LONGEST = 1e200;

/** Below this fraction of the original squared norm, its digits are lost. */
const SHORT = 1e-6;
