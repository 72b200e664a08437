import type { Statistic } from "./statistic.js";

/** [min.., max.., mean..]: the minimax statistic followed by the mean. */
export const minMaxMean: Statistic = {
  name: "min-max-mean",
  help: "minimum, maximum and mean of each feature in the bag",
  parts: ["min", "max", "mean"],
  // One column at a time, so that the three numbers stay in registers; the same bits as `writeMinimax` and `writeMean`.
  write({ data, start, size, width }, out, at) {
    const end = (start + size) * width;
    for (let j = 0; j < width; j++) {
      let low = data[start * width + j] + 0;
      let high = low;
      let sum = 0;
      for (let k = start * width + j; k < end; k += width) {
        const value = data[k];
        sum += value;
        if (value < low) low = value;
        else if (value > high) high = value;
      }
      // Adding 0 turns -0 into 0, so that the order of the instances does not matter.
      out[at + j] = low + 0;
      out[at + width + j] = high + 0;
      out[at + 2 * width + j] = sum / size;
    }
  },
};
