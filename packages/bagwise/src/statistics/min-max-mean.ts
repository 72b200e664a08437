import { writeMean } from "./mean.js";
import { writeMinimax } from "./minimax.js";
import type { Statistic } from "./statistic.js";

/** [min.., max.., mean..]: the minimax statistic followed by the mean. */
export const minMaxMean: Statistic = {
  name: "min-max-mean",
  help: "minimum, maximum and mean of each feature in the bag",
  parts: ["min", "max", "mean"],
  write(rows, out, at) {
    writeMinimax(rows, out, at);
    writeMean(rows, out, at + 2 * rows.width);
  },
};
