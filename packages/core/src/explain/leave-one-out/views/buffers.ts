import { type Matrix, matrix } from "../../../linalg/matrix.js";

/** Reusable matrices, for many small bags. Taking a name again overwrites its matrix. */
export class Buffers<Name extends string> {
  readonly #arrays = new Map<Name, Float64Array>();

  /** A matrix of this shape with undefined contents. */
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
