import { count } from "../../base/errors.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { Measure } from "../../scores/pu-measures.js";
import { labelledInSample } from "../../scores/scenario.js";
import type { ExpectedAt } from "./choose-threshold.js";
import type { ThresholdRule } from "./threshold-rule.js";

/** The numbers in a reason. */
interface BecauseNumbers {
  readonly pi?: number;
  readonly risk?: number;
  readonly found?: number;
  readonly positives?: number;
  readonly called?: number;
  readonly bags?: number;
  readonly what?: string;
}

/** Why a rule chose a threshold. */
export function becauseText(rule: ThresholdRule, numbers: BecauseNumbers = {}): string {
  const { pi = Number.NaN, risk = Number.NaN, found = 0, positives = 0 } = numbers;
  switch (rule.kind) {
    case "default":
      return "where the method itself divides";
    case "score":
      return "set by hand";
    case "prior":
      return `as many bags are called positive as the prior ${two(pi)} says`;
    case "risk":
      return `the PU risk is least, ${two(risk)} at a prior of ${two(pi)}`;
    case "precision":
      return `the lowest threshold with an expected precision of at least ${rule.value}, at a prior of ${two(pi)}`;
    case "recall":
      return `the highest threshold that finds ${found} of ${count(positives, "held-out positive bag")}`;
    case "budget":
      return budgetText(rule.value, numbers);
  }
}

function budgetText(budget: number, { called = 0, bags = 0, what = "bags" }: BecauseNumbers): string {
  if (called === bags) return `all ${bags} ${what}${bags < budget ? `, which are fewer than ${budget}` : ""}`;
  const highest = called === 0 ? `none of ${bags} ${what}` : `the ${called} highest of ${bags} ${what}`;
  if (called === budget) return highest;
  return `${highest}, because ${called === 0 ? "the first" : "the next"} have equal scores and with them there would be more than ${budget}`;
}

/** What to expect at a threshold, as a clause. */
export function expectedText(
  { scenario, unlabeled }: BagScores,
  threshold: number,
  { positiveRate, precision, recall, mostRecall: most }: ExpectedAt,
): string {
  const called = unlabeled.filter((score) => score >= threshold).length;
  const share = percent(labelledInSample(scenario) ? called / unlabeled.length : positiveRate.value);
  const all = labelledInSample(scenario) ? `, ${percent(positiveRate.value)} of all bags` : "";
  const calls = `of held-out bags it calls ${called} of ${count(unlabeled.length, "unlabeled one")} (${share}${all}) positive`;
  if (precision === null || Number.isNaN(precision.value)) return `${calls}, with a recall of ${interval(recall)}`;
  return `${calls}, with an expected precision of ${interval(precision)} and recall of ${interval(recall)}${tooMuch(precision, recall, most)}`;
}

/** Says if the known positives score higher than so few bags allow. */
function tooMuch(precision: Measure, recall: Measure, most: number | null): string {
  if (!precision.clipped || most === null || recall.value <= most) return "";
  return ` of the labelled positives, though so few bags can hold at most ${most.toFixed(2)} of all`;
}

const two = (value: number) => String(Number(value.toFixed(2)));
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
const interval = ({ value, low, high }: Measure) => `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
