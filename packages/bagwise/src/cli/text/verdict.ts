import { thousands } from "@bagwise/core/base";
import { type Judged as Measured, saysNothing, separates, weakPoints } from "@bagwise/core/judge";
import type { ModelCard } from "@bagwise/core/model";
import { chanceText, type PuMeasures } from "@bagwise/core/scores";
import { atLeastPercent, atLeastShare, doubtText, rankingVerdict, reviewThatTells } from "@bagwise/report/page";
import { titled, wrapped } from "./output.js";

/** A separation with a smaller p is beyond doubt. */
const CLEAR = 0.001;
/** A ranking whose AUC may be below this does not stand out clearly. */
const CLEAR_AUC = 0.7;
/** So many of the clearest summaries are named. */
const NAMED = 2;

/** A card, with its own measures and prior or those of an evaluation. */
export type Doubted = Pick<ModelCard, "notes" | "training"> & Measured;
type Judged = Pick<ModelCard, "notes" | "separation" | "telling" | "measures" | "training">;

/** The title of a list of bags of which nothing proves that their order means something. */
export const UNPROVEN_ORDER = "First by score; this order may mean little";

/** Whether all bags get the same score, so that a list of them would mean nothing. */
export function isUseless({ notes }: Pick<ModelCard, "notes">): boolean {
  return notes.some(({ code }) => code === "tells-nothing");
}

/** What separates the bags and how well, or that nothing does: how a training opens. */
export function openingVerdict(card: Judged): string[] {
  return separates(card) ? titled("Verdict", foundText(card)) : verdictLines(card);
}

/** That nothing separates the bags, as lines of a report; else nothing. */
export function verdictLines(card: Pick<ModelCard, "notes">): string[] {
  return said(card).flatMap((sentence) => titled("Verdict", sentence));
}

/** That nothing separates the bags, as a sentence under a list of them; else nothing. */
export function verdictSentence(card: Pick<ModelCard, "notes">): string[] {
  return said(card).map((sentence) => wrapped(sentence));
}

function said({ notes }: Pick<ModelCard, "notes">): string[] {
  return notes
    .filter(({ code }) => saysNothing(code))
    .map(({ message }) => `${message[0].toUpperCase()}${message.slice(1)}.`);
}

function foundText({ separation, telling, measures, training }: Judged): string {
  if (separation === undefined)
    return "It is not known how well this separates positive from negative bags, because none could be held out.";
  const { auc, p } = separation;
  const known = measures !== null && !Number.isNaN(measures.auc.value) ? measures.auc : null;
  // A small p says that they differ. How much, the lower end of the AUC says.
  const how = p <= CLEAR && (known === null || known.low > CLEAR_AUC) ? "clearly" : "probably";
  const real = known === null ? "" : `; estimated AUC ${atLeastShare(known)}: ${rankingVerdict(known)}`;
  const others = training.unlabeled === 0 ? "negative" : "unlabeled";
  return `The positive bags ${how} stand out. While held out, they outscore ${Math.round(100 * auc)} % of the ${others} bags (${chanceText(p)})${real}.${tellingText(telling)}`;
}

/** How good an evaluation found it, by the lower ends of its intervals; nothing without any. */
export function measuredVerdict({ auc, precision, recall }: PuMeasures): string[] {
  if (Number.isNaN(auc.value)) return [];
  const found = `of the positives, ${atLeastPercent(recall)} are found.`;
  const calls = Number.isNaN(precision.value)
    ? `Of${found.slice(2)}`
    : `Of the positive calls, ${atLeastPercent(precision)} are right; ${found}`;
  // A page has blanks that do not break; a terminal has plain ones.
  return titled("Verdict", `AUC ${atLeastShare(auc)}: ${rankingVerdict(auc)}. ${calls}`.replaceAll("\u00a0", " "));
}

/** What cannot be promised and what would tell, as a sentence; null if all lower ends are good, or if a graver verdict is given. */
export function doubtOfCard(card: Doubted): string | null {
  if (!separates(card)) return null;
  const text = doubtText(weakPoints(card));
  if (text === "") return null;
  const review = reviewThatTells(card.training.unlabeled);
  return review === null ? text : `${text} ${review.text}.`;
}

function tellingText(telling: ModelCard["telling"]): string {
  if (telling === undefined) return "";
  const { tested, found, clearest } = telling;
  if (found === 0) return " No single feature differs beyond chance.";
  const which = clearest.slice(0, NAMED).join(", ");
  return ` ${thousands(found)} of ${thousands(tested)} summaries of features ${found === 1 ? "differs" : "differ"} beyond chance: ${which}${found > NAMED ? " …" : ""}.`;
}
