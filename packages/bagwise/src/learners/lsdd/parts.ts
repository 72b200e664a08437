import { type Matrix, matrix } from "../../linalg/matrix.js";
import { overRows } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import { overlaps } from "./fit.js";
import type { BagFolds } from "./folds.js";
import { type KernelSums, meanDifference } from "./kernel-sums.js";

/** One part of cross-validation: trained without a fold, and judged on it. */
export interface LsddPart {
  readonly fold: number;
  /** The centres it uses, ascending. */
  readonly centres: Uint32Array;
  /** H of these centres without its factor; computed when first asked for. */
  overlap(): Matrix;
  /** h over the bags outside the fold, and over those inside. */
  readonly training: Float64Array;
  readonly validation: Float64Array;
}

/**
 * The parts of cross-validation at one width: one for each fold with positive and unlabeled bags
 * both inside and outside. Any other fold has no criterion and is skipped; the authors' program
 * would stop there. With `own`, a part uses only the centres it is trained on. Otherwise all parts
 * use all centres and share one `overlap`.
 */
export function lsddParts(
  data: InstanceData,
  folds: BagFolds,
  sums: KernelSums,
  { width, own }: { width: number; own: boolean },
): LsddPart[] {
  const whole = once(() => overlaps(data.centres, width));
  const all = Uint32Array.from(data.centreRows.keys());
  const foldOfCentre = foldsOfCentres(data, folds);
  return usableFolds(data, folds).map((fold) => {
    const centres = own ? all.filter((l) => foldOfCentre[l] !== fold) : all;
    const h = (inside: boolean) => {
      const found = meanDifference(sums, (each) => (each === fold) === inside);
      return Float64Array.from(centres, (l) => found[l]);
    };
    const overlap = own ? once(() => square(whole(), centres)) : whole;
    return { fold, centres, overlap, training: h(false), validation: h(true) };
  });
}

function usableFolds({ bags, positives }: InstanceData, { of, folds }: BagFolds): number[] {
  const unlabeled = bags.size - positives;
  return Array.from({ length: folds }, (_, fold) => fold).filter((fold) => {
    const inside = of.filter((each) => each === fold).length;
    const positive = of.subarray(0, positives).filter((each) => each === fold).length;
    return positive > 0 && positive < positives && inside > positive && inside - positive < unlabeled;
  });
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
