import { thousands } from "@bagwise/core/base";
import { type BagScores, countsOf, labelledInSample, positivesAmongUnlabeled, sampleOf } from "@bagwise/core/scores";
import { about } from "../page/numbers.js";

/** How many held-out bags are called positive: with a score of at least the threshold. */
export function heldOutCounts(held: BagScores, threshold: number) {
  const counted = (scores: Float64Array) => ({
    called: scores.reduce((sum, score) => (score >= threshold ? sum + 1 : sum), 0),
    bags: scores.length,
  });
  return {
    positive: counted(held.positive),
    unlabeled: counted(held.unlabeled),
    /** In the sample of p(X), and its name in sentences. */
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
  return of(highest) < 10 ? (prior) => about(of(prior)) : (prior) => thousands(Math.round(of(prior)));
}
