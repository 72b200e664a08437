import type { BagSet } from "../../bags/bag-set.js";
import { explain } from "../../explain/explain.js";
import type { Model } from "../../model/model.js";
import type { FeatureBar } from "../figures/feature-bars.js";
import { short } from "../page/numbers.js";

/** One of the most likely unlabeled bags, and why. Plain data. */
export interface TopBag {
  /** From 1, among the unlabeled bags. */
  readonly rank: number;
  readonly bag: string;
  readonly score: number;
  /** The probability of being positive. Null for a model without calibration. */
  readonly probability: number | null;
  /** Whether the model calls it positive, and the threshold. */
  readonly positive: boolean;
  readonly threshold: number;
  readonly size: number;
  readonly witness: {
    /** The index in the bag, from 0. */
    readonly instance: number;
    readonly contribution: number;
    /** Whether another instance contributes as much: the witness is only the first. */
    readonly tied: boolean;
  };
  /** Whether the contribution is the instance's own score. */
  readonly scoresInstances: boolean;
  /** The features of the witness, largest effect first. */
  readonly features: readonly FeatureBar[];
}

interface TopBagsOptions {
  /** The number of bags. Default 10. */
  readonly top?: number;
  /** The number of features per bag. Default 5. */
  readonly features?: number;
}

/** The unlabeled bags with the highest scores, explained. InputErrors are those of `Model.rank`. */
export async function topBagsData(
  model: Model,
  bags: BagSet,
  { top = 10, features = 5 }: TopBagsOptions = {},
): Promise<TopBag[]> {
  const open = bags.unlabeled();
  const ranked = model.rank(open).slice(0, top);
  const scores = ranked.map(({ score }) => score);
  const explained = await explain(model, open.subset(ranked.map(({ index }) => index)), { features, scores });
  return ranked.map(({ rank, bag, score, probability, index }, k) => {
    const { witness, features: found } = explained[k];
    return {
      rank,
      bag,
      score,
      probability,
      positive: score >= model.threshold,
      threshold: model.threshold,
      size: open.sizeOf(index),
      witness: { instance: witness.instance, contribution: witness.contribution, tied: witness.tied },
      scoresInstances: model.scoresInstances,
      features: found.map(({ name, value, direction, effect, others }) => ({
        name,
        value,
        direction,
        effect,
        beside: others === null ? "" : othersText(others),
      })),
    };
  });
}

function othersText({ min, max }: { readonly min: number; readonly max: number }): string {
  const [low, high] = [short(min), short(max)];
  return low === high ? `others ${low}` : `others ${low} to ${high}`;
}
