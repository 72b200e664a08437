import { InputError, quote } from "../../base/errors.js";
import type { OptionDescription } from "../../base/option.js";
import type { LearnerDescription, LearnerEntry } from "../../learners/learner.js";
import { LEARNERS, namesOf, usualLearner } from "../../learners/registry.js";
import { isPriorMethodName } from "../../prior/estimators/method.js";
import { flagName, flagsIn } from "./options.js";

/** The learners that have an option of this name. */
function having(name: string): LearnerEntry[] {
  return LEARNERS.filter(({ description }) => description.options.some((option) => option.name === name));
}

/**
 * The options of all learners, each once, grouped by the first learner that has it. The usual
 * learner comes first; help on options that it lacks starts with the learners that have them.
 */
export function optionsByMethod(): { method: string; options: OptionDescription[] }[] {
  const taken = new Set<string>();
  const usual = usualLearner();
  return [usual, ...LEARNERS.filter((entry) => entry !== usual)]
    .map((entry) => {
      const own = entry.description.options.filter(({ name }) => !taken.has(name));
      for (const { name } of own) taken.add(name);
      const options = own.map((option) => {
        if (entry !== usual) return { ...option, help: `${namesOf(having(option.name))}: ${option.help}` };
        const same = having(option.name).every(({ description }) =>
          description.options.every(({ name, help }) => name !== option.name || help === option.help),
        );
        return same ? option : { ...option, help: `${option.help}; other methods differ, see below` };
      });
      return { method: entry.description.name, options };
    })
    .filter(({ options }) => options.length > 0);
}

/**
 * What the other methods are, and how they describe options that they share with the usual one but
 * explain differently.
 */
export function otherMethods(): string {
  const main = usualLearner();
  const lines = LEARNERS.filter((entry) => entry !== main).flatMap(({ description }) => {
    const different = description.options.filter(({ name, help }) =>
      main.description.options.some((option) => option.name === name && option.help !== help),
    );
    return [
      `${description.name}: ${description.help}`,
      ...different.map(({ name, help }) => `  ${flagName(name).padEnd(12)} ${flagsIn(help)}`),
    ];
  });
  return `\nOther methods:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/**
 * Throws an InputError for an option of another method, which would silently change nothing, and
 * for a form of the prior that this method does not take.
 */
export function refuseOthers({ description }: LearnerEntry, flags: object): void {
  const own = new Set(description.options.map(({ name }) => name));
  const given = Object.entries(flags).find(
    ([name, value]) => value !== undefined && !own.has(name) && having(name).length > 0,
  );
  if (given !== undefined) {
    throw new InputError({
      code: "option",
      message: `the method ${description.name} has no option ${flagName(given[0])}`,
      remedy: `Leave it out, or choose a method that has it with --method: ${namesOf(having(given[0]))}.`,
    });
  }
  refusePrior(description, "prior" in flags && typeof flags.prior === "string" ? flags.prior : "");
}

function refusePrior({ name, prior: { takes } }: LearnerDescription, prior: string): void {
  const form = isPriorMethodName(prior) ? "estimator" : prior.includes("..") ? "range" : "number";
  if (takes.length === 0 || form === "number" || takes.includes(form)) return;
  const others = LEARNERS.filter((entry) => entry.description.prior.takes.includes(form));
  throw new InputError({
    code: "option",
    message: `--prior is ${quote(prior)}, ${form === "range" ? "a range" : "an estimator"}, which the method ${name} does not take`,
    remedy: `${form === "range" ? "Give one number" : "Leave it out"}, or use --method ${namesOf(others)}.`,
  });
}
