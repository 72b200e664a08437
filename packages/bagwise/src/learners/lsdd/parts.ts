import { type Matrix, matrix } from "../../linalg/matrix.js";
import { overRows } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import { overlaps } from "./fit.js";
import type { BagFolds } from "./folds.js";
import { type KernelSums, meanDifference } from "./kernel-sums.js";

/** What is learned without one fold, and judged on it. */
export interface LsddPart {
  readonly fold: number;
  /** Which of the centres it has, ascending. */
  readonly centres: Uint32Array;
  /** H of these centres, without its factor; made when it is first asked for. */
  overlap(): Matrix;
  /** h over the bags that are not in the fold, and over those that are. */
  readonly training: Float64Array;
  readonly validation: Float64Array;
}

/**
 * The parts of cross-validation at one width: one for each fold with and without which there are
 * positive and unlabeled bags. Another fold has no criterion and is passed over; the authors'
 * program would stop there. With `own` a part has only the centres that it is trained on; otherwise
 * all parts have all, and share one `overlap`.
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
 * The rows and columns with these numbers. Plain loops: this copies a million numbers for every
 * fold and width.
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
