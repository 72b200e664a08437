import { withoutUndefined } from "@bagwise/core/base";
import { checkedMethods } from "../methods/on-labels.js";
import { checkNames, checkNumbers, inOrder } from "../options/check-options.js";
import { CHECKS, checkByName } from "./checks.js";
import { checkMethods, labelsFor } from "./method.js";
import type { CheckSpec } from "./trial.js";

/** What the checks run over. Every option is optional. */
export interface CheckOptions {
  /** Names of checks. Default all. */
  readonly checks?: readonly string[] | undefined;
  /** In the order of tables. Default every learner: see `checkMethods`. */
  readonly methods?: readonly string[] | undefined;
  /** How many draws of each check. Default 3. */
  readonly repeats?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** Checked options, none of them missing. */
export type CheckGrid = { readonly [K in keyof CheckOptions]-?: NonNullable<CheckOptions[K]> };

export const CHECK_DEFAULTS = { repeats: 3, seed: 1 } as const satisfies CheckOptions;

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedChecks(options: CheckOptions): CheckGrid {
  checkNames(options, ["checks", "methods", ...Object.keys(CHECK_DEFAULTS)]);
  checkNumbers(options);
  const all = CHECKS.map(({ name }) => name);
  const { checks = all, methods = checkMethods(), ...numbers } = withoutUndefined(options);
  return {
    ...CHECK_DEFAULTS,
    ...numbers,
    checks: inOrder("checks", all, checks, checkByName),
    methods: checkedMethods(methods),
  };
}

/** The trials of the checks, in order of check, repeat and method. */
export function planChecks({ checks, methods, repeats, seed }: CheckGrid): CheckSpec[] {
  return checks.flatMap((dataset) =>
    Array.from({ length: repeats }, (_, repeat) => repeat).flatMap((repeat) =>
      methods.map(
        (method): CheckSpec => ({
          experiment: "checks",
          dataset,
          method,
          labels: labelsFor(method),
          repeat,
          seed,
        }),
      ),
    ),
  );
}
