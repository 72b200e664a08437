import type { BagSet } from "@bagwise/core/bags";
import { explain } from "@bagwise/core/explain";
import type { Model } from "@bagwise/core/model";
import { probabilityRange } from "@bagwise/core/prior";
import type { FeatureBar } from "../figures/feature-bars.js";
import { short } from "../page/numbers.js";
import type { PictureOf } from "./bag-picture.js";
import { shownText } from "./bag-table.js";

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
  const { prior } = model.card;
  const pictures = await Promise.all(ranked.map(({ index }, k) => pictureOf(index, explained[k].witness.instance)));
  return ranked.map(({ rank, bag, score, probability, heldOut, index }, k) => {
    const { witness, decides, features: found, terms, contributions } = explained[k];
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
      /** Where it may lie, with 90 %; null if that is not known. */
      range: probability === null || prior === null ? null : probabilityRange(probability, prior),
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
      passages: passagesOf(bags, index, contributions),
      features: [
        ...found.map(
          ({ name, value, direction, effect, others }): FeatureBar => ({
            name,
            value,
            direction,
            effect,
            beside: others === null ? "" : othersText(others),
          }),
        ),
        ...terms.map(
          ({ term, value, effect }): FeatureBar => ({ name: term, value, direction: "high", effect, beside: "" }),
        ),
      ],
    };
  });
}

/** A passage of a document, and how much it speaks for positive: -1 to 1, 1 for the one that does most. */
export interface ReadPassage {
  readonly text: string;
  readonly weight: number;
}

/** Documents up to so many characters are shown whole. */
const LONGEST_DOCUMENT = 6000;

/**
 * The passages of a document in order, for bags of named sparse features and a text for each instance.
 * Null for other bags, and for documents that are too long to read on a page.
 */
function passagesOf(bags: BagSet, i: number, contributions: Float64Array): ReadPassage[] | null {
  const column = bags.shown.find(({ perBag }) => !perBag);
  // A molecule may be written in two ways, as two tautomers, but it is no text.
  if (bags.recipe?.encoders?.some(({ type }) => type === "molecule")) return null;
  if (column === undefined || contributions.length < 2 || bags.blocks.every(({ terms }) => terms === undefined))
    return null;
  const most = contributions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const passages = Array.from(contributions, (value, j) => ({
    text: bags.shownOf(i, column.name, j),
    weight: most === 0 ? 0 : value / most,
  }));
  return passages.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_DOCUMENT ? null : passages;
}

function othersText({ min, max }: { readonly min: number; readonly max: number }): string {
  const [low, high] = [short(min), short(max)];
  return low === high ? `others ${low}` : `others ${low} to ${high}`;
}
