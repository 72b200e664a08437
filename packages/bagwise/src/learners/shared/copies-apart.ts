import type { BagSet } from "../../bags/bag-set.js";
import { MOST_COMPARED, nearDuplicates } from "../../bags/copies/near-duplicates.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { FitContext } from "../learner.js";

/**
 * Who is held out with whom: fold numbers, one for each of the bags `rows`, by default all; -1 for
 * a bag that is never held out.
 */
interface HeldTogether {
  readonly of: ArrayLike<number>;
  readonly rows?: ArrayLike<number> | undefined;
}

/**
 * Says how many bags have a near-copy in another fold: while one is held out the other is trained
 * on, so what cross-validation finds is too good. Nothing when there are no folds, or nobody wants
 * to know. `bags` are as they were given, not scaled, as `--groups auto` will see them. Of the
 * first 5,000 bags only. Costs what `nearDuplicates` costs.
 */
export function copiesApart(
  bags: BagSet,
  folds: HeldTogether | undefined,
  { findCopies = true }: Pick<FitContext, "findCopies">,
): Note[] {
  if (folds === undefined || !findCopies) return [];
  const fold = new Map<number, number>();
  for (let k = 0; k < folds.of.length; k++) fold.set(folds.rows?.[k] ?? k, folds.of[k]);
  const { clusters } = nearDuplicates(bags, { mostBags: MOST_COMPARED });
  const apart = clusters
    .map((cluster) => cluster.filter((i) => fold.has(i)))
    .filter((cluster) => new Set(cluster.map((i) => fold.get(i))).size > 1);
  const copies = apart.reduce((sum, cluster) => sum + cluster.length, 0);
  if (copies === 0) return [];
  const message = `${count(copies, "bag")} in ${count(apart.length, "set")} of near-copies are in different folds, so that one copy is trained on while another is held out. Cross-validation then looks better than it is; --groups auto keeps copies together`;
  return [{ code: "copies-apart", message }];
}
