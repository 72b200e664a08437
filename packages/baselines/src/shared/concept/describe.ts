import type { LearnerDescription } from "@bagwise/core/learners";

/** What reports say about the models of learners that seek a concept. */
export const CONCEPT_REPORT: LearnerDescription["report"] = {
  opensWith: "settings",
  certificate:
    "only that no loss is below 0. The likelihood of a concept has many local optima, and whether there is a better one than that of the best start is not proven",
  noBound: "it is about a classifier of bags by a convex problem, and this learner seeks one point among instances",
};
