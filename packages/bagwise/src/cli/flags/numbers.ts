import { InputError } from "@bagwise/core/base";

/** The number behind a flag. Throws an InputError that names the flag. */
export function finiteNumber(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw badFlag(flag, JSON.stringify(text), "Give a number.");
}

/** The same for a whole number from `least` up, or to `most`. */
export function wholeNumber(flag: string, text: string, least: number, most?: number): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least && value <= (most ?? value)) return value;
  throw badFlag(flag, text, `Give a whole number from ${least} ${most === undefined ? "up" : `to ${most}`}.`);
}

/** The largest number of a port. */
export const LAST_PORT = 65_535;

function badFlag(flag: string, given: string, remedy: string): InputError {
  return new InputError({ code: "option", message: `${flag} is ${given}`, remedy });
}
