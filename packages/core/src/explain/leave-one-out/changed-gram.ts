import { asPower } from "../../kernels/degree.js";
import type { EdgeKernel, Kernel, PairKernel } from "../../kernels/kernel.js";
import { raise } from "../../kernels/power.js";
import { type VectorName, vectorName } from "../../kernels/representation.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { PairValues } from "./changed-pairs.js";
import { type CentreVectors, kernelOfProducts, selfOfProducts, type Vectors } from "./changed-vectors.js";

/** Several slightly different versions of a bag, in the form that the leaves of a kernel need. */
export interface ChangedBags {
  /** The number of versions. */
  readonly count: number;
  vectors(name: VectorName): Vectors;
  pairs(kernel: PairKernel | EdgeKernel): PairValues;
}

/** The centres, in the form that the leaves of a kernel need. */
export interface Centres {
  /** The number of centres. */
  readonly count: number;
  vectors(name: VectorName): CentreVectors;
  /** The kernel of every centre with itself, as in `gramDiagonal`. */
  self(kernel: Kernel): Float64Array;
}

/** The kernel between changed bags (rows) and the centres, as in `gram`. */
export function changedGram(kernel: Kernel, bags: ChangedBags, centres: Centres): Matrix {
  const power = asPower(kernel);
  if (power !== undefined && power.degree > 1) {
    const result = changedGram(power.base, bags, centres);
    raise(result.data, power.degree);
    return result;
  }
  switch (kernel.type) {
    case "statistic":
    case "affinity":
    case "dissimilarity": {
      const name = vectorName(kernel);
      return kernelOfProducts(kernel.kernel, bags.vectors(name), centres.vectors(name));
    }
    case "set":
    case "graph":
    case "edge-graph":
    case "conformal":
      return bags.pairs(kernel).values;
    case "normalised": {
      const result = changedGram(kernel.kernel, bags, centres);
      const left = roots(changedSelf(kernel.kernel, bags));
      const right = roots(centres.self(kernel.kernel));
      for (let r = 0, at = 0; r < result.rows; r++) {
        for (let l = 0; l < result.cols; l++, at++) {
          const both = left[r] * right[l];
          result.data[at] = both > 0 ? result.data[at] / both : 0;
        }
      }
      return result;
    }
    case "sum": {
      const total = matrix(bags.count, centres.count);
      for (const [k, part] of kernel.kernels.entries()) {
        const weight = kernel.weights?.[k] ?? 1;
        const { data } = changedGram(part, bags, centres);
        for (let at = 0; at < data.length; at++) total.data[at] += weight * data[at];
      }
      return total;
    }
  }
}

/** The kernel of every changed bag with itself, as in `gramDiagonal`. */
function changedSelf(kernel: Kernel, bags: ChangedBags): Float64Array {
  switch (kernel.type) {
    case "statistic":
    case "affinity":
    case "dissimilarity":
      return selfOfProducts(kernel.kernel, bags.vectors(vectorName(kernel)));
    case "set":
    case "graph":
    case "edge-graph":
    case "conformal":
      return bags.pairs(kernel).self();
    case "normalised":
      return changedSelf(kernel.kernel, bags).map((value) => (value > 0 ? 1 : 0));
    case "sum": {
      const total = new Float64Array(bags.count);
      for (const [k, part] of kernel.kernels.entries()) {
        const self = changedSelf(part, bags);
        for (let i = 0; i < total.length; i++) total[i] += (kernel.weights?.[k] ?? 1) * self[i];
      }
      return total;
    }
  }
}

function roots(diagonal: Float64Array): Float64Array {
  return diagonal.map((value) => (value > 0 ? Math.sqrt(value) : 0));
}
