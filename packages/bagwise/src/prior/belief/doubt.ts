import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";

/** With fewer labelled positives a narrow interval is no reason to be content. */
const FEW_POSITIVES = 5;

/**
 * Why scores tell little of the prior: there are hardly any positives, or they look as the
 * unlabeled bags do.
 */
export type Doubt = "few-positives" | "alike";

/** What the evidence came from. */
export interface Witnesses {
  /** So many labelled positives there are. Default: enough. */
  readonly positive?: number;
  /** What was noted in training, of which `alike` counts. Default nothing. */
  readonly notes?: readonly Note[];
}

/**
 * What speaks against relying on an interval, however narrow it is: fewer than 5 positives, or the
 * note `alike`. Null when nothing does.
 */
export function doubtOf({ positive = FEW_POSITIVES, notes = [] }: Witnesses): Doubt | null {
  if (positive < FEW_POSITIVES) return "few-positives";
  return notes.some(({ code }) => code === "alike") ? "alike" : null;
}

/** The same in words, as the end of a sentence. */
export function doubtWords(doubt: Doubt, { positive = 0 }: Witnesses): string {
  if (doubt === "alike") return "the scores of positive and unlabeled bags hardly differ";
  return `${count(positive, "labelled positive bag tells", "labelled positive bags tell")} little of the prior`;
}
