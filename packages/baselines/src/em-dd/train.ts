import type { Train } from "@bagwise/core/learners";
import { trainConcept } from "../shared/concept/train.js";
import type { CheckedEmDdOptions } from "./options.js";
import { climbResponsible } from "./responsible.js";

/** Trains EM-DD with checked options; `given` are the options as the caller wrote them. */
export const trainEmDd: Train<CheckedEmDdOptions> = (all, options, given, context) => {
  const climb = climbResponsible(options.negativeInstances);
  return trainConcept(all, options, given, { ...context, learner: "em-dd", climb });
};
