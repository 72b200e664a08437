import { badOption, type Complaint, checkOption, InputError, type OptionDescription, quote } from "@bagwise/core/base";

const MOST = 1_000_000;
const COUNT = { type: "integer", default: null, range: { min: 1, max: MOST }, help: "" } as const;

/** The numbers that every experiment takes, and those that only one of them takes. */
const NUMBERS: readonly OptionDescription[] = [
  { ...COUNT, name: "trials" },
  { ...COUNT, name: "labeled", type: "integer list" },
  { ...COUNT, name: "unlabeled" },
  { ...COUNT, name: "test", range: { min: 2, max: MOST } },
  { ...COUNT, name: "centres" },
  { ...COUNT, name: "folds", range: { min: 2, max: 1000 } },
  { ...COUNT, name: "repeats" },
  { ...COUNT, name: "seed", range: { min: 0, max: 2 ** 32 - 1 } },
  { ...COUNT, name: "seeds", type: "integer list", range: { min: 0, max: 2 ** 32 - 1 } },
];

/**
 * Checks the numbers among the options, as far as given; `centres` may be null. Throws an
 * InputError.
 */
export function checkNumbers(options: object): void {
  const given = new Map<string, unknown>(Object.entries(options));
  for (const each of NUMBERS) {
    const value = given.get(each.name);
    const none = value === undefined || (value === null && each.name === "centres");
    if (!none) checkOption(each, value);
  }
  const { priors } = options as { readonly priors?: readonly number[] | undefined };
  const wanted = "shares above 0 and below 1";
  if (priors?.length === 0) throw badOption("priors", priors, wanted);
  for (const prior of priors ?? []) if (!(prior > 0 && prior < 1)) throw badOption("priors", prior, wanted);
}

/** Throws an InputError for options that are not among the known ones. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(options))
    if (!known.includes(name) && value !== undefined) throw badOption(name, value, `only ${known.join(", ")}`);
}

/** Throws an InputError for a value that is not among the choices. */
export function checkChoice(option: string, choices: readonly string[], value: string): void {
  if (!choices.includes(value)) throw badOption(option, value, `one of ${choices.join(", ")}`);
}

/** The entries of `all` that were given, at least one; `check` throws for one not among them. */
export function inOrder<T extends string>(
  option: string,
  all: readonly T[],
  given: readonly string[],
  check: (name: string) => unknown = (name) => checkChoice(option, all, name),
): T[] {
  if (given.length === 0) throw badOption(option, given, `at least one of ${all.join(", ")}`);
  for (const name of given) check(name);
  return all.filter((name) => given.includes(name));
}

/** Each number once, the smallest first. */
export function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The one of this name; an InputError that lists them when there is none. */
export function byName<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
  code: Complaint["code"],
  { what = code.replace("-", " "), of = "", after = "" } = {},
): T {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new InputError({
    code,
    message: `there is no ${what} ${quote(name)}${of}`,
    remedy: `Choose among ${all.map((each) => each.name).join(", ")}${after}.`,
  });
}
