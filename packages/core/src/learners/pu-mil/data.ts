import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { bagHashes } from "../../bags/copies/bag-hashes.js";
import { offsetsOf } from "../../bags/offsets-of.js";
import { applyScaling, fitScaling, type Scaling } from "../../bags/scaling.js";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { random } from "../../base/random.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { principalAxes } from "../../linalg/pca.js";
import { type Projection, project } from "../../scorers/scorer.js";
import { distinctInstances } from "../shared/distinct-instances.js";
import { orderedInstances } from "../shared/ordered-instances.js";
import { thinned } from "../shared/thinned.js";
import { trainingBags } from "../shared/training-bags.js";
import type { CheckedPuMilOptions } from "./options.js";

/**
 * The most instances to train on. Every vector of confidences is judged on all of them. The
 * published experiments have fewer.
 */
const MOST_INSTANCES = 30_000;

/**
 * Training data for puMIL: the positive bags first, then the unlabeled ones, with every instance of
 * a bag once.
 */
export interface PuMilData {
  readonly positives: number;
  readonly unlabeled: number;
  /** As given, including repeated ones. */
  readonly instances: number;
  readonly scaling: Scaling;
  /** From scaled features to `points`. */
  readonly projection: Projection;
  /** The standard deviation of the scaled instances along each axis; 1 if they do not vary. */
  readonly deviations: Float64Array;
  /** All instances along the principal axes, in units of the deviations, bag after bag. */
  readonly points: Matrix;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
  /**
   * The position of each row in a random order. To draw some of several rows, take those that come
   * first in it.
   */
  readonly order: Uint32Array;
  readonly dataHash: string;
  /** Hashes of the bags, ascending. */
  readonly trainedOn: Float64Array;
  readonly notes: readonly Note[];
}

/**
 * Sorts, thins, scales and projects the bags. Bags are sorted by id, instances by value, and the axes are
 * computed with the features sorted by name, so the order of a file changes nothing, not even by
 * rounding. Throws an InputError without positive or unlabeled bags, for an empty bag, for a value
 * that is not finite, and for values too large to compute with.
 */
export async function puMilData(
  all: BagSet,
  {
    negatives,
    scaling: method,
    dimensions,
    seed,
  }: Pick<CheckedPuMilOptions, "negatives" | "scaling" | "dimensions" | "seed">,
): Promise<PuMilData> {
  const { bags: given, positives, notes } = trainingBags(all, { negatives });
  checkComputable(given);
  const { bags: distinct, notes: thinning } = thinned(distinctInstances(orderedInstances(given)), {
    most: MOST_INSTANCES,
    seed,
  });
  const scaling = fitScaling(distinct, { method });
  const scaled = applyScaling(scaling, distinct);
  const { features } = scaling;
  const byName = Uint32Array.from(features.keys()).sort((i, j) => (features[i] < features[j] ? -1 : 1));
  const rows = withColumns(matrix(scaled.instances, scaled.dimension, scaled.toMatrix()), byName);
  const { projection, deviations } = whitening(rows, dimensions);
  const back = new Uint32Array(byName.length);
  for (const [to, from] of byName.entries()) back[from] = to;
  return {
    positives,
    unlabeled: scaled.size - positives,
    instances: given.instances,
    scaling,
    projection: {
      mean: withColumns(matrix(1, back.length, projection.mean), back).data,
      axes: withColumns(projection.axes, back),
    },
    deviations,
    points: project(projection, rows),
    offsets: offsetsOf(scaled),
    order: random(seed).permutation(rows.rows),
    dataHash: await contentHash(all),
    trainedOn: bagHashes(given).sort(),
    notes: [...notes, ...thinning],
  };
}

/** The principal axes, each divided by the standard deviation along it. */
function whitening(rows: Matrix, dimensions: number): { projection: Projection; deviations: Float64Array } {
  const { status, mean, axes, deviations } = principalAxes(rows, { dimensions });
  if (status !== "converged") {
    throw new InputError({
      code: "principal-axes",
      message: `the principal axes of the instances cannot be computed (${status}), most likely because values are too large`,
      remedy: "Divide the features by a large number, or choose a scaling.",
    });
  }
  // Instances that do not vary have no spread to divide by.
  const divisors = deviations.map((deviation) => (deviation > 0 ? deviation : 1));
  const scaled = axes.data.map((value, at) => value / divisors[Math.floor(at / axes.cols)]);
  return { projection: { mean, axes: matrix(axes.rows, axes.cols, scaled) }, deviations: divisors };
}

/** The matrix with these columns, in this order. */
function withColumns({ rows, cols, data }: Matrix, columns: Uint32Array): Matrix {
  const result = matrix(rows, columns.length);
  for (let i = 0, at = 0; i < rows; i++) for (const j of columns) result.data[at++] = data[i * cols + j];
  return result;
}
