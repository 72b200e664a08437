import { version } from "@bagwise/core/base";
import {
  givesTexts,
  LEARNERS,
  type LearnerDescription,
  learnerByName,
  usesNegatives,
  usualLearner,
} from "@bagwise/core/learners";
import { Argument, Command } from "commander";
import { flagName } from "../flags/options.js";
import { methodInFull, methodList } from "../text/methods.js";
import { print, printJson } from "../text/output.js";

/** `bagwise methods [NAME]`: the learning methods, or everything about one. */
export function methodsCommand(): Command {
  return (
    new Command("methods")
      .description("list the learning methods: what each needs and gives, its cost, and when to use it")
      // Shells offer the names. One that is unknown gets the same answer as from `train`.
      .addArgument(
        new Argument("[name]", "a method, to see everything about it")
          .choices(LEARNERS.map(({ description }) => description.name))
          .argParser((name) => name),
      )
      .option("--json", "print JSON for programs")
      .addHelpText("after", examples())
      .action(methods)
  );
}

function examples(): string {
  return `
Examples:
  $ bagwise methods                       what there is, and when to use which
  $ bagwise methods ${usualLearner().description.name.padEnd(20)}  everything about one: its options, its paper
  $ bagwise methods --json                the same for programs`;
}

function methods(name: string | undefined, { json }: { readonly json?: boolean }): void {
  const one = name === undefined ? undefined : learnerByName(name).description;
  const shown = one === undefined ? LEARNERS.map(({ description }) => description) : [one];
  if (json) printJson({ bagwise: version, methods: shown.map(asData) });
  else print(one === undefined ? methodList(shown) : methodInFull(one));
}

function asData(learner: LearnerDescription) {
  const { name, label, title, help, usual = false, learnsFrom, needs, when, cost, paper, prior } = learner;
  const { holdsOut, scoresInstances, parallel, dumpsProblem, options, experiment } = learner;
  return {
    name,
    label,
    title,
    help,
    usual,
    learnsFrom,
    needs,
    usesNegatives: usesNegatives(learner),
    gives: givesTexts(learner),
    when,
    cost,
    paper,
    prior,
    holdsOut,
    scoresInstances,
    parallel,
    dumpsProblem,
    options: options.map((option) => ({ ...option, flag: flagName(option.name) })),
    settings: experiment?.settings ?? [],
  };
}
