import { quantile } from "../statistics/quantile.js";

/** The least spread to divide by, as a share of the typical one. */
export const FLOOR = 0.1;

/** Which quantile of the spreads is the typical one. */
const TYPICAL = 0.9;

/**
 * The least standard deviation to divide by: `floor` (default 0.1) times the 0.9-quantile of the
 * standard deviations. Dividing a nearly constant column by its own tiny deviation would turn noise
 * into signal. 0 if there are no columns or nine in ten of them are constant.
 */
export function spreadFloor(sds: ArrayLike<number>, floor = FLOOR): number {
  return sds.length === 0 ? 0 : floor * quantile(sds, TYPICAL);
}
