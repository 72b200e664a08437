import { weighted } from "../../kernels/gram/gram.js";
import { instanceGram } from "../../kernels/gram/instance-gram.js";
import { setGram } from "../../kernels/gram/set-gram.js";
import type { PairsKernel } from "../../kernels/kernel.js";
import type { Instances } from "../../kernels/representation.js";
import { CANCELLED_SUM, type Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type ChangedPairs, changedRows, type PairValues, rowsOf, singles } from "./changed-pairs.js";

type SetKernel = Extract<PairsKernel, { type: "set" | "conformal" }>;

/**
 * The set kernel or the conformal kernel of a bag that loses or changes one instance: its pairs are
 * subtracted from the sum and, if it changes, added again, unless that would lose digits.
 */
export class ChangedSet implements ChangedPairs {
  readonly #kernel: SetKernel;
  readonly #factors: ((rows: Matrix) => Float64Array) | undefined;
  readonly #rows: Matrix;
  readonly #centres: Instances;
  /** Each instance with each centre: the mean over the centre's instances. */
  readonly #each: Matrix;
  readonly #total: Float64Array;
  #inner: { readonly gram: Matrix; readonly sums: Float64Array; readonly total: number } | undefined;

  /** `centres` have the weights of the kernel. `factors` are those of a conformal kernel. */
  constructor(kernel: SetKernel, rows: BagRows, centres: Instances, factors?: (rows: Matrix) => Float64Array) {
    this.#factors = factors;
    this.#kernel = kernel;
    this.#rows = rowsOf(rows);
    this.#centres = centres;
    this.#each = this.#withCentres(this.#rows);
    this.#total = linearAlgebra().gemvT(this.#each, new Float64Array(rows.size).fill(1));
  }

  /** The bag, then the bag without each of its instances. Needs at least two instances. */
  without(): PairValues {
    const { rows: size, cols } = this.#each;
    const values = matrix(size + 1, cols);
    for (let l = 0; l < cols; l++) values.data[l] = this.#total[l] / size;
    for (let i = 0, at = 0; i < size; i++)
      for (let l = 0; l < cols; l++, at++) values.data[cols + at] = this.#totalWithout(i, l) / (size - 1);
    const self = () => {
      const rest = Array.from({ length: size }, (_, i) => this.#pairsWithout(i) / (size - 1) ** 2);
      return Float64Array.from([this.#pairs().total / size ** 2, ...rest]);
    };
    return { values, self };
  }

  /** The bag, then the bag with one of these features of instance i set to the others' mean. */
  changed(i: number, { mean }: Others, features: readonly number[]): PairValues {
    const { rows: size, cols: width } = this.#rows;
    const changed = changedRows(this.#rows, i, mean, features);
    const each = this.#withCentres(changed);
    const { cols } = each;
    const values = matrix(changed.rows + 1, cols);
    for (let l = 0; l < cols; l++) values.data[l] = this.#total[l] / size;
    for (let r = 0, at = 0; r < changed.rows; r++)
      for (let l = 0; l < cols; l++, at++) values.data[cols + at] = (this.#totalWithout(i, l) + each.data[at]) / size;
    const self = () => {
      const { total } = this.#pairs();
      const without = this.#pairsWithout(i);
      const others = this.#between(changed, this.#rows);
      const result = new Float64Array(changed.rows + 1).fill(total / size ** 2);
      for (let r = 0; r < changed.rows; r++) {
        const row = matrix(1, width, changed.data.slice(r * width, (r + 1) * width));
        let sum = 0;
        for (let k = 0; k < size; k++) if (k !== i) sum += others.data[r * size + k];
        const own = this.#between(row).data[0];
        result[r + 1] = (without + 2 * sum + own) / size ** 2;
      }
      return result;
    };
    return { values, self };
  }

  /**
   * The sum of kernel values with a centre over all instances but one. If that one is nearly all of
   * it, the others are added up instead: subtracting would lose their digits.
   */
  #totalWithout(i: number, centre: number): number {
    const { rows: size, cols, data } = this.#each;
    const total = this.#total[centre];
    const rest = total - data[i * cols + centre];
    if (Math.abs(rest) > CANCELLED_SUM * Math.abs(total)) return rest;
    let sum = 0;
    for (let k = 0; k < size; k++) if (k !== i) sum += data[k * cols + centre];
    return sum;
  }

  /** The sum over all pairs of instances that do not include this one. */
  #pairsWithout(i: number): number {
    const { gram, sums, total } = this.#pairs();
    const size = gram.rows;
    const rest = total - 2 * sums[i] + gram.data[i * size + i];
    if (Math.abs(rest) > CANCELLED_SUM * Math.abs(total)) return rest;
    let sum = 0;
    for (let k = 0; k < size; k++)
      for (let l = 0; l < size; l++) if (k !== i && l !== i) sum += gram.data[k * size + l];
    return sum;
  }

  /** Each of these rows, as a bag of its own, with each centre. */
  #withCentres(rows: Matrix): Matrix {
    return setGram(this.#kernel.kernel, weighted(this.#kernel, singles(rows)), this.#centres);
  }

  /** The kernel of instances with their factors. */
  #between(a: Matrix, b?: Matrix): Matrix {
    const result = instanceGram(this.#kernel.kernel, a, b);
    if (this.#factors === undefined) return result;
    const left = this.#factors(a);
    const right = b === undefined ? left : this.#factors(b);
    for (let i = 0, at = 0; i < result.rows; i++)
      for (let j = 0; j < result.cols; j++, at++) result.data[at] *= left[i] * right[j];
    return result;
  }

  /** All pairs of instances of the bag. Only a normalised kernel needs them. */
  #pairs() {
    if (this.#inner === undefined) {
      const gram = this.#between(this.#rows);
      const sums = linearAlgebra().gemv(gram, new Float64Array(gram.rows).fill(1));
      this.#inner = { gram, sums, total: sums.reduce((sum, value) => sum + value, 0) };
    }
    return this.#inner;
  }
}
