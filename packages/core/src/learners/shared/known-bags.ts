import type { BagSet } from "../../bags/bag-set.js";
import { bagHashes } from "../../bags/copies/bag-hashes.js";
import { type BagScores, countsOf } from "../../scores/bag-scores.js";

/** The hashes of bags that several methods are trained on. Bags never change, and neither do these. */
const hashed = new WeakMap<BagSet, Float64Array>();

/**
 * What a model keeps to recognise its training bags, given in the order of `trainingBags`: their
 * hashes, and which of them each held-out score belongs to. If some have none, because a fit failed,
 * that is not known.
 */
export function knownBags(
  bags: BagSet,
  heldOut: BagScores | null,
): { readonly trainedOn: Float64Array; readonly heldOut: BagScores | null } {
  const hashes = hashed.get(bags) ?? bagHashes(bags);
  hashed.set(bags, hashes);
  const { positive, unlabeled, negative } =
    heldOut === null ? { positive: 0, unlabeled: 0, negative: 0 } : countsOf(heldOut);
  const all = heldOut !== null && positive + unlabeled + negative === hashes.length;
  return { trainedOn: hashes.slice().sort(), heldOut: all ? { ...heldOut, hashes } : heldOut };
}
