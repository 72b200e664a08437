import type { BagRows, Statistic } from "./statistic.js";

/**
 * The minimax statistic, [min x_1 .. min x_d, max x_1 .. max x_d] (Gaertner et al. 2002; equation
 * "minimax-statistics" of the paper).
 *
 * Duplicates and the order of instances do not change a single bit. For a bag of one instance, both
 * halves are that instance.
 */
export const minimax: Statistic = {
  name: "minimax",
  help: "minimum and maximum of each feature in the bag",
  parts: ["min", "max"],
  write: writeMinimax,
};

/** Writes the minima to `out[at ..]`, followed by the maxima. */
export function writeMinimax({ data, start, size, width }: BagRows, out: Float64Array, at: number): void {
  const low = at;
  const high = at + width;
  let from = start * width;
  for (let j = 0; j < width; j++) {
    // Adding 0 turns -0 into 0, so that the order of the instances does not matter.
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
