import type { LearnerDescription } from "@bagwise/core/learners";

/** What the descriptions of all machines have in common. */
const MACHINE = {
  learnsFrom: "positive and negative",
  needs: ["positive"],
  prior: { takes: ["number"], estimates: false, affects: "measures" },
  holdsOut: true,
  parallel: false,
  dumpsProblem: true,
} as const satisfies Partial<LearnerDescription>;

/** The same for machines on bags, and for machines on instances. */
export const BAG_MACHINE = { ...MACHINE, scoresInstances: false } as const;
export const INSTANCE_MACHINE = { ...MACHINE, scoresInstances: true } as const;

/** What reports say about a machine. */
export const MACHINE_REPORT = {
  opensWith: "settings",
  noBound:
    "it is about the risk of positive and unlabeled bags, and this learner separates positive from negative ones",
} as const satisfies LearnerDescription["report"];

/** The cost of a machine that has every instance as a sample. */
export const INSTANCE_MACHINE_COST =
  "Time grows with the square of the number of instances; of more than 2,000, so many are drawn from the largest bags.";
