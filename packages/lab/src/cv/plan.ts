import { type Note, withoutUndefined } from "@bagwise/core/base";
import type { CompareData } from "../compare/data.js";
import { DATA_SETS } from "../datasets/data-sets.js";
import { checkedMethods, cvMethods } from "../methods/on-labels.js";
import { checkNames, checkNumbers } from "../options/check-options.js";
import { type CvSpec, checkEnough } from "./trial.js";

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

/** Checked options, none of them missing. */
export type CvGrid = { readonly [K in keyof CvOptions]-?: NonNullable<CvOptions[K]> };

export const CV_DEFAULTS = { folds: 10, repeats: 5, seed: 1 } as const satisfies CvOptions;

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedCv(options: CvOptions): CvGrid {
  checkNames(options, ["methods", ...Object.keys(CV_DEFAULTS)]);
  checkNumbers(options);
  const { methods = cvMethods(), ...numbers } = withoutUndefined(options);
  return { ...CV_DEFAULTS, ...numbers, methods: checkedMethods(methods) };
}

/** Data with the name of one of the paper's, but another shape: nothing published is about it. */
export function otherThanPublished({ name, eta }: CompareData): Note[] {
  if (eta !== null || !DATA_SETS.some((each) => each.name === name)) return [];
  const message = `${name} has other bags or features than the data set of this name in the literature, so no published figure stands beside it`;
  return [{ code: "not-table-2", message }];
}

/**
 * The trials of a cross-validation, in order of data set, repeat, fold and method. Throws an
 * InputError for a data set with fewer bags of a label than folds.
 */
export function planCv(
  data: readonly Pick<CompareData, "name" | "positive" | "negative">[],
  { methods, folds, repeats, seed }: CvGrid,
): CvSpec[] {
  for (const each of data) checkEnough(each, folds);
  return data.flatMap(({ name: dataset }) =>
    numbers(repeats).flatMap((repeat) =>
      numbers(folds).flatMap((fold) =>
        methods.map((method): CvSpec => ({ experiment: "cv", dataset, method, folds, repeat, fold, seed })),
      ),
    ),
  );
}

function numbers(below: number): number[] {
  return Array.from({ length: below }, (_, k) => k);
}
