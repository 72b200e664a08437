import { type Matrix, matrix } from "../../../linalg/matrix.js";

/**
 * Matrices that are used again and again, so that many small bags do not fill the memory. What is
 * in one is lost when its name is taken again.
 */
export class Buffers<Name extends string> {
  readonly #arrays = new Map<Name, Float64Array>();

  /** A matrix of this shape, with whatever was in it. */
  take(name: Name, rows: number, cols: number): Matrix {
    const size = rows * cols;
    let array = this.#arrays.get(name);
    if (array === undefined || array.length < size) {
      array = new Float64Array(size);
      this.#arrays.set(name, array);
    }
    return matrix(rows, cols, array.subarray(0, size));
  }
}
