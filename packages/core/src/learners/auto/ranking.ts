import { addTransposed } from "../../linalg/sparse.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { ScoreMixture } from "../../prior/mixture/score-mixture.js";
import type { BlocksScorer } from "../../scorers/blocks/blocks-scorer.js";
import type { Link } from "../../scorers/link.js";
import type { AverageScorer, PartScorer, ViewsScorer } from "../../scorers/scorer.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { sampleSize } from "../../scores/scenario.js";
import type { Ratio } from "../../solver/ratio.js";
import type { GrownForest } from "../bagging/grown-forest.js";
import type { FitContext } from "../learner.js";
import { mixtureOf } from "../shared/held-out-mixture.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { type Averaged, averaged, usualWeights } from "./average.js";
import { fitBlocks } from "./blocks.js";
import type { AutoData } from "./data.js";
import { fitRatios, type NegativeWeight, sidesOf } from "./fit.js";
import { forestSteps, growForests } from "./forests.js";
import { heldOutBlocks, heldOutRatios, separation } from "./held-out.js";
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
  /** What the ratios are averaged with, and how each ranking enters: that of blocks, of views, of forests. */
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
  const rankings = (data.views === undefined ? 0 : 1) + (data.blocks === undefined ? 0 : 1);
  const folds = (data.folds?.folds ?? 0) * (data.rows.negative.length === 0 ? 1 : 2) * rankings;
  const total = folds + (trees === "average" ? forestSteps(data) : 0);
  let done = 0;
  const onDone = () => context.onProgress?.({ step: "holding bags out", done: ++done, total });
  const growing = trees === "average" ? growForests(data, { seed, start }, context, onDone) : Promise.resolve([]);
  // Trees that grow in other threads leave this one free for the ratios.
  if (context.execute === undefined) await growing;
  growing.catch(() => undefined);
  return chooseNegativeWeight(data, growing, start, context, onDone);
}

/**
 * Chooses the weight of known negatives; without any there is nothing to choose. With some, the
 * ratio depends a little on the prior: the mean after a fit without them is used. The chosen weight
 * separates held-out positive from negative bags best. With few negatives it is the one whose risk
 * varies least (`usualNegativeWeight`).
 */
async function chooseNegativeWeight(
  data: AutoData,
  growing: Promise<readonly GrownForest[]>,
  start: PriorBelief,
  context: Pick<FitContext, "signal">,
  onDone: () => void,
): Promise<Chosen> {
  const { negative } = data.rows;
  const attempt = async (weights: readonly NegativeWeight[]): Promise<Chosen[]> => {
    const { views, blocks } = data;
    const ratios = await Promise.all([
      blocks && heldOutBlocks(data, blocks, weights, context, onDone),
      views && heldOutRatios(data, views, weights, context, onDone),
    ]);
    const forests = await growing;
    return weights.map((known, k) => {
      const own = ratios.flatMap((each) => each?.[k] ?? []);
      const average = own.length === 0 ? NOT_HELD_OUT : averagedWith(data, own, forests);
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

/** Nothing could be held out: the first ranking alone. */
const NOT_HELD_OUT = { held: undefined, links: [], weights: [1] };

function averagedWith(
  { bags, rows, distinct }: AutoData,
  ratios: readonly BagScores[],
  forests: readonly GrownForest[],
): Averaged {
  const usual = usualWeights({
    ratios: ratios.length,
    forests: forests.map(({ scorer }) => scorer.on),
    bySparse: ratios.length === 2 && bags.blocks.length > 0,
  });
  const held = [...ratios, ...forests.map((forest) => forest.held)];
  return averaged(
    held.map((own, k) => ({ held: own, usual: usual[k] })),
    rows.positive.length * distinct.positive,
  );
}

/** The ratio fitted on all bags. */
interface FittedRanking {
  /** With the certificate. Of two, the one that is less exact. */
  readonly ratio: Pick<Ratio, "status" | "primalObjective" | "dualObjective" | "relativeGap">;
  /** How many steps it took. */
  readonly iterations: number;
  /** The sparse features with the largest weights, by name. */
  readonly heaviest: readonly string[];
  /** One ranking, or the average of several, with a link from ranking values to decisions. */
  scorer(link: Link): PartScorer | AverageScorer;
}

/** A ranking without the link that turns its values into others. */
type Unlinked = Omit<ViewsScorer, "link"> | Omit<BlocksScorer, "link"> | GrownForest["scorer"];

/** The ranking that was held out, fitted on all bags. */
export function fitRanking(data: AutoData, { known, forests, links }: Chosen): FittedRanking {
  const fitted = [...blockRanking(data, known), ...viewRanking(data, known)];
  const all: Unlinked[] = [...fitted.map(({ scorer }) => scorer), ...forests.map(({ scorer }) => scorer)];
  const parts = all.flatMap((part, k): PartScorer[] => {
    const own = links[k];
    return own ? [{ ...part, link: own } as PartScorer] : [];
  });
  const { ratio, iterations } = fitted.reduce((worst, each) =>
    each.ratio.relativeGap > worst.ratio.relativeGap ? each : worst,
  );
  const [{ scorer: first }] = fitted;
  return {
    ratio,
    iterations,
    heaviest: heaviestTerms(data, first),
    scorer: (link) => (parts.length === 0 ? ({ ...first, link } as PartScorer) : { kind: "average", parts, link }),
  };
}

function blockRanking(data: AutoData, known: NegativeWeight) {
  const { blocks } = data;
  if (blocks === undefined) return [];
  const ratio = fitBlocks(data, blocks, data.fitted.rows, known);
  const parts = blocks.views.map((view, k) => ({ view, weights: ratio.weights[k] }));
  const scorer: Omit<BlocksScorer, "link"> = { kind: "blocks", parts, beta: ratio.beta };
  return [{ ratio, iterations: ratio.iterations, scorer }];
}

/** So many features are named. */
const NAMED = 8;

/** The features of the first block with names that speak for positive most, on average over the positive bags. */
function heaviestTerms({ bags, blocks, rows }: AutoData, scorer: Unlinked): string[] {
  if (scorer.kind !== "blocks" || blocks === undefined) return [];
  for (const [k, { view, weights }] of scorer.parts.entries()) {
    const terms = bags.blocks.find(({ name }) => name === view.block.name)?.terms;
    if (terms === undefined || view.topics !== null) continue;
    const [positive, other] = [rows.positive, rows.unlabeled].map((some) => {
      const sums = new Float64Array(weights.length);
      addTransposed(blocks.vectors[k], some, new Float64Array(some.length).fill(1 / some.length), 1, sums);
      return sums;
    });
    const heavy = weights.map((weight, term) => weight * (positive[term] - other[term]));
    return Array.from(heavy.keys())
      .filter((term) => heavy[term] > 0 && weights[term] > 0)
      .sort((a, b) => heavy[b] - heavy[a] || a - b)
      .slice(0, NAMED)
      .map((term) => terms[term]);
  }
  return [];
}

function viewRanking(data: AutoData, known: NegativeWeight) {
  const { views } = data;
  if (views === undefined) return [];
  const [{ ratio }] = fitRatios(data, views, data.fitted.rows, [known]);
  const { alpha, beta } = ratio;
  const scorer: Omit<ViewsScorer, "link"> = {
    kind: "views",
    views: views.views(sidesOf(data.fitted.rows)),
    alpha,
    beta,
  };
  return [{ ratio, iterations: 1, scorer }];
}
