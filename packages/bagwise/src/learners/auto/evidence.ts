import { type ScoreMixture, scoreMixture } from "../../prior/mixture/score-mixture.js";
import { type AutoData, shareAmongUnlabeled } from "./data.js";
import type { HeldOutRatios } from "./held-out.js";

/** What held-out ratios tell of the prior and of bags; nothing where nothing could be held out. */
export function mixtureOf(data: AutoData, held: HeldOutRatios | undefined): ScoreMixture {
  const nothing = { positive: new Float64Array(0), unlabeled: new Float64Array(0) };
  return scoreMixture(
    { ...(held ?? nothing), distinct: data.distinct },
    { shareOf: (pi) => shareAmongUnlabeled(data, pi) },
  );
}
