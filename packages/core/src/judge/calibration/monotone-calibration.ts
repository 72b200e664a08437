import { log } from "../../base/portable-math.js";
import type { MonotoneCalibration } from "../../model/calibration.js";
import { withMeanProbability } from "../../model/mean-probability.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { sampleOf } from "../../scores/bag-scores.js";
import { type IsotonicBlock, isotonicProbability } from "../../scores/isotonic.js";

/** The largest number of points; beyond it neighbours are merged. */
const MOST_POINTS = 200;

/**
 * A calibration by straight lines through the centres of the blocks of `isotonicProbability`, at
 * most 200. With N bags, no probability is closer to 0 or 1 than 1/(2N). The log-odds of all points
 * are shifted together so that the mean over the sample of p(X) is the prior, as for true
 * probabilities: clipping to [0, 1] alone makes them too small. If all scores are equal, or a
 * higher score does not mean more likely, every bag gets the prior.
 */
export function monotoneCalibration(held: BagScores, { prior }: { prior: number }): MonotoneCalibration {
  const sample = sampleOf(held);
  const blocks = joined(isotonicProbability(held, prior));
  const scores = blocks.map(({ centre }) => centre);
  const least = 1 / (2 * sample.length);
  const logOdds = blocks.map(({ probability: share }) => {
    const held = Math.min(1 - least, Math.max(least, share));
    return log(held / (1 - held));
  });
  return withMeanProbability({ scores, logOdds }, sample, prior);
}

/** The blocks; too many are merged into about equal shares of the sample. */
function joined(blocks: readonly IsotonicBlock[]): IsotonicBlock[] {
  if (blocks.length <= MOST_POINTS) return [...blocks];
  const groups: IsotonicBlock[][] = [];
  let before = 0;
  for (const block of blocks) {
    const number = Math.min(MOST_POINTS - 1, Math.floor(before * MOST_POINTS));
    groups[number] = [...(groups[number] ?? []), block];
    before += block.mixture;
  }
  return groups.flatMap((group) => (group === undefined ? [] : [one(group)]));
}

function one(group: readonly IsotonicBlock[]): IsotonicBlock {
  const mixture = group.reduce((sum, block) => sum + block.mixture, 0);
  const [low, high] = [group[0].low, group[group.length - 1].high];
  const weight = (block: IsotonicBlock) => (mixture > 0 ? block.mixture / mixture : 1 / group.length);
  const mean = (of: (block: IsotonicBlock) => number) =>
    group.reduce((sum, block) => sum + weight(block) * of(block), 0);
  return {
    low,
    high,
    centre: Math.min(
      high,
      Math.max(
        low,
        mean(({ centre }) => centre),
      ),
    ),
    mixture,
    probability: Math.min(
      1,
      mean((block) => block.probability),
    ),
  };
}
