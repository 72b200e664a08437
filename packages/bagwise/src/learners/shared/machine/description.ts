import type { LearnerDescription } from "../../learner.js";

/** What the descriptions of all machines on instances have in common. */
export const INSTANCE_MACHINE = {
  learnsFrom: "positive and negative",
  needs: ["positive"],
  prior: { takes: ["number"], estimates: false, affects: "measures" },
  holdsOut: true,
  parallel: false,
  scoresInstances: true,
  dumpsProblem: true,
} as const satisfies Partial<LearnerDescription>;

/** What reports say about a machine on instances. */
export const INSTANCE_MACHINE_REPORT = {
  opensWith: "settings",
  noBound:
    "it is about the risk of positive and unlabeled bags, and this learner separates positive from negative ones",
} as const satisfies LearnerDescription["report"];

/** The cost of a machine that has every instance as a sample. */
export const INSTANCE_MACHINE_COST =
  "Time grows with the square of the number of instances; of more than 2,000, so many are drawn from the largest bags.";
