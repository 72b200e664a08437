import type { LearnerDescription } from "./learner.js";

/** What a learner can be made for, in the order of lists of learners. */
const MADE_FOR: readonly LearnerDescription["learnsFrom"][] = ["positive and unlabeled", "positive and negative"];

/** Learners that are made for the same kinds of bags. */
interface LearnerGroup {
  readonly learnsFrom: LearnerDescription["learnsFrom"];
  readonly learners: readonly LearnerDescription[];
}

/** Learners by what they learn from, each kind in the given order. A kind without any is left out. */
export function byLabels(learners: readonly LearnerDescription[]): LearnerGroup[] {
  return MADE_FOR.map((learnsFrom) => ({
    learnsFrom,
    learners: learners.filter((learner) => learner.learnsFrom === learnsFrom),
  })).filter((group) => group.learners.length > 0);
}

/** What you should know about all learners of a kind, in a sentence. */
export function kindText(learnsFrom: LearnerDescription["learnsFrom"]): string {
  return learnsFrom === "positive and unlabeled"
    ? "These know that some of the unlabeled bags are positive."
    : "These are made for bags that are known to be negative. On positive and unlabeled bags they take the unlabeled ones for negative, so each positive among those is learned as an error.";
}

/** Whether it learns from known negatives. */
export function usesNegatives({ options }: LearnerDescription): boolean {
  return options.some(({ name, choices }) => name === "negatives" && choices?.includes("use"));
}

/** Which bags it needs and what else it can use, in words. */
export function needsText(learner: LearnerDescription): string {
  if (learner.learnsFrom === "positive and negative")
    return "positive bags and others: known negatives, or unlabeled bags, which it takes for negative";
  if (!learner.needs.includes("unlabeled")) return "positive bags and others: unlabeled ones, known negatives, or both";
  const needed = `${learner.needs.join(" and ")} bags`;
  return `${needed}; ${usesNegatives(learner) ? "known negatives are used too" : "known negatives cannot be used"}`;
}

/** What its models give, each in a few words: scores of bags first. */
export function givesTexts({ scoresInstances, holdsOut, prior }: LearnerDescription): string[] {
  return [
    "scores of bags",
    ...(scoresInstances ? ["scores of instances"] : []),
    ...(holdsOut ? ["held-out scores"] : []),
    ...(prior.estimates ? ["an estimate of the prior"] : []),
  ];
}

/** What it does with the prior, in words. */
export function priorUseText({ prior: { takes, estimates, affects } }: LearnerDescription): string {
  if (takes.length === 0) return "takes none";
  const forms = { number: "a number", range: "a range", estimator: "the name of an estimator" };
  const taken = takes.map((form) => forms[form]).join(" or ");
  return `takes ${taken}; ${estimates ? "estimates it by default" : "does not estimate it"}; ${AFFECTED[affects]}`;
}

const AFFECTED: Readonly<Record<LearnerDescription["prior"]["affects"], string>> = {
  ranking: "ranking and decisions depend on it",
  decisions: "decisions depend on it, the ranking does not",
  measures: "only measures and probabilities depend on it",
  nothing: "nothing depends on it",
};
