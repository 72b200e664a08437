import type { BagSet } from "../../bags/bag-set.js";
import { bagsKernel } from "../../bags/kernel/installed.js";
import { InputError, quote } from "../../base/errors.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { checkComputable, LARGEST } from "./check-bags.js";
import { meanStatistic } from "./mean.js";
import { minMaxMean } from "./min-max-mean.js";
import { minimax } from "./minimax.js";
import type { Statistic } from "./statistic.js";

export const STATISTIC_NAMES = ["minimax", "mean", "min-max-mean"] as const;

export type StatisticName = (typeof STATISTIC_NAMES)[number];

/** The statistics by name. To add one, add a file and a line here. */
export const STATISTICS: Readonly<Record<StatisticName, Statistic>> = {
  minimax,
  mean: meanStatistic,
  "min-max-mean": minMaxMean,
};

/** Whether a statistic has this name. */
export function isStatisticName(name: unknown): name is StatisticName {
  return STATISTIC_NAMES.some((known) => known === name);
}

/**
 * The statistic of every bag: a matrix with one row per bag, in the order of `bags`. No bags give 0
 * rows.
 *
 * One pass over the instances. Throws an InputError for an unknown name, an empty bag or a value
 * that is not finite.
 */
export function statisticsOf(name: StatisticName, bags: BagSet): Matrix {
  const statistic = statisticNamed(name);
  const width = bags.dimension;
  const result = matrix(bags.size, statistic.parts.length * width);
  if (name === "min-max-mean" && bagsKernel()?.summarised(bags, LARGEST, result.data)) return result;
  checkComputable(bags);
  for (let i = 0; i < bags.size; i++) {
    const rows = { data: bags.data, start: bags.startOf(i), size: bags.sizeOf(i), width };
    statistic.write(rows, result.data, i * result.cols);
  }
  return result;
}

/** What the columns of `statisticsOf` mean, in order: `min f1`, `min f2`, `max f1`, `max f2`. */
export function statisticColumns(name: StatisticName, features: readonly string[]): string[] {
  return statisticNamed(name).parts.flatMap((part) => features.map((feature) => `${part} ${feature}`));
}

function statisticNamed(name: StatisticName): Statistic {
  if (isStatisticName(name)) return STATISTICS[name];
  throw new InputError({
    code: "statistic",
    message: `there is no statistic ${quote(String(name))}`,
    remedy: `Choose one of ${STATISTIC_NAMES.join(", ")}.`,
  });
}
