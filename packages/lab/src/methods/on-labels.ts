import { badOption, InputError, quote } from "@bagwise/core/base";
import { LEARNERS, type Learner } from "@bagwise/core/learners";
import { type Arm, armLearner, methodOf, parseArm } from "./arm.js";
import { describeKnowledge, parseKnowledge } from "./knowledge.js";
import { namedSettings } from "./methods.js";

/** What the learner of a trial depends on besides its bags. */
interface CvContext {
  /** The share of positive bags among the training bags. */
  readonly positiveShare: number;
  readonly seed: number;
}

/**
 * Every learner from positive and negative bags, in each of its settings but those that have to be
 * named, or as it comes if it has none: what a cross-validation runs by default.
 */
export function cvMethods(): string[] {
  return LEARNERS.filter(({ description }) => description.learnsFrom === "positive and negative").flatMap(
    ({ description }) => {
      const settings = namedSettings(description).flatMap(({ name, setting }) => (setting.onlyIfNamed ? [] : [name]));
      return settings.length === 0 ? [description.name] : settings;
    },
  );
}

/** Each method once, by the name it has in tables. Throws an InputError for one that does not fit. */
export function checkedMethods(methods: readonly string[]): string[] {
  if (methods.length === 0) throw badOption("methods", methods, "at least one method");
  const names = methods.map((text) => {
    const arm = parseCvMethod(text);
    // Learners are made here, so that a bad one fails before hours of work.
    cvLearner(arm, { positiveShare: 0.5, seed: 0 });
    return arm.name;
  });
  return [...new Set(names)];
}

/**
 * Reads `METHOD`, or `METHOD@data` for a learner from positive and unlabeled bags that estimates the
 * prior itself. An InputError for an unknown method, and for an audit: there is nothing to review.
 */
export function parseCvMethod(text: string): Arm {
  const arm = parseArm(text);
  const { kind } = parseKnowledge(arm.knowledge);
  if (kind === "audit")
    throw new InputError({
      code: "knowledge",
      message: `${quote(text)} reviews unlabeled bags, but this experiment has nobody to review them`,
      remedy: `Write ${arm.method} or ${arm.method}@data.`,
    });
  const plain = kind === "true" || !methodOf(arm.method).usesPrior;
  return { ...arm, name: plain ? arm.method : arm.name };
}

/**
 * The learner of a method. One from positive and unlabeled bags takes the negative training bags for
 * unlabeled. If its decisions need a prior, it is told the share of positive training bags, unless it
 * is to estimate the prior itself.
 */
export function cvLearner(arm: Pick<Arm, "method" | "knowledge">, { positiveShare, seed }: CvContext): Learner {
  return armLearner(arm, { truePrior: positiveShare, eta: null, seed, audit: undefined, unlabel: true });
}

/** What a method does, and what it is told here, in sentences. */
export function describeCvMethod(name: string): string {
  const { method, knowledge } = parseCvMethod(name);
  const { title, help, learner, usesPrior } = methodOf(method);
  const own = LEARNERS.find(({ description }) => description.name === learner)?.description;
  const unlabeled = own?.learnsFrom === "positive and unlabeled" ? " Negative training bags count as unlabeled." : "";
  const known = parseKnowledge(knowledge);
  const told = known.kind === "true" ? "the prior is the share of positive training bags" : describeKnowledge(known);
  const what = title === method ? help : `${title}: ${help}`;
  return `${what}.${unlabeled}${usesPrior ? ` Here ${told}.` : ""}`;
}
