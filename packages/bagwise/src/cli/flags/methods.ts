import { InputError, type OptionDescription, quote } from "@bagwise/core/base";
import { isPriorMethodName } from "@bagwise/core/estimators";
import {
  findLearner,
  LEARNERS,
  type LearnerDescription,
  type LearnerEntry,
  namesOf,
  usualLearner,
} from "@bagwise/core/learners";
import { type Command, Help, type Option } from "commander";
import { describedFlag, flagName, looseFlag } from "./options.js";

/** The learners that have an option of this name. */
function having(name: string): LearnerEntry[] {
  return LEARNERS.filter(({ description }) => description.options.some((option) => option.name === name));
}

const optionsOf = ({ description }: LearnerEntry) => description.options;

/**
 * Adds the options of all learners, each once. Help shows those of the method that was typed, or of
 * the usual one, with that method's own words. An option that means different types of values in
 * different methods is read as the method wants it, see `describedOptions`.
 */
export function addMethodFlags(command: Command): Command {
  const names = [...new Set(LEARNERS.flatMap(optionsOf).map(({ name }) => name))];
  for (const name of names) {
    const [first, ...others] = LEARNERS.flatMap(optionsOf).filter((option) => option.name === name);
    const flag = others.every((other) => sameValues(first, other)) ? describedFlag(first) : looseFlag(first);
    command.addOption(flag.helpGroup("Options of the method:"));
  }
  const ofMethods = new Set(names);
  const help = new Help();
  const typed = (from: Command) => optionsOf(findLearner(String(from.opts().method)) ?? usualLearner());
  return command.configureHelp({
    visibleOptions: (from) =>
      help.visibleOptions(from).flatMap((option): Option[] => {
        const name = option.attributeName();
        if (!ofMethods.has(name)) return [option];
        const own = typed(from).find((each) => each.name === name);
        return own === undefined ? [] : [describedFlag(own).helpGroup("Options of the method:")];
      }),
  });
}

function sameValues(a: OptionDescription, b: OptionDescription): boolean {
  return a.type === b.type && String(a.choices) === String(b.choices);
}

/** The methods in one line each, and how to see their options. */
export function methodList(): string {
  const width = Math.max(...LEARNERS.map(({ description }) => description.name.length));
  const lines = LEARNERS.map(({ description }) => `  ${description.name.padEnd(width)}  ${description.title}`);
  return `\nMethods:\n${lines.join("\n")}\n\nbagwise train --method NAME --help shows the options of a method, bagwise methods compares them.`;
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
