import type { CompareData } from "../compare/data.js";
import { checkEnough } from "./folds.js";
import type { CvGrid } from "./options.js";
import type { CvSpec } from "./spec.js";

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
