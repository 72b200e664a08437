import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { groupCopies } from "../../bags/copies/group-copies.js";
import { offsetsOf } from "../../bags/offsets-of.js";
import { fitScaling, type Scaling } from "../../bags/scaling.js";
import type { Note } from "../../base/note.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { summaryRows } from "../../model/forest/forest-scorer.js";
import { type BagCounts, labelledShare, type Scenario, sampleSize } from "../../scores/scenario.js";
import { checkComputable } from "../../statistics/check-bags.js";
import { distinctShare } from "../auto/data.js";
import type { MixtureData } from "../auto/train.js";
import { type FittedBags, fittedBags, fittedNotes, type KnownRows } from "../shared/fitted-bags.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { columnsByName, orderedInstances } from "../shared/ordered-instances.js";
import { thinned } from "../shared/thinned.js";
import { bagsOfAnyLabels } from "../shared/training-bags.js";
import type { DrawnFrom } from "./draws.js";
import type { CheckedBaggingOptions } from "./options.js";

/** Each round leaves out one of so many parts of the bags: enough votes for those, few bags lost. */
const PARTS = 5;

/** Time grows with the instances: so many are trained on. Scoring uses all. */
const MOST_INSTANCES = 20_000;

/** Training data: the positive bags first, then the unlabeled ones, then known negatives. */
export interface BaggingData extends MixtureData {
  readonly bags: BagSet;
  readonly rows: KnownRows;
  readonly fitted: FittedBags;
  /** What rounds look at: rows of the fitted bags, with the columns in the order of feature names. */
  readonly x: Matrix;
  /** Fitted bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1` of `x`. */
  readonly offsets: Uint32Array;
  /** The column of a model for each column of `x`. */
  readonly columns: readonly number[];
  readonly drawn: DrawnFrom;
  readonly together: Uint32Array;
  /** The mean of the bags' means, by feature. */
  readonly centre: Float64Array;
  readonly scenario: Scenario;
  readonly counts: Required<BagCounts>;
  /** The share of labelled positives in the sample that the prior is about; 0 for two samples. */
  readonly labelled: number;
  readonly scaling: Scaling;
  readonly instances: number;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/**
 * Sorts and summarises the bags, and finds copies. Bags are sorted by id, instances by value and features
 * by name, so that the order of a file changes nothing, not even what is drawn. Throws an InputError for
 * bags that cannot be trained on. `prior` is what is known of it, for the weight of known negatives.
 */
export async function baggingData(
  all: BagSet,
  { negatives, scenario, seed, labelledHow, on }: CheckedBaggingOptions,
  { prior = 0.5, mostFitted }: { readonly prior?: number | undefined; readonly mostFitted?: number } = {},
): Promise<BaggingData> {
  const { bags, positives, negatives: known, notes } = bagsOfAnyLabels(all, { negatives });
  checkComputable(bags);
  const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
  const rows = {
    positive: from(0, positives),
    unlabeled: from(positives, bags.size - known),
    negative: from(bags.size - known, bags.size),
  };
  const fitted = fittedBags(rows, seed, { most: mostFitted });
  const order = Array.from(columnsByName(bags));
  const chosen = fitted.bags === null ? bags : bags.subset(fitted.bags);
  const looked =
    on === "bags" ? { bags: chosen, notes: [] } : thinned(orderedInstances(chosen), { most: MOST_INSTANCES, seed });
  const sorted = looked.bags.withFeatures(order);
  const together = groupCopies(bags);
  const counts = { positive: positives, unlabeled: rows.unlabeled.length, negative: known };
  const ofFitted = firstAmong(fitted.bags, together.of);
  return {
    bags,
    rows,
    fitted,
    x: on === "bags" ? summaryRows(sorted) : matrix(sorted.instances, sorted.dimension, sorted.toMatrix()),
    offsets: on === "bags" ? from(0, sorted.size + 1) : offsetsOf(sorted),
    columns: on === "bags" ? [0, 1, 2].flatMap((part) => order.map((j) => part * order.length + j)) : order,
    drawn: {
      ...fitted.rows,
      together: ofFitted,
      negativeWeight: usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior),
      parts: canLeaveOut(fitted.rows, ofFitted) ? PARTS : 0,
      seed,
    },
    distinct: {
      positive: distinctShare(rows.positive, together.of),
      unlabeled: distinctShare(rows.unlabeled, together.of),
      negative: distinctShare(rows.negative, together.of),
    },
    together: together.of,
    trust: labelledHow === "easiest" ? "lower-bound" : "full",
    byPropensity: undefined,
    centre: centreOf(bags),
    scenario,
    counts,
    labelled: labelledShare(counts, scenario),
    scaling: fitScaling(bags, { method: "none" }),
    instances: looked.bags.instances,
    dataHash: await contentHash(all),
    notes: [...notes, ...looked.notes, ...together.notes, ...fittedNotes(rows, fitted)],
  };
}

/** The first fitted bag that is together with each; `bags` are the fitted ones, null for all. */
function firstAmong(bags: Uint32Array | null, together: Uint32Array): Uint32Array {
  if (bags === null) return together;
  const first = new Map<number, number>();
  return bags.map((bag, row) => {
    const found = first.get(together[bag]) ?? row;
    first.set(together[bag], found);
    return found;
  });
}

/** Whether positive and other bags are each in at least two groups or clusters of copies. */
function canLeaveOut({ positive, unlabeled, negative }: KnownRows, together: Uint32Array): boolean {
  const places = (rows: Uint32Array) => new Set(rows.map((row) => together[row])).size;
  return places(positive) >= 2 && places(unlabeled.length > 0 ? unlabeled : negative) >= 2;
}

function centreOf(bags: BagSet): Float64Array {
  const { data, dimension, size } = bags;
  const centre = new Float64Array(dimension);
  for (let i = 0; i < size; i++) {
    const share = 1 / (size * bags.sizeOf(i));
    const end = (bags.startOf(i) + bags.sizeOf(i)) * dimension;
    for (let at = bags.startOf(i) * dimension; at < end; at++) centre[at % dimension] += share * data[at];
  }
  return centre;
}
