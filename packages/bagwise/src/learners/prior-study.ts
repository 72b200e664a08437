import type { BagSet } from "../bags/index.js";
import { parseKernel } from "../kernels/index.js";
import {
  estimatePrior,
  estimatePriors,
  PRIOR_METHOD_NAMES,
  type PriorEstimate,
  type Scenario,
} from "../prior/index.js";
import { distinctInstances } from "./distinct-instances.js";
import type { FitContext } from "./learner.js";
import { puSkc } from "./pu-skc.js";
import { scaledPriorInput } from "./scaled-prior-input.js";
import { trainingBags } from "./training-bags.js";

/** Priors for which predicted positives are counted. */
const RANGE = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** What is fitted for that: one setting, because only the trend matters. */
export const STUDY_SETTING = { degree: 1, lambda: 1e-3 } as const;
/** The formula as the paper prints it, which only means something with the paper's kernel. */
const PRINTED = "as-printed";

/** How many of the unlabeled bags would be called positive if the prior were this. */
export interface Sensitivity {
  readonly prior: number;
  readonly predictedPositive: number;
}

/** Everything the data tell about the prior. */
export interface PriorStudy {
  readonly unlabeled: number;
  readonly estimates: readonly PriorEstimate[];
  readonly sensitivity: readonly Sensitivity[];
}

/**
 * Every estimator of the prior side by side, on the bags that, and scaled as, `puSkc` uses, and how the number of predicted positives changes over a range of
 * priors. Known negatives are left out. Costs all estimators with their intervals and ten small trainings: seconds for a few hundred bags.
 */
export async function studyPrior(
  all: BagSet,
  options: { readonly scenario?: Scenario; readonly seed?: number } = {},
  { signal, onProgress }: Pick<FitContext, "signal" | "onProgress"> = {},
): Promise<PriorStudy> {
  const { bags } = trainingBags(all, { negatives: "drop" });
  const distinct = distinctInstances(bags);
  const others = PRIOR_METHOD_NAMES.filter((name) => name !== PRINTED);
  const paper = { ...options, kernel: parseKernel("minimax-polynomial") };
  const estimates = [
    ...estimatePriors(others, scaledPriorInput(distinct, options), options),
    estimatePrior(PRINTED, scaledPriorInput(distinct, paper), options),
  ];
  const unlabeled = bags.unlabeled();
  const sensitivity: Sensitivity[] = [];
  for (const [done, prior] of RANGE.entries()) {
    onProgress?.({ step: "sensitivity", done, total: RANGE.length });
    const model = await puSkc({ ...STUDY_SETTING, ...options, prior }).fit(bags, { signal });
    sensitivity.push({ prior, predictedPositive: model.scores(unlabeled).filter((score) => score >= 0).length });
  }
  return { unlabeled: unlabeled.size, estimates, sensitivity };
}
