import type { UsedPrior } from "../../prior/belief/used-prior.js";
import { priorOf } from "../../prior/belief/used-prior.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { heldOutMeasures, type PuMeasures } from "../../scores/pu-measures.js";

/**
 * The measures on a card: null where nothing was held out, and without a prior. Their intervals
 * cover what is not known of the prior, too. The seed of the training does not change them, so that
 * they are those of `bagwise evaluate`.
 */
export function cardMeasures(
  held: BagScores | null,
  prior: UsedPrior | null,
  { bootstrap }: { bootstrap?: number | undefined },
): PuMeasures | null {
  if (held === null || prior === null) return null;
  const { value, belief } = priorOf(prior);
  return heldOutMeasures(held, { prior: value, belief, bootstrap });
}
