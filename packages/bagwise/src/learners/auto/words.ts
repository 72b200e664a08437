import { count, thousands } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { describeViews } from "../../kernels/views/views.js";
import type { TellingSummaries } from "../../model/model.js";
import type { KnownPrior } from "../../prior/belief/known-prior.js";
import { shareAmongUnlabeled } from "../../scores/scenario.js";
import type { AutoData } from "./data.js";
import type { ExpectedDecision } from "./decision.js";
import type { NegativeWeight } from "./fit.js";
import type { GrownForest } from "./forests.js";
import type { CheckedAutoOptions } from "./options.js";

/** What `auto` found, to be put into words. */
interface Found extends Decided {
  readonly data: AutoData;
  readonly telling: TellingSummaries | null;
  readonly known: NegativeWeight;
  /** What the ranking of the views is averaged with, and how much each counts. */
  readonly chosen: { readonly forests: readonly GrownForest[]; readonly weights: readonly number[] };
  /** The option that says whether it is averaged. */
  readonly trees: CheckedAutoOptions["trees"];
  /** What decisions are worth; undefined for a given prior, or if nothing was held out. */
  readonly expected: ExpectedDecision | undefined;
}

/** What decisions are made from. */
interface Decided {
  readonly data: Pick<AutoData, "counts" | "scenario" | "rows">;
  /** Log-odds of held-out bags; undefined if nothing could be held out. */
  readonly answers: { readonly positive: Float64Array; readonly unlabeled: Float64Array } | undefined;
  /** The prior: its mean and its 90 % interval. */
  readonly prior: { readonly value: number; readonly low: number; readonly high: number };
  /** What you stated about it. */
  readonly knowledge: KnownPrior;
}

/** Numbers as words, up to the number of ways in which bags are compared. */
const WAYS = ["no", "one", "two", "three", "four", "five"];

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

/** What was chosen and why, in plain words. */
export function reasonsOf(found: Found): Words {
  const { data } = found;
  const { decision, reasons, notes } = decisionWords(found);
  return {
    decision,
    reasons: [
      `Bags are compared in ${WAYS[describeViews().length] ?? describeViews().length} ways, equally weighted, because a few labels cannot tell which one is best: direction of the mean, ranks, means, extremes, and what sets positive bags apart. The last one looks at ${tellingWords(found)}.`,
      ...togetherWords(data),
      rankingWords(data),
      ...forestWords(found),
      ...negativeWords(found),
      ...reasons,
      ...expectedWords(found),
    ],
    notes: [...negativeNotes(data.rows.negative.length), ...notes],
  };
}

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

/** Which summaries of features the fifth view looks at, and how many of them surely differ. */
function tellingWords({ data, telling }: Found): string {
  const { dimension } = data.bags;
  const which = dimension === 1 ? "the one feature" : `each of ${count(dimension, "feature")}`;
  const all = `the minimum, maximum and mean of ${which}, ${thousands(3 * dimension)} summaries in all`;
  if (telling === null) return `${all}, equally weighted, because one bag cannot tell which of them matter`;
  const { found, rate, clearest } = telling;
  const most = found === 0 ? "" : `, most clearly ${clearest.join(", ")}`;
  return `${all}, each weighted by how clearly it differs between positive and other bags. ${found === 0 ? "None differs" : `${count(found, "summary differs", "summaries differ")}`} by more than chance explains${most} (permutation tests, false-discovery rate ${rate})`;
}

/** That features were scaled together, and why; nothing if each has its own scale. */
function togetherWords({ scaledTogether }: AutoData): string[] {
  if (scaledTogether.length === 0) return [];
  return [
    `Units: ${count(scaledTogether.length, "feature is", "features are")} never negative and mostly 0, like counts of words. They are taken for one vector and scaled together, so their common unit does not matter, but they should have the same one. Every other feature is scaled on its own.`,
  ];
}

/** Whether the score decides, or every held-out bag gets the same answer. */
function decisionOf(answers: Decided["answers"]): Words["decision"] {
  if (answers === undefined) return "by-score";
  const all = [...answers.positive, ...answers.unlabeled];
  const positive = all.filter((value) => value >= 0).length;
  if (positive === 0) return "all-negative";
  return positive === all.length ? "all-positive" : "by-score";
}

function rankingWords({ folds, all, centres }: AutoData): string {
  const who = all ? "all training bags" : count(centres.length, "landmark");
  const how =
    folds === undefined
      ? "No bags could be held out to measure its quality."
      : `Its quality was measured on held-out bags, in ${folds.folds} folds.`;
  return `Ranking: by the density ratio of positive to unlabeled bags. It comes from one convex problem that needs no prior, with ${who} as centres. ${how}`;
}

/** That the ranking is averaged with forests, or why not; nothing if that was switched off. */
function forestWords({ data, chosen: { forests, weights }, trees }: Found): string[] {
  const percent = (k: number) => `${Math.round(100 * weights[k])} %`;
  const grown = forests.flatMap(({ scorer: { base, on }, instances }, k) => {
    if (base.type !== "trees" || !(weights[k + 1] > 0)) return [];
    const all = data.bags.instances;
    const drawn = instances < all ? `${thousands(instances)} of ${thousands(all)} ` : "";
    const where = on === "bags" ? "summaries of bags" : `${drawn}instances`;
    return [`${count(base.roots.length, "randomised tree")} on ${where} ${percent(k + 1)}`];
  });
  if (grown.length > 0)
    return [
      `Average: that ranking counts ${percent(0)}, ${grown.join(" and ")}, each standardised by held-out scores. What separates held-out positive bags better counts more. Trees see what the views do not: a few features among many, and single instances. They are grown against random unlabeled bags, without a certificate.`,
    ];
  if (trees === "none" || data.folds === undefined || !data.mostlyCounts) return [];
  return ["Average: no trees take part, because single counts tell little, and trees on counts of words rank poorly."];
}

function negativeWords({ data, known }: Found): string[] {
  const { negative } = data.rows;
  if (negative.length === 0) return [];
  return [
    `Known negatives: ${count(negative.length, "bag")} with weight ${known.weight}. A weight of 0 would ignore them, a weight of 1 the unlabeled bags.`,
  ];
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

/** What is given up by not knowing the prior. */
function expectedWords({ expected }: Found): string[] {
  if (expected === undefined) return [];
  const { right, constant, givenUp } = expected;
  const less =
    givenUp === 0
      ? "nothing is given up by not knowing the prior."
      : `${givenUp.toFixed(2)} is given up by not knowing the prior. A bound or an audit wins it back. The ranking does not depend on it.`;
  return [
    `Expected: over what is believed about the prior, ${right.toFixed(2)} of these answers are right, more than with any other rule. Always giving the answer that is truly more frequent, if you knew which, would be right for ${constant.toFixed(2)}: ${less}`,
  ];
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
