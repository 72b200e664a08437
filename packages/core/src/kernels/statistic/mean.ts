import type { BagRows, Statistic } from "./statistic.js";

/** The mean of each feature over the instances of the bag. Duplicate instances count each time. */
export const meanStatistic: Statistic = {
  name: "mean",
  help: "mean of each feature over the instances of the bag",
  parts: ["mean"],
  write: writeMean,
};

/**
 * Writes the means to `out[at ..]`. Sums in the order of the instances, so another order may change
 * the last bit.
 */
export function writeMean({ data, start, size, width }: BagRows, out: Float64Array, at: number): void {
  for (let j = 0; j < width; j++) out[at + j] = 0;
  let from = start * width;
  for (let i = 0; i < size; i++, from += width) {
    for (let j = 0; j < width; j++) out[at + j] += data[from + j];
  }
  for (let j = 0; j < width; j++) out[at + j] /= size;
}
