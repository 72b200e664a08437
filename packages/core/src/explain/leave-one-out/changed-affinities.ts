import { type Codebook, similarities } from "../../kernels/codebook/codebook.js";
import { type Extremes, extremesOf, type Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import type { Matrix } from "../../linalg/matrix.js";
import { changedRows, rowsOf } from "./changed-pairs.js";
import { type Changes, changesWithout, type Held } from "./changed-statistics.js";

/**
 * The similarities of a bag to a codebook if it loses or changes one instance. They are maxima over
 * its instances, so leaving one out changes only what it alone holds. Costs one similarity per
 * instance and point, and per feature and point for the effects.
 */
export class ChangedAffinities {
  readonly #codebook: Codebook;
  readonly #rows: Matrix;
  readonly #extremes: Extremes;

  constructor(codebook: Codebook, bag: BagRows) {
    this.#codebook = codebook;
    this.#rows = rowsOf(bag);
    const { rows: size, cols: width, data } = similarities(codebook, this.#rows);
    this.#extremes = extremesOf({ data, start: 0, size, width });
  }

  /** The similarities of the bag. */
  get base(): Float64Array {
    return this.#extremes.high;
  }

  /** Who alone holds a similarity. */
  get held(): readonly Held[] {
    return [{ holder: this.#extremes.highHolder, next: this.#extremes.highNext }];
  }

  /** Without each of these instances. */
  without(instances: readonly number[]): Changes {
    return changesWithout(this.held, instances, this.#rows.rows, this.base);
  }

  /** With one of these features of instance i set to the others' mean. */
  changed(i: number, { mean }: Others, features: readonly number[]): Changes {
    const { high, highHolder, highNext } = this.#extremes;
    const own = similarities(this.#codebook, changedRows(this.#rows, i, mean, features));
    const offsets = new Uint32Array(features.length + 1);
    const columns: number[] = [];
    const values: number[] = [];
    for (let r = 0, at = 0; r < own.rows; r++) {
      for (let m = 0; m < own.cols; m++, at++) {
        const value = Math.max(own.data[at], highHolder[m] === i ? highNext[m] : high[m]);
        if (value === high[m]) continue;
        columns.push(m);
        values.push(value);
      }
      offsets[r + 1] = columns.length;
    }
    return { base: high, offsets, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
  }
}
