import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling, fitScaling } from "../../bags/scaling.js";
import type { PriorInput } from "../../prior/estimators/estimate.js";
import { type PriorInputOptions, priorInput } from "../../prior/estimators/prior-input.js";

/**
 * The estimators have a kernel that suits them, on features of a common scale whatever the
 * classifier's is.
 */
export function scaledPriorInput(distinct: BagSet, options: PriorInputOptions): PriorInput {
  return priorInput(applyScaling(fitScaling(distinct), distinct), options);
}
