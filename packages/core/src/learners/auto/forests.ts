import { describeBelief } from "../../prior/belief/summary.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { sampleSize } from "../../scores/scenario.js";
import { type GrownForest, grownForest } from "../bagging/grown-forest.js";
import { BAGGING_WORK, jobsOf } from "../bagging/rounds.js";
import type { FitContext } from "../learner.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import type { AutoData } from "./data.js";

/** The unit of work of `auto`: some trees of a forest. */
export const AUTO_WORK = { ...BAGGING_WORK, name: "auto" };

/**
 * The two forests. Trees on instances are larger, so they are grown on fewer instances and with larger
 * leaves. On six data sets, twice as many instances changed the mean AUC by less than .002, and leaves of
 * one instance lowered it by .002. Twice as many trees on instances raised it by .001, twice as many on
 * summaries by nothing (docs/research/ranking.md).
 */
const FORESTS = [
  { on: "bags", rounds: 200, leaf: 1, mostInstances: undefined },
  { on: "instances", rounds: 200, leaf: 3, mostInstances: 4000 },
] as const;

/** Of bags that are fitted on a sample, because there are very many, so small a part of the trees vote. */
const PART_OF_TREES = 4;

/** More positive bags in a tree cost time and memory, and many trees see them all. */
const MOST_POSITIVES = 1000;

/** How many times `growForests` calls `onDone`; 0 if it grows none. */
export function forestSteps(data: AutoData): number {
  if (data.folds === undefined || data.mostlyCounts) return 0;
  return FORESTS.reduce((sum, { rounds }) => sum + jobsOf(treesFor(data, rounds)), 0);
}

/** Every tree votes on every instance of all training bags, which with many bags takes most of the time. */
function treesFor({ fitted }: AutoData, rounds: number): number {
  return fitted.bags === null ? rounds : rounds / PART_OF_TREES;
}

/**
 * Grows forests of PU bagging on these bags: one on the summaries of bags, one on their instances, whose
 * mean is the bag's. None if nothing can be held out, because then nothing tells their scale; and none on
 * counts of words, where a vector tells more than any one of its features, and trees ranked near chance
 * (docs/research/ranking.md).
 */
export async function growForests(
  data: AutoData,
  { seed, start }: { readonly seed: number; readonly start: PriorBelief },
  { signal, execute }: Pick<FitContext, "signal" | "execute">,
  onDone: () => void = () => undefined,
): Promise<GrownForest[]> {
  const { counts, scenario } = data;
  if (forestSteps(data) === 0) return [];
  const negativeWeight = usualNegativeWeight(
    { ...counts, unlabeled: sampleSize(counts, scenario) },
    describeBelief(start).mean,
  );
  const grown: GrownForest[] = [];
  for (const { on, mostInstances, leaf, rounds } of FORESTS) {
    const forest = await grownForest(
      data,
      { on, negativeWeight, seed, mostInstances, mostPositives: MOST_POSITIVES, reliability: data.reliability },
      { leaf, rounds: treesFor(data, rounds) },
      { signal, onProgress: onDone, execute },
      AUTO_WORK,
    );
    if (forest !== null) grown.push(forest);
  }
  return grown;
}
