import { count, thousands } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { KnownPrior } from "../../prior/belief/known-prior.js";
import { type BagCounts, type Scenario, shareAmongUnlabeled } from "../../scores/scenario.js";
import type { KnownRows } from "./fitted-bags.js";

/** What decisions are made from. */
export interface Decided {
  readonly data: { readonly counts: BagCounts; readonly scenario: Scenario; readonly rows: KnownRows };
  /** Log-odds of held-out bags; undefined if nothing could be held out. */
  readonly answers: { readonly positive: Float64Array; readonly unlabeled: Float64Array } | undefined;
  /** The prior: its mean and its 90 % interval. */
  readonly prior: { readonly value: number; readonly low: number; readonly high: number };
  /** What you stated about it. */
  readonly knowledge: KnownPrior;
}

/** The decision in a word, and all choices in sentences. */
export interface Words {
  readonly decision: "by-score" | "all-negative" | "all-positive";
  readonly reasons: readonly string[];
  readonly notes: readonly Note[];
}

type ConstantGuess = Exclude<Words["decision"], "by-score">;

const NOTHING_HELD_OUT: Note = {
  code: "nothing-held-out",
  message:
    "there are too few bags to hold any out: they are ranked, but how well is unknown, and each gets the prior as its probability",
};

/** How bags are decided, in a word, in a sentence, and in notes if no score does. */
export function decisionWords(found: Decided): Words {
  const { answers } = found;
  const decision = decisionOf(answers);
  return {
    decision,
    reasons: [decisionSentence(found, decision)],
    notes: [
      ...(answers === undefined ? [NOTHING_HELD_OUT] : []),
      ...(decision === "by-score" ? [] : [constantNote(decision, found)]),
    ],
  };
}

/** Whether the score decides, or every held-out bag gets the same answer. */
function decisionOf(answers: Decided["answers"]): Words["decision"] {
  if (answers === undefined) return "by-score";
  const all = [...answers.positive, ...answers.unlabeled];
  const positive = all.filter((value) => value >= 0).length;
  if (positive === 0) return "all-negative";
  return positive === all.length ? "all-positive" : "by-score";
}

/** A note on how many known negatives are used; none without any. */
export function negativeNotes(negatives: number): Note[] {
  if (negatives === 0) return [];
  const message = `${count(negatives, "known negative bag is", "known negative bags are")} used; to leave them out, set the option negatives to drop`;
  return [{ code: "negatives", message }];
}

function decisionSentence(found: Decided, decision: Words["decision"]): string {
  const { answers, data, prior } = found;
  if (answers === undefined)
    return "Decision: how well the scores separate is unknown, so the prior alone decides for every bag.";
  if (decision !== "by-score") {
    const answer = decision === "all-negative" ? "negative" : "positive";
    return `Decision: every bag is called ${answer}, because ${constantReason(decision, found)}. The ranking is not affected.`;
  }
  const expected = Math.round(
    shareAmongUnlabeled(data.counts, data.scenario, prior.value) * data.rows.unlabeled.length,
  );
  const called = answers.unlabeled.filter((value) => value >= 0).length;
  return `Decision: a bag is called positive if that is more likely than not, averaged over what is known about the prior and the separation. While held out, ${thousands(called)} of ${count(data.rows.unlabeled.length, "unlabeled bag")} ${called === 1 ? "was" : "were"} called positive. The prior expects about ${thousands(expected)}${called < expected ? "; some of these look like negatives" : ""}.`;
}

function constantNote(decision: ConstantGuess, found: Decided): Note {
  const answer = decision === "all-negative" ? "negative" : "positive";
  const message = `every bag is called ${answer}, a constant guess: ${constantReason(decision, found)}. The ranking is not affected`;
  return { code: "constant-guess", message };
}

/**
 * Why every bag gets the same answer: the prior may be on either side of one half, or the other
 * answer is too rare for scores that separate so little.
 */
function constantReason(decision: ConstantGuess, { prior, data, knowledge }: Decided): string {
  const [low, high] = [prior.low, prior.high].map((pi) => shareAmongUnlabeled(data.counts, data.scenario, pi));
  const other = decision === "all-negative" ? "positive" : "negative";
  const rare = decision === "all-negative" ? high <= 0.5 : low >= 0.5;
  if (rare) return `${other}s are in the minority, and no score is clear enough to outweigh that`;
  if (low >= 0.5 || high <= 0.5) return "the scores separate too little to call any bag otherwise";
  const told = knowledge.audit !== undefined || knowledge.low !== undefined || knowledge.high !== undefined;
  const help = told ? "a narrower range or more reviewed bags would help" : "give a bound, or review some bags";
  return `the share of positives may be above or below one half, so this is a guess; ${help}`;
}
