import { alignFeatures, type BagSet, contentHash, type ScalingMethod } from "@bagwise/core/bags";
import { NOTHING_SHARED, type SharedWork } from "@bagwise/core/learners";
import {
  type NegativeUse,
  type PreparedInstances,
  preparedInstances,
  rowsOfBags,
  type SignedBags,
  signedBags,
  type UnlabeledUse,
} from "@bagwise/core/training";
import type { ConceptBags } from "./objective.js";

/** Training data for a concept. */
export interface ConceptData extends PreparedInstances, Omit<SignedBags, "bags"> {
  /** The bags as they were given. */
  readonly given: BagSet;
  /** The numbers to compute with: the features sorted by name. */
  readonly sorted: ConceptBags;
  /** The place among the sorted features of each feature. */
  readonly places: Uint32Array;
  readonly dataHash: string;
}

/** The most instances to train on: with 166 features, half a minute. */
const MOST_INSTANCES = 8_000;

/**
 * Sorts, thins and scales the bags. Bags are sorted by id, instances by value and features by name, so
 * the order of a file changes nothing, not even rounding. Throws an InputError without a positive
 * bag, without any other bag, for an empty bag, and for a value that is not finite.
 */
export async function conceptData(
  all: BagSet,
  options: ConceptDataOptions,
  shared: SharedWork = NOTHING_SHARED,
): Promise<ConceptData> {
  const { negatives, unlabeledAs, scaling, seed } = options;
  const key = JSON.stringify([negatives, unlabeledAs, scaling, seed]);
  const data = shared.once(all, `concept ${key}`, () => preparedBags(all, options));
  return { ...data, dataHash: await shared.once(all, "hash", () => contentHash(all)) };
}

interface ConceptDataOptions {
  readonly negatives: NegativeUse;
  readonly unlabeledAs: UnlabeledUse;
  readonly scaling: ScalingMethod;
  readonly seed: number;
}

function preparedBags(all: BagSet, options: ConceptDataOptions): Omit<ConceptData, "dataHash"> {
  const { bags: given, notes, ...signed } = signedBags(all, options);
  const { notes: thinning, ...prepared } = preparedInstances(given, { ...options, mostInstances: MOST_INSTANCES });
  const { features } = prepared.scaling;
  const names = [...features].sort((a, b) => (a < b ? -1 : 1));
  const placeOf = new Map(names.map((name, place) => [name, place]));
  return {
    ...prepared,
    ...signed,
    given,
    sorted: {
      data: alignFeatures(names, prepared.bags).toMatrix(),
      features: names.length,
      offsets: prepared.offsets,
      signs: signed.signs,
    },
    places: Uint32Array.from(features, (name) => placeOf.get(name) ?? 0),
    notes: [...notes, ...thinning],
  };
}

/** Some of the bags, with those of their rows that are 1 in `kept`; by default with all. */
export function someBags(
  { data, features, offsets, signs }: ConceptBags,
  bags: Uint32Array,
  kept?: Uint8Array,
): ConceptBags {
  const own = Array.from(bags, (bag) =>
    rowsOfBags(offsets, Uint32Array.of(bag)).filter((row) => kept === undefined || kept[row] === 1),
  );
  const ends = new Uint32Array(bags.length + 1);
  for (const [k, rows] of own.entries()) ends[k + 1] = ends[k] + rows.length;
  const chosen = new Float64Array(ends[bags.length] * features);
  let to = 0;
  for (const rows of own)
    for (const row of rows) {
      chosen.set(data.subarray(row * features, (row + 1) * features), to);
      to += features;
    }
  return { data: chosen, features, offsets: ends, signs: Int8Array.from(bags, (bag) => signs[bag]) };
}
