/** The entry @bagwise/core/statistics: statistics in the sense of statistics, on plain numbers. */
export type { Scored } from "./monotone-ratio.js";
export { quantile } from "./quantile.js";
export {
  incompleteBeta,
  type SampleMoments,
  studentT,
  type TTest,
  upperTail,
  VARIANCE_WAYS,
  type VarianceWay,
} from "./t-test.js";
