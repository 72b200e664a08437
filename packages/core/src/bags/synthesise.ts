import { badOption } from "../base/option.js";
import { random } from "../base/random.js";
import { BagSet } from "./bag-set.js";
import type { Label } from "./label.js";
import { checkedSynthesiseOptions, type SynthesiseOptions } from "./synthesise-options.js";

/** The most numbers a generated matrix may hold: 8 GB. */
const MOST_VALUES = 2 ** 30;

export interface Synthetic {
  readonly bags: BagSet;
  /** The true label of each bag: positive or negative. */
  readonly truth: Label[];
  /** The true label of each row of `bags.data`: 1 positive, -1 negative. */
  readonly instanceLabels: Int8Array;
}

/**
 * Makes bags whose true labels are known. Negative instances are normal around 0, positive ones
 * around a point at `distance` that has equal coordinates in the first `relevant` features. A
 * negative bag has negative instances only. round(prior x unlabeled) of the unlabeled bags are
 * positive, drawn like the labelled ones. Bags, and instances in a bag, are in random order.
 * Degenerate cases: with distance 0 the classes are equal; with spread 0 every instance is its
 * mean.
 *
 * Throws an InputError that names an option out of range.
 */
export function synthesise(options: SynthesiseOptions = {}): Synthetic {
  const plan = checkedSynthesiseOptions(options);
  const generator = random(plan.seed);
  const positives = plan.labeled + Math.round(plan.prior * (plan.bags - plan.labeled));
  // Bag k of this order is labelled if k < labeled, and positive if k < positives.
  const rank = generator.permutation(plan.bags);
  const offsets = new Uint32Array(plan.bags + 1);
  const [least, most] = plan.bagSize;
  for (let i = 0; i < plan.bags; i++) offsets[i + 1] = offsets[i] + least + generator.below(most - least + 1);

  const rows = offsets[plan.bags];
  if (rows * plan.dimensions > MOST_VALUES) {
    throw badOption(
      "bags",
      plan.bags,
      `fewer or smaller bags, or fewer dimensions: ${rows} x ${plan.dimensions} values are too many`,
    );
  }
  const instanceLabels = new Int8Array(rows).fill(-1);
  for (let i = 0; i < plan.bags; i++) {
    if (rank[i] >= positives) continue;
    const size = offsets[i + 1] - offsets[i];
    const witnesses = Math.max(1, Math.round(plan.witnessRate * size));
    for (const j of generator.sample(size, witnesses)) instanceLabels[offsets[i] + j] = 1;
  }

  const data = new Float64Array(rows * plan.dimensions);
  const shift = plan.distance / Math.sqrt(plan.relevant);
  for (let row = 0, at = 0; row < rows; row++) {
    const positive = instanceLabels[row] === 1;
    const spread = plan.spread[positive ? 1 : 0];
    for (let j = 0; j < plan.dimensions; j++) {
      data[at++] = (positive && j < plan.relevant ? shift : 0) + spread * generator.normal();
    }
  }

  const truth = Array.from(rank, (k): Label => (k < positives ? "positive" : "negative"));
  const digits = Math.max(3, String(plan.bags).length);
  const bags = BagSet.own({
    data,
    offsets,
    ids: Array.from(rank, (_, i) => `bag-${String(i + 1).padStart(digits, "0")}`),
    labels: Int8Array.from(rank, (k, i) =>
      plan.reveal ? (truth[i] === "positive" ? 1 : -1) : k < plan.labeled ? 1 : 0,
    ),
    features: Array.from({ length: plan.dimensions }, (_, j) => `f${j + 1}`),
  });
  return { bags, truth, instanceLabels };
}
