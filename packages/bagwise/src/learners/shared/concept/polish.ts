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
  let x = start;
  let [iterations, rounds] = [0, 0];
  for (;;) {
    const shares = shared ? [] : distanceShares(few, x);
    const matter = Uint32Array.from(kept.keys()).filter((k) => shared || shares[k] >= NEGLIGIBLE);
    if (matter.length > 0 && matter.length < kept.length) {
      few = withFeatures(few, matter);
      x = Float64Array.from([...matter, ...matter.map((k) => kept.length + k)], (at) => x[at]);
      kept = matter.map((k) => kept[k]);
    }
    const found = climb(few, { penalty: conceptPenalty(few, lambda), shared })(x, ROUND);
    x = found.x;
    iterations += found.iterations;
    rounds += found.rounds;
    if (found.status === "iteration-limit" && iterations < MOST_STEPS) continue;
    return { ...found, iterations, rounds, x: shared ? x : spread(x, kept, bags) };
  }
}

/** The bags with these features alone. */
function withFeatures({ data, features, ...rest }: ConceptBags, kept: Uint32Array): ConceptBags {
  const rows = data.length / features;
  const chosen = new Float64Array(rows * kept.length);
  for (let i = 0, at = 0; i < rows; i++) for (const j of kept) chosen[at++] = data[i * features + j];
  return { ...rest, data: chosen, features: kept.length };
}

/** The parameters of all features: those that were left out have the scale 0, and the mean as point. */
function spread(x: Float64Array, kept: Uint32Array, bags: ConceptBags): Float64Array {
  const { features } = bags;
  const whole = new Float64Array(2 * features);
  whole.set(conceptPenalty(bags, 0).mean);
  for (const [k, j] of kept.entries()) {
    whole[j] = x[k];
    whole[features + j] = x[kept.length + k];
  }
  return whole;
}
