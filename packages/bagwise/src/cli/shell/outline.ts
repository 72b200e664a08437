import type { Command, Option } from "commander";

/** A flag as shells show it. */
export interface FlagOutline {
  /** `-o`, if there is a short form. */
  readonly short: string | undefined;
  readonly long: string | undefined;
  /** `<file>` for a flag that takes a value; undefined for one that takes none. */
  readonly value: string | undefined;
  /** The values to choose from; empty if any will do. */
  readonly choices: readonly string[];
  readonly help: string;
}

/** A command as plain data, with its subcommands. */
export interface CommandOutline {
  /** From the program on: `["experiment", "paper"]`. Empty for the program itself. */
  readonly path: readonly string[];
  readonly help: string;
  readonly arguments: readonly { readonly name: string; readonly choices: readonly string[] }[];
  readonly flags: readonly FlagOutline[];
  readonly commands: readonly CommandOutline[];
}

/** What a command takes, without what its help hides. */
export function outlineOf(command: Command, path: readonly string[] = []): CommandOutline {
  const help = command.createHelp();
  return {
    path,
    help: command.description(),
    arguments: command.registeredArguments.map((each) => ({ name: each.name(), choices: each.argChoices ?? [] })),
    flags: help.visibleOptions(command).map(flagOf),
    commands: help.visibleCommands(command).map((each) => outlineOf(each, [...path, each.name()])),
  };
}

/** The command and all below it, the command first. */
export function allOf(outline: CommandOutline): CommandOutline[] {
  return [outline, ...outline.commands.flatMap(allOf)];
}

/** The forms of a flag: `-o` and `--out`. */
export function formsOf({ short, long }: FlagOutline): string[] {
  return [short, long].filter((form) => form !== undefined);
}

function flagOf({ short, long, flags, argChoices, description }: Option): FlagOutline {
  return {
    short,
    long,
    value: /[<[].*$/.exec(flags)?.[0],
    choices: argChoices ?? [],
    help: description,
  };
}
