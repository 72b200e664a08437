import type { BagSet } from "../../bags/bag-set.js";
import { offsetsOf } from "../../bags/offsets-of.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { activate, type Network } from "./network.js";
import { highest, type Pooling, pooled } from "./pooling.js";

/** Scores bags by networks on their instances; a bag gets the mean of what the members give it. */
export interface NetworkScorer {
  readonly kind: "network";
  readonly pooling: Pooling;
  /** At least one. They were trained from different random starts. */
  readonly members: readonly Network[];
}

/** What networks make of one bag. */
export interface NetworkBag {
  readonly score: number;
  /**
   * The score of each instance, averaged over the members: the output of the network, and with
   * attention that output times the attention relative to an even share. A bag of one instance has
   * the score of that instance; with `mean` and `attention` the mean of these is the bag's score.
   */
  readonly scores: Float64Array;
  /** The instance with the highest score, the first in case of a tie. */
  readonly key: number;
}

/** The most hidden values held at a time. */
const MOST_VALUES = 2 ** 21;

/**
 * What the networks make of each scaled bag. It does not depend on which other bags there are. Throws
 * an InputError for an empty bag or a value that is not finite.
 */
export function scoreByNetwork(scorer: NetworkScorer, bags: BagSet): NetworkBag[] {
  checkComputable(bags);
  const rows = matrix(bags.instances, bags.dimension, bags.toMatrix());
  return networkBags(scorer, rows, offsetsOf(bags));
}

/** The same for rows; bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
export function networkBags({ pooling, members }: NetworkScorer, rows: Matrix, offsets: Uint32Array): NetworkBag[] {
  const scores = new Float64Array(offsets.length - 1);
  const instances = new Float64Array(rows.rows);
  for (const member of members) {
    const values = valuesOf(member, rows);
    const { scores: own, shares } = pooled(pooling, values, offsets);
    for (let bag = 0; bag < scores.length; bag++) {
      scores[bag] += own[bag] / members.length;
      const size = offsets[bag + 1] - offsets[bag];
      for (let i = offsets[bag]; i < offsets[bag + 1]; i++) {
        const relative = pooling === "attention" ? shares[i] * size : 1;
        instances[i] += (relative * values.outputs[i]) / members.length;
      }
    }
  }
  return Array.from(scores, (score, bag) => ({
    score,
    scores: instances.slice(offsets[bag], offsets[bag + 1]),
    key: highest(instances, offsets[bag], offsets[bag + 1]) - offsets[bag],
  }));
}

/** Outputs and logits of all rows, for some rows at a time, because a bag may have a million. */
function valuesOf(network: Network, rows: Matrix): { outputs: Float64Array; logits: Float64Array | null } {
  const outputs = new Float64Array(rows.rows);
  const logits = network.attention === null ? null : new Float64Array(rows.rows);
  const widest = Math.max(...network.layers.map(({ bias }) => bias.length));
  const step = Math.max(1, Math.floor(MOST_VALUES / widest));
  for (let first = 0; first < rows.rows; first += step) {
    const end = Math.min(rows.rows, first + step);
    const some = matrix(end - first, rows.cols, rows.data.subarray(first * rows.cols, end * rows.cols));
    const found = activate(network, some);
    outputs.set(found.outputs, first);
    if (found.attention !== null) logits?.set(found.attention.logits, first);
  }
  return { outputs, logits };
}
