import { type Matrix, matrix } from "../../linalg/matrix.js";
import { asPower } from "../degree.js";
import { isVectorKernel, type Kernel, leavesOf } from "../kernel.js";
import { raise } from "../power.js";
import { instanceRows, type Representation, statisticRows, vectorName } from "../representation.js";
import { edgeGraphDiagonal, edgeGraphGram } from "./edge-gram.js";
import { instanceDiagonal, instanceGram } from "./instance-gram.js";
import { type SetGram, setDiagonal, setGram } from "./set-gram.js";
import { weighted } from "./weighted.js";

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
  const power = asPower(kernel);
  if (power !== undefined && power.degree > 1) {
    const result = gram(power.base, a, b);
    raise(result.data, power.degree);
    return result;
  }
  switch (kernel.type) {
    case "statistic":
    case "affinity":
    case "dissimilarity": {
      const name = vectorName(kernel);
      return instanceGram(kernel.kernel, statisticRows(a, name), b && statisticRows(b, name));
    }
    case "set":
    case "graph":
    case "conformal":
      return ofSets(kernel.kernel, weighted(kernel, instanceRows(a)), b && weighted(kernel, instanceRows(b)));
    case "edge-graph":
      return edgeGraphGram(kernel, instanceRows(a), b && instanceRows(b), ofSets);
    case "normalised": {
      const inner = gramWith(ofSets, kernel.kernel, a, b);
      // Kernels of pairs, which take long, have the same bits on the diagonal of their matrix.
      const own = b === undefined && !leavesOf(kernel).some(isVectorKernel);
      const left = roots(own ? inner.data.filter((_, at) => at % (a.bags + 1) === 0) : gramDiagonal(kernel.kernel, a));
      const right = b && roots(gramDiagonal(kernel.kernel, b));
      return normalise(inner, left, right);
    }
    case "sum": {
      const total = matrix(a.bags, (b ?? a).bags);
      for (const [k, part] of kernel.kernels.entries()) {
        add(total.data, gramWith(ofSets, part, a, b).data, kernel.weights?.[k] ?? 1);
      }
      return total;
    }
  }
}

/**
 * The kernel of every bag with itself, without computing the rest of the matrix. For a normalised
 * kernel 1, or 0 for a bag whose similarity to itself is 0.
 */
export function gramDiagonal(kernel: Kernel, a: Representation): Float64Array {
  switch (kernel.type) {
    case "statistic":
    case "affinity":
    case "dissimilarity":
      return instanceDiagonal(kernel.kernel, statisticRows(a, vectorName(kernel)));
    case "set":
    case "graph":
    case "conformal":
      return setDiagonal(kernel.kernel, weighted(kernel, instanceRows(a)));
    case "edge-graph":
      return edgeGraphDiagonal(kernel, instanceRows(a));
    case "normalised":
      return gramDiagonal(kernel.kernel, a).map((value) => (value > 0 ? 1 : 0));
    case "sum": {
      const total = new Float64Array(a.bags);
      for (const [k, part] of kernel.kernels.entries()) add(total, gramDiagonal(part, a), kernel.weights?.[k] ?? 1);
      return total;
    }
  }
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

function add(total: Float64Array, part: Float64Array, weight: number): void {
  for (let i = 0; i < total.length; i++) total[i] += weight * part[i];
}
