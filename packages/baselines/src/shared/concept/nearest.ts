import { highestOfBags } from "@bagwise/core/training";
import { type ConceptBags, distancesFrom } from "./objective.js";

/** The distance of the nearest instance of each bag from the concept with these parameters. */
export function nearestDistances(bags: ConceptBags, x: Float64Array): Float64Array {
  const near = distancesFrom(bags, x).map((squared) => -Math.sqrt(squared));
  return highestOfBags(bags.offsets, near).map((distance) => -distance);
}

/**
 * The distance up to which a bag is called positive: there the mean of both error rates, of positive
 * and of other bags, is lowest. Unlike the share of errors, this mean is lowest at the same place
 * whatever share of the others is positive (Menon et al. 2015). Halfway between two bags; the middle
 * of several such places. Halfway beyond the nearest bag if all distances are equal.
 */
export function thresholdDistance(distances: Float64Array, signs: Int8Array): number {
  const order = Uint32Array.from(distances.keys()).sort((a, b) => distances[a] - distances[b] || a - b);
  const positives = signs.filter((sign) => sign > 0).length;
  const [gain, loss] = [1 / positives, 1 / (signs.length - positives)];
  let right = 0;
  let most = Number.NEGATIVE_INFINITY;
  let places: number[] = [];
  for (let k = 0; k + 1 < order.length; k++) {
    right += signs[order[k]] > 0 ? gain : -loss;
    const [here, next] = [distances[order[k]], distances[order[k + 1]]];
    if (here === next || right < most - EQUAL) continue;
    if (right > most + EQUAL) places = [];
    most = Math.max(most, right);
    places.push((here + next) / 2);
  }
  return places.length === 0 ? 1.5 * distances[0] : places[places.length >> 1];
}

/** Rates closer than this are equal: they are counts of bags divided by their number. */
const EQUAL = 1e-12;
