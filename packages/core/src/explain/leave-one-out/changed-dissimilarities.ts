import { nearestDistances, type References } from "../../kernels/references/dissimilarities.js";
import { meanWithout, type Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import type { Matrix } from "../../linalg/matrix.js";
import { changedRows, rowsOf } from "./changed-pairs.js";
import type { Changes } from "./changed-statistics.js";

/**
 * The dissimilarities of a bag from reference bags if it loses or changes one instance. They are means over its
 * instances, so every one of them changes. Costs one distance per instance and instance of a reference, and
 * per feature and instance of a reference for the effects.
 */
export class ChangedDissimilarities {
  readonly #references: References;
  readonly #rows: Matrix;
  readonly #nearest: BagRows;
  readonly #sums: Float64Array;
  readonly base: Float64Array;
  /** No instance alone holds anything: all count in a mean. */
  readonly held = [];

  constructor(references: References, bag: BagRows) {
    this.#references = references;
    this.#rows = rowsOf(bag);
    const { rows: size, cols: width, data } = nearestDistances(references, this.#rows);
    this.#nearest = { data, start: 0, size, width };
    this.#sums = new Float64Array(width);
    for (let at = 0; at < data.length; at += width) for (let r = 0; r < width; r++) this.#sums[r] += data[at + r];
    this.base = this.#sums.map((sum) => sum / size);
  }

  /** Without each of these instances. */
  without(instances: readonly number[]): Changes {
    return this.#changes(instances.length, (k, r) => meanWithout(this.#nearest, this.#sums[r], instances[k], r));
  }

  /** With one of these features of instance i set to the others' mean. */
  changed(i: number, { mean }: Others, features: readonly number[]): Changes {
    const { size } = this.#nearest;
    const own = nearestDistances(this.#references, changedRows(this.#rows, i, mean, features));
    const rest = this.#sums.map((sum, r) => (size > 1 ? meanWithout(this.#nearest, sum, i, r) : 0));
    return this.#changes(features.length, (k, r) => (rest[r] * (size - 1) + own.data[k * own.cols + r]) / size);
  }

  #changes(count: number, value: (version: number, reference: number) => number): Changes {
    const { width } = this.#nearest;
    return {
      base: this.base,
      offsets: Uint32Array.from({ length: count + 1 }, (_, k) => k * width),
      columns: Uint32Array.from({ length: count * width }, (_, at) => at % width),
      values: Float64Array.from({ length: count * width }, (_, at) => value(Math.floor(at / width), at % width)),
    };
  }
}
