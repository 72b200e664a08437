import { defaultText, helpWithoutDefaults, type OptionDescription, valuesText } from "@bagwise/core/base";
import {
  byLabels,
  givesTexts,
  kindText,
  type LearnerDescription,
  needsText,
  priorUseText,
} from "@bagwise/core/learners";
import { flagName, flagsIn } from "../flags/options.js";
import { styled, titled, wrapped } from "./output.js";

/** The methods by what they learn from, each in a few lines. */
export function methodList(learners: readonly LearnerDescription[]): string[] {
  return [
    ...byLabels(learners).flatMap(({ learnsFrom, learners: own }) => [
      styled("bold", `Learn from ${learnsFrom} bags`),
      wrapped(kindText(learnsFrom)),
      "",
      ...own.flatMap((learner) => [...inBrief(learner), ""]),
    ]),
    "Next: bagwise methods NAME                                      (all about one)",
    "      bagwise train FILE --out MODEL --method NAME              (train with it)",
  ];
}

function inBrief(learner: LearnerDescription): string[] {
  const { name, title, usual, when, cost } = learner;
  return [
    ...titled(name, `${title}${usual ? " (used by default)" : ""}`),
    ...faint("needs", needsText(learner)),
    ...faint("gives", givesTexts(learner).join(", ")),
    ...faint("cost", cost),
    ...faint("when", when),
  ];
}

function faint(title: string, text: string): string[] {
  return titled(`  ${title}`, text, { style: "dim" });
}

/** Everything about one method. */
export function methodInFull(learner: LearnerDescription): string[] {
  const { name, title, help, usual, when, cost, paper, options, parallel } = learner;
  return [
    ...titled(name, `${title}${usual ? " (used by default)" : ""}. ${help}`),
    "",
    ...titled("Needs", needsText(learner)),
    ...titled("Gives", givesTexts(learner).join(", ")),
    ...titled("Prior", priorUseText(learner)),
    ...titled("Cost", cost),
    ...titled("When", when),
    ...(parallel ? titled("Also", "trains in several threads (--workers)") : []),
    ...titled("Paper", paper),
    "",
    styled("bold", "Options"),
    ...options.flatMap(optionLines),
    ...settingLines(learner),
    "",
    styled("bold", "Examples"),
    ...examples(learner).map((command) => `  $ ${command}`),
  ];
}

function optionLines(option: OptionDescription): string[] {
  const usual = defaultText(option);
  return [
    `  ${flagName(option.name)}`,
    ...[
      flagsIn(helpWithoutDefaults(option)),
      `Values: ${valuesText(option)}.${usual === "" ? "" : ` Default: ${usual}.`}`,
    ].map((line) => wrapped(line, { indent: "      " })),
  ];
}

/** The settings of experiments, as `experiment compare --methods` names them. */
function settingLines({ name, experiment }: LearnerDescription): string[] {
  if (experiment === undefined) return [];
  return [
    "",
    styled("bold", "Settings in experiments"),
    ...experiment.settings.map((setting) =>
      wrapped(`${setting.name === "" ? name : `${name}:${setting.name}`}: ${setting.help}`, { indent: "  " }),
    ),
  ];
}

/** Commands that work with this method. */
function examples({ name, usual, prior, scoresInstances, holdsOut, parallel }: LearnerDescription): string[] {
  const train = `bagwise train bags.csv --out m.model${usual ? "" : ` --method ${name}`}`;
  const unknown = prior.estimates || !prior.takes.includes("number");
  return [
    train,
    ...(prior.takes.includes("number") ? [`${train} --prior 0.3`] : []),
    ...(prior.takes.includes("range") ? [`${train} --prior 0.1..0.4`] : []),
    ...(parallel ? [`${train} --workers 4`] : []),
    "bagwise rank m.model bags.csv --top 20",
    ...(scoresInstances ? ["bagwise predict m.model bags.csv --instances --out instances.csv"] : []),
    ...(holdsOut ? [`bagwise evaluate m.model${unknown ? "" : " --prior 0.3"}`] : []),
    `bagwise experiment compare --data FOLDER --methods ${name}`,
  ];
}
