import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import type { ScalingMethod } from "../../bags/scaling.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { random } from "../../base/random.js";
import { medianDistance } from "../../kernels/resolve-kernel.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type PreparedInstances, preparedInstances } from "./prepared-instances.js";
import { type NegativeWay, trainingBags } from "./training-bags.js";

/** Training data for learners on instances: the positive bags first, then the unlabeled ones. */
export interface InstanceData extends PreparedInstances {
  /** The same bags as they were given. */
  readonly given: BagSet;
  /** How many of the bags are positive. */
  readonly positives: number;
  /** How many rows belong to positive bags; they come first. */
  readonly positiveRows: number;
  /** The rows that are kernel centres, and their numbers, ascending. */
  readonly centres: Matrix;
  readonly centreRows: Uint32Array;
  readonly dataHash: string;
}

export interface InstanceDataOptions {
  readonly negatives: NegativeWay;
  readonly scaling: ScalingMethod;
  /** The most kernel centres. */
  readonly centres: number;
  /** The most instances to train on, see `thinned`. Default: all. */
  readonly mostInstances?: number;
  readonly seed: number;
}

/**
 * Sorts, thins and scales the bags, and chooses the kernel centres: all instances if there are at most
 * `centres`, otherwise that many, drawn uniformly. Bags are sorted by id and instances by value, so
 * the order of a file changes nothing, not even the draw. Throws an InputError without positive or
 * unlabeled bags, for an empty bag, and for a value that is not finite.
 */
export async function instanceData(all: BagSet, options: InstanceDataOptions): Promise<InstanceData> {
  const { bags: given, positives, notes } = trainingBags(all, options);
  const { notes: thinning, ...prepared } = preparedInstances(given, options);
  const { rows, offsets } = prepared;
  const centreRows = random(options.seed).sample(rows.rows, options.centres).sort();
  return {
    ...prepared,
    given,
    positives,
    positiveRows: offsets[positives],
    centres: chooseRows(rows, centreRows),
    centreRows,
    dataHash: await contentHash(all),
    notes: [...notes, ...thinning, ...capNotes(centreRows.length, rows.rows)],
  };
}

/** The rows with these numbers, in this order. Returns the same object if these are all rows. */
export function chooseRows(rows: Matrix, numbers: Uint32Array): Matrix {
  const { cols, data } = rows;
  if (numbers.length === rows.rows && numbers.every((row, k) => row === k)) return rows;
  const chosen = matrix(numbers.length, cols);
  for (const [k, row] of numbers.entries()) chosen.data.set(data.subarray(row * cols, (row + 1) * cols), k * cols);
  return chosen;
}

/**
 * Kernel widths as multiples of the median distance between these rows. The median counts as 1 if
 * all rows are equal: any width will do.
 */
export function aroundMedian(rows: Matrix, shares: readonly number[], seed: number): number[] {
  const median = medianDistance(rows, seed);
  return shares.map((share) => share * median);
}

function capNotes(centres: number, instances: number): Note[] {
  if (centres === instances) return [];
  const message = `${count(centres, "kernel centre was", "kernel centres were")} drawn from ${count(instances, "instance")}; more centres cost more time and memory`;
  return [{ code: "centres-drawn", message }];
}
