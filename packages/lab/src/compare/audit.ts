import type { BagSet, Label } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { type DrawnBags, type DrawSpec, drawSeed } from "../draws/draw-spec.js";

interface Audit {
  /** Their numbers in the training set. */
  readonly bags: readonly number[];
  readonly positive: number;
}

/** The largest share of unlabeled bags that is reviewed: some must be left to learn from. */
const MOST = 0.8;

/**
 * `size` random unlabeled bags, at most four in five, with what they truly are. It depends on the
 * draw alone, not on the method; a larger audit holds every smaller one. Costs O(bags).
 */
export function audit({ training, truth }: DrawnBags, spec: DrawSpec, size: number): Audit {
  const unlabeled = training.labels().flatMap((label, i) => (label === "unlabeled" ? [i] : []));
  // Not the seed of the draw, nor the learner's.
  const order = random((drawSeed(spec) ^ 0x85ebca6b) >>> 0).permutation(unlabeled.length);
  const reviewed = Math.min(size, mostReviewed(unlabeled.length));
  const bags = Array.from(order.subarray(0, reviewed), (k) => unlabeled[k]);
  return { bags, positive: bags.filter((i) => truth[i] > 0).length };
}

export function mostReviewed(unlabeled: number): number {
  return Math.max(1, Math.floor(MOST * unlabeled));
}

/** The training bags with the reviewed ones labelled as they truly are. */
export function withReviewed({ training, truth }: DrawnBags, { bags }: Audit): BagSet {
  const labels = training.labels();
  for (const i of bags) labels[i] = (truth[i] > 0 ? "positive" : "negative") satisfies Label;
  return training.withLabels(labels);
}
