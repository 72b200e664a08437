import { quantile } from "../base/quantile.js";

/** The share of the typical spread below which a column's own spread is not believed. */
export const FLOOR = 0.1;

/** Which of the spreads counts as typical. */
const TYPICAL = 0.9;

/**
 * The least standard deviation to divide by: `floor` (default 0.1) times the 0.9-quantile of the
 * standard deviations. Dividing a nearly constant column by its own tiny deviation would turn noise
 * into signal. 0 when there are no columns or nine in ten of them are constant.
 */
export function spreadFloor(sds: ArrayLike<number>, floor = FLOOR): number {
  return sds.length === 0 ? 0 : floor * quantile(sds, TYPICAL);
}
