import type { BagSet } from "../../bags/bag-set.js";
import { offsetsOf } from "../../bags/offsets-of.js";
import { applyScaling, fitScaling, type Scaling, type ScalingMethod } from "../../bags/scaling.js";
import type { Note } from "../../base/note.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { distinctInstances } from "./distinct-instances.js";
import { orderedInstances } from "./ordered-instances.js";
import { thinned } from "./thinned.js";

/** The instances of training bags, ready for a learner on instances. */
export interface PreparedInstances {
  /** Scaled, with the instances of each bag sorted by value. */
  readonly bags: BagSet;
  readonly scaling: Scaling;
  /** All instances, bag after bag. */
  readonly rows: Matrix;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
  readonly notes: readonly Note[];
}

/**
 * Thins and scales the bags, and sorts the instances of each by value, so that their order in a file
 * changes nothing. Throws an InputError for an empty bag, and for a value that is not finite.
 */
export function preparedInstances(
  given: BagSet,
  {
    scaling: method,
    mostInstances: most = Number.POSITIVE_INFINITY,
    seed,
  }: { readonly scaling: ScalingMethod; readonly mostInstances?: number; readonly seed: number },
): PreparedInstances {
  checkComputable(given);
  const { bags: ordered, notes } = thinned(orderedInstances(given), { most, seed });
  const scaling = fitScaling(distinctInstances(ordered), { method });
  const bags = applyScaling(scaling, ordered);
  const rows = matrix(bags.instances, bags.dimension, bags.toMatrix());
  return { bags, scaling, rows, offsets: offsetsOf(bags), notes };
}
