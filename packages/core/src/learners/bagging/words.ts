import { count, thousands } from "../../base/errors.js";
import type { BaggingData } from "./data.js";
import type { CheckedBaggingOptions } from "./options.js";
import type { Ensemble } from "./rounds.js";

/** How the ensemble was made, in sentences. */
export function rankingWords(data: BaggingData, ensemble: Ensemble, options: CheckedBaggingOptions): string[] {
  return [
    roundsWords(data, options),
    lookedAt(data, options),
    ...heldOutWords(data, ensemble, options),
    ...negativeWords(data),
  ];
}

function roundsWords({ counts }: BaggingData, { base, splits, rounds }: CheckedBaggingOptions): string {
  const members = base === "svm" ? count(rounds, "linear SVM") : `${count(rounds, "tree")} with ${splits} splits`;
  const others = counts.unlabeled === 0 ? "negative" : "unlabeled";
  return `Ranking: by the mean vote of ${members}, each trained on positive bags against as many random ${others} bags. It needs no prior.`;
}

function lookedAt({ bags, rounds: { x } }: BaggingData, { on, pooling, share }: CheckedBaggingOptions): string {
  const { dimension } = bags;
  const each = dimension === 1 ? "the one feature" : `each of ${count(dimension, "feature")}`;
  if (on === "bags")
    return `They look at the minimum, maximum and mean of ${each}, ${thousands(x.cols)} summaries in all.`;
  const how =
    pooling === "mean"
      ? "the mean of the votes on its instances"
      : pooling === "max"
        ? "the highest vote on an instance"
        : `the mean of the highest votes, those on ${Math.round(100 * share)} % of its instances`;
  return `They look at single instances, and a bag gets ${how}.`;
}

function heldOutWords(
  { rounds: { drawn } }: BaggingData,
  { fewest }: Ensemble,
  { base, rounds }: CheckedBaggingOptions,
): string[] {
  if (drawn.parts === 0 || fewest === 0) return [];
  const members = base === "svm" ? "machines" : "trees";
  return [
    `Each left out a fifth of the bags, with their groups and copies. The quality of the ranking was measured with the votes of ${members} that had not seen a bag: at least ${fewest} of the ${thousands(rounds)} for each bag.`,
  ];
}

function negativeWords({ counts, rounds: { drawn } }: BaggingData): string[] {
  if (counts.negative === 0 || counts.unlabeled === 0) return [];
  return [
    `Known negatives: ${count(counts.negative, "bag")} with weight ${drawn.negativeWeight}. A weight of 0 would ignore them, a weight of 1 the unlabeled bags.`,
  ];
}
