import { InputError, quote } from "../../base/errors.js";
import type { OptionDescription } from "../../base/option.js";
import type { LearnerEntry } from "../../learners/learner.js";
import { LEARNERS } from "../../learners/registry.js";
import { isPriorMethodName } from "../../prior/estimators/method.js";
import { flagName } from "./options.js";

/** The learners that have an option of this name. */
function having(name: string): LearnerEntry[] {
  return LEARNERS.filter(({ description }) => description.options.some((option) => option.name === name));
}

function namesOf(entries: readonly LearnerEntry[]): string {
  return entries.map(({ description }) => description.name).join(", ");
}

/**
 * The options of all learners, each once, as the first learner that has it describes it, under that
 * learner's title; those that the usual learner has not say whose they are.
 */
export function optionsByMethod(): { method: string; options: OptionDescription[] }[] {
  const taken = new Set<string>();
  return LEARNERS.map((entry, i) => {
    const own = entry.description.options.filter(({ name }) => !taken.has(name));
    for (const { name } of own) taken.add(name);
    const options = own.map((option) => {
      if (i > 0) return { ...option, help: `${namesOf(having(option.name))}: ${option.help}` };
      const same = having(option.name).every(({ description }) =>
        description.options.every(({ name, help }) => name !== option.name || help === option.help),
      );
      return same ? option : { ...option, help: `${option.help}; other methods differ, see below` };
    });
    return { method: entry.description.name, options };
  }).filter(({ options }) => options.length > 0);
}

/** What the other methods say of the options that they share with the usual one. */
export function otherMethods(): string {
  const [main, ...others] = LEARNERS;
  const lines = others.flatMap(({ description }) => {
    const different = description.options.filter(({ name, help }) =>
      main.description.options.some((option) => option.name === name && option.help !== help),
    );
    return [
      `${description.name}: ${description.help}`,
      ...different.map(({ name, help }) => `  ${flagName(name).padEnd(12)} ${help}`),
    ];
  });
  return `\nOther methods:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/**
 * An option of another method would change nothing, and whoever gives it thinks that it does; so
 * would a way to state the prior that this method does not know.
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
      remedy: `Leave it out, or choose a method that has it: ${namesOf(having(given[0]))}.`,
    });
  }
  refusePrior(description.name, "prior" in flags && typeof flags.prior === "string" ? flags.prior : "");
}

function refusePrior(method: string, prior: string): void {
  const [usual] = LEARNERS;
  const ranged = method === usual.description.name;
  if (ranged && isPriorMethodName(prior)) {
    throw new InputError({
      code: "option",
      message: `--prior is ${quote(prior)}, an estimator, which the method ${method} does not use`,
      remedy: "Leave it out, or add --method pu-skc.",
    });
  }
  if (!ranged && prior.includes("..")) {
    throw new InputError({
      code: "option",
      message: `--prior is ${quote(prior)}, a range, which the method ${method} does not take`,
      remedy: `Give one number, or use --method ${usual.description.name}.`,
    });
  }
}
