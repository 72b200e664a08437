import { breathing } from "../../base/breathe.js";
import type { PreparedBlocks } from "../../kernels/blocks/fit.js";
import type { PreparedViews } from "../../kernels/views/fit.js";
import { viewsOfBags } from "../../kernels/views/views.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import { blockRatio, fitBlocks } from "./blocks.js";
import type { AutoData } from "./data.js";
import { fitRatios, type NegativeWeight, ratioOf, sidesOf } from "./fit.js";
import { moments } from "./moments.js";

/** Bags outside the fitted sample are scored so many at a time. */
const BLOCK = 1024;

/** Rows of training bags that are kept in a fold, by label, and those that are held out. */
interface FoldRows {
  readonly training: KnownRows;
  readonly held: Uint32Array;
}

/**
 * Held-out values for each of `count` rankings; undefined if nothing can be held out. `fold` fits on the
 * training rows and writes the values of held-out bags. Bags of one group, and copies, form one cluster.
 */
async function heldOutBy(
  data: AutoData,
  count: number,
  { signal }: Pick<FitContext, "signal">,
  fold: (rows: FoldRows, write: Write, pause: () => Promise<void>) => Promise<void>,
): Promise<BagScores[] | undefined> {
  const { folds, rows, fitted, bags, scenario, together } = data;
  if (folds === undefined) return undefined;
  const pause = breathing(signal);
  const values = Array.from({ length: count }, () => new Float64Array(bags.size));
  const write: Write = (k, some, found) => {
    for (let at = 0; at < some.length; at++) values[k][some[at]] = found[at];
  };
  for (let k = 0; k < folds.folds; k++) {
    await pause();
    const foldOf = (row: number) => folds.of[fitted.bags === null ? row : fitted.bags[row]];
    const kept = (some: Uint32Array) => some.filter((row) => foldOf(row) !== k);
    const training: KnownRows = {
      positive: kept(fitted.rows.positive),
      unlabeled: kept(fitted.rows.unlabeled),
      negative: kept(fitted.rows.negative),
    };
    const held = Uint32Array.from({ length: bags.size }, (_, i) => i).filter((row) => folds.of[row] === k);
    await fold({ training, held }, write, pause);
  }
  return values.map((all) => {
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

/** Keeps the values of some bags in ranking k. */
type Write = (k: number, bags: Uint32Array, values: Float64Array) => void;

/**
 * Held-out ratios of the views for each weight of known negatives; undefined if nothing can be held out.
 * The kernel of a fold is computed once for all weights.
 */
export async function heldOutRatios(
  data: AutoData,
  views: PreparedViews,
  weights: readonly NegativeWeight[],
  context: Pick<FitContext, "signal">,
  onDone: () => void = () => undefined,
): Promise<BagScores[] | undefined> {
  const { fitted, bags } = data;
  return heldOutBy(data, weights.length, context, async ({ training, held }, write, pause) => {
    const fits = fitRatios(data, views, training, weights);
    if (fitted.bags === null) for (const [w, fit] of fits.entries()) write(w, held, ratioOf(fit, held));
    else {
      const kernel = viewsOfBags(views.views(sidesOf(training)));
      for (let at = 0; at < held.length; at += BLOCK) {
        await pause();
        const some = held.subarray(at, at + BLOCK);
        const gram = kernel(bags.subset(some));
        for (const [w, { ratio }] of fits.entries()) write(w, some, ratioOf({ ratio, gram }));
      }
    }
    onDone();
  });
}

/** The same for the ratios of blocks. A fold starts from the fit on all bags. */
export async function heldOutBlocks(
  data: AutoData,
  blocks: PreparedBlocks,
  weights: readonly NegativeWeight[],
  context: Pick<FitContext, "signal">,
  onDone: () => void = () => undefined,
): Promise<BagScores[] | undefined> {
  if (data.folds === undefined) return undefined;
  const starts = weights.map((known) => fitBlocks(data, blocks, data.fitted.rows, known).start);
  return heldOutBy(data, weights.length, context, async ({ training, held }, write, pause) => {
    for (const [w, known] of weights.entries()) {
      await pause();
      write(w, held, blockRatio(fitBlocks(data, blocks, training, known, starts[w]), blocks, held));
    }
    onDone();
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
