import { InputError, quote } from "../base/errors.js";

/** An option as data: flags, forms, validation and tables in the docs are made from it. */
export interface OptionDescription {
  readonly name: string;
  /** A pair is also given as one number, which then stands for both. */
  readonly type: "integer" | "number" | "boolean" | "integer pair" | "number pair";
  /** null when the default depends on other options; `help` says how. */
  readonly default: number | boolean | readonly [number, number] | null;
  /** The least and the greatest value; absent for a boolean. */
  readonly range?: { readonly min: number; readonly max: number };
  /** One line, without a final full stop. */
  readonly help: string;
}

/** The typed error for an option with a value that does not fit. `wanted` completes "Give ...". */
export function badOption(name: string, value: unknown, wanted: string): InputError {
  const shown =
    typeof value === "string" ? quote(value) : Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
  return new InputError({ code: "option", message: `the option ${name} is ${shown}`, remedy: `Give ${wanted}.` });
}

/** Throws an InputError that names the option unless the value has its type and is in its range. */
export function checkOption({ name, type, range }: OptionDescription, value: unknown): void {
  if (type === "boolean") {
    if (typeof value !== "boolean") throw badOption(name, value, "true or false");
    return;
  }
  const whole = type.startsWith("integer");
  const pair = type.endsWith("pair");
  const { min, max } = range ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const fits = (n: unknown) =>
    typeof n === "number" && Number.isFinite(n) && n >= min && n <= max && (!whole || Number.isInteger(n));
  if (fits(value) || (pair && Array.isArray(value) && value.length === 2 && value.every(fits))) return;
  const noun = whole ? "a whole number" : "a number";
  throw badOption(name, value, `${noun}${pair ? ", or two," : ""} from ${min} to ${max}`);
}
