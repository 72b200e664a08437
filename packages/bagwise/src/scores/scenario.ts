export const SCENARIOS = ["case-control", "single-set"] as const;

/**
 * How the bags were sampled. `case-control`: positive and unlabeled bags are
 * two independent samples, and the prior is the share of positives among the unlabeled bags.
 * `single-set`: there is one sample, and some of its positives were labelled. The prior is then the
 * share of positives among all bags.
 */
export type Scenario = (typeof SCENARIOS)[number];

/** Used where nobody names another. */
export const DEFAULT_SCENARIO: Scenario = "case-control";

/** How many bags there are of each kind. The `card.training` of a model is one. */
export interface BagCounts {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative?: number;
}

/** The scenario among the options of a learner; "case-control" when they name none. */
export function scenarioIn(options: Readonly<Record<string, unknown>>): Scenario {
  return SCENARIOS.find((each) => each === options.scenario) ?? DEFAULT_SCENARIO;
}

/** Whether labelled bags belong to the sample of p(X), as they do in a single set. */
export function labelledInSample(scenario: Scenario | undefined): boolean {
  return scenario === "single-set";
}

/**
 * Whether the proportion of labelled bags carries the prior, as it does in a single set. Then
 * nobody may change labels, or draw bags of one kind at another rate.
 */
export function labelsCarryPrior(scenario: Scenario | undefined): boolean {
  return labelledInSample(scenario);
}

/** The bags that the prior is the share of positives of, for sentences. */
export function sampleWords(scenario: Scenario | undefined): "all bags" | "the unlabeled bags" {
  return labelledInSample(scenario) ? "all bags" : "the unlabeled bags";
}

/** How many bags the sample of p(X) has. */
export function sampleSize({ positive, unlabeled, negative = 0 }: BagCounts, scenario: Scenario | undefined): number {
  return labelledInSample(scenario) ? positive + unlabeled + negative : unlabeled;
}

/** The share of labelled positives in the sample of p(X): 0 unless that is a single set. */
export function labelledShare(
  { positive, unlabeled, negative = 0 }: BagCounts,
  scenario: Scenario | undefined,
): number {
  return labelledInSample(scenario) ? positive / (positive + unlabeled + negative) : 0;
}

/**
 * The share of positives among the unlabeled bags if the prior is pi, within 0 and 1: in a single
 * set the prior counts the labelled positives too.
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

/** The number of positives expected among the unlabeled bags if the prior is pi. */
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
 * The share of positives among the unlabeled bags if the prior is pi and `labelled` is the
 * `labelledShare`. Below 0 for a prior that is not possible.
 */
export function shareBesideLabelled(pi: number, labelled: number): number {
  return (pi - labelled) / (1 - labelled);
}

/** The other way round: the prior when this share of the unlabeled bags is positive. */
export function priorWithLabelled(share: number, labelled: number): number {
  return labelled + (1 - labelled) * share;
}
