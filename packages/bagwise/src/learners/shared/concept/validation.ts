import type { SettingRisk } from "../../../model/setting-risk.js";
import { auc } from "../../../scores/classification.js";
import type { FitContext } from "../../learner.js";
import { coarse } from "../coarse.js";
import type { Folds } from "../folds.js";
import type { Climb } from "./climb.js";
import { type ConceptData, someBags } from "./data.js";
import { nearestDistances } from "./nearest.js";
import type { CheckedConceptOptions } from "./options.js";
import { searchConcepts } from "./search.js";

/** Concepts that are only compared are sought among so many instances; the distances are those of all. */
const ROWS_TO_COMPARE = 2500;

/** A lambda with its risk, and how far held-out bags are from the concepts found without them. */
export interface JudgedLambda extends SettingRisk {
  readonly lambda: number;
  /** The distance of the nearest instance of each bag. */
  readonly distances: Float64Array;
}

/**
 * The risk of every lambda: 1 - AUC, the share of pairs of a held-out positive and a held-out other bag
 * that are in the wrong order. It needs no threshold, and the share of positives that hide among
 * unlabeled bags does not change which lambda is best. Costs a search for each fold.
 */
export async function crossFitConcepts(
  { sorted }: ConceptData,
  folds: Folds,
  { lambda, starts, scales, seed, climb }: CheckedConceptOptions & { readonly climb: Climb },
  { onProgress, pause }: Pick<FitContext, "onProgress"> & { readonly pause: () => Promise<void> },
): Promise<JudgedLambda[]> {
  const lambdas = [...lambda].sort((a, b) => b - a);
  const kept = coarse(sorted.offsets, ROWS_TO_COMPARE);
  const distances = lambdas.map(() => new Float64Array(sorted.signs.length));
  for (let fold = 0; fold < folds.folds; fold++) {
    const bagsWhere = (held: boolean) =>
      Uint32Array.from(folds.of.keys()).filter((bag) => (folds.of[bag] === fold) === held);
    const options = { climb, lambdas, starts, shared: scales === "shared", seed, pause };
    const found = await searchConcepts(someBags(sorted, bagsWhere(false), kept), options);
    const held = bagsWhere(true);
    const test = someBags(sorted, held);
    for (const [k, { best }] of found.entries()) {
      const own = nearestDistances(test, best.x);
      for (const [at, bag] of held.entries()) distances[k][bag] = own[at];
    }
    onProgress?.({ step: "cross-validation", done: fold + 1, total: folds.folds });
    await pause();
  }
  return lambdas.map((each, k) => {
    const near = distances[k].map((distance) => -distance);
    // No proof of a global optimum exists, so none of the problems counts as solved.
    return { lambda: each, risk: 1 - auc(near, sorted.signs), solved: 0, folds: folds.folds, distances: distances[k] };
  });
}

/** The lambda with the least risk, the largest of equals; undefined without any. */
export function bestLambda(judged: readonly JudgedLambda[]): JudgedLambda | undefined {
  return judged.reduce<JudgedLambda | undefined>(
    (best, each) => (best === undefined || each.risk < best.risk ? each : best),
    undefined,
  );
}
