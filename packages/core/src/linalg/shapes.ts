import { InputError } from "../base/errors.js";
import { type Matrix, matrix } from "./matrix.js";

/** Throws an `InputError` unless the two sizes are equal. */
export function checkEqual(where: string, what: string, got: number, other: string, wanted: number): void {
  if (got === wanted) return;
  throw new InputError({
    code: "shape",
    message: `${where}: ${what} is ${got}, ${other} is ${wanted}`,
    remedy: "The two must be equal.",
  });
}

export function checkSquare(where: string, a: Matrix): void {
  checkEqual(where, "the number of rows", a.rows, "the number of columns", a.cols);
}

/** Arrays that are read while a result is written, so the result must not overwrite them. */
type Operands = readonly Float64Array[];

/**
 * The vector for a result: `out` if given, otherwise a new one. Throws if `out` shares memory with
 * an operand.
 */
export function vectorFor(
  where: string,
  length: number,
  out: Float64Array | undefined,
  operands: Operands = [],
): Float64Array {
  if (out === undefined) return new Float64Array(length);
  checkEqual(where, "the length of `out`", out.length, "the length of the result", length);
  checkApart(where, out, operands);
  return out;
}

/**
 * The matrix for a result: `out` if given, otherwise a new one. Throws if `out` shares memory with
 * an operand.
 */
export function matrixFor(
  where: string,
  rows: number,
  cols: number,
  out: Matrix | undefined,
  operands: Operands = [],
): Matrix {
  if (out === undefined) return matrix(rows, cols);
  checkEqual(where, "the number of rows of `out`", out.rows, "that of the result", rows);
  checkEqual(where, "the number of columns of `out`", out.cols, "that of the result", cols);
  checkApart(where, out.data, operands);
  return out;
}

/**
 * Two views of one buffer, such as a worker's memory, may lie side by side. Only overlap is an
 * error.
 */
function checkApart(where: string, out: Float64Array, operands: Operands): void {
  for (const operand of operands) {
    const common =
      out.buffer === operand.buffer &&
      out.byteOffset < operand.byteOffset + operand.byteLength &&
      operand.byteOffset < out.byteOffset + out.byteLength;
    if (!common) continue;
    throw new InputError({
      code: "overlap",
      message: `${where}: \`out\` shares memory with an operand`,
      remedy: "Pass an array that no operand uses.",
    });
  }
}

/** Throws the `InputError` for a workspace of `length` numbers that could not be allocated. */
export function noMemory(length: number): never {
  throw new InputError({
    code: "memory",
    message: `linear algebra: not enough memory for a workspace of ${Math.ceil((8 * length) / 2 ** 20)} MB`,
    remedy: "Use a smaller matrix, for instance fewer landmarks.",
  });
}
