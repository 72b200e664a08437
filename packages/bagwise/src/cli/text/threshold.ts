import { InputError } from "@bagwise/core/base";
import type { ChosenThreshold } from "@bagwise/core/judge";
import type { Model, ModelCard } from "@bagwise/core/model";
import type { EvaluationPrior } from "@bagwise/core/prior";
import type { Measure } from "@bagwise/core/scores";
import { titled, wrapped } from "./output.js";
import { shortScore, textTable } from "./score-table.js";

/** What a rule gives, or why it gives nothing. */
interface RuleOutcome {
  readonly rule: string;
  readonly chosen: ChosenThreshold | null;
  /** If there is none: why, and the code of that error. */
  readonly problem: string | null;
  readonly code: string | null;
}

/** Applies a rule. An InputError becomes data. */
export function outcomeOf(rule: string, choose: () => ChosenThreshold): RuleOutcome {
  try {
    return { rule, chosen: choose(), problem: null, code: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { rule, chosen: null, problem: error.complaint, code: error.code };
  }
}

/** A threshold that was chosen, with its reason, as lines of a report; none for the usual one. */
export function thresholdLines({ threshold }: ModelCard): string[] {
  if (threshold === undefined) return [];
  return titled("Threshold", `${shortScore(threshold.value)} (${threshold.rule}): ${threshold.reason}`);
}

/** The same as a sentence under a list of bags. */
export function thresholdSentence({ card: { threshold } }: Model): string[] {
  if (threshold === undefined) return [];
  const { value, rule, reason } = threshold;
  return [wrapped(`A bag is called positive from a score of ${shortScore(value)} on (${rule}): ${reason}.`)];
}

/** A table of what each rule would give. */
export function ruleTable(outcomes: readonly RuleOutcome[]): string[] {
  const rows = outcomes.map(({ rule, chosen }) => {
    if (chosen === null) return [rule, "-", "-", "-", "-"];
    const { value, expected } = chosen;
    const rate = expected === null ? "-" : `${(100 * expected.positiveRate.value).toFixed(1)} %`;
    const recall = shown(expected?.recall);
    return [rule, shortScore(value), rate, shown(expected?.precision), exceeds(chosen) ? `${recall}*` : recall];
  });
  const marked = outcomes.flatMap(({ rule, chosen }) =>
    chosen !== null && exceeds(chosen) ? [`${chosen.expected?.mostRecall?.toFixed(2)} (${rule})`] : [],
  );
  const without = outcomes.filter(({ code }) => code === "no-prior").map(({ rule }) => rule);
  const problems = [
    ...(marked.length === 0
      ? []
      : [
          `*: of the labelled positives. If the prior is right, that few bags hold at most ${marked.join(", ")} of all positives.`,
        ]),
    ...(without.length === 0 ? [] : [`${without.join(", ")} need the share of positives: give --prior.`]),
    ...outcomes.flatMap(({ problem, code }) => (problem === null || code === "no-prior" ? [] : [`${problem}.`])),
  ];
  return [
    ...textTable(["rule", "threshold", "called positive", "precision", "recall"], rows),
    ...(problems.length === 0
      ? []
      : ["", ...problems.map((problem) => wrapped(problem[0].toUpperCase() + problem.slice(1), { indent: "  " }))]),
  ];
}

/** Whether recall is more than the number of bags called positive allows at this prior. */
function exceeds({ expected }: ChosenThreshold): boolean {
  const { precision, recall, mostRecall } = expected ?? {};
  return Boolean(precision?.clipped && recall && typeof mostRecall === "number" && recall.value > mostRecall);
}

/** The prior behind a decision, in words. */
export function decisionPriorText(prior: EvaluationPrior | null): string {
  if (prior === null) return "not known; give --prior to see precision, too";
  const { value, low, high } = prior;
  if (high > low) return `${value.toFixed(2)}, 90 % interval ${low.toFixed(2)} to ${high.toFixed(2)}`;
  return String(Number(value.toFixed(3)));
}

function shown(measure: Measure | null | undefined): string {
  if (measure === null || measure === undefined || Number.isNaN(measure.value)) return "-";
  return `${measure.value.toFixed(2)} (${measure.low.toFixed(2)} to ${measure.high.toFixed(2)})`;
}
