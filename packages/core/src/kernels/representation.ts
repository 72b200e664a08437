import type { BagSet } from "../bags/bag-set.js";
import { offsetsOf } from "../bags/offsets-of.js";
import { count, InputError } from "../base/errors.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { affinities, codebookKey } from "./codebook/codebook.js";
import { type KernelOf, leavesOf } from "./kernel.js";
import { dissimilarities, referencesKey } from "./references/dissimilarities.js";
import { checkComputable } from "./statistic/check-bags.js";
import { isStatisticName, type StatisticName, statisticsOf } from "./statistic/statistics.js";

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

/** The name of the vectors that a kernel compares. */
export function vectorName<W>(
  kernel: Extract<KernelOf<W>, { type: "statistic" | "affinity" | "dissimilarity" }>,
): VectorName {
  if (kernel.type === "statistic") return kernel.statistic;
  return kernel.type === "affinity"
    ? `affinity-${codebookKey(kernel.codebook)}`
    : `dissimilarity-${referencesKey(kernel.references)}`;
}

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
 * Computes what the kernel needs from these bags: vectors for kernels on vectors, a copy of the
 * instances for kernels of pairs. Parts of a sum share what they have in common. Throws an InputError
 * for an empty bag, a value that is not finite, and a bag too large for a set kernel. `copied` gives the
 * instances, if somebody has a copy of them already.
 */
export function represent<W>(kernel: KernelOf<W>, bags: BagSet, copied = instancesOf): Representation {
  checkComputable(bags);
  const statistics: Partial<Record<VectorName, Matrix>> = {};
  let instances: Instances | undefined;
  for (const leaf of leavesOf(kernel)) {
    if (leaf.type === "statistic") statistics[leaf.statistic] ??= statisticsOf(leaf.statistic, bags);
    else if (leaf.type === "affinity") statistics[vectorName(leaf)] ??= affinities(leaf.codebook, copied(bags));
    else if (leaf.type === "dissimilarity")
      statistics[vectorName(leaf)] ??= dissimilarities(leaf.references, copied(bags));
    else instances ??= copied(checkedSizes(bags));
  }
  return { bags: bags.size, statistics, ...(instances === undefined ? {} : { instances }) };
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

/** A kernel of pairs compares every instance of a bag with every other one: seconds for so many. */
const MOST_IN_SET = 20_000;

function checkedSizes(bags: BagSet): BagSet {
  for (let i = 0; i < bags.size; i++) {
    if (bags.sizeOf(i) <= MOST_IN_SET) continue;
    throw new InputError({
      code: "too-many-instances",
      message: `the bag has ${count(bags.sizeOf(i), "instance")}, too many to compare all pairs`,
      remedy: `Give at most ${count(MOST_IN_SET, "instance")} of it, or use a kernel on statistics, such as minimax-polynomial.`,
      where: { bag: bags.idOf(i) },
    });
  }
  return bags;
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
