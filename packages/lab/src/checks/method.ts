import { LEARNERS, type LearnerDescription, learnerByName } from "@bagwise/core/learners";
import { methodOf, parseArm } from "../methods/arm.js";
import { describeKnowledge, parseKnowledge } from "../methods/knowledge.js";
import { namedSettings } from "../methods/methods.js";
import type { CheckLabels } from "./draw.js";

/** The setting of a learner from positive and unlabeled bags that suits new data. */
const USUAL_SETTING = "default";

/**
 * Every learner: one from positive and unlabeled bags as it comes, one from positive and negative
 * bags in each of its settings but those that have to be named.
 */
export function checkMethods(): string[] {
  return LEARNERS.flatMap(({ description }) => settingsOf(description));
}

function settingsOf(description: LearnerDescription): string[] {
  const named = namedSettings(description).filter(({ setting }) => !setting.onlyIfNamed);
  const usual = named.filter(({ setting }) => setting.name === USUAL_SETTING);
  const chosen = (usual.length > 0 ? usual : named).map(({ name }) => name);
  return chosen.length === 0 ? [description.name] : chosen;
}

/** With which labels a method is checked: those that its learner is made for. */
export function labelsFor(method: string): CheckLabels {
  const { learner } = methodOf(parseArm(method).method);
  return learnerByName(learner).description.learnsFrom === "positive and unlabeled" ? "unlabeled" : "negative";
}

/** What a method does, and from which bags it learns here, in sentences. */
export function describeCheckMethod(name: string): string {
  const { method, knowledge } = parseArm(name);
  const { title, help, usesPrior } = methodOf(method);
  const what = title === method ? help : `${title}: ${help}`;
  const told = usesPrior ? `; ${describeKnowledge(parseKnowledge(knowledge))}` : "";
  return `${what}. Learns here from positive and ${labelsFor(name)} bags${told}.`;
}
