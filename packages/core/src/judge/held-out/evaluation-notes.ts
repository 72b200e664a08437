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
      `${cut.map((name) => NAMES[name]).join(" and ")} came out below 0 or above 1 and ${cut.length === 1 ? "was" : "were"} clipped. Few bags or a wrong prior cause that. A smaller prior lowers precision, a larger one lowers the AUC`,
    );
  notes.push(...noAnswer(measures.positiveRate.value));
  if (measures.accuracy.value < constantGuess)
    add(
      "constant-guess",
      `always answering ${prior.value >= 0.5 ? "positive" : "negative"} would be right at least as often (${constantGuess.toFixed(2)}). Use the model for its ranking, or choose another threshold`,
    );
  if (measures.auc.low <= 0.5)
    add(
      "no-better-than-chance",
      `the ${Number((100 * level).toFixed(1))} % interval of the AUC includes 0.5: the ranking may be no better than chance`,
    );
  if (prior.high - prior.low > WIDE)
    add(
      "prior-open",
      `the prior is very uncertain (${prior.low.toFixed(2)} to ${prior.high.toFixed(2)}), and so are precision and accuracy. An audit of 30 unlabeled bags helps most`,
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
  const message = `only ${count(positive, "independent positive bag was", "independent positive bags were")} held out, so recall and everything based on it is uncertain. Label more positives`;
  return [{ code: "few-positives", message }];
}

function noAnswer(rate: number): Note[] {
  if (rate > 0) return [];
  const message = "no bag is predicted positive, so precision is unknown. Lower the threshold";
  return [{ code: "no-positive-answer", message }];
}
