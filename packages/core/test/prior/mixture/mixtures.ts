import type { Random } from "../../../src/base/random.js";
import { type BagScores, bagScores } from "../../../src/scores/bag-scores.js";

/** Scores without randomness, near enough to normal: the golden values were made from these. */
export function fixedScores(positives: number, unlabeled: number): BagScores {
  const part = (i: number, a: number) => ((i * a) % 1009) / 1009;
  const score = (i: number) => part(i, 37) + part(i, 211) + part(i, 503) - 1.5;
  return bagScores({
    positive: Float64Array.from({ length: positives }, (_, i) => score(i + 1) + 0.9),
    unlabeled: Float64Array.from({ length: unlabeled }, (_, i) => score(1000 + i) * 1.1 + (i % 5 < 2 ? 0.9 : 0)),
  });
}

/** Normal scores: positives around the separation, negatives around 0. */
export function drawnScores(
  generator: Random,
  {
    pi,
    separation,
    positives = 20,
    unlabeled = 180,
  }: { pi: number; separation: number; positives?: number; unlabeled?: number },
): BagScores {
  return bagScores({
    positive: Float64Array.from({ length: positives }, () => separation + generator.normal()),
    unlabeled: Float64Array.from(
      { length: unlabeled },
      () => (generator.uniform() < pi ? separation : 0) + generator.normal(),
    ),
  });
}
