import type { BagSet } from "@bagwise/core/bags";
import { count, type Note } from "@bagwise/core/base";
import { codeText } from "@bagwise/core/codes";
import { NOTHING_SEPARATES, separates } from "@bagwise/core/judge";
import type { Model, ModelCard } from "@bagwise/core/model";
import type { KnownPrior, PriorAdvice } from "@bagwise/core/prior";
import { labelledInSample, type Scenario } from "@bagwise/core/scores";
import { flagsIn } from "../flags/options.js";
import { styled, titled, wrapped } from "./output.js";
import { assumed, isFromData, priorText, rangeFirst } from "./prior.js";
import { rankingLines } from "./ranking-table.js";
import { thresholdLines } from "./threshold.js";
import { doubtOfCard, isUseless, openingVerdict, UNPROVEN_ORDER } from "./verdict.js";

/** How many of the most likely unlabeled bags to list. */
const LISTED = 5;
/** Less accuracy given up than this is not worth a line. */
const LEAST_GIVEN_UP = 0.01;
/** Warnings are always shown; other notes only up to so many in all. */
const FEW_NOTES = 2;

interface BriefParts {
  readonly known: KnownPrior;
  /** Null for a given prior. */
  readonly advice: PriorAdvice | null;
  readonly scenario: Scenario | undefined;
}

/** A training in a few lines: the verdict first, then the likeliest bags and the prior. */
export function briefReport(bags: BagSet, model: Model, parts: BriefParts): string[] {
  const { card } = model;
  return [
    ...openingVerdict(card),
    ...doubtLines(card),
    ...list(bags, model),
    ...priorLines(card, bags, parts),
    ...givenUpLines(card),
    ...thresholdLines(card),
  ];
}

/**
 * The first unlabeled bags, without probabilities if nothing is known to separate them; none if all bags have
 * the same score, or a label.
 */
function list(bags: BagSet, model: Model): string[] {
  if (isUseless(model.card) || bags.unlabeled().size === 0) return [];
  const proven = separates(model.card);
  const sure = proven && model.card.calibration !== null;
  const among = (i: number) => bags.labelOf(i) === "unlabeled";
  const ranked = model.rank(bags, { top: LISTED, among, heldOut: true });
  const ranking = { ranked, bags: bags.subset(ranked.map(({ index }) => index)), reasons: undefined };
  return [
    "",
    styled("bold", proven ? "The most likely unlabeled bags" : UNPROVEN_ORDER),
    ...rankingLines(ranking, model.card, { scores: false, probabilities: sure }),
    "",
  ];
}

/** What cannot be promised, below the verdict. The command that would tell is the first of the next steps. */
export function doubtLines(card: ModelCard): string[] {
  const text = doubtOfCard(card);
  return text === null ? [] : titled("In doubt", text);
}

/** What decisions give up by not knowing the prior, if that is worth a line. */
function givenUpLines({ chosen, threshold }: ModelCard): string[] {
  const { givenUp } = chosen;
  if (threshold !== undefined || typeof givenUp !== "number" || givenUp < LEAST_GIVEN_UP) return [];
  return titled("Decision", `not knowing the prior costs about ${givenUp.toFixed(2)} of accuracy; the order stays.`);
}

function priorLines({ prior }: ModelCard, bags: BagSet, { known, advice, scenario }: BriefParts): string[] {
  if (prior === null) return [];
  const { value, low, high, method } = prior;
  const of = labelledInSample(scenario)
    ? ` of all ${count(bags.size, "bag")}`
    : ` of the ${count(bags.unlabeled().size, "unlabeled bag")}`;
  // An estimator of another learner has an interval, too, but no distribution.
  const among = bags.unlabeled().size === 0 ? "" : of;
  // Only a learner with a distribution says what is known besides.
  if (method === "given" && Object.keys(known).length === 0) return titled("Prior", `${value}${among}, given by you.`);
  const share =
    advice !== null || method === "given"
      ? priorText({ mean: value, low, high }, known, isFromData(method), of)
      : `${rangeFirst(prior, of)}, by ${method}`;
  // One that is known well enough needs no advice.
  const help = advice?.audit ? advice.text.filter((line) => line.startsWith("What helps most")) : [];
  return titled("Prior", [`${share}.`, ...assumed(method, known), ...help].map((line) => flagsIn(line)).join(" "));
}

/**
 * The notes that matter: every warning, and others if they are few. The rest are counted. After a
 * verdict, what it says is not repeated.
 */
export function briefNotes(notes: readonly Note[], { verdict = true } = {}): string[] {
  const others = verdict ? notes.filter(({ code }) => !NOTHING_SEPARATES.some((said) => said === code)) : notes;
  const warnings = others.filter(isWarning);
  const cautions = others.filter(({ code }) => codeText(code)?.gravity === "caution");
  const shown = [...warnings, ...cautions.slice(0, Math.max(0, FEW_NOTES - warnings.length))];
  const left = others.length - shown.length;
  const more = [
    ...(left === 0 ? [] : [count(left, "more note", "more notes")]),
    ...(verdict ? ["what was chosen and why"] : []),
  ];
  return [
    ...shown.map(({ message }) => styled("dim", wrapped(`Note: ${flagsIn(message).replace(/\.$/, "")}.`))),
    ...(more.length === 0 ? [] : [styled("dim", `--details shows ${more.join(", and ")}.`)]),
  ];
}

/** Whether results may be worse than they look until you act; also if the code is unknown. */
export function isWarning({ code }: Note): boolean {
  const gravity = codeText(code)?.gravity;
  return gravity === undefined || gravity === "warning";
}
