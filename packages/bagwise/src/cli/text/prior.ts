import { count } from "@bagwise/core/base";
import { FAIR_SAMPLE, type KnownPrior } from "@bagwise/core/prior";
import { labelledInSample, type Scenario } from "@bagwise/core/scores";

/** What the prior is a share of, as a title: the same for `train` and `prior`. */
export function priorTitle(scenario: Scenario | undefined, unlabeled: number): string {
  const among = labelledInSample(scenario)
    ? "all bags, including labelled ones"
    : `the ${count(unlabeled, "unlabeled bag")}`;
  return `Share of positives among ${among} (the prior)`;
}

/**
 * The interval of the prior, its value and where it comes from. `evidence`: whether the data say anything
 * about it. `of` says what it is a share of, if no title does.
 */
export function priorText(
  { mean, low, high }: { mean: number; low: number; high: number },
  known: KnownPrior,
  evidence: boolean,
  of = "",
): string {
  if (known.value !== undefined) return `${known.value}${of}, given by you`;
  if (known.labelledHow === "easiest" && known.audit === undefined)
    return `at least ${low.toFixed(2)}${of}, ${sources(known, evidence)}; the labels cannot say how many more`;
  return `${rangeFirst({ value: mean, low, high }, of)}, ${sources(known, evidence)}`;
}

/** The interval first, because the value within it is only a guess. */
export function rangeFirst({ value, low, high }: { value: number; low: number; high: number }, of = ""): string {
  return `${low.toFixed(2)} to ${high.toFixed(2)}${of} (90 % interval), perhaps ${value.toFixed(2)}`;
}

/**
 * What the prior assumes, as a sentence. Nothing if you gave it, or said how the positives were
 * labelled.
 */
export function assumed(method: string, { value, labelledHow }: KnownPrior): string[] {
  const told = value !== undefined || labelledHow !== undefined || method.startsWith("propensities");
  return told || method === "given" || method === "audit" ? [] : [FAIR_SAMPLE];
}

/** The same for `prior`, with the flag that shows what depends on it. */
export function assumedOrBounded(
  known: KnownPrior,
  { propensities, bounded }: { propensities: boolean; bounded: boolean },
) {
  const said = assumed(propensities ? "propensities" : "", known);
  return said.map((line) => (bounded ? line : `${line} --labelled-bias 2 shows how much may change.`));
}

/** Whether the data told a prior of a card, by its method. */
export function isFromData(method: string): boolean {
  return /^(held-out scores|propensities)/.test(method);
}

function sources({ low = 0, high = 1, audit }: KnownPrior, evidence: boolean): string {
  const range = low > 0 || high < 1 ? [`your range ${low} to ${high}`] : [];
  const reviewed = audit === undefined ? [] : [`${audit.positive} of ${count(audit.reviewed, "reviewed bag")}`];
  const said = [...range, ...reviewed];
  if (evidence) return `from ${["the data", ...said].join(" and ")}`;
  return said.length === 0
    ? "a guess, because the data say nothing about it"
    : `from ${said.join(" and ")}, not from the data`;
}
