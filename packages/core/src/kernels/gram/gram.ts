import { type Matrix, matrix } from "../../linalg/matrix.js";
import { asPower } from "../degree.js";
import { isVectorKernel, type Kernel, kindOf, type LeafOf, leavesOf, type PairsKernel, vectorName } from "../kernel.js";
import { raise } from "../power.js";
import { type Instances, instanceRows, type Representation, statisticRows } from "../representation.js";
import { instanceDiagonal, instanceGram } from "./instance-gram.js";
import { type SetGram, setGram } from "./set-gram.js";

/**
 * The kernel matrix between all bags of `a` (rows) and all bags of `b` (columns). Without `b`, the
 * kernel matrix of `a`, which is exactly symmetric and takes half the work. An entry depends only
 * on its two bags, so scoring bags one at a time or together gives the same result.
 *
 * Throws an InputError if a representation was made for another kernel or other features. No bags
 * give an empty matrix.
 */
export function gram(kernel: Kernel, a: Representation, b?: Representation): Matrix {
  return gramWith(setGram, kernel, a, b);
}

/** The same with set kernels that are computed in this way. They are overwritten. */
export function gramWith(ofSets: SetGram, kernel: Kernel, a: Representation, b?: Representation): Matrix {
  const selves = (of: Kernel, inner: Matrix): Selves => {
    // Kernels of pairs, which take long, have the same bits on the diagonal of their matrix.
    const own = b === undefined && !leavesOf(of).some(isVectorKernel);
    const left = own ? inner.data.filter((_, at) => at % (a.bags + 1) === 0) : gramDiagonal(of, a);
    return [left, b && gramDiagonal(of, b)];
  };
  return combined(kernel, { leaf: (leaf) => leafGram(ofSets, leaf, a, b), selves });
}

function leafGram(ofSets: SetGram, leaf: LeafOf<number>, a: Representation, b?: Representation): Matrix {
  if (!isVectorKernel(leaf)) return kindOf(leaf).gram(leaf, ofSets, instanceRows(a), b && instanceRows(b));
  const name = vectorName(leaf);
  return instanceGram(leaf.kernel, statisticRows(a, name), b && statisticRows(b, name));
}

/** What a kernel of bags is computed from. */
export interface LeafValues {
  /** The values of a kernel that is not made of others. They are overwritten. */
  leaf(leaf: LeafOf<number>): Matrix;
  /** The kernel of every row, and of every column, with itself; no columns if they are the rows. */
  selves(kernel: Kernel, values: Matrix): Selves;
}

type Selves = [rows: Float64Array, columns: Float64Array | undefined];

/** The values of a kernel, from those of the kernels that it is made of. */
export function combined(kernel: Kernel, values: LeafValues): Matrix {
  const power = asPower(kernel);
  if (power !== undefined && power.degree > 1) {
    const result = combined(power.base, values);
    raise(result.data, power.degree);
    return result;
  }
  if (kernel.type === "normalised") {
    const inner = combined(kernel.kernel, values);
    const [rows, columns] = values.selves(kernel.kernel, inner);
    return normalise(inner, roots(rows), columns && roots(columns));
  }
  if (kernel.type !== "sum") return values.leaf(kernel);
  const parts = kernel.kernels.map((part) => () => combined(part, values));
  return weightedSum(
    kernel,
    parts,
    (each) => each.data,
    ({ rows, cols }) => matrix(rows, cols),
  );
}

/**
 * The kernel of every bag with itself, without computing the rest of the matrix. For a normalised
 * kernel 1, or 0 for a bag whose similarity to itself is 0.
 */
export function gramDiagonal(kernel: Kernel, a: Representation): Float64Array {
  return combinedSelf(kernel, (leaf) =>
    isVectorKernel(leaf)
      ? instanceDiagonal(leaf.kernel, statisticRows(a, vectorName(leaf)))
      : kindOf(leaf).diagonal(leaf, instanceRows(a)),
  );
}

/** The values of every bag with itself, from those of the kernels that the kernel is made of. */
export function combinedSelf(kernel: Kernel, ofLeaf: (leaf: LeafOf<number>) => Float64Array): Float64Array {
  if (kernel.type === "normalised") return combinedSelf(kernel.kernel, ofLeaf).map((value) => (value > 0 ? 1 : 0));
  if (kernel.type !== "sum") return ofLeaf(kernel);
  const parts = kernel.kernels.map((part) => () => combinedSelf(part, ofLeaf));
  return weightedSum(
    kernel,
    parts,
    (each) => each,
    (each) => new Float64Array(each.length),
  );
}

/** The instances with the weights that this kernel gives them. The plain set kernel gives none. */
export function weighted(kernel: PairsKernel, instances: Instances): Instances {
  return kindOf(kernel).weigh(kernel, instances);
}

/**
 * Divides by the self-similarities. A bag whose self-similarity is 0 gets similarity 0 to every
 * bag, itself included.
 */
function normalise(result: Matrix, left: Float64Array, right?: Float64Array): Matrix {
  const { rows, cols, data } = result;
  const other = right ?? left;
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      const both = left[i] * other[j];
      data[at] = both > 0 ? data[at] / both : 0;
    }
    if (right === undefined && left[i] > 0) data[i * cols + i] = 1;
  }
  return result;
}

function roots(diagonal: Float64Array): Float64Array {
  return diagonal.map((value) => (value > 0 ? Math.sqrt(value) : 0));
}

/** The weighted sum of parts, which are computed one after the other. */
function weightedSum<Part>(
  { weights }: { readonly weights?: readonly number[] },
  parts: readonly (() => Part)[],
  numbersOf: (part: Part) => Float64Array,
  zero: (like: Part) => Part,
): Part {
  let total: Part | undefined;
  for (const [k, compute] of parts.entries()) {
    const part = compute();
    total ??= zero(part);
    const [sums, values] = [numbersOf(total), numbersOf(part)];
    for (let i = 0; i < sums.length; i++) sums[i] += (weights?.[k] ?? 1) * values[i];
  }
  if (total === undefined) throw new RangeError("a sum of kernels has at least one part");
  return total;
}
