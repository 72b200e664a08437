import { applyScaling, type BagSet, fitScaling } from "../bags/index.js";
import { type PriorInput, type PriorInputOptions, priorInput } from "../prior/index.js";

/** The estimators have a kernel that suits them, on features of a common scale whatever the classifier's is. */
export function scaledPriorInput(distinct: BagSet, options: PriorInputOptions): PriorInput {
  return priorInput(applyScaling(fitScaling(distinct), distinct), options);
}
