import type { BagSet } from "../../bags/bag-set.js";
import { explain } from "../../explain/explain.js";
import type { Model } from "../../model/model.js";
import type { FeatureBar } from "../figures/feature-bars.js";
import { short } from "../page/numbers.js";
import { shownText } from "./shown-text.js";

/** One of the most likely unlabeled bags, and why. Plain data. */
export type TopBag = Awaited<ReturnType<typeof topBagsData>>[number];

/** The unlabeled bags with the highest scores, explained. InputErrors are those of `Model.rank`. */
export async function topBagsData(
  model: Model,
  bags: BagSet,
  { top = 10, features = 5 }: { readonly top?: number; readonly features?: number } = {},
) {
  const open = bags.unlabeled();
  const ranked = model.rank(open, { top });
  const scores = ranked.map(({ score }) => score);
  const explained = await explain(model, open.subset(ranked.map(({ index }) => index)), { features, scores });
  return ranked.map(({ rank, bag, score, probability, index }, k) => {
    const { witness, features: found } = explained[k];
    return {
      /** From 1, among the unlabeled bags. */
      rank,
      bag,
      score,
      /** Null for a model without calibration. */
      probability,
      positive: score >= model.threshold,
      threshold: model.threshold,
      size: open.sizeOf(index),
      witness: {
        instance: witness.instance,
        name: open.instanceName(index, witness.instance),
        contribution: witness.contribution,
        tied: witness.tied,
      },
      /** What the shown columns say of the bag, or of its witness. Without blank ones. */
      texts: open.shown
        .map((column) => ({ name: column.name, text: shownText(open, index, column, witness.instance) }))
        .filter(({ text }) => text !== ""),
      /** Whether the contribution is the instance's own score. */
      scoresInstances: model.scoresInstances,
      features: found.map(
        ({ name, value, direction, effect, others }): FeatureBar => ({
          name,
          value,
          direction,
          effect,
          beside: others === null ? "" : othersText(others),
        }),
      ),
    };
  });
}

function othersText({ min, max }: { readonly min: number; readonly max: number }): string {
  const [low, high] = [short(min), short(max)];
  return low === high ? `others ${low}` : `others ${low} to ${high}`;
}
