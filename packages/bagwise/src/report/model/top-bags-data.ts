import type { BagSet } from "../../bags/bag-set.js";
import { explain } from "../../explain/explain.js";
import type { Model } from "../../model/model.js";
import type { FeatureBar } from "../figures/feature-bars.js";
import { short } from "../page/numbers.js";
import type { PictureOf } from "./bag-picture.js";
import { shownText } from "./shown-text.js";

/** One of the most likely unlabeled bags, and why. Plain data. */
export type TopBag = Awaited<ReturnType<typeof topBagsData>>[number];

/**
 * The unlabeled bags with the highest scores, explained: held-out scores where the model was trained
 * on the bag and keeps them, as in `rank`. InputErrors are those of `Model.rank`.
 */
export async function topBagsData(
  model: Model,
  bags: BagSet,
  {
    top = 10,
    features = 5,
    pictureOf = async () => undefined,
  }: { readonly top?: number; readonly features?: number; readonly pictureOf?: PictureOf | undefined } = {},
) {
  const among = (i: number) => bags.labelOf(i) === "unlabeled";
  const ranked = model.rank(bags, { top, among, heldOut: true });
  const explained = await explain(model, bags.subset(ranked.map(({ index }) => index)), { features });
  const pictures = await Promise.all(ranked.map(({ index }, k) => pictureOf(index, explained[k].witness.instance)));
  return ranked.map(({ rank, bag, score, probability, heldOut, index }, k) => {
    const { witness, decides, features: found } = explained[k];
    return {
      /** From 1, among the unlabeled bags. */
      rank,
      bag,
      score,
      /** Whether the score is of a fit that had not seen the bag. */
      heldOut,
      /** The score of the model itself, which the contributions are about. */
      own: explained[k].score,
      /** Null for a model without calibration. */
      probability,
      positive: score >= model.threshold,
      size: bags.sizeOf(index),
      witness: {
        instance: witness.instance,
        name: bags.instanceName(index, witness.instance),
        contribution: witness.contribution,
        tied: witness.tied,
        decides,
      },
      /**
       * What the shown columns say of the bag, or of its witness. Without blank ones, the name of the
       * witness, and words about what the picture shows.
       */
      texts: bags.shown
        .filter(({ naming, perBag }) => !naming && (perBag || pictures[k] === undefined))
        .map((column) => ({ name: column.name, text: shownText(bags, index, column, witness.instance) }))
        .filter(({ text }) => text !== ""),
      /** The bag in a picture, with the witness outlined, if there is one. */
      ...(pictures[k] !== undefined && { picture: pictures[k] }),
      /** Whether the contribution is the instance's own score. */
      scoresInstances: model.scoresInstances,
      /** Whether the bag has the score of its key instance. */
      keyDecides: model.keyDecides,
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
