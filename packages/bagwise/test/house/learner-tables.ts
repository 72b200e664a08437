import { defaultText, type OptionDescription, valuesText } from "@bagwise/core/base";
import { flagName } from "../../src/cli/flags/options.js";

// What pages about learners are made of.

/** A paragraph in lines of at most 100 characters. */
export const wrapped = (text: string) => text.replace(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}

export const mark = (yes: boolean) => (yes ? "✓" : "–");

const valuesOf = (option: OptionDescription) => valuesText(option, { choice: (name) => `\`${name}\`` });
const defaultOf = (option: OptionDescription) => defaultText(option) || "–";

/** The name of an option, its flag and its values: how a row about it begins. */
export const optionCells = (option: OptionDescription) => [
  `\`${option.name}\``,
  `\`${flagName(option.name)}\``,
  valuesOf(option),
];

/** Options with everything about them. `help` is what to say of each. */
export function optionTable(
  options: readonly OptionDescription[],
  help: (option: OptionDescription) => string = (option) => option.help,
): string {
  return table(
    ["option", "flag", "values", "default", "meaning"],
    options.map((option) => [...optionCells(option), defaultOf(option), help(option)]),
  );
}

/** An option with its default in a list: "`seed` (0)". */
export function inShort(option: OptionDescription): string {
  const usual = defaultText(option);
  return `\`${option.name}\`${usual === "" ? "" : ` (${usual.replace(/ \((.*)\)$/, "; $1")})`}`;
}
