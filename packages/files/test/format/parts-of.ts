import { BagSet } from "@bagwise/core/bags";
import { random as seeded } from "@bagwise/core/base";

/** Bags of one to five instances with two features that have all digits, a few of them positive. */
export function makeBags({ count, seed, shift = 0 }: { count: number; seed: number; shift?: number }): BagSet {
  const random = seeded(seed);
  return BagSet.from(
    Array.from({ length: count }, (_, i) => ({
      id: `bag ${i}`,
      label: i % 5 === 0 ? ("positive" as const) : ("unlabeled" as const),
      instances: Array.from({ length: 1 + Math.floor(5 * random.uniform()) }, () => [
        random.uniform() + (i % 5 < 2 ? shift : 0),
        random.uniform() - 0.5,
      ]),
    })),
    { features: ["x", "y"] },
  );
}
