import { count, thousands } from "../../base/errors.js";
import { allKnown, type BagScores } from "../../scores/bag-scores.js";
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
      return "the method's own threshold";
    case "score":
      return "set by you";
    case "prior":
      return `the share of bags called positive is closest to the prior of ${two(pi)}`;
    case "risk":
      return `lowest PU risk, ${two(risk)} with a prior of ${two(pi)}`;
    case "precision":
      return `lowest threshold with an expected precision of at least ${rule.value}, with a prior of ${two(pi)}`;
    case "recall":
      if (positives === 0) return `highest threshold with an expected recall of at least ${rule.value}`;
      return `highest threshold that finds ${found} of ${count(positives, "held-out positive bag")}`;
    case "budget":
      return budgetText(rule.value, numbers);
  }
}

function budgetText(budget: number, { called = 0, bags = 0, what = "bags" }: BecauseNumbers): string {
  if (called === bags)
    return `all ${thousands(bags)} ${what}${bags < budget ? `, fewer than ${thousands(budget)}` : ""}`;
  const highest =
    called === 0
      ? `none of ${thousands(bags)} ${what}`
      : `the ${thousands(called)} highest of ${thousands(bags)} ${what}`;
  if (called === budget) return highest;
  return `${highest}, because ${called === 0 ? "the first ones" : "the next ones"} have equal scores and would exceed ${budget}`;
}

/** What to expect at a threshold, as a clause. */
export function expectedText(
  held: BagScores,
  threshold: number,
  { positiveRate, precision, recall, mostRecall: most }: ExpectedAt,
): string {
  const { scenario, unlabeled } = held;
  if (allKnown(held)) {
    const wrong = held.negative.filter((score) => score >= threshold).length;
    return `it calls ${wrong} of ${count(held.negative.length, "held-out negative bag")} positive, with a precision of ${precision === null || Number.isNaN(precision.value) ? "unknown" : interval(precision)} and a recall of ${interval(recall)}`;
  }
  const called = unlabeled.filter((score) => score >= threshold).length;
  const share = percent(labelledInSample(scenario) ? called / unlabeled.length : positiveRate.value);
  const all = labelledInSample(scenario) ? `, ${percent(positiveRate.value)} of all bags` : "";
  const calls = `it calls ${called} of ${count(unlabeled.length, "held-out unlabeled bag")} positive (${share}${all})`;
  if (precision === null || Number.isNaN(precision.value)) return `${calls}, with a recall of ${interval(recall)}`;
  return `${calls}, with an expected precision of ${interval(precision)} and recall of ${interval(recall)}${tooMuch(precision, recall, most)}`;
}

/** Says if the known positives score higher than so few bags allow. */
function tooMuch(precision: Measure, recall: Measure, most: number | null): string {
  if (!precision.clipped || most === null || recall.value <= most) return "";
  return ` of the labelled positives, although so few bags can contain at most ${most.toFixed(2)} of all positives`;
}

const two = (value: number) => String(Number(value.toFixed(2)));
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
const interval = ({ value, low, high }: Measure) => `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
