export { checkComputable } from "./check-bags.js";
export type { BagRows, Statistic } from "./statistic.js";
export {
  isStatisticName,
  STATISTIC_NAMES,
  STATISTICS,
  type StatisticName,
  statisticColumns,
  statisticsOf,
} from "./statistics.js";
