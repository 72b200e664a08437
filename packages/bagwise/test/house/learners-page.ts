import { helpWithoutDefaults, type OptionDescription, valuesText } from "@bagwise/core/base";
import { byLabels, kindText, type LearnerDescription, usesNegatives } from "@bagwise/core/learners";
import { LEARNERS } from "../../src/learners.js";
import { inShort, mark, optionCells, optionTable, table, wrapped } from "./learner-tables.js";

const TOP = `# Learners and their options

<!-- Made from the descriptions of the learners in packages/core and packages/baselines.
     To refresh it, run \`npx vitest run learners-page -u\`. -->

A learner turns labelled bags into a model. On the command line, choose one with
\`bagwise train --method NAME\` and set its options with flags. In a program, call its function, such
as \`puSkc({ degree: 2 })\`. An option means the same in every learner that has it.
[Which method when](../methods/README.md) helps you to choose, and \`bagwise methods NAME\` shows the
same in your terminal.
`;

const SHARED = `## Shared options

Several learners have these. Each learner below lists those it has, with its default in brackets.
`;

/** The page docs/reference/learners.md. */
export function learnersPage(): string {
  const all = LEARNERS.map(({ description }) => description);
  const shared = sharedOptions(all);
  const keys = new Set(shared.map(({ option }) => keyOf(option)));
  return [
    TOP,
    ...byLabels(all).map(overview),
    SHARED,
    table(
      ["option", "flag", "values", "meaning", "learners"],
      shared.map(({ option, names }) => [...optionCells(option), helpWithoutDefaults(option), names.join(", ")]),
    ),
    ...all.map((learner) => section(learner, keys)),
  ].join("\n");
}

/** A row for each learner of a kind. */
function overview({ learnsFrom, learners }: ReturnType<typeof byLabels>[number]): string {
  const rows = learners.map((learner) => {
    const { name, usual, prior, holdsOut, scoresInstances, parallel, dumpsProblem } = learner;
    return [
      `[${name}](#${name})${usual ? " (default)" : ""}`,
      prior.takes.join(", ") || "–",
      mark(prior.estimates),
      prior.affects,
      ...[usesNegatives(learner), holdsOut, scoresInstances, parallel, dumpsProblem].map(mark),
    ];
  });
  const head = [
    "learner",
    "takes the prior as",
    "estimates it",
    "it affects",
    "uses known negatives",
    "holds bags out",
    "scores instances",
    "several threads",
    "dumps its problem",
  ];
  return `## From ${learnsFrom} bags\n\n${wrapped(kindText(learnsFrom))}\n\n${table(head, rows)}`;
}

function section({ name, title, help, options }: LearnerDescription, shared: ReadonlySet<string>): string {
  const own = options.filter((option) => !shared.has(keyOf(option)));
  const others = options.filter((option) => shared.has(keyOf(option)));
  return [
    `## ${name}\n`,
    `${wrapped(`**${title}.** ${help} [More about it](../methods/${name}.md).`)}\n`,
    ...(own.length === 0 ? [] : [optionTable(own, helpWithoutDefaults)]),
    ...(others.length === 0
      ? []
      : [`${wrapped(`[Shared options](#shared-options): ${others.map(inShort).join(", ")}.`)}\n`]),
  ].join("\n");
}

/** Options that several learners have and explain alike, with the learners that have them. */
function sharedOptions(all: readonly LearnerDescription[]): { option: OptionDescription; names: string[] }[] {
  const found = new Map<string, { option: OptionDescription; names: string[] }>();
  for (const { name, options } of all)
    for (const option of options) {
      const known = found.get(keyOf(option));
      if (known === undefined) found.set(keyOf(option), { option, names: [name] });
      else known.names.push(name);
    }
  return [...found.values()].filter(({ names }) => names.length > 1);
}

/** The same for options that differ at most in their defaults. */
function keyOf(option: OptionDescription): string {
  return [option.name, valuesText(option), helpWithoutDefaults(option)].join("\n");
}
