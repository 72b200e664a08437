import { readdirSync, readFileSync } from "node:fs";
import { registerBaselines } from "@bagwise/baselines";
import { BagSet, synthesise } from "@bagwise/core/bags";
import { learnerByName } from "@bagwise/core/learners";
import { decodeModel, type Model } from "@bagwise/core/model";
import { bagSet } from "../../core/test/bags/make.js";

registerBaselines();

const folder = new URL("../../bagwise/test/golden/", import.meta.url);

/** The golden models that no target can express. */
export const NOT_EXPORTABLE: readonly string[] = [
  "kernel-normalised-edge-graph-gaussian",
  "kernel-dissimilarity-gaussian",
];

/** The names of the golden models that can be exported. */
export const EXPORTABLE: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".model"))
  .map((name) => name.slice(0, -".model".length))
  .filter((name) => !NOT_EXPORTABLE.includes(name));

/** A golden model: there is one of every learner, of a kernel of each kind, and older ones. */
export function goldenModel(name: string): Model {
  return decodeModel(new Uint8Array(readFileSync(new URL(`${name}.model`, folder))), { name });
}

/**
 * Bags for golden models: of one to nine instances, some with copies, some far outside of the training data,
 * in no particular order.
 */
export function trickyBags(): BagSet {
  let state = 77;
  const below = (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
  const bags = Array.from({ length: 28 }, (_, i) => {
    const far = i % 10 === 0 ? 40 : 1;
    const rows = Array.from({ length: 1 + below(9) }, () => [
      far * (below(900) / 100 - 5),
      far * (below(500) / 100 - 1),
      below(5) / 2,
    ]);
    return i % 4 === 0 ? [...rows, rows[0], rows[rows.length - 1]] : i % 7 === 0 ? rows.map(() => rows[0]) : rows;
  });
  return bagSet(bags, { features: ["weight", "größe", "f,3"] });
}

/** A few dozen bags to train on, with so many features. */
export function trainingBags(dimensions: number, { bags = 40, seed = 3 } = {}): BagSet {
  return synthesise({ bags, labeled: Math.ceil(bags / 4), dimensions, bagSize: [1, 5], seed }).bags;
}

/** A model of this method with these options, on made bags. */
export async function trainedModel(
  method: string,
  options: Readonly<Record<string, unknown>>,
  dimensions = 4,
): Promise<{ model: Model; bags: BagSet }> {
  const bags = trainingBags(dimensions);
  return {
    model: await learnerByName(method)
      .create({ seed: 1, ...options })
      .fit(bags),
    bags,
  };
}

/** The rows of each bag. */
export function rowsOfBags(bags: BagSet): number[][][] {
  return [...bags].map((bag) => Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]));
}

/** The bags that a model is asked about. Its features may be in another order. */
export function bagsFor(model: Model, bags: BagSet): BagSet {
  return BagSet.from({
    data: [...bags.toMatrix()],
    offsets: Array.from({ length: bags.size + 1 }, (_, i) => (i === bags.size ? bags.instances : bags.startOf(i))),
    ids: bags.ids(),
    labels: bags.labels(),
    features: [...model.features],
  });
}
