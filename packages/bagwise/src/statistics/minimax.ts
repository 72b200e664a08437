import type { BagRows, Statistic } from "./statistic.js";

/**
 * The minimax statistic of the paper, [min x_1 .. min x_d, max x_1 .. max x_d] (Gaertner et al.
 * 2002; equation "minimax-statistics" of the paper).
 *
 * An instance that comes twice, or another order of the instances, changes no bit of it. A bag of
 * one instance has its values twice.
 */
export const minimax: Statistic = {
  name: "minimax",
  help: "least and greatest value of every feature in the bag",
  parts: ["min", "max"],
  write: writeMinimax,
};

/** Least values to `out[at ..]`, greatest values behind them. */
export function writeMinimax({ data, start, size, width }: BagRows, out: Float64Array, at: number): void {
  const low = at;
  const high = at + width;
  let from = start * width;
  for (let j = 0; j < width; j++) {
    // Adding 0 makes -0 a 0: which zero comes first in the bag must not show.
    const value = data[from + j] + 0;
    out[low + j] = value;
    out[high + j] = value;
  }
  for (let i = 1; i < size; i++) {
    from += width;
    for (let j = 0; j < width; j++) {
      const value = data[from + j] + 0;
      if (value < out[low + j]) out[low + j] = value;
      if (value > out[high + j]) out[high + j] = value;
    }
  }
}
