import { exp, type Note, version } from "@bagwise/core/base";
import { matrix } from "@bagwise/core/linalg";
import { Model, type ModelCard } from "@bagwise/core/model";
import type { InstanceScorer } from "@bagwise/core/scorers";
import { areFinite, scoresByLabel } from "@bagwise/core/scores";
import { givenPriorCard, knownBags, signedCalibration } from "@bagwise/core/training";
import type { ConceptData } from "./data.js";
import { conceptPenalty, distanceShares, weightsOf } from "./objective.js";

/** A concept on the features as they were given. */
export interface Concept {
  readonly point: Float64Array;
  readonly scales: Float64Array;
  /** The features whose scale is not 0, those that matter most first. */
  readonly telling: readonly number[];
}

/** What was found, beside the concept. */
interface FoundOnConcept
  extends Pick<ModelCard, "learner" | "options" | "chosen" | "certificate" | "risks" | "reasons"> {
  readonly concept: Concept;
  /** The distance up to which a bag is called positive. */
  readonly threshold: number;
  /** The distance of each held-out bag from a concept that was found without it. */
  readonly heldDistances: Float64Array | undefined;
  readonly prior: number | undefined;
  readonly notes: readonly Note[];
}

/** The concept with these parameters, which are those of the sorted features. */
export function conceptOf({ sorted, places }: ConceptData, x: Float64Array): Concept {
  const shares = distanceShares(conceptPenalty(sorted, 0), x);
  const weights = weightsOf(x, sorted.features);
  const telling = [...places.keys()]
    .filter((j) => shares[places[j]] > 0)
    .sort((a, b) => shares[places[b]] - shares[places[a]] || places[a] - places[b]);
  const point = Float64Array.from(places, (place) => x[place]);
  const scales = Float64Array.from(places, (place) => Math.sqrt(weights[place]));
  return { point, scales, telling };
}

/**
 * The model of a concept. An instance at the distance d scores e^(-d / r) - 1 / e, where r is the
 * threshold: between 1 - 1 / e at the concept point and -1 / e far away, and 0 at r. A bag gets the
 * score of its nearest instance. If r is 0, an instance scores e^-d - 1.
 */
export function conceptModel(data: ConceptData, found: FoundOnConcept): Model {
  const { concept, threshold, heldDistances, prior, notes, ...card } = found;
  const radius = threshold > 0 ? threshold : 1;
  const beta = -exp(-threshold / radius);
  const held =
    heldDistances &&
    scoresByLabel(
      heldDistances.map((distance) => exp(-distance / radius) + beta),
      { bags: data.bags, scenario: "case-control" },
    );
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const used = prior === undefined ? null : givenPriorCard(prior);
  return new Model({
    card: {
      ...card,
      bagwise: version,
      kernel: null,
      prior: used,
      measures: null,
      calibration: signedCalibration(heldOut, prior),
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.unlabeled,
        ...(data.negatives > 0 && { negative: data.negatives }),
        instances: data.rows.rows,
        centres: 1,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...notes],
    },
    scaling: data.scaling,
    scorer: scorerOf(concept, radius, beta),
    ...knownBags(data.given, heldOut),
  });
}

/** A Laplace kernel around the concept point, on the features that matter times their scales. */
function scorerOf({ point, scales, telling }: Concept, width: number, beta: number): InstanceScorer {
  const kept = telling.length === 0 ? [0] : [...telling].sort((a, b) => a - b);
  const axes = matrix(kept.length, point.length);
  for (const [k, j] of kept.entries()) axes.data[k * point.length + j] = scales[j];
  return {
    kind: "instances",
    projection: { mean: point, axes },
    score: { kernel: { type: "laplace", width }, centres: matrix(1, kept.length), alpha: Float64Array.of(1), beta },
    key: null,
  };
}
