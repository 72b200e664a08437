import { applyScaling, groupCopies } from "@bagwise/core/bags";
import { count, type Note } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import { applyLink, type BagScorer, isLink, type Link, sumOf } from "@bagwise/core/scorers";
import { allScores, type BagScores } from "@bagwise/core/scores";
import { fittedBags, grownForest } from "@bagwise/core/training";
import type { MachineData } from "../shared/machine/data.js";
import type { HeldOutMachine, MachineCompany } from "../shared/machine/train.js";

/** Randomised trees on the minimum, maximum and mean of each feature, as in `bagging`. */
const TREES = { leaf: 1, rounds: 200 };

/** Half of the trees' votes are positive where they are undecided. */
const UNDECIDED = 0.5;

/**
 * Averages a machine with randomised trees on the summaries of bags: each counts as many deviations of its
 * held-out scores from where it is undecided, and both the same. Null if nothing was held out, or if the
 * trees all say the same, so that nothing tells a common scale.
 */
export async function withTrees(
  data: MachineData,
  machine: HeldOutMachine & { readonly scorer: BagScorer },
  { seed }: { readonly seed: number },
  context: FitContext,
): Promise<MachineCompany | null> {
  const grown = await forestOf(data, seed, context);
  if (grown === null) return null;
  const { scorer: forest, held: votes } = grown;
  const ofVotes = halved(votes, UNDECIDED);
  const ofMachine = halved(machine.chosenHeld, 0);
  if (ofVotes === null || ofMachine === null) return null;
  const sum = (kind: "positive" | "unlabeled" | "negative") =>
    sumOf([applyLink(ofMachine, machine.held[kind]), applyLink(ofVotes, votes[kind])]);
  const { scorer } = machine;
  const factor = ofMachine.values[1] / ofMachine.knots[1];
  return {
    scorer: {
      kind: "average",
      parts: [
        // The link of a machine has no constant, so its factor can stand in the expansion.
        { ...scorer, alpha: scorer.alpha.map((weight) => weight * factor), beta: scorer.beta * factor },
        { ...forest, link: ofVotes },
      ],
      link: { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) },
    },
    held: { ...machine.held, positive: sum("positive"), unlabeled: sum("unlabeled"), negative: sum("negative") },
    reasons: [
      `Average: the machine and ${count(TREES.rounds, "randomised tree")} on summaries of bags count half each, in deviations of their held-out scores. Trees see a few features among many; they are grown without a certificate.`,
    ],
    notes: [GROWN],
  };
}

const GROWN: Note = {
  code: "not-convex",
  message: `${count(TREES.rounds, "tree was", "trees were")} grown split by split: the certificate is about the machine alone, and another seed gives slightly other scores`,
};

/** Takes scores to half as many deviations from where a ranking is undecided; null if it always is. */
function halved(held: BagScores, undecided: number): Link | null {
  const scores = allScores(held);
  const square = scores.reduce((sum, score) => sum + (score - undecided) ** 2, 0) / Math.max(1, scores.length);
  const link = {
    knots: Float64Array.of(undecided, undecided + Math.sqrt(square)),
    values: Float64Array.of(0, 1 / 2),
  };
  return square > 0 && isLink(link) ? link : null;
}

/** Trees that tell positive bags from all others, which are drawn alike whatever their label. */
async function forestOf({ signed, scaling }: MachineData, seed: number, context: FitContext) {
  const bags = applyScaling(scaling, signed.bags);
  const { positives, unlabeled } = signed;
  const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
  const rows = { positive: from(0, positives), unlabeled: from(positives, bags.size), negative: new Uint32Array(0) };
  const known = { bags, rows, fitted: fittedBags(rows, seed), together: groupCopies(bags).of };
  const grown = await grownForest(
    { ...known, scenario: "case-control" },
    { on: "bags", negativeWeight: 0, seed },
    TREES,
    context,
  );
  if (grown === null) return null;
  const { held } = grown;
  // Scores are by label again.
  const [first, rest] = [held.unlabeled.slice(0, unlabeled), held.unlabeled.slice(unlabeled)];
  return { scorer: grown.scorer, held: { ...held, unlabeled: first, negative: rest } };
}
