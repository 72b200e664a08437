// Bags without any signal: labels are dealt at random among bags of the same kind.
import { BagSet } from "bagwise";
import { random } from "bagwise/bags";

/**
 * How many bags are labelled and not, features, instances in a bag, and how values are drawn. With `within`, the
 * instances of a bag are that far from a centre of its own.
 */
export const SHAPES = {
  few: { positive: 5, unlabeled: 40, features: 5, size: [2, 4], value: (g) => g.normal() },
  usual: { positive: 20, unlabeled: 80, features: 40, size: [3, 3], value: (g) => g.normal() },
  wide: { positive: 20, unlabeled: 180, features: 150, size: [2, 8], value: (g) => g.normal() },
  single: { positive: 10, unlabeled: 100, features: 3, size: [1, 1], value: (g) => g.normal() },
  heavy: { positive: 15, unlabeled: 120, features: 10, size: [3, 8], value: (g) => Math.sinh(2 * g.normal()) },
  counts: {
    positive: 20,
    unlabeled: 200,
    features: 30,
    size: [2, 6],
    value: (g) => (g.uniform() < 0.05 ? 1 + g.below(3) : 0),
  },
  two: { positive: 2, unlabeled: 60, features: 8, size: [2, 5], value: (g) => g.normal() },
  small: { positive: 12, unlabeled: 24, features: 8, size: [1, 3], value: (g) => g.normal(), within: 0.5 },
  many: { positive: 60, unlabeled: 900, features: 8, size: [1, 4], value: (g) => g.normal() },
};

/** Bags of this shape; the same seed gives the same bags. */
export function noise({ positive, unlabeled, negative = 0, features, size: [least, most], value, within }, seed) {
  const generator = random(seed);
  const bags = positive + unlabeled + negative;
  const offsets = [0];
  for (let i = 0; i < bags; i++) offsets.push(offsets[i] + least + generator.below(most - least + 1));
  const data = Float64Array.from({ length: offsets[bags] * features }, () => value(generator));
  if (within !== undefined)
    for (let i = 0; i < bags; i++) {
      const centre = Array.from({ length: features }, () => value(generator));
      for (let at = offsets[i] * features; at < offsets[i + 1] * features; at++)
        data[at] = centre[at % features] + within * data[at];
    }
  return BagSet.from({
    data,
    offsets,
    ids: Array.from({ length: bags }, (_, i) => `bag-${i + 1}`),
    labels: Array.from({ length: bags }, (_, i) =>
      i < positive ? "positive" : i < positive + unlabeled ? "unlabeled" : "negative",
    ),
    features: Array.from({ length: features }, (_, j) => `f${j + 1}`),
  });
}
