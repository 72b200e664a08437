import { type Command, InvalidArgumentError, Option } from "commander";
import type { OptionDescription } from "../base/option.js";

/** Adds a flag for each described option: `witnessRate` becomes `--witness-rate <number>`. */
export function addDescribedFlags(command: Command, options: readonly OptionDescription[]): Command {
  for (const option of options) command.addOption(flagFor(option));
  return command;
}

/** The options among the flags, by name; flags that were not given are left out. */
export function describedOptions(options: readonly OptionDescription[], flags: object): Record<string, unknown> {
  const names = new Set(options.map(({ name }) => name));
  return Object.fromEntries(Object.entries(flags).filter(([name, value]) => names.has(name) && value !== undefined));
}

/** `witnessRate` is `--witness-rate` on the command line. */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function flagFor({ name, type, default: fallback, choices, help }: OptionDescription): Option {
  const flag = flagName(name);
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
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

function numberOrPair(text: string): number | readonly [number, number] {
  const [first, second, ...rest] = text.split(",");
  if (rest.length > 0) throw new InvalidArgumentError("It must be one number, or two with a comma between.");
  return second === undefined ? number(first) : [number(first), number(second)];
}
