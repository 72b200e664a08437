import { badOption, InputError, type OptionDescription } from "@bagwise/core/base";
import { type Command, InvalidArgumentError, Option } from "commander";

/**
 * Adds a flag for each described option: `witnessRate` becomes `--witness-rate <number>`. The help
 * lists them under the title of their group, if they have one.
 */
export function addDescribedFlags(
  command: Command,
  options: readonly OptionDescription[],
  { group }: { group?: string | undefined } = {},
): Command {
  for (const option of options) {
    const flag = describedFlag(option);
    command.addOption(group === undefined ? flag : flag.helpGroup(group));
  }
  return command;
}

/**
 * Runs some work. Errors of the library name options as programs do; here they name the flags you
 * typed.
 */
export async function withFlagNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw withFlags(error);
  }
}

/**
 * An InputError that names flags instead of options; any other error unchanged. `renamed` lists the
 * options whose flag has another name.
 */
export function withFlags(error: unknown, renamed: Readonly<Record<string, string>> = {}): unknown {
  if (!(error instanceof InputError)) return error;
  return error.with({ message: flagsIn(error.complaint, renamed), remedy: flagsIn(error.remedy, renamed) });
}

/**
 * The text as you would type it: `--missing` for `the option missing`, `add --missing drop` for `set
 * the option missing to drop`, and likewise for `the options bag and label`.
 */
export function flagsIn(text: string, renamed: Readonly<Record<string, string>> = {}): string {
  const flag = (option: string) => flagName(renamed[option] ?? option);
  // A value that starts with a minus would be taken for a flag.
  const typed = (name: string, value: string) => `${flag(name)}${value.startsWith("-") ? "=" : " "}${value}`;
  return text
    .replace(/\bset the option (?=\w+ to )/g, "add the option ")
    .replace(/\bSet the option (?=\w+ to )/g, "Add the option ")
    .replace(
      /\b(add|Add|and) the option (\w+) to ([^\s.,;:]+(?:[.,][^\s.,;:]+)*)/g,
      (_, verb: string, name: string, value: string) => `${verb} ${typed(name, value)}`,
    )
    .replace(/\bthe options ((?:\w+, )*\w+ (?:and|or) \w+)/g, (_, names: string) =>
      names.replace(/\b(?!(?:and|or)\b)\w+/g, flag),
    )
    .replace(/\bthe option (\w+)/g, (_, name: string) => flag(name));
}

/**
 * The options among the flags, by name, each as its description wants it. Flags that were not given
 * are left out.
 */
export function describedOptions(options: readonly OptionDescription[], flags: object): Record<string, unknown> {
  const given = new Map(Object.entries(flags));
  return Object.fromEntries(
    options.flatMap((option) => {
      const value: unknown = given.get(option.name);
      return value === undefined ? [] : [[option.name, value instanceof Loose ? value.as(option) : value]];
    }),
  );
}

/** A value as it was typed, for an option whose type depends on something else that was typed. */
class Loose {
  constructor(readonly typed: string) {}

  as(option: OptionDescription): unknown {
    const { parseArg } = describedFlag(option);
    if (parseArg === undefined || option.type === "choice") return this.typed;
    try {
      return parseArg(this.typed, undefined);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw badOption(option.name, this.typed, error.message.replace(/^It must be (.*)\.$/, "$1"));
    }
  }
}

/** The flag of an option whose type depends on something else that was typed. */
export function looseFlag(option: OptionDescription): Option {
  return new Option(`${flagName(option.name)} <value>`, flagsIn(option.help)).argParser((typed) => new Loose(typed));
}

/** `witnessRate` is `--witness-rate` on the command line, and `n` is `-n`. */
export function flagName(option: string): string {
  return `${option.length === 1 ? "-" : "--"}${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The flag of an option: `witnessRate` becomes `--witness-rate <number>`. */
export function describedFlag({ name, type, default: fallback, choices, help: text }: OptionDescription): Option {
  const flag = flagName(name);
  const help = flagsIn(text);
  if (type === "boolean") return new Option(flag, help);
  const shown =
    fallback === null ? help : `${help} (default: ${Array.isArray(fallback) ? fallback.join(",") : String(fallback)})`;
  switch (type) {
    case "choice":
      return new Option(`${flag} <name>`, shown).choices([...(choices ?? [])]);
    case "text":
      return new Option(`${flag} <value>`, shown);
    case "integer pair":
    case "number pair":
      return new Option(`${flag} <a[,b]>`, shown).argParser(numberOrPair);
    case "integer list":
    case "number list":
      return new Option(`${flag} <a[,b...]>`, shown).argParser((text) => text.split(",").map(number));
    default:
      return new Option(`${flag} <number>`, shown).argParser(number);
  }
}

function number(text: string): number {
  const percent = /^\s*(\d+(?:\.\d*)?)\s*%\s*$/.exec(text);
  if (percent !== null)
    throw new InvalidArgumentError(`Write ${Number((Number(percent[1]) / 100).toPrecision(12))} instead.`);
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

function numberOrPair(text: string): number | readonly [number, number] {
  const [first, second, ...rest] = text.split(",");
  if (rest.length > 0) throw new InvalidArgumentError("It must be one number, or two with a comma between.");
  return second === undefined ? number(first) : [number(first), number(second)];
}
