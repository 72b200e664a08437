import type { FitContext } from "@bagwise/core/learners";
import type { SettingRisk } from "@bagwise/core/model";
import { auc } from "@bagwise/core/scores";
import { type Folds, foldPairs, leastOf, nestedValues, risksWithout } from "@bagwise/core/training";
import { coarse } from "../coarse.js";
import type { Climb } from "./climb.js";
import { type ConceptData, someBags } from "./data.js";
import { nearestDistances } from "./nearest.js";
import type { CheckedConceptOptions } from "./options.js";
import { searchConcepts } from "./search.js";

/** Concepts that are only compared are sought among so many instances; the distances are those of all. */
const ROWS_TO_COMPARE = 2500;

/** A lambda with its held-out risk. */
interface JudgedLambda extends SettingRisk {
  readonly lambda: number;
}

/** What cross-validation found. */
export interface JudgedLambdas {
  readonly judged: readonly JudgedLambda[];
  /** The one with the least risk, the largest of equals. */
  readonly best: JudgedLambda;
  /** With it, the distance of the nearest instance of each bag from a concept found without the bag. */
  readonly chosenDistances: Float64Array;
  /** The same for bags that had no say in the choice (`nestedValues`). */
  readonly distances: Float64Array;
}

/**
 * The risk of every lambda: 1 - AUC, the share of pairs of a held-out positive and a held-out other bag
 * that are in the wrong order. It needs no threshold, and the share of positives that hide among
 * unlabeled bags does not change which lambda is best. Costs a search for each fold, and if there are several lambdas
 * one for each pair of folds.
 */
export async function crossFitConcepts(
  { sorted }: ConceptData,
  folds: Folds,
  { lambda, starts, scales, seed, climb }: CheckedConceptOptions & { readonly climb: Climb },
  { onProgress, pause }: Pick<FitContext, "onProgress"> & { readonly pause: () => Promise<void> },
): Promise<JudgedLambdas> {
  const lambdas = [...lambda].sort((a, b) => b - a);
  const kept = coarse(sorted.offsets, ROWS_TO_COMPARE);
  const options = { climb, lambdas, starts, shared: scales === "shared", seed, pause };
  const pairs = lambdas.length === 1 ? 0 : foldPairs(folds.folds).length;
  let done = 0;
  /** For each lambda, fills in the distances of the bags of some folds. */
  const addDistances = async (distances: readonly Float64Array[], ...without: number[]) => {
    const bagsWhere = (held: boolean) =>
      Uint32Array.from(folds.of.keys()).filter((bag) => without.includes(folds.of[bag]) === held);
    const found = await searchConcepts(someBags(sorted, bagsWhere(false), kept), options);
    const held = bagsWhere(true);
    const test = someBags(sorted, held);
    for (const [k, { best }] of found.entries()) {
      const own = nearestDistances(test, best.x);
      for (const [at, bag] of held.entries()) distances[k][bag] = own[at];
    }
    onProgress?.({ step: "cross-validation", done: ++done, total: folds.folds + pairs });
    await pause();
  };
  const noDistances = () => lambdas.map(() => new Float64Array(sorted.signs.length));
  const risk = (distances: Float64Array, bags: Uint32Array) =>
    1 -
    auc(
      Float64Array.from(bags, (bag) => -distances[bag]),
      Int8Array.from(bags, (bag) => sorted.signs[bag]),
    );
  const values = noDistances();
  for (let fold = 0; fold < folds.folds; fold++) await addDistances(values, fold);
  const without = await risksWithout(folds, {
    pair: async (a, b) => {
      if (pairs === 0) return undefined;
      const found = noDistances();
      await addDistances(found, a, b);
      return found;
    },
    risk,
    positive: (bag) => sorted.signs[bag] > 0,
  });
  const every = Uint32Array.from(folds.of.keys());
  const judged = lambdas.map((each, k): JudgedLambda => {
    // No proof of a global optimum exists, so none of the problems counts as solved.
    return { lambda: each, risk: risk(values[k], every), solved: 0, folds: folds.folds };
  });
  const chosen = leastOf(judged.map((each) => each.risk));
  return {
    judged,
    best: judged[chosen],
    chosenDistances: values[chosen],
    distances: nestedValues(folds, values, { chosen, without: without.map(leastOf) }),
  };
}
