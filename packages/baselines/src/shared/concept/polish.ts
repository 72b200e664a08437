import type { Climb, Climbed, Effort } from "./climb.js";
import { spreadFeatures, withFeatures } from "./features.js";
import { type ConceptBags, conceptPenalty, distanceShares } from "./objective.js";

/** Steps between two looks at which features still matter, and how many there are at most. */
const ROUND: Effort = { iterations: 50, tolerance: 1e-9 };
const MOST_STEPS = 1000;

/** A feature whose share of the mean squared distance is below this does not matter. */
const NEGLIGIBLE = 1e-8;

/**
 * Climbs to a local optimum. The penalty draws the scales of most features to 0, slowly at the end.
 * So features that no longer matter get the scale 0 and the mean as point, where the loss is
 * stationary in their direction, and the climb goes on with the others. With a shared scale all features stay. Costs at most 1,000
 * iterations, of which the later ones see few features.
 */
export function polished(
  bags: ConceptBags,
  start: Float64Array,
  { climb, lambda, shared }: { readonly climb: Climb; readonly lambda: number; readonly shared: boolean },
): Climbed {
  let kept = Uint32Array.from({ length: bags.features }, (_, j) => j);
  let few = bags;
  let penalty = conceptPenalty(few, lambda);
  const { mean } = penalty;
  let climbFor = climb(few);
  let x = start;
  let [iterations, rounds] = [0, 0];
  for (;;) {
    const shares = shared ? [] : distanceShares(penalty, x);
    const matter = Uint32Array.from(kept.keys()).filter((k) => shared || shares[k] >= NEGLIGIBLE);
    if (matter.length > 0 && matter.length < kept.length) {
      few = withFeatures(few, matter);
      penalty = { ...penalty, mean: chosen(penalty.mean, matter), variance: chosen(penalty.variance, matter) };
      climbFor = climb(few);
      x = Float64Array.from([...matter, ...matter.map((k) => kept.length + k)], (at) => x[at]);
      kept = matter.map((k) => kept[k]);
    }
    const found = climbFor({ penalty, shared })(x, ROUND);
    x = found.x;
    iterations += found.iterations;
    rounds += found.rounds;
    if (found.status === "iteration-limit" && iterations < MOST_STEPS) continue;
    return { ...found, iterations, rounds, x: shared ? x : spreadFeatures(x, { kept, mean, shared }) };
  }
}

function chosen(values: Float64Array, places: Uint32Array): Float64Array {
  return Float64Array.from(places, (k) => values[k]);
}
