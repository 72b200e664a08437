import { type BagScores, countsOf, sampleOf } from "./bag-scores.js";
import { type HiddenCount, hiddenCounts, placesIn } from "./hidden-counts.js";
import {
  judgeCounts,
  MEASURE_DEFAULTS,
  type Measure,
  type PuMeasuresOptions,
  usualBootstrap,
  withInterval,
} from "./pu-measures.js";
import { positivesAmongUnlabeled } from "./scenario.js";

/** The measures that depend on how the hidden positives score. */
export const HIDDEN_MEASURES = ["auc", "precision", "recall", "accuracy"] as const;

/**
 * These measures if the hidden positives score like others than the labelled ones: like the positives
 * of `alike`, whose other scores are those of `scores`. Values are those of the expected counts. With
 * the scores themselves they are those of `heldOutMeasures`, but for counts that the bags rule out.
 * Costs as much.
 */
export function measuresIfAlike(
  scores: BagScores,
  alike: BagScores,
  { prior, threshold = MEASURE_DEFAULTS.threshold, bootstrap = usualBootstrap(scores), ...options }: PuMeasuresOptions,
): Record<(typeof HIDDEN_MEASURES)[number], Measure> {
  const { seed = MEASURE_DEFAULTS.seed, level, belief } = options;
  const judge = judgeCounts(scores, threshold);
  const sample = sampleOf(scores);
  const found = [...hiddenCounts(alike, [threshold], { prior, belief, bootstrap, seed, sample })].map(judge);
  const point = judge(expectedCount(scores, alike.positive, { prior, threshold, sample }));
  const measure = (name: keyof typeof point) =>
    withInterval(
      point[name],
      found.map((each) => each[name]),
      level,
      { most: 1 },
    );
  return {
    auc: measure("auc"),
    precision: measure("precision"),
    recall: measure("recall"),
    accuracy: measure("accuracy"),
  };
}

/** The counts to expect if hidden positives score like these, within what the unlabeled bags allow. */
function expectedCount(
  scores: BagScores,
  like: Float64Array,
  { prior, threshold, sample }: { prior: number; threshold: number; sample: Float64Array },
): Omit<HiddenCount, "weights"> {
  const { unlabeled, scenario } = scores;
  const positives = positivesAmongUnlabeled(countsOf(scores), scenario, prior);
  const called = unlabeled.filter((score) => score >= threshold).length;
  const above = (positives * like.filter((score) => score >= threshold).length) / like.length;
  const least = Math.max(0, positives - (unlabeled.length - called));
  const places = placesIn(sample, Array.from(like));
  return {
    positives,
    above: Float64Array.of(Math.max(least, Math.min(above, called))),
    place: places.reduce((sum, place) => sum + place, 0) / places.length,
  };
}
