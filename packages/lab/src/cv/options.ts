import { withoutUndefined } from "@bagwise/core/base";
import { checkNames, checkNumbers } from "../options/check-options.js";
import { checkedMethods, cvMethods } from "./method.js";

/** What a cross-validation runs over. Every option is optional. */
export interface CvOptions {
  /** In the order of tables. Default: every learner from positive and negative bags. */
  readonly methods?: readonly string[] | undefined;
  /** From 2 on. Default 10, as published. */
  readonly folds?: number | undefined;
  /** How many divisions into folds. Default 5. */
  readonly repeats?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** Checked options. */
export interface CvGrid {
  readonly methods: readonly string[];
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
}

export const CV_DEFAULTS = { folds: 10, repeats: 5, seed: 1 } as const satisfies CvOptions;

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedCv(options: CvOptions): CvGrid {
  checkNames(options, ["methods", ...Object.keys(CV_DEFAULTS)]);
  checkNumbers(options);
  const { methods = cvMethods(), ...numbers } = withoutUndefined(options);
  return { ...CV_DEFAULTS, ...numbers, methods: checkedMethods(methods) };
}
