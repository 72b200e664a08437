import type { BagSet } from "@bagwise/core/bags";
import { count, thousands } from "@bagwise/core/base";
import {
  type EvaluationWithoutPrior,
  type HeldOutEvaluation,
  separates,
  type TrainingMatch,
} from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { labelledInSample, type Measure, sampleWords, shareAmongUnlabeled } from "@bagwise/core/scores";
import { styled, titled, wrapped } from "./output.js";
import { textTable } from "./score-table.js";
import { doubtOfCard, measuredVerdict, verdictLines } from "./verdict.js";

/** What the report says besides the evaluation. */
interface EvaluationParts {
  readonly path: string;
  readonly file: string | undefined;
  readonly source: "held-out" | "cross-fitted" | "new bags";
  /** Whether the user gave the prior for this evaluation. */
  readonly stated: boolean;
  /** Whether near-copies of training bags were looked for. */
  readonly searched: boolean;
}

type Found = HeldOutEvaluation | EvaluationWithoutPrior;

/** An evaluation without negatives, for people. */
export function evaluationReport(model: Model, found: HeldOutEvaluation, parts: EvaluationParts): string[] {
  return [
    ...titled("Evaluated", evaluatedText(model, found, parts)),
    ...verdictLines(model.card),
    ...judgedLines(model, found),
    ...titled("Prior", priorText(model, found, parts)),
    ...titled("Threshold", thresholdText(model, found)),
    "",
    ...measureTable(found),
    "",
    ...topTable(found),
    "",
    ...sensitivityTable(found),
  ];
}

/** How good it is by the lower ends of the intervals, and what cannot be promised; nothing without intervals. */
function judgedLines({ card }: Model, { measures, prior, bootstrap }: HeldOutEvaluation): string[] {
  if (bootstrap === 0 || !separates(card)) return [];
  const doubt = doubtOfCard({ ...card, measures, prior });
  return [...measuredVerdict(measures), ...(doubt === null ? [] : titled("In doubt", doubt))];
}

/** What can be said without knowing the prior. */
export function reportWithoutPrior(model: Model, found: EvaluationWithoutPrior, parts: EvaluationParts): string[] {
  return [
    ...titled("Evaluated", evaluatedText(model, found, parts)),
    ...verdictLines(model.card),
    ...titled(
      "Prior",
      "not known. Give --prior 0.3, or a range such as 0.1..0.4, to see precision, accuracy, AUC and the positives at the top, too",
    ),
    ...titled("Threshold", thresholdText(model, found)),
    "",
    ...textTable(measureHead(found.level), freeRows(found)),
    "",
    ...sensitivityTable(found),
  ];
}

/** A hint that copies were not looked for. */
export function unsearchedText(searched: boolean): string {
  return searched ? "" : "; to look for near-copies of training bags, add --trained-on";
}

function evaluatedText({ card }: Model, found: Found, { path, file, source, searched }: EvaluationParts): string {
  const { positive, unlabeled, negative, independent } = found;
  const bags = `${thousands(positive)} positive and ${thousands(unlabeled)} unlabeled bags`;
  const fewer = independent.positive < positive || independent.unlabeled < unlabeled;
  const grouped = fewer
    ? `; groups and copies count once: ${thousands(independent.positive)} and ${thousands(independent.unlabeled)} are independent`
    : "";
  const others =
    negative === 0
      ? ""
      : `; ${count(negative, "known negative")} ${labelledInSample(found.scenario) ? "in the sample" : "not used"}`;
  const how = {
    "held-out": `${path}, by the held-out scores of ${bags}`,
    "cross-fitted": `${card.learner} with the options of ${path}, cross-validated on ${file}, by ${bags}`,
    "new bags": `${path}, by ${bags} of ${file}${unsearchedText(searched)}`,
  }[source];
  return `${how}${grouped}${others}`;
}

function priorText(
  { card }: Model,
  { prior, scenario }: HeldOutEvaluation,
  { source, stated }: EvaluationParts,
): string {
  const among = `of ${sampleWords(scenario)} are positive`;
  const from = stated ? "given by you" : card.prior?.method === "given" ? "given in training" : "from the model";
  const elsewhere = source === "new bags" && !stated ? "; if it differs in this file, give it with --prior" : "";
  if (prior.belief === undefined) return `${short(prior.value)} ${among}, ${from}, taken as exact${elsewhere}`;
  return `${short(prior.value)} ${among}, 90 % interval ${short(prior.low)} to ${short(prior.high)}, ${from}; the intervals below include this uncertainty${elsewhere}`;
}

/** From which score on a bag is called positive. */
export function thresholdText({ card }: Model, { threshold }: Pick<Found, "threshold">): string {
  const chosen = card.threshold !== undefined && card.threshold.value === threshold ? ` (${card.threshold.rule})` : "";
  return `a bag is called positive when its score is at least ${Number(threshold.toPrecision(4))}${chosen}`;
}

