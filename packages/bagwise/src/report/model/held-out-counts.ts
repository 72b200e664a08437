import { type BagScores, countsOf, sampleOf } from "../../scores/bag-scores.js";
import { labelledInSample, positivesAmongUnlabeled } from "../../scores/scenario.js";
import { about } from "../page/numbers.js";

/** How many held-out bags are called positive. */
interface HeldOutCounts {
  readonly positive: { readonly called: number; readonly bags: number };
  readonly unlabeled: { readonly called: number; readonly bags: number };
  /** In the sample of p(X). */
  readonly sample: { readonly called: number; readonly bags: number };
  /** The name of the sample in sentences: "unlabeled bags", or "bags" for a single set. */
  readonly of: string;
}

/** Counts the bags with a score of at least the threshold. */
export function heldOutCounts(held: BagScores, threshold: number): HeldOutCounts {
  const counted = (scores: Float64Array) => ({
    called: scores.reduce((sum, score) => (score >= threshold ? sum + 1 : sum), 0),
    bags: scores.length,
  });
  return {
    positive: counted(held.positive),
    unlabeled: counted(held.unlabeled),
    sample: counted(sampleOf(held)),
    of: labelledInSample(held.scenario) ? "bags" : "unlabeled bags",
  };
}

/** The expected number of positives at a prior; whole if the highest prior gives ten or more. */
export function expectedOf(
  { heldOut, unlabeled }: { readonly heldOut: BagScores | null; readonly unlabeled: number },
  highest: number,
): (prior: number) => string {
  const of = (prior: number) =>
    heldOut === null ? prior * unlabeled : positivesAmongUnlabeled(countsOf(heldOut), heldOut.scenario, prior);
  return of(highest) < 10 ? (prior) => about(of(prior)) : (prior) => String(Math.round(of(prior)));
}
