import type { NoteCode } from "../../base/codes/catalogue.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { EvaluationWithoutPrior, HeldOutEvaluation } from "./evaluate-held-out.js";

/** With fewer independent positive bags, intervals say little else. */
const FEW = 10;
/** A wider 90 % interval of the prior leaves precision and accuracy open. */
const WIDE = 0.5;

const NAMES = { precision: "precision", accuracy: "accuracy", auc: "the AUC" } as const;

/** What you should know before you trust an evaluation. */
export function evaluationNotes(found: Omit<HeldOutEvaluation, "notes">): Note[] {
  const { measures, independent, prior, constantGuess, level } = found;
  const notes: Note[] = [];
  const add = (code: NoteCode, message: string) => notes.push({ code, message });
  notes.push(...fewPositives(independent.positive));
  const cut = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((name) => measures[name].clipped);
  if (cut.length > 0)
    add(
      "clipped",
      `${cut.map((name) => NAMES[name]).join(" and ")} came out below 0 or above 1 and ${cut.length === 1 ? "was" : "were"} cut: that is what few bags or a wrong prior do; a smaller prior lowers precision, a larger one the AUC`,
    );
  notes.push(...noAnswer(measures.positiveRate.value));
  if (measures.accuracy.value < constantGuess)
    add(
      "constant-guess",
      `always answering ${prior.value >= 0.5 ? "positive" : "negative"} would be right as often or more (${constantGuess.toFixed(2)}); use the model for its ranking, or choose another threshold`,
    );
  if (measures.auc.low <= 0.5)
    add(
      "no-better-than-chance",
      `the ${Number((100 * level).toFixed(1))} % interval of the AUC holds 0.5: the ranking may be no better than chance`,
    );
  if (prior.high - prior.low > WIDE)
    add(
      "prior-open",
      `the prior is hardly known (${prior.low.toFixed(2)} to ${prior.high.toFixed(2)}), and neither are precision and accuracy; an audit of 30 unlabeled bags tells more than anything else: bagwise audit`,
    );
  return notes;
}

/** The same without a prior. */
export function notesWithoutPrior({
  measures,
  independent,
}: Pick<EvaluationWithoutPrior, "measures" | "independent">): Note[] {
  return [...fewPositives(independent.positive), ...noAnswer(measures.positiveRate.value)];
}

function fewPositives(positive: number): Note[] {
  if (positive >= FEW) return [];
  const message = `only ${count(positive, "independent positive bag was", "independent positive bags were")} held out: recall, and all that is made of it, is uncertain; label more positives`;
  return [{ code: "few-positives", message }];
}

function noAnswer(rate: number): Note[] {
  if (rate > 0) return [];
  const message = "no bag of the sample is called positive, so that precision is unknown; lower the threshold";
  return [{ code: "no-positive-answer", message }];
}
