import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { describeViews } from "../../kernels/views/texts.js";
import type { Views } from "../../kernels/views/views.js";
import type { KnownPrior } from "../../prior/belief/known-prior.js";
import { shareAmongUnlabeled } from "../../scores/scenario.js";
import type { AutoData } from "./data.js";
import type { NegativeWeight } from "./fit.js";

/** What `auto` found out, for its words. */
export interface Found {
  readonly data: AutoData;
  readonly views: Views;
  readonly known: NegativeWeight;
  /** Log-odds of held-out bags; undefined when nothing could be held out. */
  readonly answers: { readonly positive: Float64Array; readonly unlabeled: Float64Array } | undefined;
  /** The prior: its mean and its 90 % interval. */
  readonly prior: { readonly value: number; readonly low: number; readonly high: number };
  /** What the user said of it. */
  readonly knowledge: KnownPrior;
}

/** What was decided, in a word, and all choices in sentences. */
export interface Words {
  /** Columns of the statistic that count in the fifth view. */
  readonly counted: number;
  readonly decision: "by-score" | "all-negative" | "all-positive";
  readonly reasons: readonly string[];
  readonly notes: readonly Note[];
}

type ConstantGuess = Exclude<Words["decision"], "by-score">;

const NOTHING_HELD_OUT: Note = {
  code: "nothing-held-out",
  message:
    "too few bags to hold any out: they are ranked, but how well is not known, and each has the probability of the prior",
};

/** What was chosen and why, in plain words. */
export function reasonsOf(found: Found): Words {
  const { data, views, answers } = found;
  const counted = views.weight.filter((weight) => weight > 0).length;
  const decision = decisionOf(answers);
  return {
    counted,
    decision,
    reasons: [
      `Bags are compared in ${describeViews().length} ways that count alike, because which one is best cannot be known from few labels: direction of the mean, ranks, means, extremes, and what tells positive bags apart (${tellingWords(found, counted)}).`,
      rankingWords(data),
      ...negativeWords(found),
      decisionWords(found, decision),
    ],
    notes: [
      ...negativeNotes(data),
      ...(answers === undefined ? [NOTHING_HELD_OUT] : []),
      ...(decision === "by-score" ? [] : [constantNote(decision, found)]),
    ],
  };
}

/**
 * Which summaries of features count in the fifth view. They all do where none stands out, and where
 * a single bag leaves no noise to compare with.
 */
function tellingWords({ data, views }: Found, counted: number): string {
  const all = `${views.weight.length} summaries, the least, greatest and mean of ${count(data.bags.dimension, "feature")},`;
  const { positive, unlabeled, negative } = data.rows;
  if (positive.length < 2 || unlabeled.length + negative.length < 2)
    return `which of the ${all} do so cannot be known from one bag, so all count`;
  return views.weight.every((weight) => weight === 1)
    ? `the ${all} all count alike`
    : `${counted} of the ${all} do so beyond their noise`;
}

/** Whether any held-out bag is answered otherwise than the rest. */
function decisionOf(answers: Found["answers"]): Words["decision"] {
  if (answers === undefined) return "by-score";
  const all = [...answers.positive, ...answers.unlabeled];
  const positive = all.filter((value) => value >= 0).length;
  if (positive === 0) return "all-negative";
  return positive === all.length ? "all-positive" : "by-score";
}

function rankingWords({ folds, all, centres }: AutoData): string {
  const who = all ? "all training bags" : `${centres.length} landmarks`;
  const how = folds === undefined ? "nothing could be held out" : `judged on ${folds.folds} folds that were held out`;
  return `Ranking: the ratio of positive to unlabeled density by one convex problem without a prior in it, with ${who} as centres; ${how}.`;
}

function negativeWords({ data, known }: Found): string[] {
  const { negative } = data.rows;
  if (negative.length === 0) return [];
  return [
    `Known negatives: ${count(negative.length, "bag counts", "bags count")} with weight ${known.weight}, from 0 (not at all) to 1 (unlabeled bags would not count).`,
  ];
}

function negativeNotes({ rows: { negative } }: AutoData): Note[] {
  if (negative.length === 0) return [];
  const message = `${count(negative.length, "known negative bag is", "known negative bags are")} used; --negatives drop leaves them out`;
  return [{ code: "negatives", message }];
}

function decisionWords(found: Found, decision: Words["decision"]): string {
  const { answers, data, prior } = found;
  if (answers === undefined)
    return "Decision: nothing is known of how well scores separate, so every bag is answered by the prior.";
  if (decision !== "by-score") {
    const answer = decision === "all-negative" ? "negative" : "positive";
    return `Decision: every bag is called ${answer}, because ${constantReason(decision, found)}. The ranking does not depend on that.`;
  }
  const expected = Math.round(
    shareAmongUnlabeled(data.counts, data.scenario, prior.value) * data.rows.unlabeled.length,
  );
  const called = answers.unlabeled.filter((value) => value >= 0).length;
  return `Decision: positive where that is likelier than not, averaged over what is believed of the prior and of the separation: ${called} of ${count(data.rows.unlabeled.length, "unlabeled bag")} when held out. The prior expects about ${expected}${called < expected ? "; fewer are called so, because some positives cannot be told from negatives" : ""}.`;
}

function constantNote(decision: ConstantGuess, found: Found): Note {
  const answer = decision === "all-negative" ? "negative" : "positive";
  const message = `every bag is called ${answer}, the constant guess: ${constantReason(decision, found)}. The ranking does not depend on it`;
  return { code: "constant-guess", message };
}

/**
 * Why every bag has the same answer: the prior may be on either side of one half, or the other
 * answer is too rare for scores that separate so little.
 */
function constantReason(decision: ConstantGuess, { prior, data, knowledge }: Found): string {
  const [low, high] = [prior.low, prior.high].map((pi) => shareAmongUnlabeled(data.counts, data.scenario, pi));
  const other = decision === "all-negative" ? "positive" : "negative";
  const rare = decision === "all-negative" ? high <= 0.5 : low >= 0.5;
  if (rare) return `${other}s are the fewer, and no bag has a score that makes it likelier ${other} all the same`;
  if (low >= 0.5 || high <= 0.5) return "scores separate too little for any bag to be likelier the other";
  const told = knowledge.audit !== undefined || knowledge.low !== undefined || knowledge.high !== undefined;
  const help = told ? "a narrower range or more reviewed bags would help" : "state a bound or review some bags";
  return `the share of positives may be above or below one half, so this is a guess; ${help}`;
}
