import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { groupCopies } from "../../bags/copies/group-copies.js";
import { fitScaling, type Scaling } from "../../bags/scaling.js";
import type { Note } from "../../base/note.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { type BagCounts, labelledShare, type Scenario, sampleSize } from "../../scores/scenario.js";
import { distinctShare } from "../shared/distinct-share.js";
import { fittedBags, fittedNotes, type KnownRows } from "../shared/fitted-bags.js";
import type { MixtureData } from "../shared/held-out-mixture.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { bagsOfAnyLabels } from "../shared/training-bags.js";
import type { CheckedBaggingOptions } from "./options.js";
import { centreOf, type LabelledBags, type RoundsData, roundsData } from "./rounds-data.js";

/** Training data: the positive bags first, then the unlabeled ones, then known negatives. */
export interface BaggingData extends MixtureData, LabelledBags {
  readonly rows: KnownRows;
  readonly rounds: RoundsData;
  /** The mean of the bags' means, by feature. */
  readonly centre: Float64Array;
  readonly scenario: Scenario;
  readonly counts: Required<BagCounts>;
  /** The share of labelled positives in the sample that the prior is about; 0 for two samples. */
  readonly labelled: number;
  readonly scaling: Scaling;
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
  const together = groupCopies(bags);
  const counts = { positive: positives, unlabeled: rows.unlabeled.length, negative: known };
  const rounds = roundsData(
    { bags, fitted, together: together.of },
    {
      on,
      negativeWeight: usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior),
      seed,
    },
  );
  return {
    bags,
    rows,
    fitted,
    rounds,
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
    dataHash: await contentHash(all),
    notes: [...notes, ...rounds.notes, ...together.notes, ...fittedNotes(rows, fitted)],
  };
}
