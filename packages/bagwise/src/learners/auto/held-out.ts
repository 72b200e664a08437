import { viewsOfBags } from "../../kernels/views/bags.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { breathing } from "../shared/breathe.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import type { AutoData } from "./data.js";
import { fitRatios, type NegativeWeight, ratioOf, sidesOf } from "./fit.js";
import { moments } from "./moments.js";

/** Bags outside the fitted sample are scored so many at a time. */
const BLOCK = 1024;

/**
 * Held-out ratios for each weight of known negatives; undefined if nothing can be held out. The
 * kernel of a fold is computed once for all weights. Bags of one group, and copies, form one
 * cluster.
 */
export async function heldOutRatios(
  data: AutoData,
  weights: readonly NegativeWeight[],
  { signal }: Pick<FitContext, "signal">,
  onDone: () => void = () => undefined,
): Promise<BagScores[] | undefined> {
  const { folds, rows, fitted, bags, scenario, together } = data;
  if (folds === undefined) return undefined;
  const pause = breathing(signal);
  const ratios = weights.map(() => new Float64Array(bags.size));
  for (let fold = 0; fold < folds.folds; fold++) {
    await pause();
    const foldOf = (row: number) => folds.of[fitted.bags === null ? row : fitted.bags[row]];
    const kept = (some: Uint32Array) => some.filter((row) => foldOf(row) !== fold);
    const training: KnownRows = {
      positive: kept(fitted.rows.positive),
      unlabeled: kept(fitted.rows.unlabeled),
      negative: kept(fitted.rows.negative),
    };
    const held = Uint32Array.from({ length: bags.size }, (_, i) => i).filter((row) => folds.of[row] === fold);
    const fits = fitRatios(data, training, weights);
    const write = (w: number, some: Uint32Array, values: Float64Array) => {
      for (let k = 0; k < some.length; k++) ratios[w][some[k]] = values[k];
    };
    if (fitted.bags === null) for (const [w, fit] of fits.entries()) write(w, held, ratioOf(fit, held));
    else {
      const kernel = viewsOfBags(data.views.views(sidesOf(training)), data.further?.views);
      for (let at = 0; at < held.length; at += BLOCK) {
        await pause();
        const some = held.subarray(at, at + BLOCK);
        const gram = kernel(bags.subset(some));
        for (const [w, { ratio }] of fits.entries()) write(w, some, ratioOf({ ratio, gram }));
      }
    }
    onDone();
  }
  return ratios.map((all) => {
    const of = (some: Uint32Array) => Float64Array.from(some, (row) => all[row]);
    return {
      scenario,
      positive: of(rows.positive),
      unlabeled: of(rows.unlabeled),
      negative: of(rows.negative),
      clusters: together.every((first, i) => first === i) ? null : together,
    };
  });
}

/**
 * How many standard errors the mean of the first ratios is above that of the second. -Infinity if a
 * variance cannot be estimated.
 */
export function separation(first: Float64Array, second: Float64Array): number {
  if (first.length < 2 || second.length < 2) return Number.NEGATIVE_INFINITY;
  const [a, b] = [first, second].map((values) => {
    const { mean, squares } = moments(values);
    return { mean, error: squares / (values.length - 1) / values.length };
  });
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}