function measureTable(found: HeldOutEvaluation): string[] {
  const { measures, level, constantGuess, prior } = found;
  const row = rowOf(found);
  const guess = prior.value >= 0.5 ? "positive" : "negative";
  const [recall, rate, leeLiu] = freeRows(found);
  return textTable(measureHead(level), [
    row("AUC", measures.auc, "chance that a positive bag ranks above a negative one; 0.50 for a random order"),
    row("precision", measures.precision, `share of positive calls that are right; ${short(prior.value)} by chance`),
    recall,
    row("accuracy", measures.accuracy, `share of answers that are right; ${short(constantGuess)} for always ${guess}`),
    rate,
    leeLiu,
  ]);
}

/** The measures that need no prior. */
function freeRows(found: Found): string[][] {
  const { recall, positiveRate, leeLiu } = found.measures;
  const row = rowOf(found);
  return [
    row("recall", recall, "share of positives that are called positive"),
    row("called positive", positiveRate, "share of all bags that are called positive"),
    row("Lee-Liu score", leeLiu, "recall^2 / share called positive; to compare models, higher is better"),
  ];
}

const measureHead = (level: number) => ["measure", "value", `${percent(level)} interval`, "meaning"];

/** Without a bootstrap there is no interval. */
function rowOf({ bootstrap }: Found) {
  return (name: string, { value, low, high, clipped }: Measure, meaning: string) => {
    if (Number.isNaN(value)) return [name, "-", "-", meaning];
    const interval = bootstrap === 0 ? "-" : `${short(low)} to ${short(high)}`;
    return [name, short(value), `${interval}${clipped ? " (clipped)" : ""}`, meaning];
  };
}

function topTable(found: HeldOutEvaluation): string[] {
  const { unlabeled, scenario } = found;
  const share = shareAmongUnlabeled(found, scenario, found.prior.value);
  const rows = found.top.map(({ k, value, low, high, clipped }) => [
    thousands(k),
    value.toFixed(1),
    `${found.bootstrap === 0 ? "-" : `${thousands(low)} to ${thousands(high)}`}${clipped ? " (clipped)" : ""}`,
    (k * share).toFixed(1),
  ]);
  return [
    `${styled("bold", "Positives to expect among the top-ranked unlabeled bags")}; about ${thousands(Math.round(share * unlabeled))} among all ${thousands(unlabeled)}${found.prior.belief === undefined ? "" : " (below: averaged over the prior)"}`,
    ...textTable(["top", "expected", `${percent(found.level)} interval`, "by chance"], rows),
  ];
}

function sensitivityTable({ sensitivity, prior }: Found): string[] {
  const tops = (sensitivity[0]?.top ?? []).slice(0, 3);
  const mark = ({ value, clipped }: { value: number; clipped: boolean }, digits: number) =>
    Number.isNaN(value) ? "-" : `${value.toFixed(digits)}${clipped ? "*" : ""}`;
  const rows = sensitivity.map(({ prior: pi, measures, top }) => [
    short(pi),
    mark(measures.auc, 2),
    mark(measures.precision, 2),
    mark(measures.accuracy, 2),
    ...top.slice(0, tops.length).map((each) => mark(each, 1)),
    ...(prior === null ? [] : [pi === prior.value ? "<- as above" : ""]),
  ]);
  const cut = rows.some((row) => row.some((cell) => cell.endsWith("*")));
  const range = prior?.belief === undefined ? "from half to twice its odds" : "over its 90 % interval";
  const head = ["prior", "AUC", "precision", "accuracy", ...tops.map(({ k }) => `in top ${thousands(k)}`)];
  const exact = prior?.belief === undefined ? "" : "Each row takes its prior as exact. ";
  return [
    prior === null
      ? styled("bold", "If the prior were")
      : `${styled("bold", "If the prior were different")} (${range})`,
    ...textTable(prior === null ? head : [...head, ""], rows),
    wrapped(
      `${exact}The ranking, the share called positive and the Lee-Liu score do not depend on the prior.${cut ? " *: clipped, because the estimate was outside the possible range." : ""}`,
      { indent: "  " },
    ),
  ];
}

/** The ids of the bags that the model has seen, for programs. Null if nothing is known. */
export function leakedBags(bags: BagSet, { trainedOn, near }: TrainingMatch) {
  const ids = (numbers: readonly number[] | null) => numbers?.map((i) => bags.idOf(i)) ?? null;
  return { trainedOn: ids(trainedOn), nearCopies: ids(near) };
}

/** The measures on the bags that are new to the model. */
export function freshLines({
  bags,
  ...measures
}: { readonly bags: number } & Readonly<Record<string, number>>): string[] {
  const named = Object.entries(measures).map(
    ([name, value]) => `${name === "auc" ? "AUC" : name} ${Number.isNaN(value) ? "unknown" : value.toFixed(3)}`,
  );
  return titled("New bags", `on the ${count(bags, "bag")} that the model has not seen: ${named.join(", ")}`);
}

function short(value: number): string {
  return value.toFixed(2);
}

function percent(level: number): string {
  return `${Number((100 * level).toFixed(1))} %`;
}
