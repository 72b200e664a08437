import { type ScoreMixture, scoreMixture } from "../../prior/mixture/score-mixture.js";
import { type BagScores, bagScores } from "../../scores/bag-scores.js";
import type { AutoData } from "./data.js";

const NOTHING = bagScores({ positive: [], unlabeled: [] });

/** What held-out ratios tell of the prior and of bags; nothing where nothing could be held out. */
export function mixtureOf({ distinct }: AutoData, held: BagScores | undefined): ScoreMixture {
  return scoreMixture(held ?? NOTHING, { distinct });
}
