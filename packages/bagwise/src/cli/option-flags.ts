import { type Command, InvalidArgumentError, Option } from "commander";
import type { OptionDescription } from "../bags/index.js";

/** Adds a flag for each described option: `witnessRate` becomes `--witness-rate <number>`. */
export function addDescribedFlags(command: Command, options: readonly OptionDescription[]): Command {
  for (const option of options) command.addOption(flagFor(option));
  return command;
}

function flagFor({ name, type, default: fallback, help }: OptionDescription): Option {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (type === "boolean") return new Option(flag, help);
  const value = type.endsWith("pair") ? "<a[,b]>" : "<number>";
  const shown =
    fallback === null ? help : `${help} (default: ${Array.isArray(fallback) ? fallback.join(",") : String(fallback)})`;
  return new Option(`${flag} ${value}`, shown).argParser(type.endsWith("pair") ? numberOrPair : number);
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
