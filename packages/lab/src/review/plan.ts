import { badOption, withoutUndefined } from "@bagwise/core/base";
import { NEXT_BY, type NextBy, REVIEW_DEFAULTS, REVIEW_STARTS, type ReviewStart } from "@bagwise/core/review";
import { checkChoice, checkNames } from "../options/check-options.js";
import type { ReviewSpec } from "./trial.js";

/** What simulated reviews run over. Every option is optional. */
export interface ReviewExperimentOptions {
  /** How many reviews. Default 10. */
  readonly starts?: number | undefined;
  /** What is known when they begin. Default `both`. */
  readonly start?: ReviewStart | undefined;
  /** As in `ReviewOptions`: by, randomShare, checkShare, target and confidence, with the same defaults. */
  readonly by?: NextBy | undefined;
  readonly random?: number | undefined;
  readonly check?: number | undefined;
  readonly target?: number | undefined;
  readonly confidence?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** Checked options. */
export type ReviewGrid = Required<{ [K in keyof ReviewExperimentOptions]: NonNullable<ReviewExperimentOptions[K]> }>;

export const REVIEW_EXPERIMENT_DEFAULTS: ReviewGrid = {
  starts: 10,
  start: "both",
  by: REVIEW_DEFAULTS.by,
  random: REVIEW_DEFAULTS.randomShare,
  check: REVIEW_DEFAULTS.checkShare,
  target: REVIEW_DEFAULTS.target,
  confidence: REVIEW_DEFAULTS.confidence,
  seed: 1,
};

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedReview(options: ReviewExperimentOptions): ReviewGrid {
  checkNames(options, Object.keys(REVIEW_EXPERIMENT_DEFAULTS));
  const grid = { ...REVIEW_EXPERIMENT_DEFAULTS, ...withoutUndefined(options) };
  checkChoice("start", REVIEW_STARTS, grid.start);
  checkChoice("by", NEXT_BY, grid.by);
  for (const name of ["starts", "seed"] as const)
    if (!(Number.isSafeInteger(grid[name]) && grid[name] >= (name === "starts" ? 1 : 0)))
      throw badOption(name, grid[name], `a whole number from ${name === "starts" ? 1 : 0} on`);
  for (const name of ["random", "check"] as const)
    if (!(grid[name] >= 0 && grid[name] <= 1)) throw badOption(name, grid[name], "a share from 0 to 1");
  for (const name of ["target", "confidence"] as const)
    if (!(grid[name] > 0 && grid[name] < 1)) throw badOption(name, grid[name], "a share above 0 and below 1");
  return grid;
}

/** The reviews of an experiment, in order. */
export function planReviews(dataset: string, { starts, ...rest }: ReviewGrid): ReviewSpec[] {
  return Array.from({ length: starts }, (_, trial) => ({
    experiment: "review",
    dataset,
    method: "review",
    trial,
    ...rest,
  }));
}
