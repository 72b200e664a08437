import { exp } from "../../base/portable-math.js";
import type { ForestScorer } from "../../scorers/forest/forest-scorer.js";
import { applyLink, isLink, type Link } from "../../scorers/link.js";
import { sumOf } from "../../scorers/scorer.js";
import { allScores, type BagScores } from "../../scores/bag-scores.js";
import type { GrownForest } from "../bagging/grown-forest.js";
import type { AutoData } from "./data.js";
import { moments } from "./moments.js";

/**
 * What a ranking counts if all separate equally well. Trees on instances see what neither the ratio nor the
 * trees on summaries do, so they have as much say as the ratio (docs/research/ranking.md).
 */
const RATIO_WEIGHT = 2;
const FOREST_WEIGHTS = { bags: 1, instances: 2 } as const;

/**
 * How much a difference in separation counts, times the square root of the number of positive bags: the
 * more of them, the less is chance. With 20 of them, a lead of .1 in AUC gives nearly two and a half times
 * the weight. Half as much did nearly as well (docs/research/ranking.md).
 */
const TRUST = 2;

/** A ranking that would count less has no say, because scoring by it costs time all the same. */
const LEAST_WEIGHT = 0.01;

/**
 * What each ranking counts if all separate equally well: ratios, then forests, by what they look at.
 * `bySparse`: the first ratio is by sparse features, and all others by ordinary ones. Then each kind of
 * features has half of the say, however many rankings it has.
 */
export function usualWeights({
  ratios,
  forests,
  bySparse,
}: {
  readonly ratios: number;
  readonly forests: readonly ForestScorer["on"][];
  readonly bySparse: boolean;
}): number[] {
  const weights = [...Array<number>(ratios).fill(RATIO_WEIGHT), ...forests.map((on) => FOREST_WEIGHTS[on])];
  if (bySparse) weights[0] = weights.slice(1).reduce((sum, weight) => sum + weight, 0);
  return weights;
}

/** The held-out ratios of views and blocks, averaged with the forests. If nothing is held out, the first ranking alone. */
export function averageRankings(
  { bags, rows, distinct }: Pick<AutoData, "bags" | "rows" | "distinct">,
  ratios: readonly BagScores[],
  forests: readonly GrownForest[],
): Omit<Averaged, "held"> & { readonly held: BagScores | undefined } {
  if (ratios.length === 0) return { held: undefined, links: [], weights: [1] };
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

/** Held-out scores of a ranking, and what it counts if all separate equally well. */
export interface HeldRanking {
  readonly held: BagScores;
  readonly usual: number;
}

/** Rankings on a common scale, and their average. */
export interface Averaged {
  /** Held-out values of the average. */
  readonly held: BagScores;
  /** For each ranking, how its values enter the sum; null if it has no say. */
  readonly links: readonly (Link | null)[];
  /** The share of each in the average; 0 if it has no say. */
  readonly weights: readonly number[];
}

/**
 * Averages rankings: each is standardised by its held-out scores of all training bags, so that none has
 * more say because its values are larger. Those that separate held-out positive from other bags better
 * count more, but with few `positives` hardly so, because that may be chance. A ranking whose scores do
 * not vary has no say. If none but the first has one, its values stay as they are.
 */
export function averaged(rankings: readonly HeldRanking[], positives: number): Averaged {
  const [{ held: first }] = rankings;
  const scales = rankings.map(({ held }) => standardising(allScores(held)));
  const separations = rankings.map(({ held }, k) => normalAuc(held, scales[k]));
  const best = Math.max(...separations);
  const raw = rankings.map(({ usual }, k) => {
    const weight = usual * exp(TRUST * Math.sqrt(positives) * (separations[k] - best));
    return scales[k] === null || weight < LEAST_WEIGHT ? 0 : weight;
  });
  if (raw.every((weight, k) => k === 0 || weight === 0))
    return { held: first, links: rankings.map(() => null), weights: rankings.map((_, k) => (k === 0 ? 1 : 0)) };
  const all = raw.reduce((sum, weight) => sum + weight, 0);
  const links = scales.map((scale, k) =>
    scale === null || raw[k] === 0 ? null : { ...scale, values: scale.values.map((v) => (v * raw[k]) / all) },
  );
  const sum = (kind: "positive" | "unlabeled" | "negative") =>
    sumOf(
      rankings.flatMap(({ held }, k) => {
        const link = links[k];
        return link === null ? [] : [applyLink(link, held[kind])];
      }),
    );
  return {
    held: { ...first, positive: sum("positive"), unlabeled: sum("unlabeled"), negative: sum("negative") },
    links,
    weights: raw.map((weight) => weight / all),
  };
}

/** Subtracts the mean and divides by the deviation; null if nothing varies. */
export function standardising(scores: Float64Array): Link | null {
  const { mean, squares } = moments(scores);
  const deviation = Math.sqrt(squares / scores.length);
  const link = { knots: Float64Array.of(mean, mean + deviation), values: Float64Array.of(0, 1) };
  // Rounding alone makes equal scores differ.
  return deviation > 1e-9 * Math.abs(mean) && isLink(link) ? link : null;
}

/**
 * About the AUC of held-out positive bags against the others, if both were normal: a smooth function of
 * the scores, so that rounding never changes it by a step. 1/2 for a ranking without a scale.
 */
function normalAuc({ positive, unlabeled, negative }: BagScores, scale: Link | null): number {
  if (scale === null) return 0.5;
  const other = Float64Array.from([...unlabeled, ...negative]);
  const [a, b] = [positive, other].map((scores) => {
    const { mean, squares } = moments(applyLink(scale, scores));
    return { mean, variance: squares / scores.length };
  });
  return 1 / (1 + exp((-LOGISTIC * (a.mean - b.mean)) / Math.sqrt(a.variance + b.variance + TINY)));
}

/** The logistic function of so many times x is within .01 of the normal distribution function of x. */
const LOGISTIC = 1.702;
/** Keeps two groups of equal scores finite. Standardised scores have a variance of 1. */
const TINY = 1e-9;
