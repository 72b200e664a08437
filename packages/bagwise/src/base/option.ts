import { InputError, quote } from "./errors.js";

/** An option as data: flags, forms, validation and tables in the docs are made from it. */
export interface OptionDescription {
  readonly name: string;
  /**
   * A pair is also given as one number, which then stands for both; a list is one number or
   * several.
   */
  readonly type:
    | "integer"
    | "number"
    | "boolean"
    | "integer pair"
    | "number pair"
    | "integer list"
    | "number list"
    | "choice"
    | "text";
  /** null when the default depends on other options; `help` says how. */
  readonly default: number | boolean | string | readonly number[] | null;
  /** The least and the greatest value of a number; `above` leaves the least out. */
  readonly range?: { readonly min: number; readonly max: number; readonly above?: boolean };
  /** What a choice is among. */
  readonly choices?: readonly string[];
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
export function checkOption({ name, type, range, choices = [] }: OptionDescription, value: unknown): void {
  if (type === "boolean") {
    if (typeof value !== "boolean") throw badOption(name, value, "true or false");
    return;
  }
  if (type === "text" || type === "choice") {
    if (typeof value !== "string") throw badOption(name, value, "a text");
    if (type === "choice" && !choices.includes(value)) throw badOption(name, value, `one of ${choices.join(", ")}`);
    return;
  }
  const whole = type.startsWith("integer");
  const { min, max, above = false } = range ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const fits = (n: unknown) =>
    typeof n === "number" &&
    Number.isFinite(n) &&
    (above ? n > min : n >= min) &&
    n <= max &&
    (!whole || Number.isInteger(n));
  const list = Array.isArray(value) && value.every(fits);
  if (
    fits(value) ||
    (type.endsWith("pair") && list && value.length === 2) ||
    (type.endsWith("list") && list && value.length > 0)
  )
    return;
  const noun = whole ? "a whole number" : "a number";
  const many = type.endsWith("pair") ? ", or two," : type.endsWith("list") ? ", or several," : "";
  throw badOption(
    name,
    value,
    `${noun}${many} ${above ? "above" : "from"} ${min} ${above ? "and at most" : "to"} ${max}`,
  );
}

/**
 * Throws an InputError for an option that nobody described, or whose value does not fit. Undefined
 * values are passed over.
 */
export function checkOptions(descriptions: readonly OptionDescription[], options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const description = descriptions.find((option) => option.name === name);
    if (description === undefined)
      throw badOption(name, value, `only options that exist: ${descriptions.map((option) => option.name).join(", ")}`);
    checkOption(description, value);
  }
}
