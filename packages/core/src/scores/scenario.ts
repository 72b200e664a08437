export const SCENARIOS = ["case-control", "single-set"] as const;

/**
 * How the bags were sampled. `case-control`: positive and unlabeled bags are two independent
 * samples, and the prior is the share of positives among the unlabeled bags. `single-set`: there is
 * one sample, in which some positives were labelled, and the prior is the share of positives among
 * all bags.
 */
export type Scenario = (typeof SCENARIOS)[number];

/** The default scenario. */
export const DEFAULT_SCENARIO: Scenario = "case-control";

/** Numbers of bags by label. The `card.training` of a model is one. */
export interface BagCounts {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative?: number;
}

/** The scenario in the options of a learner; "case-control" if they name none. */
export function scenarioIn(options: Readonly<Record<string, unknown>>): Scenario {
  return SCENARIOS.find((each) => each === options.scenario) ?? DEFAULT_SCENARIO;
}

/** Whether labelled bags are part of the sample of p(X), as in a single set. */
export function labelledInSample(scenario: Scenario | undefined): boolean {
  return scenario === "single-set";
}

/**
 * Whether the share of labelled bags carries the prior, as in a single set. Then labels must not
 * change, and bags of one kind must not be drawn at another rate.
 */
export function labelsCarryPrior(scenario: Scenario | undefined): boolean {
  return labelledInSample(scenario);
}

/** The bags whose share of positives is the prior, in words. */
export function sampleWords(scenario: Scenario | undefined): "all bags" | "the unlabeled bags" {
  return labelledInSample(scenario) ? "all bags" : "the unlabeled bags";
}

/** The size of the sample of p(X). */
export function sampleSize({ positive, unlabeled, negative = 0 }: BagCounts, scenario: Scenario | undefined): number {
  return labelledInSample(scenario) ? positive + unlabeled + negative : unlabeled;
}

/** The share of labelled positives in the sample of p(X): 0 unless it is a single set. */
export function labelledShare(
  { positive, unlabeled, negative = 0 }: BagCounts,
  scenario: Scenario | undefined,
): number {
  return labelledInSample(scenario) ? positive / (positive + unlabeled + negative) : 0;
}

/**
 * The share of positives among the unlabeled bags for a prior pi, clipped to [0, 1]. In a single
 * set the prior includes the labelled positives.
 */
export function shareAmongUnlabeled(
  { positive, unlabeled, negative = 0 }: BagCounts,
  scenario: Scenario | undefined,
  pi: number,
): number {
  if (!labelledInSample(scenario)) return pi;
  const all = positive + unlabeled + negative;
  return Math.min(1, Math.max(0, (pi * all - positive) / unlabeled));
}

/** The expected number of positives among the unlabeled bags for a prior pi. */
export function positivesAmongUnlabeled(
  { positive, unlabeled, negative = 0 }: BagCounts,
  scenario: Scenario | undefined,
  pi: number,
): number {
  if (!labelledInSample(scenario)) return pi * unlabeled;
  const all = positive + unlabeled + negative;
  return Math.min(unlabeled, Math.max(0, pi * all - positive));
}

/**
 * The share of positives among the unlabeled bags for a prior pi, where `labelled` is the
 * `labelledShare`. Below 0 for an impossible prior.
 */
export function shareBesideLabelled(pi: number, labelled: number): number {
  return (pi - labelled) / (1 - labelled);
}

/** The reverse: the prior if this share of the unlabeled bags is positive. */
export function priorWithLabelled(share: number, labelled: number): number {
  return labelled + (1 - labelled) * share;
}
