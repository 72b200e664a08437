import type { Link } from "../../model/link.js";
import type { AverageScorer, PartScorer, ViewsScorer } from "../../model/scorer.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { ScoreMixture } from "../../prior/mixture/score-mixture.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { sampleSize } from "../../scores/scenario.js";
import type { Ratio } from "../../solver/ratio.js";
import type { FitContext } from "../learner.js";
import { mixtureOf } from "../shared/held-out-mixture.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { type Averaged, averaged } from "./average.js";
import type { AutoData } from "./data.js";
import { fitRatios, type NegativeWeight, sidesOf } from "./fit.js";
import { forestSteps, type GrownForest, growForests } from "./forests.js";
import { heldOutRatios, separation } from "./held-out.js";
import type { CheckedAutoOptions } from "./options.js";

/** Weights of known negatives to compare, in addition to none and the usual one. */
const WEIGHTS = [0.3, 0.6, 0.9];
/** From this many known negatives on, cross-validation chooses their weight. */
const FEW_NEGATIVES = 5;

/** A weight of known negatives, and the held-out results with it. */
export interface Chosen {
  readonly known: NegativeWeight;
  /** Held-out ranking values; undefined if nothing could be held out. */
  readonly held: BagScores | undefined;
  readonly mixture: ScoreMixture;
  /** What the ranking of the views is averaged with, and how each enters, the views first. */
  readonly forests: readonly GrownForest[];
  readonly links: Averaged["links"];
  readonly weights: Averaged["weights"];
}

/** What the held-out ranking depends on besides the data. */
export interface RankingOptions {
  /** What is known about the prior. */
  readonly start: PriorBelief;
  readonly trees: CheckedAutoOptions["trees"];
  readonly seed: number;
}

/**
 * Ranks every training bag while it is held out: grows forests, unless `trees` is "none", and chooses the
 * weight of known negatives.
 */
export async function rankHeldOut(
  data: AutoData,
  { start, trees, seed }: RankingOptions,
  context: FitContext,
): Promise<Chosen> {
  const folds = (data.folds?.folds ?? 0) * (data.rows.negative.length === 0 ? 1 : 2);
  const total = folds + (trees === "average" ? forestSteps(data) : 0);
  let done = 0;
  const onDone = () => context.onProgress?.({ step: "holding bags out", done: ++done, total });
  const forests = trees === "average" ? await growForests(data, { seed, start }, context, onDone) : [];
  return chooseNegativeWeight(data, forests, start, context, onDone);
}

/**
 * Chooses the weight of known negatives; without any there is nothing to choose. With some, the
 * ratio depends a little on the prior: the mean after a fit without them is used. The chosen weight
 * separates held-out positive from negative bags best. With few negatives it is the one whose risk
 * varies least (`usualNegativeWeight`).
 */
async function chooseNegativeWeight(
  data: AutoData,
  forests: readonly GrownForest[],
  start: PriorBelief,
  context: Pick<FitContext, "signal">,
  onDone: () => void,
): Promise<Chosen> {
  const { negative } = data.rows;
  const attempt = async (weights: readonly NegativeWeight[]): Promise<Chosen[]> => {
    const ratios = await heldOutRatios(data, weights, context, onDone);
    return weights.map((known, k) => {
      const average = ratios === undefined ? NOT_HELD_OUT : averagedWith(data, forests, ratios[k]);
      return { known, mixture: mixtureOf(data, average.held), forests, ...average };
    });
  };
  const [without] = await attempt([{ weight: 0, prior: 0.5 }]);
  if (negative.length === 0) return without;
  const prior = describeBelief(without.mixture.posterior(start)).mean;
  const { counts, scenario } = data;
  const usual = usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior);
  const weights = negative.length >= FEW_NEGATIVES ? [usual, ...WEIGHTS] : [usual];
  const candidates = await attempt(weights.map((weight) => ({ weight, prior })));
  if (candidates.length === 1 || without.held === undefined) return candidates[0];
  const rated = [without, ...candidates].map((each) => ({
    each,
    value: each.held ? separation(each.held.positive, each.held.negative) : 0,
  }));
  return rated.reduce((best, other) => (other.value > best.value ? other : best)).each;
}

/** Nothing could be held out: the views alone. */
const NOT_HELD_OUT = { held: undefined, links: [], weights: [1] };

function averagedWith({ rows, distinct }: AutoData, forests: readonly GrownForest[], ratios: BagScores): Averaged {
  return averaged(
    ratios,
    forests.map(({ held }) => held),
    rows.positive.length * distinct.positive,
  );
}

/** The ratio fitted on all bags. */
interface FittedRanking {
  readonly ratio: Ratio;
  /** The views alone, or averaged with forests, with a link from ranking values to decisions. */
  scorer(link: Link): ViewsScorer | AverageScorer;
}

/** The ranking that was held out, fitted on all bags. */
export function fitRanking(data: AutoData, { known, forests, links }: Chosen): FittedRanking {
  const [{ ratio }] = fitRatios(data, data.fitted.rows, [known]);
  const { alpha, beta } = ratio;
  const views = {
    kind: "views",
    views: data.views.views(sidesOf(data.fitted.rows)),
    ...(data.further && { further: data.further.views }),
    alpha,
    beta,
  } as const;
  const parts = [views, ...forests.map(({ scorer }) => scorer)].flatMap((part, k): PartScorer[] => {
    const own = links[k];
    return own ? [{ ...part, link: own }] : [];
  });
  return { ratio, scorer: (link) => (parts.length === 0 ? { ...views, link } : { kind: "average", parts, link }) };
}
