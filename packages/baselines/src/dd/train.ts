import type { Train } from "@bagwise/core/learners";
import type { CheckedConceptOptions } from "../shared/concept/options.js";
import { trainConcept } from "../shared/concept/train.js";
import { climbNoisyOr } from "./noisy-or.js";

/** Trains DD with checked options; `given` are the options as the caller wrote them. */
export const trainDd: Train<CheckedConceptOptions> = (all, options, given, context) =>
  trainConcept(all, options, given, { ...context, learner: "dd", climb: climbNoisyOr });
