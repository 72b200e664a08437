import { type Matrix, matrix } from "../../linalg/matrix.js";
import { overRows } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import { foldPairs } from "../shared/nested.js";
import { overlaps } from "./fit.js";
import type { BagFolds } from "./folds.js";
import { type KernelSums, meanDifference } from "./kernel-sums.js";

/** One part of cross-validation: trained without one fold or two, and judged on each of them. */
export interface LsddPart {
  readonly without: readonly number[];
  /** The centres it uses, ascending. */
  readonly centres: Uint32Array;
  /** H of these centres without its factor; computed when first asked for. */
  overlap(): Matrix;
  /** h over the bags outside the folds. */
  readonly training: Float64Array;
  /** h over the bags of a fold, at these centres. */
  validation(fold: number): Float64Array;
}

/**
 * The parts of cross-validation at one width: one for each fold with positive and unlabeled bags
 * both inside and outside. Any other fold has no criterion and is skipped; the authors' program
 * would stop there. With `nested`, parts for each pair of these folds follow, as far as both kinds of
 * bags are left. With `own`, a part uses only the centres it is trained on. Otherwise all parts
 * use all centres and share one `overlap`.
 */
export function lsddParts(
  data: InstanceData,
  folds: BagFolds,
  sums: KernelSums,
  { width, own, nested }: { width: number; own: boolean; nested: boolean },
): LsddPart[] {
  const whole = once(() => overlaps(data.centres, width));
  const all = Uint32Array.from(data.centreRows.keys());
  const foldOfCentre = foldsOfCentres(data, folds);
  const usable = Array.from({ length: folds.folds }, (_, fold) => fold).filter(
    (fold) => bothKinds(data, folds, (each) => each === fold) && bothKinds(data, folds, (each) => each !== fold),
  );
  const pairs = foldPairs(usable.length)
    .map((pair) => pair.map((k) => usable[k]))
    .filter((pair) => bothKinds(data, folds, (each) => !pair.includes(each)));
  return [...usable.map((fold) => [fold]), ...(nested ? pairs : [])].map((without) => {
    const centres = own ? all.filter((l) => !without.includes(foldOfCentre[l])) : all;
    const h = (chosen: (fold: number) => boolean) => {
      const found = meanDifference(sums, chosen);
      return Float64Array.from(centres, (l) => found[l]);
    };
    return {
      without,
      centres,
      overlap: own ? once(() => square(whole(), centres)) : whole,
      training: h((fold) => !without.includes(fold)),
      validation: (fold) => h((each) => each === fold),
    };
  });
}

function bothKinds({ bags, positives }: InstanceData, { of }: BagFolds, chosen: (fold: number) => boolean): boolean {
  return of.subarray(0, positives).some(chosen) && of.subarray(positives, bags.size).some(chosen);
}

function foldsOfCentres({ offsets, centreRows }: InstanceData, { of }: BagFolds): Int32Array {
  const foldOfRow = overRows(offsets, (bag) => of[bag]);
  return Int32Array.from(centreRows, (row) => foldOfRow[row]);
}

/**
 * The submatrix with these rows and columns. Plain loops, because this copies a million numbers for
 * every fold and width.
 */
function square({ cols, data }: Matrix, numbers: Uint32Array): Matrix {
  const size = numbers.length;
  const result = matrix(size, size);
  for (let i = 0, at = 0; i < size; i++) {
    const from = numbers[i] * cols;
    for (let j = 0; j < size; j++, at++) result.data[at] = data[from + numbers[j]];
  }
  return result;
}

function once(make: () => Matrix): () => Matrix {
  let made: Matrix | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
