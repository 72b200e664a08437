import type { ModelCard } from "../../model/model.js";
import { titled, wrapped } from "./style.js";

/** Notes that say that the model is of no use: these come first, before any list or number. */
const USELESS = "tells-nothing";

/** Whether nothing tells the bags apart, so that a list of them would mean nothing. */
export function isUseless({ notes }: Pick<ModelCard, "notes">): boolean {
  return notes.some(({ code }) => code === USELESS);
}

/** The verdict on a model that is of no use, as lines of a report; none for others. */
export function verdictLines(card: Pick<ModelCard, "notes">): string[] {
  return said(card).flatMap((message) => titled("Verdict", message));
}

/** The same as a sentence under a list of bags. */
export function verdictSentence(card: Pick<ModelCard, "notes">): string[] {
  return said(card).map((message) => wrapped(`${message[0].toUpperCase()}${message.slice(1)}.`));
}

function said({ notes }: Pick<ModelCard, "notes">): string[] {
  return notes.filter(({ code }) => code === USELESS).map(({ message }) => message);
}
