import { CHECKS_EXPERIMENT } from "./checks/experiment.js";
import { COMPARE_EXPERIMENT } from "./compare/experiment.js";
import { CV_EXPERIMENT } from "./cv/experiment.js";
import type { AnySpec, Experiment } from "./experiment.js";
import { PAPER_EXPERIMENTS } from "./paper/experiment.js";
import { REVIEW_EXPERIMENT } from "./review/experiment.js";
import type { AnyRecord } from "./trials/trial.js";

/** What runs trials of any kind. */
export type AnyExperiment = Pick<
  Experiment<never, never, never, AnyRecord<AnySpec>, never>,
  "name" | "trial" | "together" | "said"
>;

const ALL: readonly AnyExperiment[] = [
  ...Object.values(PAPER_EXPERIMENTS),
  COMPARE_EXPERIMENT,
  CV_EXPERIMENT,
  CHECKS_EXPERIMENT,
  REVIEW_EXPERIMENT,
];

/** The experiment that a trial is of. */
export function experimentOf({ experiment }: Pick<AnySpec, "experiment">): AnyExperiment {
  const found = ALL.find(({ name }) => name === experiment);
  if (found === undefined) throw new Error(`there is no experiment ${experiment}`);
  return found;
}
