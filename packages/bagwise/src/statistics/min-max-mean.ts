import { writeMean } from "./mean.js";
import { writeMinimax } from "./minimax.js";
import type { Statistic } from "./statistic.js";

/** [min.., max.., mean..]: the minimax statistic and the mean behind it. */
export const minMaxMean: Statistic = {
  name: "min-max-mean",
  help: "least, greatest and mean value of every feature in the bag",
  parts: ["min", "max", "mean"],
  write(rows, out, at) {
    writeMinimax(rows, out, at);
    writeMean(rows, out, at + 2 * rows.width);
  },
};
