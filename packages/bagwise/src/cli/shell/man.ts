import { version } from "@bagwise/core/base";
import type { Command } from "commander";
import { allOf, type CommandOutline, type FlagOutline, formsOf, outlineOf } from "./outline.js";

/** A sentence for each exit code, as `runCli` gives them. */
const EXITS: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "Done."],
  ["1", "A bug in bagwise. Please report it, with the command you typed."],
  ["2", "Bad input or wrong use. One sentence on standard error says what is wrong, where, and what to do."],
  ["129, 130, 143", "Ended by a hang-up, by Ctrl-C, or by a request to stop. Files are whole or not there."],
];

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["NO_COLOR", "If set, nothing is printed in colour."],
  ["BAGWISE_DATA", "The folder of the data sets of the experiments."],
];

/** The manual page of the program with all its commands, in roff. */
export function manualPage(program: Command): string {
  const outline = outlineOf(program);
  const byPath = new Map(commandsOf(program).map(([path, command]) => [path, command]));
  const sections = allOf(outline)
    .slice(1)
    .flatMap((each) => commandSection(each, examplesOf(byPath.get(each.path.join(" ")))));
  return `${[
    `.TH BAGWISE 1 "" ${quoted(`bagwise ${version}`)} "User Commands"`,
    ".SH NAME",
    `bagwise ${"\\-"} ${text(outline.help.replace(/\.$/, "").replace(/^L/, "l"))}`,
    ".SH SYNOPSIS",
    ".B bagwise",
    ".I command",
    "[\\fIarguments\\fR] [\\fIflags\\fR]",
    ".SH DESCRIPTION",
    text(outline.help),
    text(
      "A bag is a set of rows of a file, such as the conformers of a molecule or the passages of a document. Some bags are known to be positive; nothing is known about the others.",
    ),
    ...outline.flags.flatMap(flagLines),
    ...examplesOf(program),
    ".SH COMMANDS",
    ...sections,
    ".SH EXIT STATUS",
    ...EXITS.flatMap(([code, meaning]) => [".TP", `.B ${text(code)}`, text(meaning)]),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, meaning]) => [".TP", `.B ${text(name)}`, text(meaning)]),
  ].join("\n")}\n`;
}

function commandSection({ path, help, usage, arguments: own, flags }: CommandOutline, examples: string[]): string[] {
  const name = path.join(" ");
  return [
    `.SS ${quoted(`bagwise ${name}${usage === "" ? "" : ` ${usage}`}`)}`,
    text(sentence(help)),
    ...own.flatMap(({ name: argument, help: what, choices }) => [
      ".TP",
      `.I ${text(argument)}`,
      text(sentence(what + details(choices, undefined))),
    ]),
    // That every command has help is said once.
    ...flags.filter(({ long }) => long !== "--help").flatMap(flagLines),
    ...examples,
  ];
}

function flagLines(flag: FlagOutline): string[] {
  const forms = formsOf(flag).map((form) => `\\fB${text(form)}\\fR`);
  const value = flag.value === undefined ? "" : ` \\fI${text(flag.value.replace(/^<(.*)>$/, "$1"))}\\fR`;
  return [".TP", `${forms.join(", ")}${value}`, text(sentence(flag.help + details(flag.choices, flag.fallback)))];
}

/** What the help of a command prints after its flags, as it stands. */
function examplesOf(command: Command | undefined): string[] {
  if (command === undefined) return [];
  let all = "";
  const { writeOut } = command.configureOutput();
  command.configureOutput({ writeOut: (piece) => (all += piece) });
  command.outputHelp();
  command.configureOutput(writeOut === undefined ? {} : { writeOut });
  const after = all.slice(command.helpInformation().length).trim();
  return after === "" ? [] : [".PP", ".nf", ...after.split("\n").map(text), ".fi"];
}

function commandsOf(command: Command, path: readonly string[] = []): [path: string, command: Command][] {
  return command.commands.flatMap((each) => {
    const own = [...path, each.name()];
    return [[own.join(" "), each] as [string, Command], ...commandsOf(each, own)];
  });
}

/** What a flag has to choose from, and what it is without the flag. */
function details(choices: readonly string[], fallback: string | undefined): string {
  const said = [
    ...(choices.length === 0 ? [] : [`one of: ${choices.join(", ")}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return said.length === 0 ? "" : ` (${said.join("; ")})`;
}

function sentence(clause: string): string {
  return clause === "" ? "" : `${clause[0].toUpperCase()}${clause.slice(1).replace(/\.$/, "")}.`;
}

/** Text that roff prints as it is: no escape, no request at the start of a line, ASCII alone. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(
      /[^\n -~]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replace(/^(?=[.'])/gm, "\\&");
}

/** One argument of a request. */
function quoted(plain: string): string {
  return `"${text(plain).replaceAll('"', "\\(dq")}"`;
}
