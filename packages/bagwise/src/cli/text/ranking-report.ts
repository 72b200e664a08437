import type { BagSet } from "@bagwise/core/bags";
import { separates } from "@bagwise/core/judge";
import type { Model, ModelCard } from "@bagwise/core/model";
import { type KnownPrior, type PriorAdvice, sketchBelief } from "@bagwise/core/prior";
import type { Scenario } from "@bagwise/core/scores";
import { priorAdviceText } from "@bagwise/report/page";
import { flagsIn } from "../flags/options.js";
import { styled, titled, wrapped } from "./output.js";
import { assumed, isFromData, priorText, priorTitle } from "./prior.js";
import { rankingLines } from "./ranking-table.js";
import { thresholdLines } from "./threshold.js";
import { clippedText, dataLines, interval, proofText, usualText } from "./training.js";
import { isUseless, UNPROVEN_ORDER } from "./verdict.js";

/** How many of the most likely unlabeled bags to show. */
const SHOWN = 8;

/** What the report says besides the model. */
interface ReportParts {
  readonly known: KnownPrior;
  /** Null for a given prior. */
  readonly advice: PriorAdvice | null;
  /** What the audit found, in words. */
  readonly audit: string | undefined;
  readonly scenario: Scenario | undefined;
}

/**
 * The result of a training in full, after the verdict: the ranking first, because it needs no prior; then
 * the prior, what was chosen and why, and what to expect.
 */
export function rankingReport(bags: BagSet, model: Model, parts: ReportParts): string[] {
  const { card } = model;
  return [
    ...dataLines(bags),
    ...(parts.audit === undefined ? [] : titled("Audit", parts.audit)),
    "",
    ...(isUseless(card) ? [] : [...ranking(bags, model), ""]),
    ...priorLines(card, bags.unlabeled().size, parts),
    "",
    styled("bold", "What was chosen, and why"),
    ...(card.reasons ?? []).map((reason) => wrapped(reason, { indent: "  " })),
    "",
    ...titled("Certificate", proofText(card.certificate)),
    ...expected(card),
    ...thresholdLines(card),
  ];
}

function ranking(bags: BagSet, model: Model): string[] {
  const among = (i: number) => bags.labelOf(i) === "unlabeled";
  const top = model.rank(bags, { top: SHOWN, among, heldOut: true });
  const sure = separates(model.card);
  const ranking = { ranked: top, bags, reasons: undefined };
  return [
    sure
      ? `${styled("bold", "The most likely unlabeled bags")} (the ranking needs no prior; the probabilities do)`
      : styled("bold", UNPROVEN_ORDER),
    ...rankingLines(ranking, model.card, { scores: false, probabilities: sure, texts: false }),
  ];
}

function priorLines({ prior }: ModelCard, unlabeled: number, { known, advice, scenario }: ReportParts): string[] {
  if (prior === null) return [];
  const { value, low, high, method, belief } = prior;
  const text = priorText({ mean: value, low, high }, known, isFromData(method));
  const lines = [
    styled("bold", priorTitle(scenario, unlabeled)),
    `  ${text}`,
    ...assumed(method, known).map((line) => wrapped(line, { indent: "  " })),
  ];
  if (belief === undefined) return lines;
  return [
    ...lines,
    "",
    ...sketchBelief(belief).map((line) => `  ${line}`),
    "",
    ...(advice === null ? [] : priorAdviceText(advice, prior)).map((line) => wrapped(flagsIn(line), { indent: "  " })),
  ];
}

function expected(card: ModelCard): string[] {
  const { measures } = card;
  if (measures === null) return [];
  return titled(
    "Expected",
    `${usualText(card)}AUC ${interval(measures.auc)}, precision ${interval(measures.precision)}, recall ${interval(measures.recall)}, from held-out bags and the prior${clippedText(measures)}`,
  );
}
