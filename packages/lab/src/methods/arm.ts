import {
  LEARNERS,
  type Learner,
  type LearnerDescription,
  type LearnerEntry,
  learnerByName,
} from "@bagwise/core/learners";
import { capital } from "@bagwise/report/page";
import { byName } from "../options/check-options.js";
import { describeKnowledge, type Knowledge, parseKnowledge } from "./knowledge.js";
import { decidesByPrior, METHODS, namedSettings, withoutIntervals } from "./methods.js";

export interface Arm {
  /** `METHOD@KNOWLEDGE`. */
  readonly name: string;
  readonly method: string;
  readonly knowledge: string;
}

/** What the learner of an arm depends on besides its bags. */
interface ArmContext {
  readonly truePrior: number;
  /** Null for the printed estimator's own. */
  readonly eta: number | null;
  readonly seed: number;
  /** The positives among the reviewed bags; undefined without an audit. */
  readonly audit: { readonly positive: number; readonly reviewed: number } | undefined;
  /** Whether a learner from positive and unlabeled bags takes known negatives for unlabeled. Default no. */
  readonly unlabel?: true;
}

/** A method of a comparison: a setting of an experiment, or a learner of the registry as it is. */
interface CompareMethod {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly learner: string;
  /** Whether it uses a prior for its decisions. Some learners only need one for their measures. */
  readonly usesPrior: boolean;
  /** Its options, except for those about the prior. */
  options(seed: number): Record<string, unknown>;
}

/** All methods that can be compared: the learners as they come, then the settings of the paper. */
export function compareMethods(): CompareMethod[] {
  const settings = METHODS.map(({ name, title, help, learner, options }): CompareMethod => {
    const withoutPrior = (seed: number) => {
      const context = { dataset: { eta: 1 }, truePrior: 0.5, priorEstimate: "true", centres: null, seed };
      const { prior: _, ...others } = options(context);
      return others;
    };
    const usesPrior = decidesByPrior(learnerByName(learner).description);
    return { name, title, help, learner, usesPrior, options: withoutPrior };
  });
  const others = LEARNERS.filter(({ description }) => !settings.some(({ learner }) => learner === description.name));
  return [...others.flatMap(({ description }) => ownMethods(description)), ...settings];
}

/** A learner as it comes, and in each of its settings. */
function ownMethods(description: LearnerDescription): CompareMethod[] {
  const { name, label: title } = description;
  const common = { learner: name, usesPrior: decidesByPrior(description) };
  const methodIn = (options: Readonly<Record<string, unknown>>) => (seed: number) => ({
    ...options,
    ...withoutIntervals(description),
    seed,
  });
  const settings = namedSettings(description).map(({ setting, ...named }) => ({
    ...named,
    ...common,
    options: methodIn(setting.options),
  }));
  if (settings.some((each) => each.name === name)) return settings;
  return [{ name, title, help: description.help.replace(/\.$/, ""), ...common, options: methodIn({}) }, ...settings];
}

/** Reads `METHOD` or `METHOD@KNOWLEDGE`, by default `@true`. An InputError for an unknown name. */
export function parseArm(text: string): Arm {
  const at = text.indexOf("@");
  const method = at < 0 ? text : text.slice(0, at);
  const knowledge = at < 0 ? "true" : text.slice(at + 1);
  methodOf(method);
  parseKnowledge(knowledge);
  return { name: `${method}@${knowledge}`, method, knowledge };
}

export function describeArm({ method, knowledge }: Pick<Arm, "method" | "knowledge">): string {
  const { title, help } = methodOf(method);
  return `${title}: ${help}; ${describeKnowledge(parseKnowledge(knowledge))}`;
}

/** Every method of some arms once, what it does, without a full stop, and what each arm is told. */
export function describeMethods(arms: readonly Arm[]) {
  return [...new Set(arms.map(({ method }) => method))].map((method) => {
    const { title, help, usesPrior } = methodOf(method);
    const own = arms.filter((arm) => arm.method === method);
    return {
      method,
      text: title === method ? capital(help) : `${title}: ${help}`,
      arms: own.map(({ name, knowledge }) => {
        const known = parseKnowledge(knowledge);
        const told = usesPrior || known.kind === "audit" ? describeKnowledge(known) : "no prior is needed";
        return { name, told };
      }),
    };
  });
}

/**
 * The learner of an arm. A method that does not use a prior for its decisions gets none. After an
 * audit, one that does not accept a distribution gets its mean, (k + 1) / (n + 2), and negatives
 * are left out where the learner cannot use them: the rest is still a random sample. An InputError
 * for an arm that the learner does not accept.
 */
export function armLearner({ method, knowledge }: Pick<Arm, "method" | "knowledge">, context: ArmContext): Learner {
  const { learner, options, usesPrior } = methodOf(method);
  const entry = learnerByName(learner);
  const known = parseKnowledge(knowledge);
  const told = { ...(usesPrior ? priorOf(entry, known, context) : {}), ...labelsOf(entry, known, context) };
  return entry.create({ ...options(context.seed), ...told });
}

function priorOf(entry: LearnerEntry, knowledge: Knowledge, context: ArmContext): Record<string, unknown> {
  switch (knowledge.kind) {
    case "true":
      return { prior: context.truePrior };
    case "data":
      return {};
    case "estimator":
      return knowledge.name === "as-printed" && context.eta !== null
        ? { prior: knowledge.name, eta: context.eta }
        : { prior: knowledge.name };
    case "audit": {
      const { positive = 0, reviewed = 0 } = context.audit ?? {};
      return entry.description.prior.takes.includes("range")
        ? { audited: `${positive}/${reviewed}` }
        : { prior: (positive + 1) / (reviewed + 2) };
    }
  }
}

function labelsOf(
  { description }: LearnerEntry,
  knowledge: Knowledge,
  { unlabel }: ArmContext,
): Record<string, unknown> {
  const choices = description.options.find(({ name }) => name === "negatives")?.choices;
  if (unlabel && description.learnsFrom === "positive and unlabeled")
    return choices?.includes("unlabeled") ? { negatives: "unlabeled" } : {};
  if (knowledge.kind !== "audit" || !knowledge.labels) return {};
  return choices === undefined ? {} : { negatives: choices.includes("use") ? "use" : "drop" };
}

export function methodOf(name: string): CompareMethod {
  const after = ", optionally with @ and what it knows about the prior";
  return byName(compareMethods(), name, "method", { after });
}
