import { applyScaling, type BagSet, contentHash, fitScaling, offsetsOf, type Scaling } from "@bagwise/core/bags";
import { count, type Note } from "@bagwise/core/base";
import { checkComputable } from "@bagwise/core/kernels";
import { NOTHING_SHARED, type SharedWork } from "@bagwise/core/learners";
import { matrix } from "@bagwise/core/linalg";
import type { Network } from "@bagwise/core/scorers";
import {
  distinctInstances,
  orderedInstances,
  signedBags,
  thinned,
  trainingBags,
  usualNegativeWeight,
} from "@bagwise/core/training";
import type { SidedBags } from "./fit.js";
import type { ScoredSide } from "./loss.js";
import type { CheckedNetworkOptions } from "./options.js";

/**
 * Time grows with the instances: so many are trained on, or so many per bag if that is more. Scoring
 * uses all.
 */
const MOST_INSTANCES = 2_500;
const MOST_PER_BAG = 20;

/** Training data for networks: the positive bags first, then the unlabeled ones, then known negatives. */
export interface NetworkData extends SidedBags {
  /** The bags as they were given, in that order. */
  readonly given: BagSet;
  /** Their labels as folds are made from: with no unlabeled bags among negatives if all count alike. */
  readonly foldable: BagSet;
  readonly scaling: Scaling;
  /** The given column of each column of `rows`, which are in the order of the feature names. */
  readonly columns: readonly number[];
  /** The weight of known negatives in a PU loss; 0 without any. */
  readonly negativeWeight: number;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/**
 * Sorts, thins and scales the bags. Bags are sorted by id, instances by value and features by name, so
 * that the order of a file changes nothing, not even what is drawn. Throws an InputError without the
 * labels that the loss needs, for an empty bag, and for a value that is not finite.
 */
export async function networkData(
  all: BagSet,
  options: CheckedNetworkOptions,
  shared: SharedWork = NOTHING_SHARED,
): Promise<NetworkData> {
  const { loss, prior, negatives, unlabeledAs, scaling, seed } = options;
  const key = JSON.stringify([loss, prior, negatives, unlabeledAs, scaling, seed]);
  const data = shared.once(all, `network ${key}`, () => preparedBags(all, options));
  return { ...data, dataHash: await shared.once(all, "hash", () => contentHash(all)) };
}

function preparedBags(all: BagSet, options: CheckedNetworkOptions): Omit<NetworkData, "dataHash"> {
  const { bags: given, sides, negativeWeight, notes } = chosenBags(all, options);
  checkComputable(given);
  const most = Math.max(MOST_INSTANCES, MOST_PER_BAG * given.size);
  const { bags: ordered, notes: thinning } = thinned(orderedInstances(given), { most, seed: options.seed });
  const scaling = fitScaling(distinctInstances(ordered), { method: options.scaling });
  const { features } = given;
  const columns = features.map((_, j) => j).sort((i, j) => (features[i] < features[j] ? -1 : 1));
  const scaled = applyScaling(scaling, ordered).withFeatures(columns);
  const alike = options.loss === "positive-negative";
  return {
    given,
    foldable: alike ? given.withLabels(given.labels().map((l) => (l === "positive" ? l : "unlabeled"))) : given,
    sides,
    scaling,
    columns,
    rows: matrix(scaled.instances, scaled.dimension, scaled.toMatrix()),
    offsets: offsetsOf(scaled),
    negativeWeight,
    notes: [...notes, ...thinning],
  };
}

/** The bags to learn from, and what each counts as. */
function chosenBags(all: BagSet, { loss, prior = 0.5, negatives: way, unlabeledAs }: CheckedNetworkOptions) {
  if (loss === "positive-negative") {
    const { bags, signs, notes } = signedBags(all, { negatives: way, unlabeledAs });
    const sides = Array.from(signs, (sign): ScoredSide => (sign > 0 ? "positive" : "negative"));
    return { bags, sides, negativeWeight: 0, notes };
  }
  const { bags, positives, negatives, notes } = trainingBags(all, { negatives: way });
  const counts = { positive: positives, unlabeled: bags.size - positives - negatives, negative: negatives };
  const negativeWeight = usualNegativeWeight(counts, prior);
  const used: Note = {
    code: "negatives",
    message: `${count(negatives, "known negative bag was", "known negative bags were")} used: the risk of negatives is estimated from them with the weight ${negativeWeight}, and from the unlabeled bags with the rest`,
  };
  return { bags, sides: bags.labels(), negativeWeight, notes: negatives === 0 ? notes : [...notes, used] };
}

/** The network for columns in the order of the given features. */
export function inGivenOrder(network: Network, columns: readonly number[]): Network {
  const [{ weights, bias }, ...others] = network.layers;
  const given = matrix(weights.rows, weights.cols);
  for (let i = 0; i < weights.rows; i++)
    for (const [k, j] of columns.entries()) given.data[i * weights.cols + j] = weights.data[i * weights.cols + k];
  return { ...network, layers: [{ weights: given, bias }, ...others] };
}
