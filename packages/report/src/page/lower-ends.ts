import { isHardlyKnown, isWide, type WeakPoint } from "@bagwise/core/judge";
import type { PriorAdvice } from "@bagwise/core/prior";
import type { Measure } from "@bagwise/core/scores";
import { listed, percent, two } from "./numbers.js";

type Ends = Pick<Measure, "value" | "low">;

/** How many bags a review should draw at least, to tell how good a model is. */
export const REVIEWED = 30;

/** `at least 9 %, perhaps 60 %`: the lower end first, because only that is promised. */
export function atLeastPercent({ value, low }: Ends): string {
  const [least, middle] = [percent(low), percent(value)];
  if (least === middle) return `about ${middle}`;
  return `${least === percent(0) ? "perhaps none" : `at least ${least}`}, perhaps ${middle}`;
}

/** `at least 0.89, perhaps 0.97`. */
export function atLeastShare({ value, low }: Ends): string {
  return two(low) === two(value) ? `about ${two(value)}` : `at least ${two(low)}, perhaps ${two(value)}`;
}

/** Based on the lower end of its interval, so as not to praise what is uncertain. */
export function rankingVerdict({ value, low }: Ends): string {
  if (low <= 0.5) return "it may be no better than chance";
  if (low >= 0.95) return "nearly perfect";
  if (low >= 0.85) return "good";
  if (low >= 0.7) return "useful";
  return value >= 0.7 ? "better than chance, but how much is uncertain" : "better than chance, but weak";
}

const WORDS: Readonly<Record<WeakPoint, string>> = {
  ranking: "the order may be little better than chance",
  precision: "most positive calls may be wrong",
  recall: "most positives may be missed",
  prior: "the number of positives is hardly known",
};

/** `Little is sure: most positive calls may be wrong.` Empty for no weak point. */
export function doubtText(weak: readonly WeakPoint[]): string {
  if (weak.length === 0) return "";
  const much = weak.includes("ranking") ? "Little" : "Not everything";
  return `${much} is sure: ${listed(weak.map((point) => WORDS[point]))}.`;
}

/** What would tell more, as a clause, and how many bags that takes; null if no bag is unlabeled. */
export function reviewThatTells(unlabeled: number): { readonly bags: number; readonly text: string } | null {
  if (unlabeled === 0) return null;
  const bags = Math.min(REVIEWED, unlabeled);
  const which = bags === unlabeled ? "all unlabeled bags" : `${bags} bags drawn at random`;
  return { bags, text: `A review of ${which} would tell more` };
}

/**
 * The advice on a prior. An interval that is narrow because the prior is small does not count as known well
 * enough if its ends are far apart as numbers of positives.
 */
export function priorAdviceText(
  { text, width, doubt, contradiction }: Pick<PriorAdvice, "text" | "width" | "doubt" | "contradiction">,
  prior: { readonly low: number; readonly high: number },
): readonly string[] {
  const praised = width > 0 && doubt === null && !contradiction && !isWide(prior);
  if (!praised || !isHardlyKnown(prior)) return text;
  return [
    `The interval is only ${width.toFixed(2)} wide, but the number of positives is hardly known: the upper end is more than ten times the lower one. A review of ${REVIEWED} bags drawn at random would tell more.`,
  ];
}
