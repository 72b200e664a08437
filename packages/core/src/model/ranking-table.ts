import type { RankedBag } from "./model.js";

/** The columns that a ranked list has in a file, in their order; others come after them. */
export const RANKING_COLUMNS = ["rank", "bag", "score", "probability", "known", "heldOut"] as const;

/** A bag of a ranked list in these columns. */
export function rankingRow({
  rank,
  bag,
  score,
  probability,
  known,
  heldOut,
}: Omit<RankedBag, "index" | "witness">): (string | number | null)[] {
  return [rank, bag, score, probability, known, heldOut ? "yes" : null];
}
