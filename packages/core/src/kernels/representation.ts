import type { BagSet } from "../bags/bag-set.js";
import { offsetsOf } from "../bags/offsets-of.js";
import { InputError } from "../base/errors.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { isStatisticName, type StatisticName } from "./statistic/statistics.js";

/** The instances of some bags: bag i owns rows `offsets[i]` to `offsets[i + 1] - 1`. */
export interface Instances {
  readonly rows: Matrix;
  readonly offsets: Uint32Array;
  /**
   * How much each instance counts in a mean over pairs. Missing: the same in each bag, adding up to 1.
   */
  readonly weights?: Float64Array;
}

/** The name of the similarities to a codebook. */
export type AffinityName = `affinity-${string}`;

/** The name of the dissimilarities from reference bags. */
export type DissimilarityName = `dissimilarity-${string}`;

/** What a kernel on vectors compares: a statistic, the similarities to a codebook, or dissimilarities from bags. */
export type VectorName = StatisticName | AffinityName | DissimilarityName;

/** Whether this can be the name of the vectors that a kernel compares. */
export function isVectorName(name: string): name is VectorName {
  return isStatisticName(name) || /^(affinity|dissimilarity)-[0-9a-f]{8}$/.test(name);
}

/**
 * What a kernel needs from some bags, and no more: each statistic once, and the instances only for
 * kernels that compare them in pairs.
 */
export interface Representation {
  /** The number of bags. */
  readonly bags: number;
  readonly statistics: Readonly<Partial<Record<VectorName, Matrix>>>;
  readonly instances?: Instances;
}

/**
 * The bags with these indices, in this order, as a copy. An index may repeat, as in a bootstrap
 * sample.
 */
export function subsetRepresentation(representation: Representation, indices: ArrayLike<number>): Representation {
  for (let k = 0; k < indices.length; k++) {
    const i = indices[k];
    if (Number.isInteger(i) && i >= 0 && i < representation.bags) continue;
    throw new RangeError(`there are ${representation.bags} bags, got index ${i}`);
  }
  const statistics: Partial<Record<VectorName, Matrix>> = {};
  for (const [name, rows] of statisticEntries(representation)) statistics[name] = chooseRows(rows, indices);
  const { instances } = representation;
  if (instances === undefined) return { bags: indices.length, statistics };
  return { bags: indices.length, statistics, instances: chooseBags(instances, indices) };
}

/** The statistics of a representation with their names, in a fixed order. */
export function statisticEntries({ statistics }: Representation): [VectorName, Matrix][] {
  const names = (Object.keys(statistics) as VectorName[]).sort();
  return names.flatMap((name): [VectorName, Matrix][] => {
    const rows = statistics[name];
    return rows === undefined ? [] : [[name, rows]];
  });
}

/**
 * The statistic of every bag. Throws an InputError if the representation was made for a kernel
 * without it.
 */
export function statisticRows({ statistics }: Representation, name: VectorName): Matrix {
  const rows = statistics[name];
  if (rows !== undefined) return rows;
  if (isStatisticName(name)) throw notThere(`the ${name} statistic`);
  throw notThere(
    name.startsWith("affinity") ? "the similarities to its codebook" : "the dissimilarities from its bags",
  );
}

/**
 * The instances of every bag. Throws an InputError if the representation was made for a kernel
 * without them.
 */
export function instanceRows({ instances }: Representation): Instances {
  if (instances !== undefined) return instances;
  throw notThere("the instances");
}

function notThere(what: string): InputError {
  return new InputError({
    code: "representation",
    message: `this kernel needs ${what}, which the representation of the bags lacks`,
    remedy: "Represent the bags with the same kernel.",
  });
}

/** The instances of these bags, as a copy. */
export function instancesOf(bags: BagSet): Instances {
  return { rows: matrix(bags.instances, bags.dimension, bags.toMatrix()), offsets: offsetsOf(bags) };
}

function chooseRows({ cols, data }: Matrix, indices: ArrayLike<number>): Matrix {
  const result = matrix(indices.length, cols);
  for (let k = 0; k < indices.length; k++) {
    const i = indices[k];
    result.data.set(data.subarray(i * cols, (i + 1) * cols), k * cols);
  }
  return result;
}

function chooseBags({ rows, offsets }: Instances, indices: ArrayLike<number>): Instances {
  const chosen = new Uint32Array(indices.length + 1);
  for (let k = 0; k < indices.length; k++) chosen[k + 1] = chosen[k] + offsets[indices[k] + 1] - offsets[indices[k]];
  const result = matrix(chosen[indices.length], rows.cols);
  for (let k = 0; k < indices.length; k++) {
    const from = offsets[indices[k]] * rows.cols;
    const to = offsets[indices[k] + 1] * rows.cols;
    result.data.set(rows.data.subarray(from, to), chosen[k] * rows.cols);
  }
  return { rows: result, offsets: chosen };
}
