import type { OptionDescription } from "../../src/base/option.js";
import { flagName } from "../../src/cli/flags/options.js";
import type { LearnerDescription } from "../../src/learners/learner.js";
import { LEARNERS } from "../../src/learners/registry.js";

const TOP = `# Learners and their options

<!-- Made from the descriptions of the learners in packages/bagwise/src/learners.
     To refresh it, run \`npx vitest run learners-page -u\`. -->

A learner turns positive and unlabeled bags into a model. On the command line, choose one with
\`bagwise train --method NAME\` and set its options with flags. In a program, call its function, such
as \`puSkc({ degree: 2 })\`. An option means the same in every learner that has it.
`;

/** A paragraph in lines of at most 100 characters. */
const wrapped = (text: string) => text.replace(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();

/** The page docs/reference/learners.md. */
export function learnersPage(): string {
  const all = LEARNERS.map(({ description }) => description);
  return [TOP, overview(all), ...all.map(section)].join("\n");
}

function overview(all: readonly LearnerDescription[]): string {
  const rows: [string, (learner: LearnerDescription) => string][] = [
    ["used by default", ({ usual = false }) => mark(usual)],
    ["takes the prior as", ({ prior }) => prior.takes.join(", ") || "–"],
    ["estimates the prior", ({ prior }) => mark(prior.estimates)],
    ["the prior affects", ({ prior }) => prior.affects],
    ["learns from known negatives", ({ options }) => mark(usesNegatives(options))],
    ["holds bags out in training", ({ holdsOut }) => mark(holdsOut)],
    ["scores instances", ({ scoresInstances }) => mark(scoresInstances)],
    ["trains in several threads", ({ parallel }) => mark(parallel)],
    ["can dump its problem", ({ dumpsProblem }) => mark(dumpsProblem)],
  ];
  return table(
    ["", ...all.map(({ name }) => `[${name}](#${name})`)],
    rows.map(([title, cell]) => [title, ...all.map(cell)]),
  );
}

function section({ name, title, help, options }: LearnerDescription): string {
  const rows = options.map((option) => [
    `\`${option.name}\``,
    `\`${flagName(option.name)}\``,
    valuesOf(option),
    defaultOf(option),
    option.help,
  ]);
  return `## ${name}\n\n${wrapped(`**${title}.** ${help}`)}\n\n${table(["option", "flag", "values", "default", "meaning"], rows)}`;
}

function valuesOf({ type, range, choices }: OptionDescription): string {
  if (choices !== undefined) return choices.map((name) => `\`${name}\``).join(", ");
  if (range === undefined) return type;
  const [min, max] = [range.min, range.max].map((value) =>
    value > 0 && value < 1e-3 ? String(value) : value.toLocaleString("en-US"),
  );
  return `${type}, ${range.above ? `above ${min}, at most ${max}` : `${min} to ${max}`}`;
}

function defaultOf({ default: usual, bySetting }: OptionDescription): string {
  const shown = (value: unknown) => [value].flat().join(", ");
  if (bySetting !== undefined)
    return Object.entries(bySetting)
      .map(([setting, value]) => `${shown(value)} (${setting})`)
      .join("; ");
  return usual === null ? "–" : shown(usual);
}

function usesNegatives(options: readonly OptionDescription[]): boolean {
  return options.some(({ name, choices }) => name === "negatives" && choices?.includes("use"));
}

function mark(yes: boolean): string {
  return yes ? "✓" : "–";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}
