import { random } from "../../base/random.js";
import { minMaxMean } from "../../kernels/statistic/min-max-mean.js";
import { statisticsOf } from "../../kernels/statistic/statistics.js";
import { withinBounds } from "../../kernels/statistic/within-bounds.js";
import type { TellingSummaries } from "../../model/model.js";
import { discoveries } from "../../statistics/false-discoveries.js";
import { permutationTest } from "../../statistics/permutation-test.js";
import type { AutoData } from "./data.js";

/** Of the summaries said to differ, at most this share may do so by chance. */
const RATE = 0.05;
/** Up to so many bags of a side are compared, chosen at random: a clear difference shows in these. */
const MOST_BAGS = 400;
/** So many are named. */
const NAMED = 5;

/**
 * Which summaries (minimum, maximum or mean of a feature) differ between positive and other bags, at
 * a controlled false-discovery rate. Copies, and bags of one group, count once. Null if a side has
 * fewer than two bags, or if there is no ordinary feature. The weights of the fifth view are no such statement: they shrink noisy
 * differences, and keep many of them.
 */
export function tellingSummaries({ bags, rows, together }: AutoData, seed: number): TellingSummaries | null {
  const generator = random(seed).fork();
  const seen = new Set<number>();
  const once = (some: ArrayLike<number>) => {
    const own = Array.from(some).filter((row) => !seen.has(together[row]) && seen.add(together[row]));
    return own.length <= MOST_BAGS ? own : Array.from(generator.sample(own.length, MOST_BAGS), (k) => own[k]);
  };
  const positive = once(rows.positive);
  const other = once([...rows.unlabeled, ...rows.negative]);
  if (positive.length < 2 || other.length < 2 || bags.dimension === 0) return null;
  const x = withinBounds(statisticsOf("min-max-mean", bags.subset([...positive, ...other])));
  const found = discoveries(permutationTest(x, positive.length, generator), { rate: RATE });
  const nameOf = (column: number) =>
    `${minMaxMean.parts[Math.floor(column / bags.dimension)]} of ${bags.features[column % bags.dimension]}`;
  return { tested: x.cols, found: found.length, rate: RATE, clearest: found.slice(0, NAMED).map(nameOf) };
}
