import { badOption } from "../base/option.js";
import { random } from "../base/random.js";
import { BagSet } from "./bag-set.js";
import type { Label } from "./label.js";
import { checkedSynthesiseOptions, type SynthesiseOptions } from "./synthesise-options.js";

/** So many numbers, 8 GB, are the most a generated matrix may hold. */
const MOST_VALUES = 2 ** 30;

export interface Synthetic {
  readonly bags: BagSet;
  /** What each bag is in truth: positive or negative. */
  readonly truth: Label[];
  /** What each row of `bags.data` is in truth: 1 positive, -1 negative. */
  readonly instanceLabels: Int8Array;
}

/**
 * Makes bags whose truth is known. Negative instances are normal around 0; positive ones around a
 * point at `distance`, the same in each of the first `relevant` features. A negative bag has
 * negative instances only. Of the unlabeled bags round(prior x unlabeled) are positive, drawn like
 * the labelled ones. The order of the bags and of the instances in a bag says nothing. Degenerate
 * cases: distance 0 makes the classes equal, spread 0 makes every instance its mean.
 *
 * Throws an InputError that names the option which is out of range.
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
