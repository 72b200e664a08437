import { distanceBlocks } from "../../kernels/gram/distance-blocks.js";
import { nearLimit, weightsOfCounts } from "../../kernels/gram/graph-weights.js";
import { instanceDiagonal, instanceGram } from "../../kernels/gram/instance-gram.js";
import { setGram } from "../../kernels/gram/set-gram.js";
import type { InstanceKernel } from "../../kernels/instance-kernel.js";
import type { Instances } from "../../kernels/representation.js";
import { CANCELLED_SUM, type Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type ChangedPairs, changedRows, type PairValues, rowsOf, singles } from "./changed-pairs.js";

/** One version of the bag: without an instance, or with other distances of it. */
interface Version {
  /** The instance, or -1 for the bag itself. */
  readonly instance: number;
  /** The sum of the distances over all pairs of different instances, each pair twice. */
  readonly total: number;
  /** Its distances to all instances of the bag after the change. Missing if it is left out. */
  readonly distances?: Float64Array;
}

/**
 * The graph kernel of a bag that loses or changes one instance. That may change the weights of all
 * others, so they are found anew for each version, from sorted distances. For n instances and m
 * centres, leaving out each takes O(n^2 log n + n^2 m) time, and for a normalised kernel O(n^3).
 * Memory: 8 n^2 bytes, three times at most.
 */
export class ChangedGraph implements ChangedPairs {
  readonly #kernel: InstanceKernel;
  readonly #rows: Matrix;
  readonly #centres: Instances;
  /** Each instance with each centre: the weighted mean over the centre's instances. */
  readonly #each: Matrix;
  readonly #distances: Matrix;
  /** The sum of the distances from each instance to all others. */
  readonly #sums: Float64Array;
  readonly #total: number;
  #gram: Matrix | undefined;

  /** `centres` have the weights of the kernel. */
  constructor(kernel: InstanceKernel, bag: BagRows, centres: Instances) {
    this.#kernel = kernel;
    this.#rows = rowsOf(bag);
    this.#centres = centres;
    this.#each = setGram(kernel, singles(this.#rows), centres);
    this.#distances = distancesBetween(this.#rows, this.#rows);
    this.#sums = linearAlgebra().gemv(this.#distances, new Float64Array(bag.size).fill(1));
    this.#total = this.#sums.reduce((sum, value) => sum + value, 0);
  }

  without(): PairValues {
    const size = this.#rows.rows;
    const versions = Array.from({ length: size }, (_, i) => ({ instance: i, total: this.#totalWithout(i) }));
    const weights = this.#weights(versions);
    return { values: linearAlgebra().gemm(weights, this.#each), self: () => this.#quadratic(weights) };
  }

  changed(i: number, { mean }: Others, features: readonly number[]): PairValues {
    const size = this.#rows.rows;
    const rows = changedRows(this.#rows, i, mean, features);
    const distances = distancesBetween(rows, this.#rows);
    const total = this.#totalWithout(i);
    const versions = features.map((_, r): Version => {
      const own = distances.data.subarray(r * size, (r + 1) * size);
      let sum = 0;
      for (let k = 0; k < size; k++) if (k !== i) sum += own[k];
      return { instance: i, total: total + 2 * sum, distances: own };
    });
    const weights = this.#weights(versions);
    // The changed instance is not one of the bag's rows: it is added afterwards.
    const moved = features.map((_, r) => weights.data[(r + 1) * size + i]);
    for (let r = 0; r < features.length; r++) weights.data[(r + 1) * size + i] = 0;
    const values = linearAlgebra().gemm(weights, this.#each);
    const each = setGram(this.#kernel, singles(rows), this.#centres);
    for (let r = 0, at = 0; r < rows.rows; r++)
      for (let l = 0; l < each.cols; l++, at++) values.data[each.cols + at] += moved[r] * each.data[at];
    const self = () => {
      const result = this.#quadratic(weights);
      const others = instanceGram(this.#kernel, rows, this.#rows);
      const own = instanceDiagonal(this.#kernel, rows);
      for (let r = 0; r < rows.rows; r++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += weights.data[(r + 1) * size + k] * others.data[r * size + k];
        result[r + 1] += moved[r] * (2 * sum + moved[r] * own[r]);
      }
      return result;
    };
    return { values, self };
  }

  /** The weights in the bag, then in each version. An instance that is left out has weight 0. */
  #weights(changes: readonly Version[]): Matrix {
    const { rows: size, data } = this.#distances;
    const versions: readonly Version[] = [{ instance: -1, total: this.#total }, ...changes];
    const limits = versions.map(({ instance, total, distances }) => {
      const left = instance >= 0 && distances === undefined ? size - 1 : size;
      return left < 2 ? 0 : nearLimit(total / (left * (left - 1)));
    });
    const near = matrix(versions.length, size);
    for (let a = 0; a < size; a++) {
      const row = data.subarray(a * size, (a + 1) * size);
      const sorted = row.slice().sort();
      for (const [v, { instance, distances }] of versions.entries()) {
        const limit = limits[v];
        if (a === instance) {
          if (distances !== undefined) near.data[v * size + a] = 1 + countBelow(distances, limit, a);
          continue;
        }
        let count = placeIn(sorted, limit);
        if (instance >= 0 && row[instance] < limit) count--;
        if (distances !== undefined && distances[a] < limit) count++;
        near.data[v * size + a] = count;
      }
    }
    for (const [v, { instance, distances }] of versions.entries()) {
      const own = near.data.subarray(v * size, (v + 1) * size);
      const leftOut = distances === undefined ? instance : -1;
      const weights = weightsOfCounts(own.filter((_, a) => a !== leftOut));
      for (let a = 0, k = 0; a < size; a++) own[a] = a === leftOut ? 0 : weights[k++];
    }
    return near;
  }

  /** The sum of all distances without those of instance i; added up if subtracting lost digits. */
  #totalWithout(i: number): number {
    const rest = this.#total - 2 * this.#sums[i];
    if (rest > CANCELLED_SUM * this.#total) return rest;
    const { rows: size, data } = this.#distances;
    let sum = 0;
    for (let k = 0; k < size; k++) for (let l = 0; l < size; l++) if (k !== i && l !== i) sum += data[k * size + l];
    return sum;
  }

  /** w' K w for each row w of weights. */
  #quadratic(weights: Matrix): Float64Array {
    this.#gram ??= instanceGram(this.#kernel, this.#rows);
    const products = linearAlgebra().gemm(weights, this.#gram);
    return Float64Array.from({ length: weights.rows }, (_, v) => {
      let sum = 0;
      for (let at = v * weights.cols; at < (v + 1) * weights.cols; at++) sum += weights.data[at] * products.data[at];
      return sum;
    });
  }
}

/** How many values are below the limit, one place not counted. */
function countBelow(values: Float64Array, limit: number, except: number): number {
  let count = 0;
  for (let k = 0; k < values.length; k++) if (k !== except && values[k] < limit) count++;
  return count;
}

/** How many values of a sorted list are below the limit. */
function placeIn(sorted: Float64Array, limit: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The distances between all rows, with the bits that `graphWeights` uses. */
function distancesBetween(rows: Matrix, others: Matrix): Matrix {
  const result = matrix(rows.rows, others.rows);
  for (const { first, distances } of distanceBlocks(rows, others))
    result.data.set(distances.data.map(Math.sqrt), first * others.rows);
  return result;
}
