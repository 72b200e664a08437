import { thousands } from "../../base/errors.js";
import type { ModelCard } from "../../model/model.js";
import { chanceText } from "../../scores/separation.js";
import { titled, wrapped } from "./style.js";
import { interval } from "./training.js";

/** Notes that say that nothing separates the bags: these come first, before any list or number. */
export const NOTHING_SEPARATES = ["tells-nothing", "alike"] as const;
/** A separation with a smaller p is beyond doubt. */
const CLEAR = 0.001;
/** So many of the clearest summaries are named. */
const NAMED = 2;

type Judged = Pick<ModelCard, "notes" | "separation" | "telling" | "measures" | "training">;

/**
 * Whether something separates the bags. If not, a probability for one of them would pretend
 * otherwise.
 */
export function separates({ notes }: Pick<ModelCard, "notes">): boolean {
  return notes.every(({ code }) => !isNothing(code));
}

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
    .filter(({ code }) => isNothing(code))
    .map(({ message }) => `${message[0].toUpperCase()}${message.slice(1)}.`);
}

function isNothing(code: string): boolean {
  return (NOTHING_SEPARATES as readonly string[]).includes(code);
}

function foundText({ separation, telling, measures, training }: Judged): string {
  if (separation === undefined)
    return "It is not known how well this separates positive from negative bags, because none could be held out.";
  const { auc, p } = separation;
  const how = p <= CLEAR ? "clearly" : "probably";
  const real = measures === null || Number.isNaN(measures.auc.value) ? "" : `; estimated AUC ${interval(measures.auc)}`;
  const others = training.unlabeled === 0 ? "negative" : "unlabeled";
  return `The positive bags ${how} stand out. While held out, they outscore ${Math.round(100 * auc)} % of the ${others} bags (${chanceText(p)})${real}.${tellingText(telling)}`;
}

function tellingText(telling: ModelCard["telling"]): string {
  if (telling === undefined) return "";
  const { tested, found, clearest } = telling;
  if (found === 0) return " No single feature differs beyond chance.";
  const which = clearest.slice(0, NAMED).join(", ");
  return ` ${thousands(found)} of ${thousands(tested)} summaries of features ${found === 1 ? "differs" : "differ"} beyond chance: ${which}${found > NAMED ? " …" : ""}.`;
}
