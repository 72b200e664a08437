import fc from "fast-check";
import { BagSet } from "../../src/bags/bag-set.js";
import type { Label } from "../../src/bags/label.js";

/** A BagSet from nested arrays: bags of instances of values. */
export function bagSet(
  bags: readonly (readonly (readonly number[])[])[],
  { labels, groups, ids, features }: { labels?: Label[]; groups?: string[]; ids?: string[]; features?: string[] } = {},
): BagSet {
  const width = features?.length ?? bags.flat()[0]?.length ?? 1;
  const offsets = [0];
  for (const bag of bags) offsets.push((offsets.at(-1) ?? 0) + bag.length);
  return BagSet.from({
    data: bags.flat(2),
    offsets,
    ids: ids ?? bags.map((_, i) => `b${i}`),
    labels: labels ?? bags.map(() => "unlabeled" as const),
    features: features ?? Array.from({ length: width }, (_, j) => `f${j + 1}`),
    groups,
  });
}

/** Bags as nested arrays. */
export function nested(bags: BagSet): number[][][] {
  return [...bags].map((bag) => Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]));
}

export const label = fc.constantFrom<Label>("positive", "unlabeled", "negative");

const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 }));

/** Some bags, perhaps empty ones, with labels and groups. */
export function anyBags({ minBags = 0, minSize = 0 } = {}): fc.Arbitrary<BagSet> {
  return fc.integer({ min: 1, max: 3 }).chain((width) =>
    fc
      .array(
        fc.record({
          rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: minSize, maxLength: 4 }),
          label,
          group: fc.constantFrom("g1", "g2", "g3", "g4"),
        }),
        { minLength: minBags, maxLength: 12 },
      )
      .map((bags) =>
        bagSet(
          bags.map(({ rows }) => rows),
          {
            labels: bags.map((bag) => bag.label),
            groups: bags.map(({ group }) => group),
            features: Array.from({ length: width }, (_, j) => `f${j + 1}`),
          },
        ),
      ),
  );
}

/** A set and the same bags, copied and in another order, as a view of a larger set or alone. */
export const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

/** Every property runs on the same cases every time. */
export const FIXED = { seed: 20_240, numRuns: 100 };
