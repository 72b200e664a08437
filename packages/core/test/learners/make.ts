import { BagSet } from "../../src/bags/bag-set.js";
import { synthesise } from "../../src/bags/synthesise.js";
import type { SynthesiseOptions } from "../../src/bags/synthesise-options.js";
import { random } from "../../src/base/random.js";
import type { PreparedViews } from "../../src/kernels/views/fit.js";
import type { AutoData } from "../../src/learners/auto/data.js";
import type { LearnerEntry } from "../../src/learners/learner.js";

/** A few positive and unlabeled bags that can be told apart. */
export function trainingSet(options: SynthesiseOptions = {}): BagSet {
  return synthesise({ bags: 30, labeled: 10, dimensions: 3, distance: 4, bagSize: [1, 4], seed: 11, ...options }).bags;
}

/** Bags of the same kind that no learner has seen. */
export function freshSet(options: SynthesiseOptions = {}): BagSet {
  return trainingSet({ bags: 25, labeled: 0, seed: 12, ...options });
}

/** The learner without intervals, if it has that option: they take most of the time of a small fit. */
export function withoutIntervals(entry: LearnerEntry): LearnerEntry["create"] {
  return withIntervals(entry, 0);
}

/** The learner with intervals from few resamples, if it has that option: the way is the same as from hundreds. */
export function withRoughIntervals(entry: LearnerEntry): LearnerEntry["create"] {
  return withIntervals(entry, 5);
}

function withIntervals({ description, create }: LearnerEntry, bootstrap: number): LearnerEntry["create"] {
  const given = description.options.some(({ name }) => name === "bootstrap") ? { bootstrap } : {};
  return (options) => create({ ...given, ...options });
}

/** The same bags in another order. */
export function shuffleBags(bags: BagSet, seed = 1): BagSet {
  return bags.subset(random(seed).permutation(bags.size));
}

/** The same bags with the instances of each in another order. */
export function shuffleInstances(bags: BagSet, seed = 1): BagSet {
  const generator = random(seed);
  return rebuilt(bags, (rows) => Array.from(generator.permutation(rows.length), (k) => rows[k]));
}

/** The same bags with the features, and their names, in another order. */
export function shuffleFeatures(bags: BagSet, seed = 1): BagSet {
  const order = [...random(seed).permutation(bags.dimension)];
  return rebuilt(bags, (rows) => rows.map((row) => order.map((j) => row[j])), {
    features: order.map((j) => bags.features[j]),
  });
}

/**
 * The same bags with what `change` makes of the rows of each, and perhaps with other names of
 * features or groups.
 */
export function rebuilt(
  bags: BagSet,
  change: (rows: number[][], bag: number) => number[][],
  {
    features = bags.features,
    groups = bags.groups(),
  }: { features?: readonly string[]; groups?: readonly string[] } = {},
): BagSet {
  const rows = Array.from(bags, (bag) =>
    change(
      Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]),
      bag.index,
    ),
  );
  const offsets = [0];
  for (const each of rows) offsets.push((offsets.at(-1) ?? 0) + each.length);
  return BagSet.from({
    data: rows.flat(2),
    offsets,
    ids: bags.ids(),
    labels: bags.labels(),
    features,
    groups,
  });
}

/** The views of bags with ordinary features. */
export function preparedViews({ views }: Pick<AutoData, "views">): PreparedViews {
  if (views === undefined) throw new Error("the bags have no ordinary features");
  return views;
}
