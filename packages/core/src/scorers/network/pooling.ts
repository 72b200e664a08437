import { exp, log } from "../../base/portable-math.js";

/** How the outputs of a bag's instances become the score of the bag. */
export const POOLINGS = ["attention", "mean", "log-sum-exp", "max"] as const;
export type Pooling = (typeof POOLINGS)[number];

/** The scores of bags. */
export interface Pooled {
  readonly scores: Float64Array;
  /**
   * The derivative of a bag's score by the output of each of its instances: its attention, 1 / n, the
   * softmax, or 1 for the highest. At least 0, with the sum 1 in each bag.
   */
  readonly shares: Float64Array;
}

/**
 * The score of each bag from the outputs f of its instances; bag i owns those from `offsets[i]` to
 * `offsets[i + 1] - 1`.
 *
 * - `max`: the highest f, the first in case of a tie (dMIL, Wu et al. 2015).
 * - `mean`: the mean of f.
 * - `log-sum-exp`: log mean e^f, between the two.
 * - `attention`: sum of a f, with a the softmax of the `logits` (Ilse et al. 2018).
 *
 * A bag of equal outputs scores exactly that. Costs O(instances).
 */
export function pooled(
  pooling: Pooling,
  { outputs, logits }: { readonly outputs: Float64Array; readonly logits: Float64Array | null },
  offsets: Uint32Array,
): Pooled {
  const scores = new Float64Array(offsets.length - 1);
  const shares = new Float64Array(outputs.length);
  for (let bag = 0; bag < scores.length; bag++) {
    const [from, to] = [offsets[bag], offsets[bag + 1]];
    const top = highest(outputs, from, to);
    if (pooling === "max") {
      shares[top] = 1;
      scores[bag] = outputs[top];
      continue;
    }
    const weighing = pooling === "mean" ? null : pooling === "attention" ? logits : outputs;
    const total = weigh(shares, weighing, from, to);
    if (pooling === "log-sum-exp") scores[bag] = outputs[top] + log(total / (to - from));
    // Relative to the highest output, so that equal outputs have no rounding error.
    let below = 0;
    for (let i = from; i < to; i++) {
      shares[i] /= total;
      below += shares[i] * (outputs[i] - outputs[top]);
    }
    if (pooling !== "log-sum-exp") scores[bag] = outputs[top] + below;
  }
  return { scores, shares };
}

/** The first of the highest values from `from` to `to - 1`. */
export function highest(values: Float64Array, from: number, to: number): number {
  let top = from;
  for (let i = from + 1; i < to; i++) if (values[i] > values[top]) top = i;
  return top;
}

/** Writes e^(value - highest), or 1 without values, and returns the sum. */
function weigh(weights: Float64Array, values: Float64Array | null, from: number, to: number): number {
  const most = values === null ? 0 : values[highest(values, from, to)];
  let total = 0;
  for (let i = from; i < to; i++) {
    weights[i] = values === null ? 1 : exp(values[i] - most);
    total += weights[i];
  }
  return total;
}
