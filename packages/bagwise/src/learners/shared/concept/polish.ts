import type { Climb, Climbed, Effort } from "./climb.js";
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
    return { ...found, iterations, rounds, x: shared ? x : spread(x, kept, mean) };
  }
}

function chosen(values: Float64Array, places: Uint32Array): Float64Array {
  return Float64Array.from(places, (k) => values[k]);
}

/** The bags with these features alone. */
function withFeatures({ data, features, ...rest }: ConceptBags, kept: Uint32Array): ConceptBags {
  const rows = data.length / features;
  const few = new Float64Array(rows * kept.length);
  for (let i = 0, at = 0; i < rows; i++) for (const j of kept) few[at++] = data[i * features + j];
  return { ...rest, data: few, features: kept.length };
}

/** The parameters of all features: those that were left out have the scale 0, and the mean as point. */
function spread(x: Float64Array, kept: Uint32Array, mean: Float64Array): Float64Array {
  const features = mean.length;
  const whole = new Float64Array(2 * features);
  whole.set(mean);
  for (const [k, j] of kept.entries()) {
    whole[j] = x[k];
    whole[features + j] = x[kept.length + k];
  }
  return whole;
}
