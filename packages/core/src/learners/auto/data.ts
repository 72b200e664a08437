import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { groupCopies } from "../../bags/copies/group-copies.js";
import { areMostlyCounts, countFeatures } from "../../bags/count-features.js";
import { fitScaling, type Scaling } from "../../bags/scaling.js";
import { type VectorFeatures, vectorFeatures } from "../../bags/vector-features.js";
import { InputError, quote } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { type PreparedBlocks, prepareBlocks } from "../../kernels/blocks/fit.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { reliabilityOf } from "../../kernels/statistic/reliability.js";
import { statisticsOf } from "../../kernels/statistic/statistics.js";
import { withinBounds } from "../../kernels/statistic/within-bounds.js";
import { chooseRows, type PreparedViews, prepareViews } from "../../kernels/views/fit.js";
import { standardised } from "../../kernels/views/rows.js";
import { momentsOf, viewScale } from "../../kernels/views/scale.js";
import { propensityLikelihood } from "../../prior/belief/propensity.js";
import { type BagCounts, labelledShare, type Scenario, sampleSize } from "../../scores/scenario.js";
import { distinctShare } from "../shared/distinct-share.js";
import { type FittedBags, fittedBags, fittedNotes, type KnownRows } from "../shared/fitted-bags.js";
import { type Folds, trainingFolds } from "../shared/folds.js";
import type { MixtureData } from "../shared/held-out-mixture.js";
import { drawLandmarks } from "../shared/landmarks.js";
import { trainingBags } from "../shared/training-bags.js";
import type { CheckedAutoOptions } from "./options.js";

/** Up to this many bags, all are centres. Above, `LANDMARKS` are drawn. */
const ALL_CENTRES = 1000;
const LANDMARKS = 300;
/**
 * More folds than usual: a fit is cheap, and one on nine tenths of the bags says more about the fit
 * on all.
 */
const FOLDS = 10;

/**
 * Training data for the fits: the positive bags first, then the unlabeled ones, then known
 * negatives.
 */
export interface AutoData extends MixtureData {
  readonly bags: BagSet;
  readonly rows: KnownRows;
  /** The bags that fits are made from: all, or a sample of very many. */
  readonly fitted: FittedBags;
  /** The views of the fitted bags, and which of these are centres; undefined without ordinary features. */
  readonly views: PreparedViews | undefined;
  /** The blocks of sparse features of all bags; undefined without any. */
  readonly blocks: PreparedBlocks | undefined;
  /** The ordinary features that form vectors. */
  readonly vectors: readonly VectorFeatures[];
  /** How far the mean of a bag can be trusted, for each feature. */
  readonly reliability: Float64Array;
  /** The features that the views scale together, because they look like counts of words. */
  readonly scaledTogether: Uint32Array;
  /** Whether these are at least half of the features that vary. */
  readonly mostlyCounts: boolean;
  readonly centres: Uint32Array;
  /** Whether every bag is a centre. */
  readonly all: boolean;
  readonly folds: Folds | undefined;
  /** The first bag of the group or cluster of copies that each bag belongs to. */
  readonly together: Uint32Array;
  readonly scenario: Scenario;
  readonly counts: Required<BagCounts>;
  /** The share of labelled positives in the sample that the prior is about; 0 for two samples. */
  readonly labelled: number;
  readonly scaling: Scaling;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/**
 * Sorts and summarises the bags, finds copies, deals folds, and computes the kernels that all fits
 * share. Throws an InputError for bags that cannot be trained on. Fits use at most `mostFitted` bags,
 * see `fittedBags`.
 */
export async function autoData(
  all: BagSet,
  { negatives, scenario, seed, labelledHow, vectors: asked }: CheckedAutoOptions,
  {
    mostFitted,
    propensities,
  }: { readonly mostFitted?: number; readonly propensities?: ReadonlyMap<string, number> | undefined } = {},
): Promise<AutoData> {
  const { bags, positives, negatives: known, notes } = trainingBags(all, { negatives });
  checkComputable(bags);
  const x = withinBounds(statisticsOf("min-max-mean", bags));
  const everything = bags.size <= ALL_CENTRES;
  const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
  const rows = {
    positive: from(0, positives),
    unlabeled: from(positives, bags.size - known),
    negative: from(bags.size - known, bags.size),
  };
  const fitted = fittedBags(rows, seed, { most: mostFitted });
  const chosen = fitted.bags === null ? x : chooseRows(x, fitted.bags);
  const scaledTogether = countFeatures(bags);
  const vectors = asked?.includes("none") ? [] : vectorFeatures(bags, asked);
  checkFound(asked, vectors);
  const inVector = new Set(vectors.flatMap(({ columns }) => [...columns]));
  const groups = [scaledTogether.filter((j) => !inVector.has(j)), ...vectors.map(({ columns }) => columns)];
  const reliability = reliabilityOf(bags);
  const scale = viewScale(momentsOf(x), { groups, reliability });
  const centres =
    everything || bags.dimension === 0
      ? from(0, bags.size)
      : drawLandmarks(standardised(chosen, scale), { count: LANDMARKS, way: "k-means++", seed });
  const together = groupCopies(bags);
  const counts = { positive: positives, unlabeled: bags.size - positives - known, negative: known };
  return {
    bags,
    rows,
    fitted,
    scaledTogether,
    reliability,
    mostlyCounts: bags.dimension === 0 || areMostlyCounts(bags, scaledTogether),
    views: bags.dimension === 0 ? undefined : prepareViews(chosen, { centres, scale }),
    blocks: prepareBlocks(bags, { seed, vectors }),
    vectors,
    centres,
    all: everything,
    folds: trainingFolds(together.bags, { folds: undefined, usual: FOLDS, seed }),
    distinct: {
      positive: distinctShare(rows.positive, together.of),
      unlabeled: distinctShare(rows.unlabeled, together.of),
      negative: distinctShare(rows.negative, together.of),
    },
    together: together.of,
    scenario,
    counts,
    labelled: labelledShare(counts, scenario),
    trust: labelledHow === "easiest" ? "lower-bound" : "full",
    byPropensity: propensities && propensityLikelihood([...propensities.values()], sampleSize(counts, scenario)),
    scaling: fitScaling(bags, { method: "none" }),
    dataHash: await contentHash(all),
    notes: [...notes, ...together.notes, ...fittedNotes(rows, fitted)],
  };
}

/** Throws an InputError for a vector that you named and no feature belongs to. */
function checkFound(asked: readonly string[] | undefined, found: readonly VectorFeatures[]): void {
  const missing = asked?.find((prefix) => prefix !== "none" && !found.some(({ name }) => name === prefix));
  if (missing === undefined) return;
  throw new InputError({
    code: "no-such-vector",
    message: `fewer than two features have names that begin with ${quote(missing)} (the option vectors)`,
    remedy: "Name how the features of the vector begin, such as emb_ for emb_1, emb_2 and so on.",
  });
}
